"""The practice table: players who play by themselves, so that a dealer can learn the routine alone.

On the screen the dealer announces, deals, confirms passes and pays; the players reveal, act and show.
``practice_lines`` plays whole evenings without a screen, as session files for tests.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Final

from engine.cards import DECK
from engine.inputs import CardRead, Confirm, ConfirmStep, Input, StartHand
from engine.table import Table
from kiosk.demo import demo_header
from kiosk.demo_players import DemoPlayers
from kiosk.live_session import LiveSession
from kiosk.session import ScreenState
from kiosk.session_lines import line_of

PAUSE: Final = 0.7
"""Seconds that a player takes, so that the dealer sees who does what."""


class PracticePlayers:
    """Watches a live session and does what its players would do. ``close`` sends them home."""

    def __init__(self, session: LiveSession, seed: int, pause: float = PAUSE) -> None:
        self._session = session
        self._seed = seed
        self._pause = pause
        self._timer: threading.Timer | None = None
        self._closed = False
        session.subscribe(self._look)

    def close(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    def _look(self, state: ScreenState) -> None:
        """A new state: called on the session's thread, which is the one that may look at the hand."""
        if self._timer is not None:
            self._timer.cancel()
        if self._closed or state.redo is not None or any(banner.needs_confirm for banner in state.banners):
            return  # after an undo the dealer goes on by hand until something new counts
        entry = self._session.ask_players(self._seed)
        if entry is not None:
            self._timer = threading.Timer(self._pause, self._play, [state.number, entry])
            self._timer.daemon = True
            self._timer.start()

    def _play(self, number: int, entry: Input) -> None:
        if not self._closed and self._session.state.number == number:
            self._session.submit(entry)


def practice_lines(
    hands: int, players: int = 5, seed: int = 1, variant: str = "liege-lord"
) -> Iterator[dict[str, object]]:
    """The lines of a session of that many hands, the header first; the shoe reads every card as it is dealt.

    It ends earlier where fewer than two players have chips left.
    """
    header = demo_header(players, variant)
    table = Table(header.seats, header.rules, header.table)
    yield header.line()
    for number in range(1, hands + 1):
        if len(table.active()) < 2:
            return
        deck = list(DECK)
        random.Random(f"{seed}-{number}").shuffle(deck)
        deck.reverse()
        yield line_of(_taken(table, StartHand()))
        hand = table.hand
        while hand is not None and hand.status == "open":
            entry = DemoPlayers(hand, seed).next_input(may_fold=len(hand.live_players()) > 2)
            if entry is None and hand.step.name == "deal":
                entry = CardRead(deck.pop(), "shoe")
            if entry is None:
                entry = Confirm(_CONFIRMED[hand.step.name])
            yield line_of(_taken(table, entry))


_CONFIRMED: Final[dict[str, ConfirmStep]] = {
    "announce": "announce",
    "antes": "antes",
    "pass": "pass",
    "showdown": "showdown",
    "pay": "pay",
}


def _taken(table: Table, entry: Input) -> Input:
    refused = table.apply(entry)  # type: ignore[arg-type]  # players and dealer make no undo and no note
    if refused is not None:
        raise RuntimeError(f"the practice table refuses its own input: {refused.kind}")
    return entry
