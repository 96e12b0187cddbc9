"""A recorded session on the kiosk's own screen: played, stepped through, or put into pictures.

The states are those that the dealer's screen had, made again from the lines of the session file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.inputs import Input, Refusal
from engine.projection import view_of
from engine.timeline import Timeline
from kiosk.decks import Deck
from kiosk.recording import Recording
from kiosk.replay import Replay
from kiosk.replay_readers import inputs_of
from kiosk.said import Said
from kiosk.session import CameraAnswer, Past, ScreenState
from kiosk.supervision import AuditEntry, Request
from kiosk.taken_back import taken_back
from kiosk.wording import Wording

if TYPE_CHECKING:
    from kiosk.ui.panel import Panel

PACE: Final = 1.0
"""Seconds between two lines that do not say when they came."""
LEAST: Final = 0.2
LONGEST: Final = 4.0
"""Lines that came at once are told apart; a pause at the table is not sat through."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The screen after one line: ``asks`` is the kind of the prompt, where it is a new one."""

    line: int
    state: ScreenState
    asks: str = ""


def moments(recording: Recording, deck: Deck | None = None, language: str = "en") -> tuple[Moment, ...]:
    """Every state of the screen, the first one before any line. Raises FrameError where a picture of the
    recording cannot be read."""
    wording = Wording(language)
    replay = Replay(recording.header)
    shown = [Moment(1, _state(replay.timeline, 0), replay.view.prompt.kind)]
    for line, entry in inputs_of(recording, deck):
        event = replay.play(line, entry)
        names = {seat.seat: seat.name for seat in replay.timeline.table.seats.values()}
        state = _state(replay.timeline, len(shown), event.refused, wording.with_names(names))
        before = shown[-1].state
        if state.view == before.view and state.undo == before.undo and not state.refused:
            continue
        shown.append(Moment(line, state, event.prompt.kind if event.prompt is not None else ""))
    return tuple(shown)


def _state(
    timeline: Timeline, number: int, refused: Refusal | None = None, wording: Wording | None = None
) -> ScreenState:
    back, again = timeline.takes_back, timeline.brings_back
    return ScreenState(
        view_of(timeline.table),
        undo=taken_back(back) if back is not None else None,
        redo=taken_back(again) if again is not None else None,
        refused=wording.refusal(refused) if refused is not None and wording is not None else "",
        refused_kind=refused.kind if refused is not None else "",
        number=number,
    )


def times_of(path: Path) -> dict[int, int]:
    """Line of a session file -> its ``t`` in milliseconds, where it says so."""
    times = {}
    for number, text in enumerate(path.read_text("utf-8-sig", errors="replace").split("\n"), start=1):
        try:
            told = json.loads(text).get("t") if text.strip() else None
        except (ValueError, AttributeError):
            continue  # the half line at a cut end: it has been warned of
        if isinstance(told, int | float):
            times[number] = int(told)
    return times


class RecordedSession:
    """A ``TableSession`` whose states lie ready; inputs change nothing. ``go`` moves to another moment."""

    def __init__(self, shown: tuple[Moment, ...], times: Mapping[int, int] | None = None) -> None:
        self.moments = shown
        self.position = 0
        self._times = dict(times or {})
        self._listeners: list[Callable[[ScreenState], None]] = []
        self._number = 0
        self._state = shown[0].state

    # What the screen may do.

    @property
    def state(self) -> ScreenState:
        return self._state

    @property
    def busy_for(self) -> float:
        """All of it lies ready."""
        return 0.0

    def submit(self, entry: Input) -> None:
        """Nothing in a recording can be changed; the screen is told so."""
        self._publish(replace(self._now(), refused=Said("this is a recording: nothing in it can be changed")))

    def draw_card(self) -> None:
        """No shoe stands at a recording."""

    def clear_banner(self, reader: str, kind: str) -> None:
        """A recording shows no banners."""

    def supervise(self, request: Request) -> None:
        """No office stands here."""

    def audit(self) -> tuple[AuditEntry, ...]:
        """Nothing is kept here."""
        return ()

    def past(self) -> Past:
        """Nothing was before."""
        return Past()

    def answer_camera(self, ask: int, answer: CameraAnswer) -> None:
        """A recording asks nothing."""

    def subscribe(self, listener: Callable[[ScreenState], None]) -> None:
        self._listeners.append(listener)

    # What playing it back needs (kiosk.ui.playback.Recorded).

    @property
    def last(self) -> int:
        """The number of the last moment, from 0."""
        return len(self.moments) - 1

    def go(self, position: int) -> None:
        """Show that moment, the nearest that there is."""
        self.position = min(max(position, 0), self.last)
        self._publish(self._now())

    def delay(self) -> float:
        """Seconds until the next moment came, at the pace of the table."""
        here, following = self.moments[self.position], self.moments[min(self.position + 1, self.last)]
        began, came = self._times.get(here.line), self._times.get(following.line)
        if came is None or (began is None and here.line > 1):
            return PACE
        return min(max((came - (began or 0)) / 1000, LEAST), LONGEST)

    def start_of(self, hand: int) -> int:
        """The first moment of a hand."""
        return next((at for at, moment in enumerate(self.moments) if moment.state.view.hand >= hand), self.last)

    def states(self, until: int) -> tuple[ScreenState, ...]:
        """The states up to a moment, that one included."""
        return tuple(moment.state for moment in self.moments[: until + 1])

    def _now(self) -> ScreenState:
        return self.moments[self.position].state

    def _publish(self, state: ScreenState) -> None:
        self._number += 1
        self._state = replace(state, number=self._number)
        for listener in self._listeners:
            listener(self._state)


def write_pictures(session: RecordedSession, folder: Path, panel: Panel, language: str = "en") -> list[Path]:
    """A picture (PNG) of the screen at every new prompt, drawn without a display.

    Raises RuntimeError where the screen meets a fault, OSError where the folder cannot be written.
    """
    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers, idle

    app = LiegeApp(session, panel=panel, language=language)
    fingers = Fingers(app)
    written: list[Path] = []
    for position, moment in enumerate(session.moments):
        if not moment.asks:
            continue
        session.go(position)
        idle(2)
        name = f"{len(written) + 1:04}-hand-{moment.state.view.hand}-{moment.asks}.png"
        written.append(fingers.picture(folder / name))
    if app.failures:
        raise RuntimeError("the screen met a fault while it drew the pictures") from app.failures[0]
    return written
