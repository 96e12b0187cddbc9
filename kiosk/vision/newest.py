"""A source in a thread of its own that keeps only its newest frame: a slow reader never works on the past, and a driver
that hangs hangs nobody else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.vision.crops import Picture
from kiosk.vision.sources import Source, SourceError


@dataclass(frozen=True)
class Frame:
    """A picture with its number (from 1) and when it came (seconds of a monotonic clock)."""

    picture: Picture
    number: int
    t: float


OPENING = 12.0
"""Seconds that a camera may take to open and to settle; a slow one needs five."""

LETS_GO_WITHIN = 2.0
"""Seconds that closing waits for the driver."""


class Newest:
    """Reads a source in a thread and keeps its newest frame only (a file's frames one by one). ``get`` waits
    for one newer than the last. All calls into the driver are on that thread."""

    def __init__(self, source: Source, clock: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._clock = clock
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._error: Exception | None = None
        self._stop = False
        self._opened = False
        self._taken = 0
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    @property
    def hangs(self) -> bool:
        """The thread has not ended, though it may have been closed: the driver holds it."""
        return self._thread.is_alive()

    def start(self, patience: float = OPENING) -> None:
        """Open the source and begin. Raises SourceError when it does not open, also not within ``patience``
        seconds."""
        self._thread.start()
        with self._changed:
            self._changed.wait_for(lambda: self._opened or self._error is not None, patience)
            if self._error is not None:
                raise self._error
            if not self._opened:
                raise SourceError("camera-hangs", "The camera's driver does not answer: plug the camera in again.")

    def _run(self) -> None:
        number = 0
        try:
            self._source.open()
            with self._changed:
                self._opened = True
                self._changed.notify_all()
            while not self._stop:
                picture = self._source.next()
                number += 1
                with self._changed:
                    self._frame = Frame(picture, number, self._clock())
                    self._changed.notify_all()
                    if not self._source.live:
                        self._changed.wait_for(lambda: self._stop or not self._fresh())
        except Exception as error:  # whatever it is: who takes the frames is told
            with self._changed:
                self._error = error
                self._changed.notify_all()
        finally:
            self._source.close()

    def get(self, patience: float) -> Frame | None:
        """The newest frame not yet taken, waiting up to ``patience`` seconds; None when none came.

        Raises what the source raised, once the frames before it are taken.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._fresh() or self._error is not None, patience)
            if self._fresh():
                assert self._frame is not None
                self._taken = self._frame.number
                self._changed.notify_all()
                return self._frame
            if self._error is not None:
                raise self._error
            return None

    def _fresh(self) -> bool:
        return self._frame is not None and self._frame.number > self._taken

    def close(self) -> None:
        """Stop the thread; returns when it has ended, or has hung in the driver for ``LETS_GO_WITHIN``."""
        with self._changed:
            self._stop = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(LETS_GO_WITHIN)
