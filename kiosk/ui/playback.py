"""The app for a recorded session: play, pause, a step on or back, anywhere by the timeline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from kiosk.session import ScreenState, TableSession
from kiosk.ui import intents
from kiosk.ui.app import LiegeApp
from kiosk.ui.evening import Evening
from kiosk.ui.history import History

from kivy.clock import Clock  # isort: skip  # after kiosk.ui.app has made Kivy's settings


class Recorded(TableSession, Protocol):
    """A session whose moments lie ready, numbered from 0 to ``last``."""

    position: int

    @property
    def last(self) -> int:
        """The number of the last moment."""

    def go(self, position: int) -> None:
        """Show that moment, the nearest that there is."""

    def delay(self) -> float:
        """Seconds until the next moment came."""

    def start_of(self, hand: int) -> int:
        """The first moment of a hand."""

    def states(self, until: int) -> Sequence[ScreenState]:
        """The states up to a moment, that one included."""


KEYS = {275: 1, 276: -1}
"""Arrow keys, right and left, by SDL's numbers."""
SPACE = 32


class PlaybackApp(LiegeApp):
    """A recording on the table screen. ``speed``: so many times as fast as it was played."""

    def __init__(self, session: Recorded, *, speed: float = 1.0, **options: Any) -> None:
        super().__init__(session, **options)
        self.recorded = session
        self.speed = speed
        self.playing = False
        self._timer: Any = None

    def build(self) -> Any:
        root = super().build()
        from kivy.core.window import Window

        Window.bind(on_key_down=self._key_down)
        self.run_on(True)
        return root

    def on_stop(self) -> None:
        from kivy.core.window import Window

        Window.unbind(on_key_down=self._key_down)
        self.run_on(False)
        super().on_stop()

    def _make_table(self) -> None:
        super()._make_table()
        from kiosk.ui.screens.playback import PlaybackTable

        states = self.recorded.states(self.recorded.last)
        hands = [state.view.hand for state in states]
        whole = max(1, self.recorded.last)
        marks = [at / whole for at in range(1, len(hands)) if hands[at] > hands[at - 1]]
        self.hands = max(hands)
        self.table = PlaybackTable(self.panel, self.theme, self.do, marks, self.steer)

    def refresh(self) -> None:
        super().refresh()
        self._show_bar()

    def _show_bar(self) -> None:
        from kiosk.ui.screens.playback import BarLook

        at, last = self.recorded.position, self.recorded.last
        figures = [f"{self.state.view.hand}/{self.hands}", f"{at}/{last}", f"×{self.speed:g}"]
        self.table.bar.show(BarLook(at / max(1, last), " · ".join(figures), self.playing))

    # Playing.

    def steer(self, steering: Any) -> None:
        """Carry out what a touch on the bar means."""
        from kiosk.ui.screens.playback import Run, Seek, Step

        match steering:
            case Run(on):
                if on and self.recorded.position == self.recorded.last:
                    self._go(0)
                self.run_on(on)
            case Step(by):
                self.run_on(False)
                self._go(self.recorded.position + by)
            case Seek(part):
                self._go(round(part * self.recorded.last))
                self.run_on(self.playing)

    def run_on(self, on: bool) -> None:
        """Play on by itself, or stand still."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.playing = on and self.recorded.position < self.recorded.last
        if self.playing:
            self._timer = Clock.schedule_once(self._next, self.recorded.delay() / self.speed)
        self._show_bar()

    def _next(self, _: float) -> None:
        self._go(self.recorded.position + 1)
        self.run_on(self.playing)

    def _go(self, position: int) -> None:
        if position != self.recorded.position + 1:
            self.history, self.evening = History(), Evening()
            for state in self.recorded.states(max(0, min(position, self.recorded.last)))[:-1]:
                self.history.keep(state)
                self.evening.keep(state.view)
        self.recorded.go(position)

    def _key_down(self, _window: Any, key: int, *_: Any) -> bool:
        from kiosk.ui.screens.playback import Run, Step

        if key == SPACE:
            self.steer(Run(not self.playing))
        elif key in KEYS:
            self.steer(Step(KEYS[key]))
        return key == SPACE or key in KEYS

    # Touches.

    def do(self, intent: intents.Intent | None) -> None:
        """As at the table, but seats do nothing, and a hand of the list is gone to."""
        match intent:
            case intents.TouchSeat():
                return
            case intents.Look(hand, _) if hand is not None:
                self.over.clear()
                self.run_on(False)
                self._go(self.recorded.start_of(hand))
            case _:
                super().do(intent)
