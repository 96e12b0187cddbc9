"""Between the screen and the reader desk: hears its states, tells it what the dealer looks at, fetches pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from kiosk.reader_desk import Attend, DeskState, LivePicture, ReaderDesk
from kiosk.ui.intents import AtReaders
from kiosk.ui.sheets_readers import attended

PICTURES = 12
"""A second, at most: what the screen's thread bears on a Pi beside its other work."""


class ReadersRoom:
    """One screen's side of the desk. ``changed`` is called on the screen's thread after a new state."""

    def __init__(
        self, desk: ReaderDesk | None, changed: Callable[[], None], show: Callable[[LivePicture], None]
    ) -> None:
        self._desk = desk
        self._changed = changed
        self._show = show
        self._attended = Attend("")
        self._trigger = Clock.create_trigger(self._take)
        self._pictures: Any = None
        self.state: DeskState | None = None if desk is None else desk.state
        if desk is not None:
            desk.subscribe(self._told)

    def _told(self, state: DeskState) -> None:
        """Called on the desk's thread: nothing is drawn here."""
        self._trigger()

    def _take(self, *_: object) -> None:
        if self._desk is not None and self._desk.state is not self.state:
            self.state = self._desk.state
            self._changed()

    def carry_out(self, intent: AtReaders, over: list[Any]) -> None:
        """What a touch means for the desk, and which screen comes after it."""
        if self._desk is not None and intent.command is not None:
            self._desk.do(intent.command)
        if intent.go in ("turn", "back") and over:
            over.pop()
        if intent.open is not None:
            over.append(intent.open)

    def attend(self, over: object) -> bool:
        """The screen on top is this one now (None: the table); True where the desk is to attend to something else."""
        wanted = attended(over)
        if self._desk is None or wanted == self._attended:
            return False
        self._attended = wanted
        self._desk.do(wanted)
        pictured = wanted.mode in ("live", "look", "calibrate")
        if pictured and self._pictures is None:
            self._pictures = Clock.schedule_interval(self.fetch, 1 / PICTURES)
        elif not pictured and self._pictures is not None:
            self._pictures.cancel()
            self._pictures = None
        return True

    def fetch(self, *_: object) -> None:
        """Show the newest picture, if there is one."""
        picture = self._desk.picture() if self._desk is not None else None
        if picture is not None:
            self._show(picture)

    def close(self) -> None:
        """The screen goes: nobody looks at anything any more."""
        self.attend(None)
