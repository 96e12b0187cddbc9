"""An evening at the live session that plays itself: the players by their habits, the dealer by the prompts.

One thread hands in one input after the other, so that the same evening gives the same lines each time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from engine.inputs import Confirm, ConfirmStep, Input, Rebuy, StartHand
from kiosk.live_session import LiveSession
from kiosk.session import ScreenState

STEPS: Final[dict[str, ConfirmStep]] = {
    "announce": "announce",
    "antes": "antes",
    "pass": "pass",
    "showdown": "showdown",
    "pay": "pay",
}
PATIENCE = 60.0
"""Seconds after which something that never comes is an error."""


class Dealer:
    """Deals, confirms, pays and looks after banners; asks the players for everything else.

    ``draw``: draws the next card of the deal. ``short``: below so many chips a player buys in again (0: never).
    """

    def __init__(self, session: LiveSession, seed: int, draw: Callable[[ScreenState], None], short: int = 0) -> None:
        self.session = session
        self.cleared: list[str] = []
        """Kinds of the banners that were looked after."""
        self._seed = seed
        self._draw = draw
        self._short = short
        self._changed = threading.Condition()
        session.subscribe(self._told)

    def _told(self, _: ScreenState) -> None:
        with self._changed:
            self._changed.notify_all()

    def play(self, last_hand: int) -> None:
        """Play until that hand is over, or fewer than two players have chips."""
        while self.step(last_hand):
            pass

    def step(self, last_hand: int) -> bool:
        """One thing that is to do now; False where there is nothing more."""
        state = self.session.settle()
        view = state.view
        to_clear = next((banner for banner in state.banners if banner.needs_confirm), None)
        if to_clear is not None:
            self.cleared.append(to_clear.kind)
            self.session.clear_banner(to_clear.reader, to_clear.kind)
        elif view.status != "open":
            entry = self._between(state, last_hand)
            if entry is None:
                return False
            self.session.submit(entry)
        elif view.wants_cards:
            self._draw(state)
            self._wait(state.number)
        else:
            entry = self.session.run_there(lambda: self.session.ask_players(self._seed))
            self.session.submit(entry if entry is not None else Confirm(STEPS[view.step]))
        return True

    def _between(self, state: ScreenState, last_hand: int) -> Input | None:
        short = next((seat for seat in state.view.seats if seat.stack < self._short), None)
        if short is not None:
            return Rebuy(short.seat, 4000)
        able = sum(seat.stack > 0 for seat in state.view.seats)
        return StartHand() if state.view.hand < last_hand and able >= 2 else None

    def _wait(self, number: int) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: self.session.state.number > number, PATIENCE):
                raise TimeoutError(f"no card came: {self.session.state.view.prompt.kind}")
