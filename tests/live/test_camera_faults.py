"""The camera in a live session when something is wrong: banner, silence, and nothing lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.inputs import Act, Confirm, Input, StartHand, Undo
from kiosk.journal import Journal, JournalError
from kiosk.live_session import LiveSession
from kiosk.readers.base import Fault, FaultOver
from kiosk.recording import parse_header
from kiosk.session import ScreenState
from tests.live.place import banner
from tests.live.sights import card, reading, sight
from tests.live.test_camera_table import UNSURE

SEATS = [{"seat": 1, "name": "Ana", "stack": 4000}, {"seat": 2, "name": "Ben", "stack": 4000}]
TO_REVEAL = (StartHand(dealer=2), Confirm("announce"), Confirm("antes"), Confirm("deal"), Confirm("pass"))
BOTH = (reading("As", 1), reading("Kd", 2))


class Live:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        header = parse_header({"type": "session", "rules": {"variant": "liege-lord"}, "seats": SEATS})
        self.journal = Journal.open(self.folder)
        self.session = LiveSession(self.journal, header)

    def enter(self, *entries: Input) -> ScreenState:
        for entry in entries:
            self.session.submit(entry)
        return self.session.settle()

    def see(self, *readings: object) -> ScreenState:
        """Something moves, and then this scene settles."""
        self.session.see(sight(settled=False))
        self.session.see(sight(*readings))  # type: ignore[arg-type]
        return self.session.settle()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    at = Live(tmp_path)
    yield at
    at.session.close()


def test_more_open_cards_than_are_due_are_a_banner_until_it_is_over(live: Live) -> None:
    live.enter(*TO_REVEAL)
    state = live.see(reading("As", 1), reading("Kd", 2), reading("9h", 2, 1))
    told = banner(state, "camera-contradicted")
    assert "seat 2" in told.sentence and not told.needs_confirm and state.asks == ()
    state = live.see(*BOTH)
    assert state.banners == () and state.view.step == "bet"


@pytest.mark.parametrize("kind", ["camera-moved", "camera-covered", "camera-lost", "camera-hangs"])
def test_a_camera_that_does_not_see_fills_nothing_in(live: Live, kind: str) -> None:
    live.enter(*TO_REVEAL)
    live.session.hear(Fault("camera", kind))
    state = live.see(*BOTH)
    assert state.view.step == "reveal" and state.asks == ()
    live.session.hear(FaultOver("camera", kind))
    assert live.session.settle().view.step == "reveal"  # what it saw meanwhile does not count
    assert live.see(*BOTH).view.step == "bet"


def test_while_a_card_is_in_doubt_the_camera_goes_on_with_nothing(live: Live) -> None:
    """The shoe restarted: first the dealer counts the cards."""
    live.enter(*TO_REVEAL)
    live.session.hear(Fault("shoe", "restarted"))
    state = live.see(*BOTH)
    assert state.view.step == "reveal" and state.asks == ()
    live.session.clear_banner("shoe", "restarted")
    assert live.session.settle().view.step == "bet"


def test_what_the_storage_does_not_take_is_not_played(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    live.enter(*TO_REVEAL)

    def full(*_: object, **__: object) -> None:
        raise JournalError("The storage is full.")

    monkeypatch.setattr(live.journal, "append", full)
    state = live.see(*BOTH)
    assert banner(state, "storage") and state.view.step == "reveal"
    assert all(not seat.up for seat in state.view.seats)


def test_a_refusal_of_the_dealers_input_stays_on_the_screen(live: Live) -> None:
    live.enter(*TO_REVEAL)
    refused = live.enter(Act(1, "check")).refused
    assert refused
    assert live.see(reading("As", 1)).refused == refused


def test_after_a_restart_nothing_is_lost_and_the_camera_goes_on(live: Live) -> None:
    live.enter(*TO_REVEAL)
    state = live.see(reading("As", 1), reading(None, 2, others=UNSURE))
    assert len(state.asks) == 1
    live.session.close()
    live.start()
    state = live.session.settle()
    assert state.asks == () and state.view.prompt.seats == (2,)  # Ana's card is in the journal
    state = live.see(reading("As", 1), reading(None, 2, others=UNSURE))
    live.session.answer_camera(state.asks[0].number, card("9h"))
    state = live.session.settle()
    assert state.view.step == "bet" and [str(seat.up[0]) for seat in state.view.seats] == ["As", "9h"]


def test_an_answer_is_one_input_that_undo_takes_back(live: Live) -> None:
    live.enter(*TO_REVEAL)
    state = live.see(reading("As", 1), reading(None, 2, others=UNSURE))
    live.session.answer_camera(state.asks[0].number, card("9h"))
    state = live.session.settle()
    assert state.undo is not None and (state.undo.kind, state.undo.seat) == ("card", 2)
    state = live.enter(Undo())
    assert state.view.step == "reveal" and [ask.seat for ask in state.asks] == [2]
