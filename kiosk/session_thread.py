"""The thread of a session: whatever reaches the kiosk is done there, one thing after the other."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

Command = Callable[[], None]
T = TypeVar("T")

ROUND: Final = 2.0
"""Seconds between two rounds, where commands leave the time."""


class SessionThread:
    """One queue and one thread. ``look_round`` is called when nothing was handed in for a while, ``recover`` with
    what a command raised; both on the thread."""

    def __init__(self, look_round: Command, recover: Callable[[Exception], None]) -> None:
        self._look_round = look_round
        self._recover = recover
        self._queue: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
        self._next_round = time.monotonic() + ROUND
        self._begun: float | None = None
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)

    def start(self) -> None:
        """Begin with what has been handed in."""
        self._thread.start()

    @property
    def alive(self) -> bool:
        """It was started and has not ended."""
        return self._thread.is_alive()

    @property
    def busy_for(self) -> float:
        """Seconds since it began with what it is doing now; 0.0 while it waits."""
        begun = self._begun
        return 0.0 if begun is None else time.monotonic() - begun

    def post(self, command: Command) -> None:
        """Do this after all that was handed in before; never waits."""
        self._queue.put(command)

    def ask(self, question: Callable[[], T], timeout: float) -> T:
        """Ask something after all that was handed in before, and wait for the answer. Raises queue.Empty."""
        answers: queue.SimpleQueue[T] = queue.SimpleQueue()
        self.post(lambda: answers.put(question()))
        return answers.get(timeout=timeout)

    def settle(self, timeout: float) -> None:
        """Wait until all that was handed in so far is done. Raises TimeoutError."""
        done = threading.Event()
        self.post(done.set)
        if not done.wait(timeout):
            raise TimeoutError("the session does not answer")

    def end(self) -> None:
        """Do what is left, and end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (command := self._next()) is not None:
            self._begun = time.monotonic()
            try:
                command()
            except Exception as error:
                self._recover(error)
            self._begun = None

    def _next(self) -> Command | None:
        try:
            return self._queue.get(timeout=max(0.0, self._next_round - time.monotonic()))
        except queue.Empty:
            return self._round

    def _round(self) -> None:
        self._next_round = time.monotonic() + ROUND
        self._look_round()
