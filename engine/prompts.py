"""What the dealer is to do next, as data: a kind and its parameters, never a sentence.

The sentences are made in ``kiosk.wording``, in the language of the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.cards import Card

PromptKind = Literal[
    "start-hand",  # between hands: start the next one
    "announce",  # say the rules in force (RULES 3.6, 3.8)
    "antes",  # collect the antes (RULES 1.5)
    "deal",  # deal the cards that `deal` describes
    "pass",  # everyone passes (RULES 3.2)
    "reveal",  # everyone still in turns one up (RULES 3.3)
    "bring-in",  # `seat` brings it in or completes (RULES 4.2)
    "act",  # `seat` acts
    "ask-opener",  # nobody's up cards are known: the dealer says who opens
    "showdown",  # survivors show or muck (RULES 6.4)
    "pay",  # pay the pots as reckoned
    "fault",  # something is in doubt: correct, undo or void (RULES 8)
]

DealMethod = Literal[
    "plain",  # no burn
    "burn-first",  # one card is burnt before the deal
    "without-burn",  # a burn would be usual, the stub is too short for it (RULES 4.6)
    "shuffle-burns",  # after `stub` cards the last stub card and the burns are shuffled together
    "common-card",  # one card face up in the middle, everybody's seventh
]


@dataclass(frozen=True, slots=True)
class DealPlan:
    """How one deal goes: faces in order ('down', 'up'), to whom the next card goes, how many are still to
    come."""

    faces: tuple[str, ...]
    method: DealMethod
    next_seat: int | None
    """The seat that the next card goes to; None: the burn, or the middle."""
    next_is: Literal["burn", "down", "up", "common", "none"]
    remaining: int
    stub_before_shuffle: int = 0
    """With ``shuffle-burns``: how many cards come off the stub before the burns are shuffled in."""
    burns: int = 0
    up_seats: tuple[int, ...] = ()
    """Whose up card of this deal is still to come, in the order of the deal."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the dealer says before a hand: the game, its limits, who shares (RULES 3.6, 3.8)."""

    variant: str
    title: str
    limit: str
    ante: int
    small_bet: int
    big_bet: int
    bring_in: int
    share_side: str | None
    """'right' or 'left' where the winner shares, None where nobody does."""
    table_talk: bool
    """True where the dealer reminds that there is no table talk."""
    min_bet: int = 0
    max_bet: int = 0
    """Smallest and largest bet of a spread limit; 0 elsewhere."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt. Which fields are set depends on ``kind``; all of them are public."""

    kind: PromptKind
    round: int = 0
    rounds: int = 0
    seat: int | None = None
    """Who is to act, to show next, or who gets the button (start-hand)."""
    seats: tuple[int, ...] = ()
    """Who still has to reveal, to show or to muck; who is all-in for the ante."""
    amount: int = 0
    """What it costs to call; the ante; the bring-in; the pot to pay."""
    count: int = 0
    """How many cards everyone passes or turns up."""
    direction: str = ""
    """Of a pass: left, right, across, muck."""
    arrows: tuple[tuple[int, int], ...] = ()
    """Of a pass: from seat, to seat."""
    deal: DealPlan | None = None
    announcement: Announcement | None = None
    notices: tuple[Notice, ...] = ()
    """What there is to say beside it (why this seat opens, what was skipped, what went wrong)."""


NoticeKind = Literal[
    "opens",  # `seat` opens: `cards` is the best board
    "opens-for",  # `seat` acts first: the best board's player `other` is all-in (RULES 2.3)
    "brings-in",  # `seat` has the bring-in: `cards` is the lowest door card
    "brings-in-for",  # `seat` acts for the bring-in: `other` is all-in for the ante
    "betting-skipped",  # nobody, or only one, can act
    "two-left",  # each is certain of half (RULES 3.7)
    "opener-changed",  # a correction changed who opens: `other` before, `seat` now
    "opener-stands",  # a correction would have changed the opener, but the betting has begun (RULES 8.5)
    "unread",  # `seat` has a card whose identity is not known
    "extra-card",  # a card left the shoe that no place waits for (RULES 8.2)
    "exposed",  # a down card of `seat` was turned up by mistake (RULES 8.4)
    "duplicate-card",  # the same card was read twice (RULES 8.3); `cards` only where both lie face up
    "card-count",  # `seat` has `count` cards at the showdown (RULES 8.7)
    "misdeal-offered",  # before the first bet is settled a misdeal is the dealer's to call (RULES 3.12)
    "drawn-early",  # a card left the shoe before it was wanted
    "impossible-read",  # spoken at the hand's end: `cards` cannot have been where it was read
    "table-talk",
]


@dataclass(frozen=True, slots=True)
class Notice:
    """A public fact worth a sentence. ``cards`` holds only cards that lie face up."""

    kind: NoticeKind
    seat: int | None = None
    other: int | None = None
    cards: tuple[Card | None, ...] = ()
    count: int = 0
