"""What an input was, as public data: for the undo button and for telling a session."""

from __future__ import annotations

from engine.inputs import Act, Confirm, Rebuy
from engine.timeline import Standing
from kiosk.session_lines import line_of
from kiosk.supervision import TakenBack


def taken_back(standing: Standing) -> TakenBack:
    """The input without any card in it."""
    entry = standing.entry
    corrects = isinstance(entry, Rebuy) and entry.corrects is not None
    kind = "money" if corrects else str(line_of(entry)["type"])
    action = entry.action if isinstance(entry, Act) else entry.step if isinstance(entry, Confirm) else ""
    return TakenBack(kind, getattr(entry, "seat", None), action, standing.amount)
