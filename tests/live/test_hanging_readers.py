"""Readers whose threads hang in a driver: told, given up, a fresh one in their place; what comes late counts not.

The hang is a thread that really waits for something that does not come; that so much time has passed is said by
its ``moved_at``.
"""

from __future__ import annotations

import os
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.inputs import Confirm, StartHand
from kiosk.demo import ShuffledShoe, demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.reader_watch import AGAIN, WELL, Hearing, ReaderWatch
from kiosk.readers.base import CardReader, Fault, FaultOver, LinkUp, ReaderEvent, Receipt, WatchedReader
from kiosk.readers.serial_codes import CodeReader
from kiosk.readers.shoe import ShoeReader
from tests.live.place import Waiting, banner, has, lamp


class Hang:
    """Hangs whoever calls it with the awaited bytes, once, until ``go``; for a reader's ``tap``."""

    def __init__(self, at: bytes) -> None:
        self._at = at
        self._seen = b""
        self.reached = threading.Event()
        self.go = threading.Event()
        self.thread: threading.Thread | None = None

    def __call__(self, _port: str, data: bytes) -> None:
        self._seen += data
        if self._at in self._seen and not self.reached.is_set():
            self.thread = threading.current_thread()
            self.reached.set()
            self.go.wait()

    def come_back(self) -> None:
        """The hanging call returns, and the thread goes on to its end."""
        self.go.set()
        assert self.thread is not None
        self.thread.join(30)
        assert not self.thread.is_alive(), "it ends by itself, since its reader was given up"


def replace(session: LiveSession) -> None:
    """So much time passes that the session looks round and finds that the reader hangs."""
    (reader,) = session._readers.watch.readers
    assert isinstance(reader, WatchedReader)
    reader.moved_at = float("-inf")
    session.run_there(session._look_round)
    assert session._readers.watch.readers[0] is not reader


def cards(session: LiveSession) -> list[object]:
    return [entry.line["card"] for entry in session._journal.lines() if entry.line["type"] == "card"]


def test_a_shoe_reader_that_hangs_is_replaced_and_no_card_is_lost_or_doubled(tmp_path: Path) -> None:
    """Fault: reader hangs.

    The real firmware keeps the fourth card, whose line hangs in the old reader; the fresh one takes it."""
    shuffled = ShuffledShoe(7)
    hang = Hang(b" 4 04")  # CARD boot 4 uid
    reader = ShoeReader(shuffled.deck, find=shuffled.shoe.ports, tap=hang)
    session = LiveSession(Journal.open(tmp_path), demo_header(3), [reader], shuffled)
    try:
        waiting = Waiting(session)
        for entry in (StartHand(), Confirm("announce"), Confirm("antes")):
            session.submit(entry)
        session.settle()
        session.draw_card()
        assert hang.reached.wait(30)
        assert len(cards(session)) == 3
        replace(session)
        told = banner(waiting.until(has("hangs")), "hangs")
        assert told.sentence.startswith("The kiosk's own program for the shoe hung and is started anew")
        assert not told.needs_confirm
        state = waiting.until(lambda state: state.view.step == "deal" and state.view.prompt.deal.remaining == 5)  # type: ignore[union-attr]
        assert (state.banners, lamp(state)) == ((), "ok"), "it answers, so the banner is over"
        hang.come_back()
        while session.settle().view.step == "deal":
            session.draw_card()
        assert cards(session) == [str(card) for card in shuffled.order(1)[:9]]
        assert session.settle().banners == ()
    finally:
        hang.go.set()
        session.close()
        shuffled.close()


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    """A serial line: our end, and the path of the other."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    yield ours, os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def test_a_scanner_whose_reader_hangs_gives_its_port_to_the_fresh_one(line: tuple[int, str], tmp_path: Path) -> None:
    """Fault: reader hangs.

    The hanging thread holds the port for itself alone. What it read comes late, and does not count."""
    ours, path = line
    hang = Hang(b"AS")
    session = LiveSession(Journal.open(tmp_path), demo_header(3), [CodeReader("scanner", path, None, tap=hang)])
    try:
        waiting = Waiting(session)
        waiting.until(lambda state: lamp(state) == "ok")
        for entry in (StartHand(), Confirm("announce"), Confirm("antes")):
            session.submit(entry)
        os.write(ours, b"AS\r\n")
        assert hang.reached.wait(30)
        replace(session)
        hung = waiting.until(has("hangs"))
        waiting.until(lambda state: state.number > hung.number and lamp(state) == "ok")
        hang.come_back()
        os.write(ours, b"KD\r\n")
        waiting.until(lambda state: state.view.step == "deal" and state.view.prompt.deal.remaining == 8)  # type: ignore[union-attr]
        assert cards(session) == ["Kd"]
        assert [one.kind for one in session.settle().banners] == ["not-acknowledged"], "so count the cards"
    finally:
        hang.go.set()
        session.close()


class _Stuck:
    """A reader whose thread lives and never goes round; as are those that take its place."""

    name = "scanner"
    acknowledges = False
    moved_at = float("-inf")

    def __init__(self, made: list[_Stuck]) -> None:
        self.made = made
        self.go = threading.Event()
        self.thread = threading.Thread(target=self.go.wait)
        made.append(self)

    def start(self, emit: object) -> None:
        self.thread.start()

    def afresh(self, journaled: object) -> CardReader:
        return _Stuck(self.made)

    def acknowledge(self, receipt: Receipt) -> None:
        raise AssertionError("it acknowledges nothing")

    def gate(self, open: bool, lamp: object) -> None:
        pass

    def close(self) -> None:
        self.go.set()


class TestTheWatch:
    @pytest.fixture
    def made(self) -> Iterator[list[_Stuck]]:
        made: list[_Stuck] = []
        yield made
        for one in made:
            one.go.set()

    def test_leaves_alone_who_hangs_each_time_and_tells_when_it_goes_on_by_itself(self, made: list[_Stuck]) -> None:
        events: list[ReaderEvent] = []
        watch = ReaderWatch([_Stuck(made)], events.append, lambda _: None, clock=lambda: 1000.0)
        watch.start()
        for _ in range(AGAIN + 3):
            for reader in watch.hanging():
                watch.replace(reader, ())
        assert len(made) == 1 + AGAIN
        assert events == [Fault("scanner", "hangs")] * (AGAIN + 1)
        made[-1].moved_at = 999.0
        assert watch.hanging() == []
        assert events[-1] == FaultOver("scanner", "hangs")
        watch.close()

    def test_tries_again_with_one_that_went_well_for_long(self, made: list[_Stuck]) -> None:
        now = [1000.0]
        watch = ReaderWatch([_Stuck(made)], lambda _: None, lambda _: None, clock=lambda: now[0])
        watch.start()
        for _ in range(3 * AGAIN):
            now[0] += WELL + 1
            for reader in watch.hanging():
                watch.replace(reader, ())
        assert len(made) == 1 + 3 * AGAIN
        watch.close()

    def test_gives_the_fresh_one_to_who_takes_the_reader_from_the_table(self, made: list[_Stuck]) -> None:
        """Who takes it knows only the one that was put there, and is to close the one that is."""
        watch = ReaderWatch([_Stuck(made)], lambda _: None, lambda _: None, clock=lambda: 1000.0)
        watch.start()
        for reader in watch.hanging():
            watch.replace(reader, ())
        assert watch.exchange(["scanner"], []) == [made[1]]
        assert watch.readers == []
        watch.close()

    def test_an_error_of_one_that_was_given_up_starts_nothing(
        self, made: list[_Stuck], caplog: pytest.LogCaptureFixture
    ) -> None:
        events: list[ReaderEvent] = []
        dead: list[CardReader] = []
        watch = ReaderWatch([_Stuck(made)], events.append, dead.append, clock=lambda: 1000.0)
        old = made[0]

        def wakes() -> None:
            old.go.wait()
            raise ValueError("As was read")

        old.thread = threading.Thread(target=wakes)
        watch.start()
        for reader in watch.hanging():
            watch.replace(reader, ())
        old.go.set()
        old.thread.join(30)
        assert (dead, events) == ([], [Fault("scanner", "hangs")])
        assert "a reader that was given up ended: ValueError in wakes" in caplog.text
        assert "As was read" not in caplog.text
        watch.close()


def test_what_a_given_up_reader_tells_does_not_count() -> None:
    heard: list[ReaderEvent] = []
    hearing = Hearing(heard.append)
    hearing(LinkUp("shoe"))
    hearing.end()
    hearing(LinkUp("shoe"))
    assert heard == [LinkUp("shoe")]
