"""The audit of a recorded session, and its lines."""

from __future__ import annotations

import time
from collections.abc import Sequence

from engine.timeline import Timeline
from kiosk.audit import AuditLog
from kiosk.decks import Deck
from kiosk.recording import Recording
from kiosk.replay_readers import inputs_of
from kiosk.supervision import AuditEntry
from kiosk.wording import Wording


def audit_of(recording: Recording, deck: Deck | None = None) -> list[AuditEntry]:
    """The audit of a session file, which has no time on the wall. Raises FrameError."""
    timeline, log = Timeline(recording.header.make_table()), AuditLog()
    for _, entry in inputs_of(recording, deck):
        log.before(timeline)
        log.heard(entry, timeline.apply(entry), timeline, 0.0)
    return log.entries


def audit_lines(entries: Sequence[AuditEntry], words: Wording, timed: bool) -> list[str]:
    """The audit as lines of text, the newest first."""
    form = "%Y-%m-%d %H:%M"
    return [
        words.audit_line(entry, time.strftime(form, time.localtime(entry.time)) if timed else "")
        for entry in reversed(entries)
    ]
