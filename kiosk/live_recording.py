"""The session file of a running session: begun with what an earlier run took, its fault told once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kiosk.folding import Standing, folded
from kiosk.journal import Journal
from kiosk.recorder import Recorder
from kiosk.recording import Header
from kiosk.session_lines import Line

if TYPE_CHECKING:
    from kiosk.camera_table import Shot


class LiveRecording:
    """Writes what the session takes; without ``make`` there is no file. To be used on the session's thread."""

    def __init__(self, make: Callable[[Header], Recorder] | None) -> None:
        self._make = make
        self._recorder: Recorder | None = None
        self._line: Line = {}
        self._told = False

    def begin(self, journal: Journal, standing: Standing) -> None:
        """A session is taken up: its file is whole, also after a restart."""
        self.flush()
        if self._make is None:
            return
        self._recorder = self._make(standing.header)
        for line, stood in folded(journal, standing.header.variants, standing.left_out):
            if line["type"] != "session":
                self._recorder.take(stood.taken(line))

    def line(self, line: Line) -> None:
        """That line is in the journal, and about to be played."""
        self._line = line

    def played(self, standing: Standing) -> None:
        """It was played."""
        if self._recorder is not None:
            self._recorder.take(standing.taken(self._line))

    def picture(self, shot: Shot) -> None:
        """Cards are read from a picture that is about to be handed in."""
        if self._recorder is not None:
            self._recorder.picture(shot)

    def fault(self) -> str:
        """What is wrong with the file, the first time that it is asked; else empty."""
        if self._recorder is None or not self._recorder.fault or self._told:
            return ""
        self._told = True
        return self._recorder.fault

    def flush(self) -> None:
        """Write what waits."""
        if self._recorder is not None:
            self._recorder.flush()
