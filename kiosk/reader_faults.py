"""Faults of readers that stand: what the banner says, what needs the dealer, how they outlive a restart."""

from __future__ import annotations

import json
from typing import Final

from engine.inputs import Note
from kiosk.readers.base import Fault
from kiosk.readers.sentences import sentence
from kiosk.session import Banner

IN_DOUBT: Final = frozenset(
    {
        "restarted",
        "gap",
        "counts-anew",
        "queue-full",
        "two-tags",
        "same-card",
        "foreign-tag",
        "unknown-code",
        "deck-suspect",
    }
)
"""Kinds after which a card is in doubt: nothing advances until the dealer has looked and said so."""

STANDS: Final = "reader fault: "
OVER: Final = "reader fault looked after: "
"""Notes that keep a fault over a restart; JSON follows."""


class ReaderFaults:
    """The faults that stand now. Those that leave a card in doubt are kept in the journal as notes."""

    def __init__(self) -> None:
        self._faults: dict[tuple[str, str], Fault] = {}

    def stand(self, fault: Fault) -> Note | None:
        """A fault begins; the note to journal where it must outlive a restart."""
        known = self._faults.get((fault.reader, fault.kind))
        self._faults[fault.reader, fault.kind] = fault
        if fault.kind not in IN_DOUBT or known == fault:
            return None
        told = {"reader": fault.reader, "kind": fault.kind, "params": dict(fault.params)}
        return Note(STANDS + json.dumps(told, sort_keys=True))

    def end(self, reader: str, kind: str) -> None:
        """A fault ended by itself; one that left a card in doubt stays until the dealer clears it."""
        if kind not in IN_DOUBT:
            self._faults.pop((reader, kind), None)

    def clear(self, reader: str, kind: str) -> Note | None:
        """The dealer has looked after it; the note to journal."""
        if self._faults.pop((reader, kind), None) is None or kind not in IN_DOUBT:
            return None
        return Note(OVER + json.dumps({"reader": reader, "kind": kind}, sort_keys=True))

    def forget(self, reader: str) -> None:
        """The reader was taken away, or a fresh one is in its place; only what left a card in doubt stays until
        the dealer clears it."""
        for kind in [kind for one, kind in self._faults if one == reader]:
            self.end(reader, kind)

    def recall(self, text: str) -> str:
        """Take up what a note of an earlier run says; the kind of the fault that it brings back, if any."""
        if text.startswith(STANDS):
            told = json.loads(text.removeprefix(STANDS))
            self._faults[told["reader"], told["kind"]] = Fault(told["reader"], told["kind"], told["params"])
            return str(told["kind"])
        if text.startswith(OVER):
            told = json.loads(text.removeprefix(OVER))
            self._faults.pop((told["reader"], told["kind"]), None)
        return ""

    @property
    def in_doubt(self) -> bool:
        """A card is in doubt: nothing may advance."""
        return any(kind in IN_DOUBT for _, kind in self._faults)

    def of(self, reader: str) -> bool:
        """A fault of that reader stands."""
        return any(one == reader for one, _ in self._faults)

    def kinds(self, reader: str) -> frozenset[str]:
        """The kinds of the faults of that reader that stand."""
        return frozenset(kind for one, kind in self._faults if one == reader)

    def banners(self) -> tuple[Banner, ...]:
        """A sentence for each fault that stands, those that need the dealer first."""
        banners = [
            Banner(fault.reader, fault.kind, sentence(fault), fault.kind in IN_DOUBT) for fault in self._faults.values()
        ]
        return tuple(sorted(banners, key=lambda banner: not banner.needs_confirm))
