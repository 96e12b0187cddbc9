"""`make proof`, entry long-run: 1,000 hands in a row through shoe, journal, engine, session and screen.

Memory after the last hand must be within a tenth of that after hand 100, file handles and threads level. The
time for a hand is told as a figure.
"""

from __future__ import annotations

import gc
import os
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.cards import DECK
from kiosk.demo import demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.readers.simulated_shoe import simulated_deck
from kiosk.recorder import Recorder
from kiosk.session import ScreenState
from tests.proofs._bytes_shoe import BytesShoe
from tests.proofs._table import Dealer

PLAYERS = 5
SEED = 11
STEPS = 8
"""Inputs between two frames: the screen would else be what the run waits for."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The process after a hand: resident memory in kB, open files, threads, seconds since the start."""

    hand: int
    memory: int
    handles: int
    threads: int
    seconds: float


def run(full: bool) -> dict[str, object]:
    """1,000 hands with the screen; the short form has 50 without it, and looks from hand 20 on."""
    hands, settled = (1000, 100) if full else (50, 20)
    moments = play(hands, screen=full)
    first, last = moments[settled], moments[hands]
    growth = last.memory / first.memory - 1
    early = rate(moments, settled, settled + (hands - settled) // 5)
    late = rate(moments, hands - (hands - settled) // 5, hands)
    figure = (
        f"{hands} hands{' on the screen' if full else ''}: memory {first.memory / 1024:.1f} MB after hand {settled}, "
        f"{last.memory / 1024:.1f} MB after hand {hands} ({growth:+.1%}); handles {first.handles} and {last.handles}, "
        f"threads {first.threads} and {last.threads}; {1000 * early:.0f} ms a hand early, {1000 * late:.0f} ms late"
    )
    level = last.handles <= first.handles and last.threads <= first.threads
    return {"figure": figure, "ok": growth <= 0.10 and level}


def rate(moments: dict[int, Moment], first: int, last: int) -> float:
    """Seconds for a hand, the median from one hand to another."""
    return statistics.median(moments[hand].seconds - moments[hand - 1].seconds for hand in range(first + 1, last + 1))


def play(hands: int, screen: bool) -> dict[int, Moment]:
    """Play so many hands and look at the process after each."""
    deck = simulated_deck()
    moments: dict[int, Moment] = {}
    with tempfile.TemporaryDirectory(prefix="liege-long-") as scratch:
        folder = Path(scratch)
        shoe = BytesShoe(deck)
        session = LiveSession(
            Journal.open(folder),
            demo_header(PLAYERS),
            [shoe],
            make_recorder=lambda header: Recorder(folder / "long.session.jsonl", header.line()),
        )
        try:
            show = window(session) if screen else _nothing

            def draw(state: ScreenState) -> None:
                hand = session._standing.hand
                assert hand is not None
                cards = list(DECK)
                random.Random(f"{SEED}-{hand.number}").shuffle(cards)
                uid = deck.key(cards[hand.out_of_stub + len(hand.extra)])
                assert uid is not None
                shoe.card(uid)
                shoe.told.clear()

            dealer = Dealer(session, SEED, draw, short=1000)
            began = time.monotonic()
            for hand in range(1, hands + 1):
                steps = 0
                while dealer.step(hand):
                    steps += 1
                    if steps % STEPS == 0:
                        show()
                moments[hand] = look(hand, began)
            shown = session.settle()
            if shown.view.hand != hands or shown.banners:
                raise AssertionError("the evening did not come to its end")
        finally:
            session.close()
    return moments


def look(hand: int, began: float) -> Moment:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return Moment(
        hand,
        pages * os.sysconf("SC_PAGE_SIZE") // 1024,
        handles(),
        threading.active_count(),
        time.monotonic() - began,
    )


def handles() -> int:
    """Open files, without fonts: Kivy keeps one open for each size, 64 at most."""
    folder = Path("/proc/self/fd")
    names = [os.readlink(path) for path in folder.iterdir() if path.is_symlink()]
    return sum(not name.endswith(".ttf") for name in names)


def _nothing() -> None:
    """No screen."""


def window(session: LiveSession) -> Callable[[], None]:
    """The offscreen screen; each call draws a frame."""
    from tests import offscreen

    offscreen.prepare()
    offscreen.window()
    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers, idle

    app = LiegeApp(session)
    app.calm = True
    Fingers(app)
    return idle
