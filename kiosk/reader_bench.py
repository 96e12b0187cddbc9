"""The readers of this kiosk while it runs: at the table, taken aside for the desk's own use, or made anew."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from kiosk import reader_choice
from kiosk.reader_choice import ReaderChoice
from kiosk.reader_desk import Told
from kiosk.reader_log import ReaderLog
from kiosk.reader_making import Parts, ReaderMaker, load_parts
from kiosk.readers.base import CardReader
from kiosk.session import ScreenState

if TYPE_CHECKING:
    from kiosk.machine import Machine

AFFECTED: Final = {
    "shoe": {"shoe"},
    "deck": {"shoe", "scanner", "rfid"},
    "scanner": {"scanner"},
    "rdm6300": {"rfid"},
    "camera": {"camera"},
    "place": {"camera"},
    "calibration": {"camera"},
    "look": {"camera"},
}
"""Field of the choice -> the readers that are made anew when it changes."""


Job = Callable[[], None]


@dataclass(frozen=True)
class Surroundings:
    """What the desk has of the world; tests hand in their own. ``post`` runs a job on the desk's thread."""

    machine: Machine | None = None
    post: Callable[[Job], None] | None = None
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


class Station(Protocol):
    """What the desk needs of the session."""

    def subscribe(self, listener: Callable[[ScreenState], None]) -> None: ...

    @property
    def readers(self) -> tuple[CardReader, ...]: ...

    def exchange(self, out: Collection[str], into: Sequence[CardReader]) -> list[CardReader]: ...


DECKS, LOOKS, CALIBRATION = "decks", "looks", "camera.json"
"""Where decks, learned looks and the calibration made on the screen lie, below the data folder."""


class ReaderBench:
    """To be used on one thread. ``stored`` is what was remembered, without what options overrule."""

    def __init__(
        self,
        folder: Path,
        choice: ReaderChoice,
        stored: ReaderChoice,
        maker: ReaderMaker,
        readers: Iterable[CardReader],
        log: ReaderLog,
    ) -> None:
        self.choice = choice
        self.parts: Parts | None = None
        """What the readers read with; None: not looked at since the start."""
        self._folder, self._stored, self._maker, self._log = folder, stored, maker, log
        self._aside: dict[str, CardReader] = {}
        self._stale: set[str] = set()
        self._session: Station | None = None
        for reader in readers:
            log.put_in(reader.name, choice, maker.simulated is not None)

    def attach(self, session: Station) -> None:
        """The session at whose table they are."""
        self._session = session

    def get(self, name: str) -> CardReader | None:
        """The reader of that name, at the table or aside."""
        at_table = {reader.name: reader for reader in self._session.readers} if self._session is not None else {}
        return self._aside.get(name) or at_table.get(name)

    def aside(self, name: str) -> bool:
        """It was taken aside: the game does not hear it."""
        return name in self._aside

    def used_parts(self) -> Parts:
        """The files in use, read again where that is not known."""
        if self.parts is None:
            self.parts = load_parts(self.choice)
        return self.parts

    def take_aside(self, name: str) -> CardReader | None:
        """The game does not hear this reader any more; it goes on reading. None: there is no such reader."""
        if name not in self._aside and self._session is not None:
            self._aside |= {reader.name: reader for reader in self._session.exchange([name], [])}
        return self._aside.get(name)

    def outdated(self, name: str) -> None:
        """What it reads with has changed: ``bring_back`` makes it anew."""
        self._stale.add(name)

    @property
    def to_bring_back(self) -> bool:
        """Something is aside, or has to be made anew."""
        return bool(self._aside or self._stale)

    def bring_back(self) -> None:
        """Whatever is aside or outdated is closed, and a new one with what is chosen now put at the table."""
        if self.to_bring_back:
            self._make_anew(self._aside.keys() | self._stale)

    def choose(self, field: str, value: str) -> Told | None:
        """Use this from now on, and remember it; what went wrong, if something did."""
        self.choice = self.choice.with_changed(**{field: value})
        said = self.remember(**{field: value})
        self._make_anew(AFFECTED[field])
        troubles = self.used_parts().troubles
        return Told("trouble", {"why": troubles[field]}) if field in troubles else said

    def remember(self, **changes: str) -> Told | None:
        """The choice with these changes, also after the next start; the readers stay as they are."""
        self.choice = self.choice.with_changed(**changes)
        self._stored = self._stored.with_changed(**changes)
        self.parts = None
        try:
            reader_choice.save(self._stored, self._folder)
        except OSError as error:
            return Told("not-saved", {"why": error.strerror or str(error)})
        return None

    def _make_anew(self, affected: set[str]) -> None:
        session = self._session
        if session is None:
            return
        wanted = self._maker.names(self.choice)
        there = {reader.name for reader in session.readers}
        gone = [name for name in (*self._aside, *there) if name in affected or name not in wanted]
        old = [*session.exchange(gone, []), *(self._aside.pop(name) for name in gone if name in self._aside)]
        for reader in old:
            reader.close()  # before its successor opens the same port
        self._stale.difference_update(affected)
        for name in gone:
            if name not in wanted:
                self._log.take_out(name)
        parts, held = self.used_parts(), (there | self._aside.keys()) - set(gone)
        new = [self._maker.one(name, self.choice, parts) for name in wanted if name not in held]
        for reader in new:
            self._log.put_in(reader.name, self.choice, self._maker.simulated is not None)
            for before in old:
                _follow(reader, before)
        session.exchange([], new)

    def close(self) -> None:
        """Close what is aside: the session closes the others."""
        for reader in self._aside.values():
            reader.close()
        self._aside.clear()


def _follow(reader: CardReader, before: CardReader) -> None:
    """What lies on the read spot was told by the one before, and is not told again."""
    follow = getattr(reader, "follow", None)
    if follow is not None and type(before) is type(reader):
        follow(before)
