"""The evening in figures: chips bought, stacks over the hands, pots won and shared.

All of it from public views, as they came to the screen.
"""

from __future__ import annotations

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
            moved = dict(view.moved)
            for seat, amount in before.moved:
                moved[seat] = moved.get(seat, 0) - amount
            for seat in {*now, *then}:
                came = now.get(seat, 0) - then.get(seat, 0) - moved.get(seat, 0)
                self.bought[seat] = self.bought.get(seat, 0) + came
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
