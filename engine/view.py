"""The public projection of a hand: what everyone at the table may see, and nothing else.

No type here can hold the identity of a card that lies face down: cards appear only in
fields for up cards, for cards shown at the showdown and for the hands that won.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.cards import Card
from engine.prompts import Announcement, Notice, Prompt
from engine.ranking import HandName

Status = Literal["between", "open", "complete", "void"]
Role = Literal["winner", "partner", "high", "low", "last"]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. Cards in the order in which they were turned up; None is an up card that nobody has read."""

    seat: int
    name: str
    stack: int
    in_hand: bool
    """Dealt into this hand (also when folded since)."""
    bet: int = 0
    """What lies in front of the seat in this betting round."""
    total: int = 0
    """What the seat has put into the pot in this hand."""
    up: tuple[Card | None, ...] = ()
    down: int = 0
    """How many cards lie face down."""
    exposed: tuple[Card, ...] = ()
    """Down cards that were turned up by mistake and stay in the hand (RULES 8.4)."""
    shown: tuple[Card | None, ...] = ()
    """Down cards turned up at the showdown."""
    playing: tuple[Card, ...] = ()
    """The five cards that play, once the hand has won something at a showdown."""
    folded: bool = False
    mucked: bool = False
    all_in: bool = False
    is_dealer: bool = False
    to_act: bool = False
    revealed: bool = False
    """During a reveal: has turned its card (which is not shown before every reveal is in, RULES 3.3)."""


@dataclass(frozen=True, slots=True)
class ShareView:
    """One part of a pot. ``hand`` is empty and ``name`` None for a partner and for the last one standing."""

    seat: int
    amount: int
    role: Role
    hand: tuple[Card, ...] = ()
    name: HandName | None = None
    odd: int = 0
    """How much of ``amount`` is odd chips (RULES 3.11, 6.3)."""


@dataclass(frozen=True, slots=True)
class PotView:
    """Main pot first, then the side pots."""

    amount: int
    eligible: tuple[int, ...]
    shares: tuple[ShareView, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenerView:
    """Who opened a betting round and why (the ``openers`` of SESSION-FORMAT)."""

    round: int
    seat: int | None
    showing: tuple[Card | None, ...] = ()
    best: int | None = None
    bring_in: bool = False
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class PassView:
    """After the hand: in ``round`` the card went from ``giver`` to ``receiver``; None where nobody knows
    which."""

    round: int
    giver: int
    receiver: int
    card: Card | None
    certain: bool


@dataclass(frozen=True, slots=True)
class WayStepView:
    """One step of a card round the table: dealt to ``seat``, passed by ``seat`` to ``receiver``, or seen
    at ``seat``."""

    kind: Literal["dealt", "passed", "seen"]
    round: int
    seat: int
    receiver: int | None
    certain: bool


@dataclass(frozen=True, slots=True)
class CardWay:
    """The way of one public card round the table (house rule ``provenance``)."""

    card: Card
    steps: tuple[WayStepView, ...]


@dataclass(frozen=True, slots=True)
class Actions:
    """What the seat to act may do (RULES 6.1). Amounts of upward actions are 'to': in this round after it."""

    seat: int
    fold: bool = False
    check: bool = False
    call: int = 0
    """What a call adds to the pot; 0 where there is nothing to call."""
    bring_in: int = 0
    """What the bring-in posts; 0 where none is due."""
    upward: Literal["", "bet", "raise", "complete"] = ""
    """The name of the upward action; empty where none is legal."""
    levels: tuple[int, ...] = ()
    """Fixed limit: the amounts that are legal (mostly one; two with the open pair option)."""
    least: int = 0
    most: int = 0
    """Smallest and largest 'to' of the upward action (also set in fixed limit)."""
    all_in: int = 0
    """The seat's whole stack as 'to'."""
    step: int = 1
    """Amounts between least and most go in multiples of this chip."""


@dataclass(frozen=True, slots=True)
class GameView:
    """A game that the table knows: its name, its title, the house rules that it begins with, and what it has."""

    name: str
    title: str
    rules: tuple[tuple[str, object], ...] = ()
    max_players: int = 8
    shares: bool = False
    """The winner shares with a neighbour."""
    passes: bool = False
    """Cards change hands unseen."""
    bring_in: bool = False
    """The lowest card opens the first round, where the house wants a bring-in."""
    open_pair: bool = False
    """The open pair option can apply."""

    @property
    def defaults(self) -> Mapping[str, object]:
        """The house rules that it begins with, by name."""
        return dict(self.rules)


@dataclass(frozen=True, slots=True)
class PublicView:
    """Everything that the screen, the room and the exports may know of the table."""

    variant: str
    title: str
    status: Status
    hand: int
    """Number of the hand, from 1; 0 before the first."""
    step: str
    """announce, antes, deal, pass, reveal, bet, showdown, pay; empty between hands."""
    round: int
    rounds: int
    dealer: int | None
    seats: tuple[SeatView, ...]
    prompt: Prompt
    pot: int = 0
    """All chips put in and not yet paid out, bets in front of the seats included."""
    common: tuple[Card | None, ...] = ()
    actions: Actions | None = None
    openers: tuple[OpenerView, ...] = ()
    pots: tuple[PotView, ...] = ()
    returned: tuple[tuple[int, int], ...] = ()
    """Uncalled bets given back: seat, amount."""
    faults: tuple[Notice, ...] = ()
    """What stands in doubt and stops the hand until corrected, undone or voided."""
    gone: frozenset[Card] = frozenset()
    """Cards that everyone has seen: the picker disables these and no others."""
    wants_cards: bool = False
    """True while the next card from the shoe has a place to go: the gate is open."""
    games: tuple[GameView, ...] = ()
    """The games that the next hand can be, those of variant files too."""
    passes: tuple[PassView, ...] = ()
    """After the hand, under the house rule ``provenance``: who passed what to whom."""
    ways: tuple[CardWay, ...] = ()
    moved: tuple[tuple[int, int], ...] = ()
    """Seat and the chips that money corrections brought it from other seats so far (negative: took from it)."""
    small_bet: int = 0
    big_bet: int = 0
    unit: int = 0
    """Fixed limit: the size of a bet in this round."""
    share_side: str | None = None
    smallest_chip: int = 1
    told: tuple[tuple[str, object], ...] = ()
    """The house rules that the table has said, by name; the others are the game's (RULES 7)."""
    game: Announcement | None = None
    """The game and its limits as the dealer announces them, also between hands."""
    up_places: tuple[tuple[int, int], ...] = ()
    """Street and number there, from 1, of a player's first up card, the second, ...: how a ``Correct`` names one
    that is unread."""
