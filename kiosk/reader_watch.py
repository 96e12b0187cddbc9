"""Watches the readers' threads: one that ends by an exception is started anew, one that hangs is replaced."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from kiosk.readers.base import CardReader, Emit, Fault, FaultOver, ReaderEvent, Receipt, WatchedReader

LOG = logging.getLogger("liege.session")

STOPPED: Final = "stopped"
"""The kind of the fault: the reader's own thread has ended, though the device may be well."""

HANGS: Final = "hangs"
"""The kind of the fault: the reader's thread lives, and has not gone round for ``PATIENCE``."""

PATIENCE: Final = 20.0
"""Seconds. A reader that waits for its device goes round all the same, every few seconds at most."""

AGAIN: Final = 5
"""So often a reader is started anew without a card in between, or ``WELL`` after the last time."""

WELL: Final = 600.0
"""Seconds. Who went so long does not die or hang at once each time."""


def where(error: BaseException) -> str:
    """What happened and where, for a log: never the error's text, which could name a card."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


class Hearing:
    """What one reader's thread may tell, until the reader is given up: from then on nothing it says counts."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._heard = True
        self._lock = threading.Lock()

    def __call__(self, event: ReaderEvent) -> None:
        with self._lock:  # what is told is told wholly before, or not at all
            if self._heard:
                self._emit(event)

    def end(self) -> None:
        """Nothing counts any more."""
        with self._lock:
            self._heard = False


class ReaderWatch:
    """Starts readers and learns when one of their threads dies (``threading.excepthook``) or hangs.

    ``emit`` takes what they tell and must not wait. ``dead`` is called on the thread that dies, with the
    reader; ``close`` ends the watch. A reader has to begin its threads in ``start``. A ``WatchedReader`` is
    watched for hanging too, by ``hanging``; ``replace`` puts a fresh one in its place.
    """

    def __init__(
        self,
        readers: Sequence[CardReader],
        emit: Emit,
        dead: Callable[[CardReader], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.readers = list(readers)
        self._emit = emit
        self._dead = dead
        self._threads: dict[threading.Thread, CardReader] = {}
        self._given_up: set[threading.Thread] = set()
        self._hearings: dict[str, Hearing] = {}
        self._starting: CardReader | None = None
        self._tries: dict[str, int] = {}
        self._started: dict[str, float] = {}
        self._clock = clock
        self._hanging: set[str] = set()
        self._before = threading.excepthook
        threading.excepthook = self._died

    def start(self) -> None:
        """Start all readers."""
        for reader in self.readers:
            self._start(reader)

    def start_again(self, reader: CardReader) -> None:
        """Start one whose thread died; not for ever where it dies at once each time."""
        if self._may_try(reader.name):
            self._start(reader)

    def exchange(self, out: Collection[str], into: Sequence[CardReader]) -> list[CardReader]:
        """Readers of these names are watched no more: whoever asked for them closes them. Those put ``into`` start."""
        going = [one for one in self.readers if one.name in out]
        self.readers = [*(one for one in self.readers if one not in going), *into]
        self._threads = {thread: one for thread, one in self._threads.items() if one not in going}
        for name in (*out, *(one.name for one in into)):
            self._hanging.discard(name)
            self._tries.pop(name, None)
        for reader in into:
            self._start(reader)
        return going

    def hanging(self) -> list[WatchedReader]:
        """To be called every few seconds: those that hang and may be replaced. Tells what hangs, and what
        does so no more by itself."""
        found: list[WatchedReader] = []
        for reader in self.readers:
            if not isinstance(reader, WatchedReader):
                continue
            left_alone = reader.name in self._hanging
            if self._hangs(reader):
                if not left_alone:
                    LOG.error("the reader %s hangs", reader.name)
                    self._emit(Fault(reader.name, HANGS))
                    if self._may_try(reader.name):
                        found.append(reader)
                    else:
                        self._hanging.add(reader.name)
            elif left_alone:
                self._hanging.discard(reader.name)
                self._emit(FaultOver(reader.name, HANGS))
        return found

    def replace(self, reader: WatchedReader, journaled: Iterable[Receipt]) -> None:
        """Give up a reader that hangs: nothing that it still tells counts, and a fresh one is started."""
        self._hearings[reader.name].end()
        for thread in [thread for thread, one in self._threads.items() if one is reader]:
            del self._threads[thread]
            self._given_up.add(thread)
        fresh = reader.afresh(journaled)
        self.readers[self.readers.index(reader)] = fresh
        self._start(fresh)

    def read(self, name: str) -> None:
        """A card came from that reader: it works."""
        self._tries.pop(name, None)

    def _hangs(self, reader: WatchedReader) -> bool:
        lives = any(one is reader and thread.is_alive() for thread, one in self._threads.items())
        return lives and self._clock() - reader.moved_at > PATIENCE

    def _may_try(self, name: str) -> bool:
        if self._clock() - self._started.get(name, 0.0) > WELL:
            self._tries.pop(name, None)
        self._tries[name] = self._tries.get(name, 0) + 1
        return self._tries[name] <= AGAIN

    def _start(self, reader: CardReader) -> None:
        threads = set(threading.enumerate())
        self._starting = reader
        self._started[reader.name] = self._clock()
        hearing = self._hearings[reader.name] = Hearing(self._emit)
        try:
            reader.start(hearing)
        except Exception as error:  # whatever it is: the other readers go on
            LOG.error("the reader %s does not start: %s", reader.name, where(error))
            self._emit(Fault(reader.name, STOPPED))
        self._threads |= dict.fromkeys(set(threading.enumerate()) - threads, reader)
        self._starting = None

    def close(self) -> None:
        threading.excepthook = self._before

    def _died(self, told: threading.ExceptHookArgs) -> None:
        if told.thread in self._given_up and told.exc_value is not None:
            LOG.error("a reader that was given up ended: %s", where(told.exc_value))
            return
        reader = self._threads.pop(told.thread, self._starting) if told.thread is not None else None
        if reader is None or told.exc_value is None:
            self._before(told)
            return
        LOG.error("the reader %s stopped: %s", reader.name, where(told.exc_value))
        self._emit(Fault(reader.name, STOPPED))
        self._dead(reader)
