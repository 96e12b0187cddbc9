"""Says on the screen that the session does not answer: the session itself cannot, for it waits for the disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kiosk.session import Banner, TableSession
from kiosk.settings import SCREEN
from kiosk.wording import Wording

EVERY: Final = 1.0
"""Seconds between two looks at the session."""
LONG: Final = 5.0
"""Seconds that nothing takes which is as it should be: checking a PIN, the longest, takes two on a Pi."""
WAITS: Final = "session-waits"


def waits_banner(words: Wording) -> Banner:
    """What stands on the screen meanwhile."""
    told = words._("The disk does not answer: what you touched is done as soon as it does. Leave the power on.")
    return Banner(SCREEN, WAITS, told)


class WaitingWatch:
    """Looks at the session every second, on the screen's thread. ``told`` hears when it begins to wait for long, True,
    and when that is over, False."""

    def __init__(self, session: TableSession, told: Callable[[bool], None]) -> None:
        self._session = session
        self._told = told
        self._waits = False
        self._looking: Any = None

    def begin(self) -> None:
        from kivy.clock import Clock

        self._looking = Clock.schedule_interval(self.look, EVERY)

    def end(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    def look(self, *_: object) -> None:
        """Tell of it where it has changed."""
        waits = self._session.busy_for > LONG
        if waits != self._waits:
            self._waits = waits
            self._told(waits)
