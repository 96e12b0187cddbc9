"""From the light barrier's edge to the card in the kiosk's hands: the real firmware, pyserial, the reader's thread.

Peer: a line of the same length there and back over a bare pseudo-terminal, in turns with ours. The edge is
taken as the simulated beam clears. The link's share begins when the shoe can know the card: the debouncing
(3 ms) is over and the tag reader's last answer, which may be under way at the edge, has come.
"""

from __future__ import annotations

import os
import queue
import statistics
import subprocess
import sys
import time
import tty

import serial

from engine.cards import DECK
from firmware.shoe.app import Timing
from firmware.shoe.lines import seal
from kiosk.readers.base import CardRead, LinkUp, ReaderEvent
from kiosk.readers.shoe import ShoeReader
from kiosk.readers.simulated_shoe import SimulatedShoe, simulated_deck

ROUNDS = 5
LINE = seal("CARD B7F2 17 04A1B2C3D4E580")
ECHO = "import os\nwhile True:\n    os.write(1, os.read(0, 4096))"


class Echo:
    """A process at the far end of a pseudo-terminal that says everything back."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", ECHO], stdin=self._master, stdout=self._master
        )
        self._port = serial.Serial(os.ttyname(self._slave), 115200, timeout=5)

    def round_trip(self) -> float:
        """Milliseconds."""
        began = time.monotonic()
        self._port.write(LINE)
        assert self._port.read(len(LINE)) == LINE
        return (time.monotonic() - began) * 1000

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._port.close()
        os.close(self._master)
        os.close(self._slave)


def run() -> dict[str, dict[str, object]]:
    edges: list[float] = []
    links: list[float] = []
    bare: list[float] = []
    echo = Echo()
    deck = simulated_deck()
    events: queue.Queue[ReaderEvent] = queue.Queue()
    with SimulatedShoe(DECK, deck) as shoe:
        reader = ShoeReader(deck, find=shoe.ports)
        reader.start(events.put)
        while not isinstance(events.get(timeout=10), LinkUp):
            pass
        for _ in range(ROUNDS):
            shoe.load(DECK)
            for _ in DECK:
                shoe.draw()
                card = events.get(timeout=10)
                arrived = time.monotonic()
                assert isinstance(card, CardRead)
                assert card.receipt is not None
                reader.acknowledge(card.receipt)
                knows = max(shoe.left_at + Timing.debounce / 1000, shoe.pn532.said_at)
                edges.append((arrived - shoe.left_at) * 1000)
                links.append((arrived - knows) * 1000)
                bare.append(echo.round_trip())
                shoe.wait()
        reader.close()
    echo.close()
    edge, link, peer = statistics.median(edges), statistics.median(links), statistics.median(bare)
    name = "bare pseudo-terminal, there and back"
    return {
        "shoe-edge-to-card": {
            "value": round(edge, 3),
            "unit": "ms",
            "peer": name,
            "ratio": round(edge / peer, 2),
        },
        "shoe-link": {"value": round(link, 3), "unit": "ms", "peer": name, "ratio": round(link / peer, 2)},
    }
