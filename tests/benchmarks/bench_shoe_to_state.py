"""A card's whole way: from the light barrier's edge through firmware, link, journal and engine to the screen's state.

Peer: the link alone, a bare round trip on a pseudo-terminal, measured in turns with the cards.
"""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from pathlib import Path

from engine.inputs import Confirm, StartHand, Void
from kiosk.demo import ShuffledShoe, demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.readers.shoe import ShoeReader
from kiosk.session import ScreenState
from tests.benchmarks.bench_shoe import Echo

HANDS = 8


def run() -> dict[str, dict[str, object]]:
    """``shoe-edge-to-state``: milliseconds (median), and the ratio to the bare round trip."""
    ways: list[float] = []
    bare: list[float] = []
    shuffled = ShuffledShoe(4)
    echo = Echo()
    changed = threading.Condition()
    down = [0]
    at = [0.0]

    def told(state: ScreenState) -> None:
        with changed:
            lying = sum(seat.down for seat in state.view.seats)
            if lying != down[0]:
                down[0], at[0] = lying, time.monotonic()
            changed.notify_all()

    with tempfile.TemporaryDirectory(prefix="liege-bench-") as folder:
        reader = ShoeReader(shuffled.deck, find=shuffled.shoe.ports)
        session = LiveSession(Journal.open(Path(folder)), demo_header(), [reader], shuffled)
        session.subscribe(told)
        for _ in range(HANDS):
            for entry in (StartHand(), Confirm("announce"), Confirm("antes")):
                session.submit(entry)
            session.settle()
            for count in range(1, 16):
                shuffled.draw()
                with changed:
                    if not changed.wait_for(lambda count=count: down[0] == count, 20):  # type: ignore[misc]
                        raise RuntimeError(f"card {count} did not come: {session.state.banners}")
                    ways.append((at[0] - shuffled.shoe.left_at) * 1000)
                bare.append(echo.round_trip())
                shuffled.shoe.wait()
            session.submit(Void("bench"))
            session.settle()
            down[0] = 0
        session.close()
    echo.close()
    shuffled.close()
    way, peer = statistics.median(ways), statistics.median(bare)
    return {
        "shoe-edge-to-state": {
            "value": round(way, 3),
            "unit": "ms",
            "peer": f"bare pseudo-terminal, there and back, {peer:.3f} ms",
            "ratio": round(way / peer, 2),
        }
    }
