"""The live reader on pseudo-terminals: the whole link, unplugging and coming back, and ports that cannot be
had.
"""

from __future__ import annotations

import fcntl
import os
import queue
import tty
from collections.abc import Iterator
from dataclasses import replace

import pytest
import serial

from engine.cards import DECK, Card
from firmware.shoe.lines import seal
from kiosk.readers.base import CardRead, Fault, FaultOver, Lamp, LinkUp, ReaderEvent, Receipt
from kiosk.readers.sentences import sentence
from kiosk.readers.shoe import LinkTiming, ShoeReader, answers
from kiosk.readers.simulated_shoe import SimulatedShoe, simulated_deck

ORDER = [DECK[(29 * place + 3) % 52] for place in range(52)]
QUICK = LinkTiming(silence=2.5, ask_every=0.1, gate_every=0.1, first_delay=0.02, longest_delay=0.05)
PATIENCE = 20
UNHURRIED = replace(QUICK, silence=PATIENCE)
"""For a simulated shoe, which on a machine that emulates another one is slow to answer."""


class Table:
    """What the kiosk does: takes events, journals cards, acknowledges."""

    def __init__(self, reader: ShoeReader) -> None:
        self.reader = reader
        self.events: queue.Queue[ReaderEvent] = queue.Queue()
        self.cards: list[Card | None] = []
        self.journal: list[Receipt] = []
        self.faults: list[str] = []
        reader.start(self.events.put)

    def until(self, kind: type, name: str = "") -> ReaderEvent:
        """Take events until one of a kind comes."""
        while True:
            event = self.events.get(timeout=PATIENCE)
            if isinstance(event, CardRead) and event.receipt is not None:
                self.cards.append(event.card)
                self.journal.append(event.receipt)
                self.reader.acknowledge(event.receipt)
            elif isinstance(event, Fault):
                assert sentence(event)
                self.faults.append(event.kind)
            if isinstance(event, kind) and name in ("", getattr(event, "kind", "")):
                return event

    def until_cards(self, count: int) -> None:
        while len(self.cards) < count:
            self.until(CardRead)


@pytest.fixture
def shoe() -> Iterator[SimulatedShoe]:
    with SimulatedShoe(ORDER, simulated_deck()) as simulated:
        yield simulated


@pytest.fixture
def table(shoe: SimulatedShoe) -> Iterator[Table]:
    reader = ShoeReader(simulated_deck(), find=shoe.ports, timing=UNHURRIED)
    yield Table(reader)
    reader.close()


@pytest.fixture
def peer() -> Iterator[tuple[int, str]]:
    """A pseudo-terminal whose far end the test speaks for."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_a_hand_with_unplugging_another_name_and_a_restart(shoe: SimulatedShoe, table: Table) -> None:
    table.until(LinkUp)
    table.reader.gate(True, Lamp.GO)
    first_name = shoe.port
    for _ in range(10):
        shoe.draw()
    table.until_cards(10)
    assert (shoe.gate_open, shoe.lamp) == (True, "go")
    shoe.unplug()
    table.until(Fault, "lost")
    shoe.replug()
    assert shoe.port != first_name
    table.until(FaultOver, "lost")
    up = table.until(LinkUp)
    assert isinstance(up, LinkUp)
    assert up.details["port"] == shoe.port
    for _ in range(10):
        shoe.draw()
    table.until_cards(20)
    shoe.restart()
    table.until(Fault, "restarted")
    for _ in range(15):
        shoe.draw()
    table.until_cards(35)
    assert table.cards == ORDER[:35]
    assert table.faults == ["lost", "restarted", "restarted"]
    assert len(set(table.journal)) == 35
    # gate and lamp are asked for again after each loss
    while not (shoe.gate_open and shoe.lamp == "go"):
        shoe.wait(0.01)
    assert shoe.log() == ""


def test_a_restart_of_the_host_takes_each_card_once(shoe: SimulatedShoe) -> None:
    reader = ShoeReader(simulated_deck(), find=shoe.ports, timing=UNHURRIED)
    first = Table(reader)
    for _ in range(3):
        shoe.draw()
    first.until_cards(3)
    reader.close()
    shoe.draw()
    assert shoe.wait()
    again = Table(ShoeReader(simulated_deck(), first.journal[-1:], find=shoe.ports, timing=UNHURRIED))
    again.until_cards(1)
    again.reader.close()
    assert first.cards + again.cards == ORDER[:4]
    assert again.faults == []


def test_unread_and_two_at_once(shoe: SimulatedShoe, table: Table) -> None:
    """Faults: card unread, two tags."""
    table.until(LinkUp)
    shoe.draw_unread()
    shoe.draw_two()
    shoe.draw()
    table.until_cards(3)
    assert table.cards == [None, None, ORDER[3]]
    assert table.faults == ["two-tags"]


def test_raw_bytes_are_told_before_their_events(shoe: SimulatedShoe) -> None:
    tapped: list[tuple[str, bytes]] = []
    reader = ShoeReader(
        simulated_deck(), find=shoe.ports, timing=UNHURRIED, tap=lambda port, data: tapped.append((port, data))
    )
    table = Table(reader)
    shoe.draw()
    table.until_cards(1)
    reader.close()
    assert tapped[0] == (shoe.port, b"")
    assert b"CARD " in b"".join(data for _, data in tapped)


def test_a_port_that_does_not_answer_as_a_shoe(peer: tuple[int, str]) -> None:
    master, path = peer
    os.write(master, b"AT\r\nOK\r\n")
    reader = ShoeReader(None, find=lambda: [path], timing=QUICK)
    table = Table(reader)
    event = table.until(Fault)
    reader.close()
    assert event == Fault("shoe", "silent", {"port": path})


def test_a_newer_protocol_is_refused(peer: tuple[int, str]) -> None:
    master, path = peer
    reader = ShoeReader(None, find=lambda: [path], timing=QUICK)
    table = Table(reader)
    assert os.read(master, 64) == seal("HELLO?")
    os.write(master, seal("HELLO shoe 7 fw=3.0 boot=0001"))
    event = table.until(Fault, "unsupported-version")
    reader.close()
    assert isinstance(event, Fault)
    assert "version 7" in sentence(event)


def test_a_port_held_by_another_program(peer: tuple[int, str]) -> None:
    _, path = peer
    held = os.open(path, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(held, fcntl.LOCK_EX)
    reader = ShoeReader(None, find=lambda: [path], timing=QUICK)
    table = Table(reader)
    event = table.until(Fault)
    os.close(held)
    reader.close()
    assert isinstance(event, Fault)
    assert (event.kind, event.params["port"]) == ("busy-port", path)


def test_a_port_that_may_not_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(serial, "Serial", refuse)
    reader = ShoeReader(None, find=lambda: ["/dev/ttyACM0"], timing=QUICK)
    table = Table(reader)
    event = table.until(Fault)
    reader.close()
    assert isinstance(event, Fault)
    assert sentence(event) == (
        "The port /dev/ttyACM0 may not be opened: add the user to the group dialout and log in again."
    )


def test_no_port_at_all_is_lost_once() -> None:
    """Fault: shoe unplugged."""
    reader = ShoeReader(None, find=list, timing=QUICK)
    table = Table(reader)
    assert table.until(Fault) == Fault("shoe", "lost", {})
    reader.close()
    assert table.events.empty()


def test_two_shoes_are_no_guess() -> None:
    with SimulatedShoe(ORDER, simulated_deck()) as one, SimulatedShoe(ORDER, simulated_deck()) as other:
        both = [one.port, other.port]
        reader = ShoeReader(simulated_deck(), find=lambda: one.ports() + other.ports(), timing=UNHURRIED)
        table = Table(reader)
        event = table.until(Fault)
        assert isinstance(event, Fault)
        assert (event.kind, event.params["ports"]) == ("two-shoes", ", ".join(both))
        other.unplug()
        table.until(FaultOver, "two-shoes")
        one.draw()
        table.until_cards(1)
        reader.close()
    assert table.cards == ORDER[:1]


def test_a_shoe_beside_something_else_is_found(shoe: SimulatedShoe, peer: tuple[int, str]) -> None:
    reader = ShoeReader(simulated_deck(), find=lambda: [peer[1], *shoe.ports()], timing=UNHURRIED)
    table = Table(reader)
    up = table.until(LinkUp)
    reader.close()
    assert isinstance(up, LinkUp)
    assert up.details["port"] == shoe.port


def test_who_answers(shoe: SimulatedShoe, peer: tuple[int, str]) -> None:
    assert isinstance(answers(shoe.port), LinkUp)
    assert answers(peer[1], within=0.05) is None


def test_a_babbling_port_is_noise(peer: tuple[int, str]) -> None:
    """Fault: shoe babbling."""
    master, path = peer
    reader = ShoeReader(None, find=lambda: [path], timing=QUICK)
    table = Table(reader)
    os.read(master, 64)
    os.write(master, bytes(range(256)) * 8)
    os.write(master, b"\n" + seal("HELLO shoe 1 fw=0.1.0 boot=0001"))
    table.until(LinkUp)
    reader.close()
    assert table.faults == []


def test_a_dead_light_barrier_is_told_once_and_its_end_too(shoe: SimulatedShoe, table: Table) -> None:
    """Fault: a part of the shoe."""
    table.until(LinkUp)
    table.reader.gate(True, Lamp.GO)
    while not shoe.gate_open:
        shoe.wait(0.01)
    shoe.spoil_beam(True)
    table.reader.gate(False, Lamp.STOP)
    table.until(Fault, "barrier-lost")
    shoe.spoil_beam(False)
    table.until(FaultOver, "barrier-lost")
    shoe.draw()
    table.until_cards(1)
    assert table.faults == ["barrier-lost"]


def test_an_acknowledgement_of_the_last_moment_is_sent_before_closing(peer: tuple[int, str]) -> None:
    master, path = peer
    reader = ShoeReader(None, find=lambda: [path], timing=QUICK)
    table = Table(reader)
    os.read(master, 64)
    os.write(master, seal("HELLO shoe 1 fw=0.1.0 boot=0001"))
    table.until(LinkUp)
    reader._closing = True  # the thread sees it before it sees what is to be sent
    reader.acknowledge(Receipt("0001", 1))
    reader.close()
    sent = b""
    while not sent.endswith(seal("ACK 0001 1")):
        sent += os.read(master, 4096)
