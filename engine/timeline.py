"""Undo and redo: a table, the inputs that made it, and the way back (SESSION-FORMAT, ``undo``).

The table is always the fold of the inputs that stand; an undo folds them again without the last one.
Going back reaches to the start of the hand before the present one.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.inputs import UNCHANGED, Act, Input, Note, Rebuy, Refusal, StartHand, TableInput, Undo
from engine.prompts import Notice
from engine.table import Table

KEPT_HANDS = 2
"""How many hands back an undo can reach, the present one included."""


class Standing(NamedTuple):
    """An input that counted, and the money that it is about (what a call adds, what a bet goes to), for
    telling it."""

    entry: TableInput
    amount: int = 0


class Timeline:
    """The session's fold: ``apply`` takes every input, undo included."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.standing: list[Standing] = []
        """Inputs that count, since the oldest place that an undo can go back to."""
        self.undone: list[Standing] = []
        """What undos took back, the last one last; empty as soon as anything else counts."""
        self._bases: list[tuple[int, Table, bool]] = [(0, table.copy_between_hands(), True)]
        """Tables between hands to fold from: how many standing inputs lie before each, and whether it is
        the very state after those (not where a hand began before the last one was said to be paid)."""
        self.new_alarms: tuple[Notice, ...] = ()
        """Alarms that the last input raised."""
        self.last: Standing | None = None
        """The last input that counted, undos aside."""

    def apply(self, entry: Input) -> Refusal | None:
        """Take one input. None: it counted; UNCHANGED: it changed nothing; else why it was refused."""
        self.new_alarms = ()
        if isinstance(entry, Undo):
            return self._undo(entry)
        if isinstance(entry, Note):
            return UNCHANGED
        hand = self.table.hand
        before = len(hand.alarms) if hand is not None else 0
        amount = self._amount(entry)
        paid = hand is None or hand.status != "open"
        base = (
            self.table.copy_between_hands()
            if isinstance(entry, StartHand) and (paid or (hand is not None and hand.step.name == "pay"))
            else None
        )
        refused = self.table.apply(entry)
        if self.table.hand is not hand:
            before = 0
        if self.table.hand is not None and len(self.table.hand.alarms) > before:
            self.new_alarms = tuple(self.table.hand.alarms[before:])
        if refused is not None:
            return refused
        if base is not None:
            base.seats = dict(self.table.seats)
            self._bases.append((len(self.standing), base, paid))
            self._forget()
        self.last = Standing(entry, amount)
        self.standing.append(self.last)
        self.undone.clear()
        return None

    def first_dealer(self, seat: int) -> None:
        """The table has played before this session: who gets the button in its first hand."""
        for table in (self.table, *(base for _, base, _ in self._bases)):
            table.first_dealer = seat

    def _amount(self, entry: TableInput) -> int:
        if isinstance(entry, Rebuy):
            return entry.amount
        hand = self.table.hand
        if not isinstance(entry, Act) or hand is None or hand.betting is None:
            return 0
        index = hand.index_of.get(entry.seat)
        return hand.betting.amount_of(index, entry.action, entry.to) if index is not None else 0

    @property
    def takes_back(self) -> Standing | None:
        """What an undo (``deeper`` right after one) would take back; None: nothing."""
        return self.standing[-1] if self.standing and self._base_of(len(self.standing) - 1) else None

    def _base_of(self, count: int) -> tuple[int, Table] | None:
        """Where to fold from to come to the table after that many standing inputs."""
        for start, base, exact in reversed(self._bases):
            if start < count or (start == count and exact):
                return start, base
        return None

    @property
    def brings_back(self) -> Standing | None:
        """What taking back the last undo would bring back; None: the last line was no undo."""
        return self.undone[-1] if self.undone else None

    def _undo(self, entry: Undo) -> Refusal | None:
        if self.undone and not entry.deeper:
            again = self.undone.pop()
            undone = self.undone.copy()
            refused = self.apply(again.entry)
            assert refused is None, "an input that stood before stands again"
            self.undone = undone
            self.new_alarms = ()
            return None
        found = self._base_of(len(self.standing) - 1) if self.standing else None
        if found is None:
            return Refusal("nothing-to-undo")
        taken = self.standing.pop()
        start, base = found
        while self._bases[-1][1] is not base:
            self._bases.pop()
        self.table = base.copy_between_hands()
        for standing in self.standing[start:]:
            self.table.apply(standing.entry)
        self.undone.append(taken)
        return None

    def _forget(self) -> None:
        """Drop what lies before the hands that an undo can reach."""
        if len(self._bases) > KEPT_HANDS:
            del self._bases[:-KEPT_HANDS]
            start = self._bases[0][0]
            del self.standing[:start]
            self._bases = [(count - start, table, exact) for count, table, exact in self._bases]
