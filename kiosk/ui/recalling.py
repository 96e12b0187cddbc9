"""What was before the screen opened: hands played and the evening's figures, made in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.session import Past, ScreenState, TableSession
from kiosk.ui.evening import Evening
from kiosk.ui.history import History


@dataclass(frozen=True, slots=True)
class Recalled:
    """History and figures as they stand, and what the table had been told before."""

    history: History
    evening: Evening
    past: Past


class Recalling:
    """Asks the session for its past. ``done`` is called in the thread that asked, when there is an answer."""

    def __init__(self, session: TableSession, done: Callable[[], None]) -> None:
        self._session = session
        self._done = done
        self._question = 0
        self._waits = False
        self._came: list[ScreenState] = []
        """States since the question was asked: those that the answer does not hold follow after it."""
        self._answer: tuple[int, Recalled | Exception] | None = None

    def begin(self) -> None:
        """Ask; an answer to an earlier question no longer counts."""
        self._question += 1
        self._waits = True
        self._came = []
        threading.Thread(target=self._ask, args=[self._question], name="recalling", daemon=True).start()

    def keep(self, state: ScreenState) -> None:
        """A state came."""
        if self._waits:
            self._came.append(state)

    def finished(self) -> Recalled | None:
        """The answer, once; None where there is none yet, or nothing was before. Raises what the session raised."""
        answer, self._answer = self._answer, None
        if answer is None or answer[0] != self._question:
            return None
        self._waits = False
        recalled = answer[1]
        if isinstance(recalled, Exception):
            raise recalled
        if not recalled.past.states:
            return None
        for state in self._came:
            if state.row > recalled.past.states[-1].row:
                recalled.history.keep(state)
                recalled.evening.keep(state.view)
        return recalled

    def _ask(self, number: int) -> None:
        try:
            past = self._session.past()
            recalled = Recalled(History(), Evening(), past)
            for state in past.states:
                recalled.history.keep(state)
                recalled.evening.keep(state.view)
        except Exception as error:  # raised again where the screen's own errors are seen to
            self._answer = number, error
        else:
            self._answer = number, recalled
        self._done()
