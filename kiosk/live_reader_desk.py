"""The readers at the table, as the readers screen sees and steers them (``kiosk.reader_desk.ReaderDesk``).

One thread of its own does what takes time: tests, exchanging readers, learning, pictures for the screen. While a
deck is learned or the camera calibrated, its reader is taken from the table, so that no card of that gets into
the game; it comes back when the dealer leaves, or when a hand begins.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kiosk.camera_window import CameraWindow
from kiosk.desk_work import DeskWork
from kiosk.reader_bench import Job, ReaderBench, Station, Surroundings
from kiosk.reader_desk import (
    Attend,
    Choose,
    Command,
    DeskState,
    DrawZone,
    Keep,
    LivePicture,
    LookAround,
    Mode,
    NameCard,
    Offer,
    ReaderReport,
    SelfTest,
    ShowLamps,
    TakeBack,
    TakePicture,
    Told,
)
from kiosk.reader_log import ReaderLog
from kiosk.reader_making import ReaderMaker, Sights
from kiosk.reader_watch import where
from kiosk.readers.base import CardRead, ReaderEvent
from kiosk.readers.link_lines import LinkLines
from kiosk.self_tests import DeskTests
from kiosk.session import ScreenState

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight

LOG = logging.getLogger("liege.readers")

SHOWN_LINES: Final = 10
ROUND: Final = 0.5
"""Seconds after which a test that hears nothing is looked at."""
CAMERA_MODES: Final = ("live", "look", "calibrate")


class LiveReaderDesk:
    """Made before the session, so that it hears the readers from the first moment; at work from ``attach`` on.

    ``troubles``: sentences about what the start found wrong with the chosen readers.
    """

    def __init__(
        self,
        folder: Path,
        bench: ReaderBench,
        maker: ReaderMaker,
        sights: Sights,
        lines: LinkLines,
        log: ReaderLog,
        troubles: Iterable[str] = (),
        around: Surroundings | None = None,
    ) -> None:
        self._folder, self._bench, self._maker, self._lines, self._log = folder, bench, maker, lines, log
        self._around = around or Surroundings()
        self._notes = tuple(Told("trouble", {"why": why}) for why in troubles)
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._post = self._around.post or self._queue.put
        self._thread: threading.Thread | None = None
        self._listeners: list[Callable[[DeskState], None]] = []
        self._screen: ScreenState | None = None
        self._window = CameraWindow(lambda: self._post(self._look))
        sights.looked_at_by = self._window.seen
        self._tests = DeskTests(bench, log, lines, self._around.clock)
        lines.changed = self._line_came
        self._line_waits = False
        self._mode: Mode = ""
        self._reader = self._closed = self._busy = ""
        self._offers: tuple[Offer, ...] = ()
        self._work = DeskWork(folder, bench)
        self._state = DeskState()

    def attach(self, session: Station) -> None:
        """The session has begun: go to work."""
        self._bench.attach(session)
        session.subscribe(self._session_state)
        if self._around.post is None:
            self._thread = threading.Thread(target=self._run, name="reader desk", daemon=True)
            self._thread.start()
        self._post(self._publish)

    def close(self) -> None:
        """End the thread and close what was taken aside; before the session is closed."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None
        self._window.shut()
        self._bench.close()

    # What the screen may do.

    @property
    def state(self) -> DeskState:
        return self._state

    def do(self, command: Command) -> None:
        self._post(lambda: self._done(command))

    def picture(self) -> LivePicture | None:
        return self._window.picture()

    def subscribe(self, listener: Callable[[DeskState], None]) -> None:
        self._listeners.append(listener)
        listener(self._state)

    # What comes in from other threads.

    def hear(self, event: ReaderEvent) -> None:
        """A reader tells something."""
        self._log.hear(event)
        self._post(lambda: self._heard(event))

    def _session_state(self, state: ScreenState) -> None:
        before, self._screen = self._screen, state
        if before is None or _shown(before) != _shown(state):
            self._post(self._session_changed)

    def _line_came(self, reader: str) -> None:
        if self._mode == "lines" and reader == self._reader and not self._line_waits:
            self._line_waits = True
            self._post(self._publish)

    # The thread.

    def _run(self) -> None:
        while True:
            try:
                job = self._queue.get(timeout=ROUND)
            except queue.Empty:
                job = self.look_round
            if job is None:
                return
            try:
                job()
            except Exception as error:  # the screen stays; what failed is told by its kind and place only
                LOG.error("%s", where(error))
                self._busy = ""
                self._notes = (Told("desk-failed"),)
                self._publish()

    def look_round(self) -> None:
        """To be called now and then: a camera that says nothing would keep its test waiting for ever."""
        if self._tests.camera_done():
            self._busy = ""
            if self._mode not in CAMERA_MODES or self._closed:
                self._window.shut()
            self._publish()

    @property
    def _playing(self) -> bool:
        return self._screen is not None and self._screen.view.status == "open"

    @property
    def _may(self) -> bool:
        """Decks and readers are the supervisor's, where there is one."""
        return self._screen is None or self._screen.office.may

    def _session_changed(self) -> None:
        if self._playing and self._why_closed(self._mode, self._reader) and not self._closed:
            self._attend(Attend(self._mode, self._reader))
        if self._playing:
            self._tests.lamps_off()
        self._publish()

    def _heard(self, event: ReaderEvent) -> None:
        if isinstance(event, CardRead) and (receipt := self._work.card(event)) is not None:
            self._maker.taken_elsewhere.append(receipt)
        self._publish()

    def _done(self, command: Command) -> None:
        self._notes = ()
        match command:
            case Attend():
                self._attend(command)
            case SelfTest(reader):
                self._self_test(reader)
            case ShowLamps(what, bad):
                if self._playing:
                    self._notes = (Told("between-hands"),)
                else:
                    self._tests.show_lamps(what, bad)
            case LookAround():
                self._look_around()
            case Choose(field, value):
                self._choose(field, value)
            case NameCard(card):
                self._work.name(card)
            case TakeBack():
                self._work.take_back()
            case TakePicture():
                self._work.take()
            case DrawZone(seat, corners):
                self._work.draw(seat, corners)
            case Keep():
                said = self._work.keep()
                self._notes = (said,) if said is not None else ()
        self._publish()

    # What the dealer looks at.

    def _why_closed(self, mode: Mode, reader: str) -> str:
        """Why that cannot be had now; empty: it can."""
        if mode in CAMERA_MODES and self._bench.get("camera") is None:
            return "no-camera"
        if mode == "tags" and self._bench.get(reader) is None:
            return "no-reader"
        if mode in ("look", "tags") and not self._may:
            return "supervisor"
        over_table = mode == "live" and self._bench.choice.place == "table"
        return "hand" if self._playing and mode in (*CAMERA_MODES, "tags") and not over_table else ""

    def _attend(self, wanted: Attend) -> None:
        self._leave()
        self._mode, self._reader = wanted.mode, wanted.reader
        self._closed = self._why_closed(wanted.mode, wanted.reader)
        if self._closed or not wanted.mode:
            return
        if wanted.mode in CAMERA_MODES:
            if self._bench.choice.place == "spot" and not self._playing:
                self._bench.take_aside("camera")  # a card laid down to be looked at is no card of the game
            self._window.open()
        if (trouble := self._work.begin(wanted)) is not None:
            self._notes, self._closed = (trouble,), "no-deck"

    def _leave(self) -> None:
        if not self._tests.camera_runs:
            self._window.shut()
        self._work.leave(self._reader)
        if self._bench.to_bring_back:
            self._say_busy(self._reader or "camera")
            self._bench.bring_back()
            self._busy = ""

    # The camera.

    def _look(self) -> None:
        sight = self._window.take()
        if sight is None:
            return
        if self._tests.camera_runs:
            self._tests.sight(sight)
            self.look_round()
        self._work.sight(sight)
        wanted = self._window.picture_wanted or sight.view.fresh  # a scene that has settled is not left out
        if wanted and self._mode in CAMERA_MODES and not self._closed:
            self._show(sight)
        self._publish()

    def _show(self, sight: Sight) -> None:
        from kiosk.live_picture import Secrecy, for_screen

        secrecy = Secrecy.of(self._screen.view) if self._screen is not None else Secrecy(playing=True)
        picture = for_screen(sight, self._window.number + 1, secrecy, self._work.markers)
        if picture is not None:
            self._window.number = picture.number
            self._window.show(picture)

    # Choices.

    def _self_test(self, name: str) -> None:
        over_table = name == "camera" and self._bench.choice.place == "table"
        if self._playing and not over_table:
            self._notes = (Told("between-hands"),)
            return
        self._say_busy(name)
        if name == "camera":
            self._window.open()
        if self._tests.run(name):
            self._busy = ""

    def _look_around(self) -> None:
        from kiosk.machine import Machine
        from kiosk.reader_offers import offers

        self._offers = offers(self._around.machine or Machine(), self._folder, self._bench.choice)

    def _choose(self, field: str, value: str) -> None:
        if self._playing or not self._may:
            self._notes = (Told("between-hands" if self._playing else "supervisors"),)
            return
        self._say_busy(field)
        said = self._bench.choose(field, value)
        self._notes = (said,) if said is not None else ()
        self._busy = ""
        self._look_around()

    # The state.

    def _say_busy(self, what: str) -> None:
        self._busy = what
        self._publish()

    def _publish(self) -> None:
        self._line_waits = False
        made = self._make_state()
        if made == replace(self._state, number=0):
            return
        self._state = replace(made, number=self._state.number + 1)
        for listener in self._listeners:
            listener(self._state)

    def _make_state(self) -> DeskState:
        shown = self._lines.last(self._reader, SHOWN_LINES) if self._mode == "lines" else ()
        return DeskState(
            readers=tuple(self._as_at_the_table(one) for one in self._log.reports()),
            offers=self._offers,
            camera_place="table" if self._bench.choice.place == "table" else "spot",
            has_camera=self._bench.get("camera") is not None,
            notes=self._notes,
            mode=self._mode,
            reader=self._reader,
            lines=tuple(
                Told(line.kind, line.params, time.strftime("%H:%M:%S", time.localtime(line.at)), line.times)
                for line in shown
            ),
            closed=self._closed,
            busy=self._busy,
            learning=self._work.learning,
            calibrating=self._work.calibrating,
        )

    def _as_at_the_table(self, report: ReaderReport) -> ReaderReport:
        """What stands at the table counts, also for faults that the dealer has to look after."""
        if self._screen is None or self._bench.aside(report.reader):
            return report
        faults = tuple(one.sentence for one in self._screen.banners if one.reader == report.reader)
        lamp = next((one.state for one in self._screen.lamps if one.reader == report.reader), report.lamp)
        return replace(report, faults=faults, lamp="waiting" if lamp == "off" else lamp)


def _shown(state: ScreenState) -> object:
    """What of the session changes the readers screen."""
    return state.view.status, state.lamps, state.banners, state.office.may
