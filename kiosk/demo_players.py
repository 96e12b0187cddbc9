"""Players at a demo table: people who look at their own cards, pass, reveal and bet by simple rules.

They know only what a player in that seat knows. Nothing here reaches the screen but through the
dealer's touches, as at a real table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.cards import Card
from engine.view import Actions

Choice = Literal["fold", "check", "call", "bring_in", "upward"]


@dataclass
class Seat:
    """One player's own cards. ``repr`` names none."""

    down: list[Card] = field(default_factory=list, repr=False)
    up: list[Card] = field(default_factory=list)

    def worth(self, card: Card) -> tuple[int, int]:
        """What a card is worth to this player: pairs first, then its rank."""
        ranks = Counter(one.rank for one in (*self.down, *self.up))
        return ranks[card.rank], card.rank


class DemoPlayers:
    """Everybody's cards as the players hold them. ``order``: seats in the order of the deal."""

    def __init__(self, order: Sequence[int], seed: int) -> None:
        self.order = list(order)
        self.seats = {seat: Seat() for seat in order}
        self._random = random.Random(seed)

    def fold(self, seat: int) -> None:
        self.order.remove(seat)

    def deal(self, cards: Sequence[Card]) -> None:
        """Face-down cards, one at a time, clockwise, as many times round as they go."""
        for position, card in enumerate(cards):
            self.seats[self.order[position % len(self.order)]].down.append(card)

    def pass_left(self) -> None:
        """Everyone passes the card that is worth least to them, all at the same time (RULES 3.2)."""
        passed = [self._least(seat) for seat in self.order]
        for position, card in enumerate(passed):
            self.seats[self.order[position]].down.remove(card)
        for position, card in enumerate(passed):
            self.seats[self.order[(position + 1) % len(self.order)]].down.append(card)

    def _least(self, seat: int) -> Card:
        return min(self.seats[seat].down, key=self.seats[seat].worth)

    def reveal(self, seat: int) -> Card:
        """The card that this player turns up: the middle one of the three by worth."""
        player = self.seats[seat]
        card = sorted(player.down, key=player.worth)[len(player.down) // 2]
        player.down.remove(card)
        player.up.append(card)
        return card

    def act(self, actions: Actions, may_fold: bool) -> Choice:
        """What this player does: strong hands bet, weak ones sometimes fold to a bet."""
        player = self.seats[actions.seat]
        strength = max(player.worth(card) for card in (*player.down, *player.up))
        chance = self._random.random()
        if actions.bring_in:
            return "bring_in"
        if actions.upward and strength >= (2, 8) and chance < 0.4:
            return "upward"
        if not actions.call:
            return "check" if actions.check else "upward"
        return "fold" if may_fold and strength < (2, 0) and chance < 0.35 else "call"
