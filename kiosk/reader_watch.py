"""Watches the readers' threads: one that ends by an exception is started anew, one that hangs is told."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Final

from kiosk.readers.base import CardReader, Emit, Fault, FaultOver

LOG = logging.getLogger("liege.session")

STOPPED: Final = "stopped"
"""The kind of the fault: the reader's own thread has ended, though the device may be well."""

HANGS: Final = "hangs"
"""The kind of the fault: the reader's thread lives, and has not gone round for ``PATIENCE``."""

PATIENCE: Final = 20.0
"""Seconds. A reader that waits for its device goes round all the same, every few seconds at most."""

AGAIN: Final = 5
"""So often a reader is started anew without a card in between."""


def where(error: BaseException) -> str:
    """What happened and where, for a log: never the error's text, which could name a card."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


class ReaderWatch:
    """Starts readers and learns when one of their threads dies (``threading.excepthook``).

    ``dead`` is called on the thread that dies, with the reader; ``close`` ends the watch. A reader has to
    begin its threads in ``start``. One that has ``moved_at``, the monotonic time when its thread last went
    round, is watched for hanging too, by ``look_round``.
    """

    def __init__(
        self,
        readers: Sequence[CardReader],
        emit: Emit,
        dead: Callable[[CardReader], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._readers = tuple(readers)
        self._emit = emit
        self._dead = dead
        self._threads: dict[threading.Thread, CardReader] = {}
        self._starting: CardReader | None = None
        self._tries: dict[str, int] = {}
        self._clock = clock
        self._hanging: set[str] = set()
        self._before = threading.excepthook
        threading.excepthook = self._died

    def start(self) -> None:
        """Start all readers."""
        for reader in self._readers:
            self._start(reader)

    def start_again(self, reader: CardReader) -> None:
        """Start one whose thread died; not for ever where it dies at once each time."""
        tries = self._tries[reader.name] = self._tries.get(reader.name, 0) + 1
        if tries <= AGAIN:
            self._start(reader)

    def exchange(self, out: Sequence[CardReader], into: Sequence[CardReader]) -> None:
        """Those taken ``out`` are watched no more (whoever took them closes them); those put ``into`` start."""
        self._readers = (*(one for one in self._readers if one not in out), *into)
        self._threads = {thread: one for thread, one in self._threads.items() if one not in out}
        for reader in (*out, *into):
            self._hanging.discard(reader.name)
            self._tries.pop(reader.name, None)
        for reader in into:
            self._start(reader)

    def look_round(self) -> None:
        """To be called every few seconds: tells what hangs, and what does so no more."""
        for reader in self._readers:
            moved = getattr(reader, "moved_at", None)
            lives = any(one is reader and thread.is_alive() for thread, one in self._threads.items())
            hangs = moved is not None and lives and self._clock() - moved > PATIENCE
            if hangs and reader.name not in self._hanging:
                self._hanging.add(reader.name)
                LOG.error("the reader %s hangs", reader.name)
                self._emit(Fault(reader.name, HANGS))
            elif not hangs and reader.name in self._hanging:
                self._hanging.discard(reader.name)
                self._emit(FaultOver(reader.name, HANGS))

    def read(self, name: str) -> None:
        """A card came from that reader: it works."""
        self._tries.pop(name, None)

    def _start(self, reader: CardReader) -> None:
        threads = set(threading.enumerate())
        self._starting = reader
        try:
            reader.start(self._emit)
        except Exception as error:  # whatever it is: the other readers go on
            LOG.error("the reader %s does not start: %s", reader.name, where(error))
            self._emit(Fault(reader.name, STOPPED))
        self._threads |= dict.fromkeys(set(threading.enumerate()) - threads, reader)
        self._starting = None

    def close(self) -> None:
        threading.excepthook = self._before

    def _died(self, told: threading.ExceptHookArgs) -> None:
        reader = self._threads.pop(told.thread, self._starting) if told.thread is not None else None
        if reader is None or told.exc_value is None:
            self._before(told)
            return
        LOG.error("the reader %s stopped: %s", reader.name, where(told.exc_value))
        self._emit(Fault(reader.name, STOPPED))
        self._dead(reader)
