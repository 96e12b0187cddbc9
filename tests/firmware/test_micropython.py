"""The firmware in a real MicroPython with the Pico's heap, and in CPython where there is none."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import serial

from engine.cards import DECK, Card
from kiosk.readers.base import CardRead, LinkUp
from kiosk.readers.shoe_decoder import ShoeDecoder
from kiosk.readers.simulated_shoe import (
    SimulatedShoe,
    SimulationError,
    interpreter_command,
    simulated_deck,
)

ORDER = [DECK[(17 * place + 5) % 52] for place in range(52)]


def need(interpreter: str) -> None:
    try:
        interpreter_command(interpreter)
    except SimulationError as error:
        pytest.skip(str(error))


def deal(shoe: SimulatedShoe, count: int, acknowledge: bool = True) -> list[Card | None]:
    """Draw so many cards, the next when the last has arrived, as pyserial and the decoder see them."""
    decoder = ShoeDecoder(simulated_deck())
    decoder.connected()
    cards: list[Card | None] = []
    drawn = 0
    with serial.Serial(shoe.port, 115200, timeout=30, exclusive=True) as port:
        while len(cards) < count:
            port.write(decoder.take_output())
            data = port.read(1)
            assert data, "the shoe said nothing for thirty seconds"
            for event in decoder.feed(data + port.read(port.in_waiting)):
                if isinstance(event, CardRead) and event.receipt is not None:
                    cards.append(event.card)
                    if acknowledge:
                        decoder.acknowledge(event.receipt)
                elif not isinstance(event, LinkUp):
                    pytest.fail(f"unexpected: {event}")
            if decoder.greeted and drawn < count and drawn == len(cards):
                shoe.draw()
                drawn += 1
        port.write(decoder.take_output())
    return cards


@pytest.mark.parametrize("interpreter", ["micropython", "python"])
def test_a_deck_of_52_in_order(interpreter: str) -> None:
    need(interpreter)
    with SimulatedShoe(ORDER, simulated_deck(), interpreter=interpreter) as shoe:
        assert deal(shoe, 52) == ORDER
        assert shoe.log() == ""


def test_the_heap_of_the_pico_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    need("micropython")
    with SimulatedShoe(ORDER, simulated_deck(), interpreter="micropython") as shoe:
        assert deal(shoe, 52) == ORDER
        free = shoe.heap_free()
        shoe.load(ORDER)
        for _ in range(52):  # nobody acknowledges these: the shoe holds them all
            shoe.draw()
        assert shoe.wait(30)
        held = shoe.heap_free()
    with capsys.disabled():
        print(f"\n  heap free of 190 kB: {free} bytes after 52 cards, {held} with 52 more waiting")
    assert free >= 60_000
    assert held >= 60_000


def test_what_a_write_to_flash_costs(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """LittleFS as on the Pico (blocks of 4096, pages of 256), counting erases and programmed pages.

    The W25Q16JV's data sheet gives 45 ms for a sector's erase and 0.4 ms for a page (typical).
    """
    need("micropython")
    _, command = interpreter_command("micropython")
    command = [*command[:-2], "-X", "heapsize=8M"]  # the flash itself is simulated in memory
    done = subprocess.run(
        [*command, str(root / "tests" / "firmware" / "flash_cost.py")],
        env={**os.environ, "MICROPYPATH": f".frozen:{root / 'firmware'}"},
        capture_output=True,
        text=True,
        check=True,
    )
    cost = {}
    for line in done.stdout.splitlines():
        assert len(line.split()) == 3, done.stdout
        what, erases, pages = line.split()
        cost[what] = float(erases) * 45 + float(pages) * 0.4
    with capsys.disabled():
        print("\n  flash, ms a write: " + ", ".join(f"{what} {ms:.0f}" for what, ms in cost.items()))
    # too dear for every card (a draw takes 100 ms), cheap enough for those that the host is late for
    assert 10 < cost["card"] < 150
    assert cost["boot"] < 50
