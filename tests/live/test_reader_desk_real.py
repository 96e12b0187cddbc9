"""The reader desk with its thread, a live session, the real firmware behind a pseudo-terminal, and pictures."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import DECK, Card
from engine.inputs import Confirm, StartHand
from kiosk import decks
from kiosk.demo import demo_header
from kiosk.journal import Journal
from kiosk.live_reader_desk import LiveReaderDesk
from kiosk.live_session import LiveSession
from kiosk.reader_bench import ReaderBench
from kiosk.reader_choice import ReaderChoice
from kiosk.reader_desk import Attend, DeskState, Keep, LivePicture, SelfTest
from kiosk.reader_log import ReaderLog
from kiosk.reader_making import ReaderMaker, Sights, load_parts
from kiosk.readers.base import Receipt
from kiosk.readers.link_lines import LinkLines
from kiosk.readers.simulated_shoe import SimulatedShoe, simulated_deck
from tests.vision.pictures import Laid, table


class Kiosk:
    """Session and desk as ``liege run`` puts them together."""

    def __init__(self, folder: Path, choice: ReaderChoice) -> None:
        self.journal = Journal.open(folder)
        self.sights, self.lines = Sights(), LinkLines()
        self.maker = ReaderMaker(self.receipts, self.sights, self.lines.heard)
        readers = self.maker.all_of(choice, load_parts(choice))
        log = ReaderLog(self.lines)
        bench = ReaderBench(folder, choice, choice, self.maker, readers, log)
        self.desk = LiveReaderDesk(folder, bench, self.maker, self.sights, self.lines, log)
        self.session = LiveSession(self.journal, demo_header(3), readers, listen=self.desk.hear)
        self.maker.receipts = lambda: self.session.run_there(self.receipts)
        self._changed = threading.Condition()
        self.desk.subscribe(self._told)
        self.desk.attach(self.session)

    def receipts(self) -> list[Receipt]:
        return [Receipt(boot, seq) for boot, seq in self.journal.last_receipts().items()]

    def _told(self, state: DeskState) -> None:
        with self._changed:
            self._changed.notify_all()

    def until(self, wanted: Callable[[DeskState], Any]) -> DeskState:
        with self._changed:
            assert self._changed.wait_for(lambda: wanted(self.desk.state), 60), repr(self.desk.state.readers)
            return self.desk.state

    def close(self) -> None:
        self.desk.close()
        self.session.close()


@pytest.fixture
def shoe() -> Iterator[SimulatedShoe]:
    with SimulatedShoe(DECK, simulated_deck(), read_within=10.0) as simulated:
        yield simulated


@pytest.fixture
def kiosk(tmp_path: Path, shoe: SimulatedShoe) -> Iterator[Kiosk]:
    place = Kiosk(tmp_path, ReaderChoice(shoe=shoe.port))
    yield place
    place.close()


def linked(state: DeskState) -> bool:
    return bool(state.readers and state.readers[0].since)


def test_the_firmware_tests_itself(kiosk: Kiosk, shoe: SimulatedShoe) -> None:
    kiosk.until(linked)
    kiosk.desk.do(SelfTest("shoe"))
    report = kiosk.until(lambda state: state.readers[0].test).readers[0].test
    assert report is not None and report.good
    assert [part.kind for part in report.parts] == ["reader-ok", "barrier-ok"]
    shoe.spoil_beam(True)
    for _ in range(2):  # the first may have begun before the simulated beam was dead
        kiosk.desk.do(SelfTest("shoe"))
    report = kiosk.until(lambda state: state.readers[0].test != report).readers[0].test
    assert report is not None and not report.good
    assert [part.kind for part in report.parts] == ["reader-ok", "barrier-lost"]


def test_tags_learned_at_the_table_get_into_the_deck_and_not_into_the_game(
    kiosk: Kiosk, shoe: SimulatedShoe, tmp_path: Path
) -> None:
    kiosk.until(linked)
    before = len(list(kiosk.journal.lines()))
    kiosk.desk.do(Attend("tags", "shoe", "House"))
    kiosk.until(lambda state: state.learning)
    for count in (1, 2, 3):
        shoe.draw()
        kiosk.until(lambda state, count=count: state.learning and state.learning.learned == count)
    path = tmp_path / "decks" / "house.deck"
    held = decks.load(path)
    drawn = [simulated_deck().key(card) for card in DECK[:3]]
    assert [held.card(tag or "") for tag in drawn] == [Card.parse(name) for name in ("2s", "3s", "4s")]
    assert len(list(kiosk.journal.lines())) == before
    lines = repr(kiosk.lines.last("shoe"))
    assert all(tag not in lines for tag in drawn if tag) and "'number': 3" in lines

    # back to the game with that deck: the next card is known to be the next, and nobody misses the three
    kiosk.desk.do(Keep())
    kiosk.desk.do(Attend(""))
    kiosk.until(lambda state: state.mode == "" and not state.busy and linked(state))
    for entry in (StartHand(), Confirm("announce"), Confirm("antes")):
        kiosk.session.submit(entry)
    assert kiosk.session.settle().view.wants_cards
    came = threading.Event()
    kiosk.session.subscribe(lambda state: came.set() if sum(seat.down for seat in state.view.seats) else None)
    shoe.draw()
    assert came.wait(60)
    state = kiosk.session.settle()
    assert sum(seat.down for seat in state.view.seats) == 1
    assert {banner.kind for banner in state.banners} <= {"foreign-tag"}  # of 52 tags the deck knows three


def test_a_folder_of_pictures_is_looked_at(tmp_path: Path) -> None:
    film = tmp_path / "film"
    film.mkdir()
    for number in range(16):
        picture = table(Laid("Ks", 400, 360, high=420), Laid("2d", 850, 360, high=420), seed=number)
        cv2.imwrite(str(film / f"{number}.png"), np.asarray(picture))
    place = Kiosk(tmp_path, ReaderChoice(shoe="none", camera=str(film), place="table"))
    shown: queue.Queue[LivePicture] = queue.Queue()
    place.desk._window.show = shown.put  # type: ignore[method-assign]
    try:
        place.desk.do(Attend("live", "camera"))
        named: set[str] = set()
        while named != {"K♠", "2♦"}:
            picture = shown.get(timeout=60)
            assert len(picture.rgb) == picture.width * picture.height * 3
            named = {box.card.sign for box in picture.boxes if box.card}
        assert (picture.scene, picture.small) == ("still", False)
        assert picture.index_pixels is not None and 30 <= picture.index_pixels <= 50
    finally:
        place.close()
