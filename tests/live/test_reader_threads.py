"""Readers whose threads die or hang: told, started anew, no card twice."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from engine.cards import Card
from engine.inputs import Confirm, StartHand
from kiosk.demo import ShuffledShoe, demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.readers.base import Emit, Lamp, LinkUp, Receipt
from kiosk.readers.shoe import ShoeReader
from tests.live.place import Place, Waiting, banner, has, lamp


class _DyingReader:
    """A reader whose thread ends by an exception, so often as it is told to."""

    name = "scanner"
    acknowledges = False

    def __init__(self, deaths: int) -> None:
        self.deaths = deaths
        self.starts = 0
        self._thread: threading.Thread | None = None

    def start(self, emit: Emit) -> None:
        self.starts += 1
        self._thread = threading.Thread(target=self._run, args=(emit,))
        self._thread.start()

    def _run(self, emit: Emit) -> None:
        if self.starts <= self.deaths:
            raise ValueError("As was read")
        emit(LinkUp(self.name))

    def acknowledge(self, receipt: Receipt) -> None:
        raise AssertionError("it acknowledges nothing")

    def gate(self, open: bool, lamp: Lamp) -> None:
        pass

    def close(self) -> None:
        if self._thread is not None:
            self._thread.join()


class TestAReaderThatDies:
    def test_is_told_and_started_anew(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        """Fault: reader dies."""
        reader = _DyingReader(deaths=1)
        session = LiveSession(Journal.open(tmp_path), demo_header(3), [reader])
        try:
            waiting = Waiting(session)
            state = waiting.until(lambda state: lamp(state) == "ok")
            assert [one.kind for one in state.banners] == ["not-acknowledged"]  # said of every scanner, once
            assert reader.starts == 2
            assert "the reader scanner stopped: ValueError in _run" in caplog.text
            assert "As was read" not in caplog.text
        finally:
            session.close()

    def test_again_and_again_is_left_alone_under_its_banner(self, tmp_path: Path) -> None:
        reader = _DyingReader(deaths=1000)
        session = LiveSession(Journal.open(tmp_path), demo_header(3), [reader])
        try:
            waiting = Waiting(session)
            told = banner(waiting.until(has("stopped")), "stopped")
            assert told.sentence.startswith("The kiosk's own program for the scanner stopped")
            while reader.starts < 6:
                session.settle()
            state = session.settle()
            assert lamp(state) == "fault"
            assert reader.starts == 6
        finally:
            session.close()

    def test_another_threads_death_is_no_readers(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        other = threading.Thread(target=lambda: 1 // 0)
        seen: list[object] = []
        monkeypatch.setattr(place.session._readers.watch, "_before", seen.append)
        other.start()
        other.join()
        assert len(seen) == 1
        assert place.session.settle().banners == ()

    def test_the_card_that_it_held_comes_again_and_does_not_double(self, tmp_path: Path) -> None:
        """Fault: reader dies.

        The real firmware's shoe keeps what nobody acknowledged; here the deck file fails at one card."""
        shuffled = ShuffledShoe(7)

        class Spoilt:
            """A deck that fails once."""

            name = "Spoilt"
            asked = 0

            def card(self, key: str) -> Card | None:
                self.asked += 1
                if self.asked == 4:
                    raise RuntimeError("this text could name a card")
                return shuffled.deck.card(key)

        reader = ShoeReader(Spoilt(), find=shuffled.shoe.ports)  # type: ignore[arg-type]
        session = LiveSession(Journal.open(tmp_path), demo_header(3), [reader], shuffled)
        try:
            waiting = Waiting(session)
            for entry in (StartHand(), Confirm("announce"), Confirm("antes")):
                session.submit(entry)
            session.settle()
            session.draw_card()
            waiting.until(has("stopped"))
            waiting.until(lambda state: state.view.step == "deal" and state.view.prompt.deal.remaining == 5)  # type: ignore[union-attr]
            while session.settle().view.step == "deal":
                session.draw_card()
            lines = [entry.line for entry in session._journal.lines()]
            assert [line["card"] for line in lines if line["type"] == "card"] == [
                str(card) for card in shuffled.order(1)[:9]
            ]
        finally:
            session.close()
            shuffled.close()


def test_a_kiosk_with_the_shoe_inside_it_goes_on_with_the_same_deck(tmp_path: Path) -> None:
    """`liege run --shoe simulated`: the shoe goes with the kiosk and comes back with the cards that are left."""

    def start() -> tuple[ShuffledShoe, LiveSession]:
        shuffled, journal = ShuffledShoe(7), Journal.open(tmp_path)
        receipts = [Receipt(boot, seq) for boot, seq in journal.last_receipts().items()]
        reader = ShoeReader(shuffled.deck, receipts, shuffled.shoe.ports)
        return shuffled, LiveSession(journal, demo_header(3), [reader], shuffled)

    shuffled, session = start()
    for entry in (StartHand(), Confirm("announce"), Confirm("antes")):
        session.submit(entry)
    session.settle()
    waiting = Waiting(session)
    for left in range(8, 4, -1):
        shuffled.draw()
        waiting.until(lambda state, left=left: state.view.prompt.deal.remaining == left)  # type: ignore[misc]
    session.close()
    shuffled.close()
    shuffled, session = start()
    try:
        waiting = Waiting(session)
        waiting.until(has("restarted"))
        session.clear_banner("shoe", "restarted")
        session.settle()
        session.draw_card()
        waiting.until(lambda state: state.view.step == "pass")
        cards = [entry.line["card"] for entry in session._journal.lines() if entry.line["type"] == "card"]
        assert cards == [str(card) for card in shuffled.order(1)[:9]]
    finally:
        session.close()
        shuffled.close()
