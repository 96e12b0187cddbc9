"""The evening in figures: chips bought, stacks over the hands, pots won and shared.

All of it from public views, as they came to the screen. A person keeps one account all evening, whatever the seat:
who leaves and comes back under the same name goes on with it, as a move to another seat does; somebody else on the
same seat has another.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import count

from engine.view import PublicView

HIGHEST_SEAT = 8


@dataclass
class Evening:
    """What the screen has seen of an evening. Money in minor units; accounts by number, the seat's where it is free."""

    names: dict[int, str] = field(default_factory=dict)
    """Account -> what the player is called; no two alike."""
    bought: dict[int, int] = field(default_factory=dict)
    """Chips that a player has bought, less what was taken along."""
    stacks: dict[int, dict[int, int]] = field(default_factory=dict)
    """Hand -> account -> stack when it was paid; 0 for before the first."""
    won: Counter[int] = field(default_factory=Counter)
    """Pots won, by account."""
    shared: Counter[int] = field(default_factory=Counter)
    """Shares received as partner, by account."""
    _seated: dict[int, int] = field(default_factory=dict)
    """Seat -> the account of who sits there."""
    _called: dict[int, str] = field(default_factory=dict)
    """Account -> the name as it was given."""
    _before: PublicView | None = None
    _paid: dict[int, tuple[Counter[int], Counter[int]]] = field(default_factory=dict)
    """Hand -> pots won and shares received in it."""

    def keep(self, view: PublicView) -> None:
        """Take note of a new view. Between hands a stack changes only by buying, joining, leaving, and by money
        corrections, which are no buying."""
        before, self._before = self._before, view
        if view.status == "open":
            if before is None:
                self._seat(view, {})
            if view.step == "pay":
                self._pay(view)
            return
        moved = Counter(dict(view.moved))
        moved.subtract(dict(before.moved) if before is not None else {})
        stacks = () if before is None else before.seats
        then = {seat.seat: (seat.name, seat.stack + moved[seat.seat]) for seat in stacks}
        if before is None or (before.status != "open" and before.hand == view.hand):
            self._seat(view, then)
        elif self._seated.keys() != {seat.seat for seat in view.seats}:  # states between were not seen
            self._seat(view, then | {seat.seat: (seat.name, seat.stack) for seat in view.seats})
        self.stacks[view.hand] = {self._seated[seat.seat]: seat.stack for seat in view.seats}
        for later in [hand for hand in self.stacks if hand > view.hand]:
            del self.stacks[later]
        if view.status == "void":
            self._paid.pop(view.hand, None)
        self._count()

    def _seat(self, view: PublicView, then: dict[int, tuple[str, int]]) -> None:
        """Who sits where now, and what has been bought or taken along since ``then`` (seat -> name, stack)."""
        now = {seat.seat: (seat.name, seat.stack) for seat in view.seats}
        for seat, (name, stack) in then.items():
            if seat not in now or now[seat][0] != name:
                self.bought[self._seated.pop(seat)] -= stack
        for seat, (name, stack) in now.items():
            if seat in self._seated:
                self.bought[self._seated[seat]] += stack - then[seat][1]
            else:
                account = self._seated[seat] = self._account(seat, name)
                self.bought[account] = self.bought.get(account, 0) + stack

    def _account(self, seat: int, name: str) -> int:
        """The account of who sits down: the one of the same name whose owner sits nowhere, or a new one."""
        taken = set(self._seated.values())
        for known, called in self._called.items():
            if called == name and known not in taken:
                return known
        numbers = (seat, *range(HIGHEST_SEAT + 1, HIGHEST_SEAT + len(self._called) + 2))
        account: int = next(number for number in numbers if number not in self._called)
        self._called[account] = name
        others = set(self.names.values())
        unlike = (name if number == 1 else f"{name} ({number})" for number in count(1))
        self.names[account] = next(one for one in unlike if one not in others)
        return account

    def _pay(self, view: PublicView) -> None:
        won: Counter[int] = Counter()
        shared: Counter[int] = Counter()
        for pot in view.pots:
            for share in pot.shares:
                (shared if share.role == "partner" else won)[self._seated[share.seat]] += 1
        self._paid[view.hand] = won, shared

    def _count(self) -> None:
        self.won, self.shared = Counter(), Counter()
        for won, shared in self._paid.values():
            self.won += won
            self.shared += shared

    def balances(self) -> dict[int, int]:
        """What each player has won (or lost, negative) so far: chips after the last paid hand less chips bought."""
        if not self.stacks:
            return {}
        last = self.stacks[max(self.stacks)]
        return {account: last.get(account, 0) - bought for account, bought in sorted(self.bought.items())}
