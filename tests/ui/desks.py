"""A reader desk without threads or devices: the real one, with readers and a camera that a test speaks for."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from engine.cards import Card
from kiosk.live_reader_desk import LiveReaderDesk
from kiosk.machine import Machine, Port
from kiosk.reader_bench import ReaderBench, Surroundings
from kiosk.reader_choice import ReaderChoice
from kiosk.reader_log import ReaderLog
from kiosk.reader_making import ReaderMaker, Sights
from kiosk.readers.base import CardReader, Emit, Lamp, ReaderEvent, Receipt
from kiosk.readers.link_lines import LinkLines
from kiosk.session import ScreenState
from tests.ui.tables import MemorySession

EVENING = 1_796_067_600.0
"""Some time of day; the tests do not look at which."""


class StillReader:
    """A CardReader that says what the test lets it say. ``parts``: what its self-test answers."""

    acknowledges = True

    def __init__(self, name: str, parts: dict[str, str] | None = None) -> None:
        self.name = name
        self.parts = parts
        self.emit: Emit = lambda event: None
        self.gates: list[tuple[bool, Lamp]] = []
        self.acknowledged: list[Receipt] = []
        self.started = self.closed = 0

    def start(self, emit: Emit) -> None:
        self.emit, self.started = emit, self.started + 1

    def acknowledge(self, receipt: Receipt) -> None:
        self.acknowledged.append(receipt)

    def gate(self, open: bool, lamp: Lamp) -> None:
        self.gates.append((open, lamp))

    def close(self) -> None:
        self.closed += 1


class StillShoe(StillReader):
    """One that tests itself."""

    def self_test(self) -> dict[str, str] | None:
        return self.parts


class MemoryStation:
    """What a live session is to the desk, over a MemorySession."""

    def __init__(self, session: MemorySession, readers: Sequence[CardReader], hear: Emit) -> None:
        self.session, self.hear = session, hear
        self.readers: tuple[CardReader, ...] = ()
        self.exchange([], readers)

    def subscribe(self, listener: Callable[[ScreenState], None]) -> None:
        self.session.subscribe(listener)
        listener(self.session.state)

    def exchange(self, out: Collection[str], into: Sequence[CardReader]) -> list[CardReader]:
        going = [one for one in self.readers if one.name in out]
        self.readers = (*(one for one in self.readers if one not in going), *into)
        for reader in into:
            reader.start(self.hear)
        return going


class StillMaker(ReaderMaker):
    """Makes StillReaders, and remembers them."""

    def __init__(self, sights: Sights) -> None:
        super().__init__(lambda: (), sights)
        self.made: list[StillReader] = []
        self.choices: dict[str, ReaderChoice] = {}
        """What the newest reader of each name was made from."""

    def one(self, name: str, choice: ReaderChoice, parts: Any) -> CardReader:
        reader = StillShoe(name, {"reader": "ok", "barrier": "ok"}) if name == "shoe" else StillReader(name)
        self.made.append(reader)
        self.choices[name] = choice
        return reader


class DeskPlace:
    """A desk, the session beside it, and what the world does to them."""

    def __init__(self, folder: Path, session: MemorySession, choice: ReaderChoice, ports: Sequence[Port] = ()) -> None:
        self.session, self.folder, self.time = session, folder, 0.0
        self.failures: list[Exception] = []
        self.sights, self.lines = Sights(), LinkLines(lambda: EVENING)
        self.maker = StillMaker(self.sights)
        readers = self.maker.all_of(choice, None)  # type: ignore[arg-type]
        log = ReaderLog(self.lines, lambda: EVENING)
        bench = ReaderBench(folder, choice, choice, self.maker, readers, log)
        around = Surroundings(
            Machine(folder / "machine", ports=lambda: list(ports)),
            post=self._job,
            clock=lambda: self.time,
            wall=lambda: EVENING,
        )
        self.desk = LiveReaderDesk(folder, bench, self.maker, self.sights, self.lines, log, (), around)
        self.station = MemoryStation(session, readers, self.desk.hear)
        self.desk.attach(self.station)

    def _job(self, job: Callable[[], None]) -> None:
        """What the desk's thread would do, at once. An error is remembered: the caller's thread is not the desk's."""
        try:
            job()
        except Exception as error:
            self.failures.append(error)
            raise

    def reader(self, name: str) -> StillReader:
        """The newest reader of that name."""
        return next(one for one in reversed(self.maker.made) if one.name == name)

    def says(self, event: ReaderEvent) -> None:
        """A reader tells something."""
        self.reader(event.reader).emit(event)

    def sees(self, sight: Any, seconds: float = 0.1) -> None:
        """The camera sees this."""
        self.time += seconds
        self.sights.looked_at_by(sight)


def sight(picture: Any, *readings: Any, settled: bool = True, fresh: bool = False, pixels: float | None = 25.0) -> Any:
    """A Sight of a picture with these readings."""
    from kiosk.readers.camera import Sight
    from kiosk.vision.watching import View

    view = View(tuple(readings), settled, settled, fresh, False, pixels if readings else None)
    return Sight(picture, view, (None,) * len(readings))


def reading(name: str | None, x: float, y: float, high: float = 30.0, turn: float = 0.0) -> Any:
    """A reading whose index has its middle at that place, ``high`` pixels with its suit, turned against the clock."""
    from kiosk.vision.deciding import Reading

    wide = high * 0.3
    corners = ((-wide, -high / 2), (wide, -high / 2), (wide, high / 2), (-wide, high / 2))
    place = tuple((x + dx, y + dy) for dx, dy in (turned(corner, turn) for corner in corners))
    return Reading(None if name is None else Card.parse(name), 0.95, place, (x, y), high * 0.6, 1)


def turned(point: tuple[float, float], degrees: float) -> tuple[float, float]:
    """A point of a picture, turned against the clock round its corner."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return cosine * point[0] + sine * point[1], cosine * point[1] - sine * point[0]
