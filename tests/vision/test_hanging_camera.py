"""A camera whose driver hangs: told, left behind, opened anew; what it still gives later counts not."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from kiosk.readers.base import CardRead, Fault, FaultOver, LinkUp, ReaderEvent
from kiosk.readers.camera import LEFT_BEHIND, CameraReader, Pace
from kiosk.vision import newest
from kiosk.vision.deciding import Reading
from kiosk.vision.sources import Locks, Source, SourceEnded, UsbSource, VideoSource
from tests.vision.test_camera_reader import HERE, Eye, Film, bright, still

HANGS, LOST = Fault("camera", "camera-hangs"), Fault("camera", "camera-lost")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest, "LETS_GO_WITHIN", 0.0)


def nothing(_: np.ndarray) -> list[Reading]:
    return []


class Heard:
    """What a reader tells, in order."""

    def __init__(self) -> None:
        self.all: list[ReaderEvent] = []
        self._queue: queue.SimpleQueue[ReaderEvent] = queue.SimpleQueue()

    def until(self, wanted: Callable[[ReaderEvent], bool]) -> None:
        while not (self.all and wanted(self.all[-1])):
            self.all.append(self._queue.get(timeout=30))

    def __call__(self, event: ReaderEvent) -> None:
        self._queue.put(event)


@contextlib.contextmanager
def reading(
    make: Callable[[], Source], pace: Pace, rule: Callable[[np.ndarray], list[Reading]] = nothing
) -> Iterator[tuple[CameraReader, Heard]]:
    reader, heard = CameraReader(make, lambda: Eye(rule), pace=pace), Heard()  # type: ignore[arg-type]
    reader.start(heard)
    try:
        yield reader, heard
    finally:
        reader.close()


def test_opencv_itself_hangs_while_it_opens(tmp_path: Path) -> None:
    """Fault: camera hangs. A named pipe that nobody writes: the call into OpenCV does not come back."""
    pipe = tmp_path / "camera.avi"
    os.mkfifo(pipe)
    rest: list[Source] = [VideoSource(pipe)]
    pace = Pace(opening=1.0, first_delay=0.0, longest_delay=0.0)
    make = lambda: rest.pop() if rest else Film(still(HERE))  # noqa: E731
    with reading(make, pace, bright) as (reader, heard):
        heard.until(lambda event: isinstance(event, CardRead))
        assert heard.all[0] == HANGS
        assert heard.all[-3:-1] == [LinkUp("camera"), FaultOver("camera", "camera-hangs")]
    stuck = [one for one in reader._left_behind if one.hangs]
    while stuck and stuck[0].hangs:  # each of OpenCV's ways to read a file opens it once
        with contextlib.suppress(OSError):
            os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        stuck[0]._thread.join(0.01)


class Capture:
    """OpenCV's capture of a camera whose driver stops answering after some pictures."""

    def __init__(self, pictures: list[np.ndarray], go: threading.Event) -> None:
        self.pictures = pictures
        self.go = go
        self.released = threading.Event()

    def isOpened(self) -> bool:
        return True

    def set(self, *_: object) -> bool:
        return True

    def get(self, _: object) -> float:
        return 0.0

    def read(self) -> tuple[bool, np.ndarray | None]:
        if self.pictures:
            return True, self.pictures.pop(0)
        self.go.wait()
        return True, still(HERE)[0]  # type: ignore[return-value]

    def release(self) -> None:
        self.released.set()


def test_a_picture_that_never_comes_and_then_comes_late() -> None:
    """Fault: camera hangs.

    The camera is opened anew by another thread; the old one lets the device go as soon as it can, and what it
    brings then is nobody's."""
    go = threading.Event()
    capture = Capture([picture for picture in still() if isinstance(picture, np.ndarray)], go)
    rest: list[Source] = [UsbSource(0, Locks(settle=1), lambda _: capture)]
    pace = Pace(hanging=0.0, first_delay=0.0, longest_delay=0.0)
    make = lambda: rest.pop() if rest else Film(still())  # noqa: E731
    with reading(make, pace, bright) as (_, heard):
        heard.until(lambda event: event == FaultOver("camera", "camera-hangs"))
        assert [event for event in heard.all if event in (LOST, HANGS)] == [LOST, HANGS]
        assert not capture.released.is_set()
        go.set()
        assert capture.released.wait(30)
    assert not [event for event in heard.all if isinstance(event, CardRead)]


class Stuck:
    """A source whose opening does not come back until it may."""

    live = True

    def __init__(self) -> None:
        self.go = threading.Event()

    def open(self) -> None:
        self.go.wait()

    def next(self) -> np.ndarray:
        raise SourceEnded

    def close(self) -> None:
        pass


def test_a_driver_that_hangs_each_time_is_not_asked_for_ever() -> None:
    made: list[Stuck] = []
    again = threading.Semaphore(0)

    def make() -> Source:
        made.append(Stuck())
        again.release()
        return made[-1]

    pace = Pace(opening=0.0, first_delay=0.0, longest_delay=0.0)
    with reading(make, pace) as (reader, _):
        for _ in range(LEFT_BEHIND):
            assert again.acquire(timeout=30)
        rounds = {reader.moved_at}
        while len(rounds) < 50:
            rounds.add(reader.moved_at)
        assert len(made) == LEFT_BEHIND
        made[0].go.set()
        assert again.acquire(timeout=30)
        for one in made:
            one.go.set()


def test_a_reader_given_up_tells_nothing_more_and_the_fresh_one_not_what_was_told() -> None:
    """The eye hangs over the second card; the first one still lies there when the fresh reader looks."""
    go, reached = threading.Event(), threading.Event()

    def hanging(picture: np.ndarray) -> list[Reading]:
        if not bright(picture) and told and not reached.is_set():
            reached.set()
            go.wait()
            return bright(still(HERE)[0])  # type: ignore[arg-type]
        return bright(picture)

    told: list[ReaderEvent] = []
    films: list[Source] = [Film([*still(HERE), *still()]), Film([*still(HERE), *still(), *still(HERE)])]
    reader = CameraReader(lambda: films.pop(0), lambda: Eye(hanging))  # type: ignore[arg-type, return-value]
    reader.start(told.append)
    assert reached.wait(30)
    assert [type(event) for event in told] == [LinkUp, CardRead]
    fresh = reader.afresh(())
    later: list[ReaderEvent] = []
    go.set()
    reader._thread.join(30)
    assert not reader._thread.is_alive()
    fresh.start(later.append)
    fresh._thread.join(30)
    assert not fresh._thread.is_alive()
    assert [type(event) for event in told] == [LinkUp, CardRead]
    assert [type(event) for event in later] == [LinkUp, CardRead], "only what is laid down anew"
