"""The audit: what was put right, taken back, voided, changed or tried, in the order in which it happened.

All of it is public: of a card only at which seat it was put right.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from engine.inputs import Correct, Input, Note, Rebuy, Refusal, StartHand, Undo, Void
from engine.rules import HouseRules
from engine.timeline import Timeline
from kiosk.reader_faults import OVER, STANDS
from kiosk.readers.base import Fault
from kiosk.readers.sentences import sentence
from kiosk.supervision import AuditEntry, AuditKind
from kiosk.taken_back import taken_back

NOTED: Final = "supervisor: "
"""How a note of the supervisor's office begins; JSON follows: what was tried, and what came of it."""

LEFT_OUT: Final = "row left out: "
"""A note of the kiosk's: the engine could not go on from that row, so no start plays it again."""


_TOLD_AS: Final = {"small_bet": "limits", "big_bet": "limits"}
"""Two rules that are one to a person."""


class AuditLog:
    """Hears every input as it is played, live and when a session is taken up alike."""

    def __init__(self) -> None:
        self.entries: list[AuditEntry] = []
        self._rules: HouseRules | None = None
        self._undone = 0

    def before(self, timeline: Timeline) -> None:
        """An input is about to be played."""
        self._rules, self._undone = timeline.table.rules, len(timeline.undone)

    def heard(self, entry: Input, refused: Refusal | None, timeline: Timeline, time: float) -> None:
        """It was played; ``time`` is in seconds, a label."""
        hand = timeline.table.hands_begun
        for notice in timeline.new_alarms:
            self.entries.append(AuditEntry(time, hand, "alarm", notice.seat, notice=notice))
        if isinstance(entry, Note):
            self.entries += _of_note(entry.text, time, hand)
        elif refused is None:
            self.entries += self._of_input(entry, timeline, time, hand)

    def deck_suspect(self, fault: Fault, hand: int, time: float) -> None:
        """The cards of that hand cannot be those of one deck."""
        self.entries.append(AuditEntry(time, hand, "fault", text=sentence(fault)))

    def _of_input(self, entry: Input, timeline: Timeline, time: float, hand: int) -> Iterator[AuditEntry]:
        match entry:
            case Correct(seat):
                yield AuditEntry(time, hand, "correct", seat)
            case Undo():
                back = len(timeline.undone) > self._undone
                about = timeline.undone[-1] if back else timeline.last
                if about is not None:
                    yield AuditEntry(time, hand, "undo" if back else "redo", what=taken_back(about))
            case Void():
                yield AuditEntry(time, hand, "misdeal")
            case StartHand(rules=rules):
                now = timeline.table.rules
                changed = [
                    name for name in sorted(rules) if getattr(now, name, None) != getattr(self._rules, name, None)
                ]
                if "variant" in changed:
                    yield AuditEntry(time, hand, "game", text=timeline.table.variant.title)
                for name in dict.fromkeys(_TOLD_AS.get(name, name) for name in changed if name != "variant"):
                    yield AuditEntry(time, hand, "rule", text=name, value=now)
            case Rebuy(corrects=int(about)):
                kind: AuditKind = "money-off" if entry.back else "money-on" if entry.source is None else "money"
                yield AuditEntry(time, about, kind, entry.seat, entry.source, entry.amount, entry.why, by=entry.by)


_STARTS: Final[tuple[tuple[str, AuditKind], ...]] = (
    (STANDS, "fault"), (OVER, "fault-over"), (NOTED, "office"), (LEFT_OUT, "left-out"),
)  # fmt: skip


def _of_note(text: str, time: float, hand: int) -> Iterator[AuditEntry]:
    """Notes of the kiosk's own; what people wrote is theirs."""
    for start, kind in _STARTS:
        if text.startswith(start):
            try:
                told = json.loads(text.removeprefix(start))
            except ValueError:
                return
            if kind == "left-out" and isinstance(told, int):
                yield AuditEntry(time, hand, kind, amount=told)
            elif kind == "office" and isinstance(told, dict):
                yield AuditEntry(time, hand, kind, text=str(told.get("what")), value=str(told.get("outcome")))
            elif isinstance(told, dict) and {"reader", "kind"} <= told.keys():
                params = told.get("params")
                fault = Fault(str(told["reader"]), str(told["kind"]), params if isinstance(params, Mapping) else {})
                yield AuditEntry(time, hand, kind, text=sentence(fault))
