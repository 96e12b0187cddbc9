"""The evening in figures: chips bought, stacks over the hands, and who pays whom at the end.

All of it from public views, as they came to the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.view import PublicView


@dataclass
class Evening:
    """What the screen has seen of an evening. Money in minor units; seats by number."""

    names: dict[int, str] = field(default_factory=dict)
    bought: dict[int, int] = field(default_factory=dict)
    """Chips that a seat has bought, less what it took along."""
    stacks: dict[int, dict[int, int]] = field(default_factory=dict)
    """Hand -> seat -> stack when it was paid; 0 for before the first."""
    won: dict[int, int] = field(default_factory=dict)
    """Pots won, by seat."""
    shared: dict[int, int] = field(default_factory=dict)
    """Shares received as partner, by seat."""
    _before: PublicView | None = None
    _counted: dict[int, PublicView] = field(default_factory=dict)

    def keep(self, view: PublicView) -> None:
        """Take note of a new view. Between hands a stack changes only by buying, joining or leaving."""
        before, self._before = self._before, view
        self.names.update({seat.seat: seat.name for seat in view.seats})
        if view.status == "open":
            if view.step == "pay":
                self._counted[view.hand] = view
            return
        now = {seat.seat: seat.stack for seat in view.seats}
        if before is None:
            self.bought = dict(now)
        elif before.status != "open" and before.hand == view.hand:
            then = {seat.seat: seat.stack for seat in before.seats}
            for seat in {*now, *then}:
                self.bought[seat] = self.bought.get(seat, 0) + now.get(seat, 0) - then.get(seat, 0)
        self.stacks[view.hand] = now
        for later in [hand for hand in self.stacks if hand > view.hand]:
            del self.stacks[later]
        if view.status == "void":
            self._counted.pop(view.hand, None)
        self._count()

    def _count(self) -> None:
        self.won, self.shared = {}, {}
        for view in self._counted.values():
            for pot in view.pots:
                for share in pot.shares:
                    counts = self.shared if share.role == "partner" else self.won
                    counts[share.seat] = counts.get(share.seat, 0) + 1

    def balances(self) -> dict[int, int]:
        """What each seat has won (or lost, negative) so far: chips after the last paid hand less chips bought."""
        if not self.stacks:
            return {}
        last = self.stacks[max(self.stacks)]
        return {seat: last.get(seat, 0) - self.bought.get(seat, 0) for seat in sorted({*last, *self.bought})}


def settle(balances: Mapping[int, int]) -> list[tuple[int, int, int]]:
    """Who pays whom how much, with the fewest payments: (payer, receiver, amount).

    A group of players whose balances add up to nothing settles with one payment less than its members, so
    the players are split into as many such groups as possible. Raises ValueError where the sum is not 0.

    >>> settle({1: -300, 2: 200, 3: 100})
    [(1, 2, 200), (1, 3, 100)]
    """
    if sum(balances.values()):
        raise ValueError("the balances do not add up to nothing")
    seats = [seat for seat, balance in balances.items() if balance]
    payments: list[tuple[int, int, int]] = []
    for group in _groups(seats, balances):
        left = {seat: balances[seat] for seat in group}
        while any(left.values()):
            payer = min(left, key=lambda seat: left[seat])
            receiver = max(left, key=lambda seat: left[seat])
            amount = min(-left[payer], left[receiver])
            left[payer] += amount
            left[receiver] -= amount
            payments.append((payer, receiver, amount))
    return payments


def _groups(seats: list[int], balances: Mapping[int, int]) -> list[list[int]]:
    """The most groups that each add up to nothing."""
    count = len(seats)
    sums = [0] * (1 << count)
    for chosen in range(1, 1 << count):
        low = (chosen & -chosen).bit_length() - 1
        sums[chosen] = sums[chosen & (chosen - 1)] + balances[seats[low]]
    most = [0] * (1 << count)
    came_from = [0] * (1 << count)
    for chosen in range(1, 1 << count):
        for index in range(count):
            if chosen >> index & 1:
                rest = chosen ^ (1 << index)
                parted = most[rest] + (sums[chosen] == 0)
                if parted > most[chosen] or not came_from[chosen]:
                    most[chosen], came_from[chosen] = parted, rest | 1 << count
    groups: list[list[int]] = []
    group: list[int] = []
    chosen = (1 << count) - 1
    while chosen:
        if sums[chosen] == 0 and group:
            groups.append(group)
            group = []
        rest = came_from[chosen] & ((1 << count) - 1)
        group.append(seats[(chosen ^ rest).bit_length() - 1])
        chosen = rest
    return [*groups, group] if group else groups
