"""Players at a demo or practice table: people who look at their own cards, pass, reveal and bet by simple rules.

They live beside the kiosk as people do: what they hold follows from the cards that were dealt and from
their own habits, never from what the kiosk believes. Since their habits are fixed, their cards can be
worked out anew at any moment, after an undo too.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from engine.cards import Card
from engine.hand import Hand, LogEntry
from engine.inputs import Act, CardRead, Input, Show
from engine.passing import waiting
from engine.projection import actions_now
from engine.showdown import showing_order, tabled
from engine.variants import Reveal, Showdown
from engine.view import Actions

Choice = Literal["fold", "check", "call", "bring_in", "upward"]


@dataclass
class Held:
    """One player's own cards. ``repr`` names none that lie face down."""

    down: list[Card] = field(default_factory=list, repr=False)
    up: list[Card] = field(default_factory=list)

    def worth(self, card: Card) -> tuple[int, int]:
        """What a card is worth to this player: pairs first, then its rank."""
        ranks = Counter(one.rank for one in (*self.down, *self.up))
        return ranks[card.rank], card

    def least(self, count: int) -> list[Card]:
        """The cards that the player passes: those worth least."""
        return sorted(self.down, key=self.worth)[:count]

    def to_reveal(self) -> Card | None:
        """The card that the player turns up: the middle one of the face-down cards by worth."""
        return sorted(self.down, key=self.worth)[len(self.down) // 2] if self.down else None


class DemoPlayers:
    """Everybody's cards at this moment of a hand. ``seed`` decides their moods."""

    def __init__(self, hand: Hand, seed: int) -> None:
        self.hand = hand
        self.seed = seed
        self.held = {player.seat: Held() for player in hand.players}
        for kind, entries in groupby(hand.log, key=lambda entry: (entry[0], entry[1] if entry[0] == "pass" else 0)):
            if kind[0] == "pass":
                self._pass(list(entries))
            else:
                for entry in entries:
                    self._happened(entry)

    def _happened(self, entry: LogEntry) -> None:
        match entry:
            case ("deal", _, int(seat), Card() as card, bool(face_up)):
                (self.held[seat].up if face_up else self.held[seat].down).append(card)
            case ("reveal", _, int(seat), Card() as card):
                self.held[seat].up.append(card)
                self._drop(seat, card)
            case ("shown", int(seat), Card() as card):
                self._drop(seat, card)

    def _drop(self, seat: int, card: Card) -> None:
        if card in self.held[seat].down:
            self.held[seat].down.remove(card)

    def _pass(self, entries: list[LogEntry]) -> None:
        """Everyone passes at the same time: a card just received is not passed on (RULES 3.2)."""
        moving: list[tuple[object, list[Card]]] = []
        for _, _, giver, receiver, cards in entries:
            assert isinstance(giver, int) and isinstance(cards, tuple)
            given = [card for card in cards if card is not None] or self.held[giver].least(len(cards))
            for card in given:
                self._drop(giver, card)
            moving.append((receiver, given))
        for receiver, given in moving:
            if isinstance(receiver, int):
                self.held[receiver].down += given

    # What they do.

    def next_input(self, may_fold: bool = True) -> Input | None:
        """What a player does now; None where it is the dealer's turn, or a player does not know the card."""
        hand = self.hand
        if hand.status != "open" or hand.faults:
            return None
        if isinstance(hand.step, Reveal):
            seat = waiting(hand)[0]
            card = self.reveal(seat)
            return CardRead(card, "dealer", seat) if card is not None else None
        if isinstance(hand.step, Showdown):
            player = next((one for one in showing_order(hand) if not tabled(hand, one)), None)
            down = tuple(self.held[player.seat].down) if player is not None else ()
            return Show(player.seat, down) if player is not None and len(down) == len(player.down) else None
        actions = actions_now(hand)
        return self.act(actions, may_fold) if actions is not None else None

    def reveal(self, seat: int) -> Card | None:
        """The card that the player turns up in this round (besides those turned up a moment ago)."""
        held = self.held[seat]
        turned = self.hand.revealing.get(self.hand.index_of[seat], [])
        left = Held([card for card in held.down if card not in turned], held.up)
        return left.to_reveal()

    def act(self, actions: Actions, may_fold: bool) -> Act:
        """What the player to act does."""
        choice = self._choose(actions, may_fold)
        if choice == "upward" and actions.upward:
            return Act(actions.seat, actions.upward, actions.least)
        return Act(actions.seat, choice)  # type: ignore[arg-type]  # the other choices are actions

    def _choose(self, actions: Actions, may_fold: bool) -> Choice:
        """Strong hands bet, weak ones sometimes fold to a bet."""
        held = self.held[actions.seat]
        strength = max((held.worth(card) for card in (*held.down, *held.up)), default=(1, 0))
        mood = random.Random(
            f"{self.seed}-{self.hand.number}-{actions.seat}-{self.hand.round}-{self.hand.pot}"
        ).random()
        if actions.bring_in:
            return "bring_in"
        if actions.upward and strength >= (2, 28) and mood < 0.4:
            return "upward"
        if not actions.call:
            return "check" if actions.check else "upward"
        return "fold" if may_fold and actions.fold and strength < (2, 0) and mood > 0.65 else "call"
