"""Waking a thread that waits for a device (``select``) from another one."""

from __future__ import annotations

import contextlib
import os
import threading


class Wake:
    """A pipe: the thread waits for ``reading`` beside its device, others ``nudge``.

    A thread that was given up lets it go itself, whenever its driver comes back; a nudge that comes later is
    no error, and never lands in a file that has got the same number since.
    """

    def __init__(self) -> None:
        self.reading, self._writing = os.pipe()
        os.set_blocking(self.reading, False)
        os.set_blocking(self._writing, False)
        self._lock = threading.Lock()
        self._gone = False

    def nudge(self) -> None:
        """Wake the thread; nothing happens where it has let go."""
        with self._lock, contextlib.suppress(BlockingIOError):  # full: the thread is awake anyway
            if not self._gone:
                os.write(self._writing, b"x")

    def let_go(self) -> None:
        """Close the pipe; harmless a second time."""
        with self._lock:
            if not self._gone:
                self._gone = True
                os.close(self.reading)
                os.close(self._writing)
