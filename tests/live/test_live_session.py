"""The live session with the real firmware in a real MicroPython, pyserial on a pseudo-terminal and SQLite
on a disk."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.inputs import Act, CardRead, Confirm, Input, Show, StartHand, Undo, Void
from kiosk.demo import ShuffledShoe, demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.readers.base import LinkUp, Receipt
from kiosk.readers.shoe import ShoeReader
from kiosk.recorder import Recorder
from kiosk.recording import Header, read_session
from kiosk.replay import replay_recording
from kiosk.session import ScreenState


class Table:
    """A live session at a demo table, and the ways to wait for what it does."""

    def __init__(self, folder: Path, shuffled: ShuffledShoe) -> None:
        self.folder = folder
        self.shuffled = shuffled
        journal = Journal.open(folder)
        journaled = [Receipt(boot, seq) for boot, seq in journal.last_receipts().items()]
        reader = ShoeReader(shuffled.deck, journaled, shuffled.shoe.ports)
        self.recording = folder / "evening.session.jsonl"
        self._changed = threading.Condition()
        self.session = LiveSession(journal, demo_header(3), [reader], shuffled, self._recorder)
        self.session.subscribe(self._told)

    def _recorder(self, header: Header) -> Recorder:
        return Recorder(self.recording, header.line())

    def _told(self, _: ScreenState) -> None:
        with self._changed:
            self._changed.notify_all()

    def until(self, step: str) -> ScreenState:
        """Wait until that step stands."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.session.state.view.step == step, 20), self.session.state
        return self.session.state

    def enter(self, *entries: Input) -> ScreenState:
        for entry in entries:
            self.session.submit(entry)
        state = self.session.settle()
        assert state.refused == ""
        return state

    def begin(self) -> None:
        self.enter(StartHand(), Confirm("announce"), Confirm("antes"))

    def deal(self) -> ScreenState:
        self.session.draw_card()
        return self.until("pass")


@pytest.fixture
def shuffled() -> Iterator[ShuffledShoe]:
    shoe = ShuffledShoe(7)
    yield shoe
    shoe.close()


@pytest.fixture
def table(tmp_path: Path, shuffled: ShuffledShoe) -> Iterator[Table]:
    table = Table(tmp_path, shuffled)
    yield table
    table.session.close()


def play_round(table: Table, hand: int, first_card: int, players: int = 3) -> None:
    """Everyone passes unseen, reveals the card just dealt, and checks round."""
    dealt = table.shuffled.order(hand)[first_card : first_card + players]
    table.enter(Confirm("pass"))
    seats = (2, 3, 1)
    for seat, card in zip(seats, dealt, strict=True):
        table.enter(CardRead(card, "dealer", seat))
    while (actions := table.session.settle().view.actions) is not None:
        table.enter(Act(actions.seat, "check"))


def test_a_hand_from_the_shoe_to_the_payout_and_again_from_the_recording(table: Table) -> None:
    """Every down card comes through the firmware; the recording gives the same payout and names no hidden
    card."""
    table.begin()
    order = table.shuffled.order(1)
    table.deal()
    play_round(table, 1, 6)
    for number in range(4):
        table.deal()
        if number < 3:
            play_round(table, 1, 9 + 3 * number)
    table.enter(Confirm("pass"))
    while (actions := table.session.settle().view.actions) is not None:
        table.enter(Act(actions.seat, "bet" if actions.upward == "bet" else "call" if actions.call else "check"))
    table.enter(
        Show(2, (order[0], order[3], order[18])),
        Show(3, (order[1], order[4], order[19])),
        Show(1, (order[2], order[5], order[20])),
        Confirm("pay"),
    )
    view = table.session.state.view
    assert view.status == "complete"
    assert sum(seat.stack for seat in view.seats) == 12000
    table.session.close()
    told = replay_recording(read_session(table.recording))
    (hand,) = told["hands"]
    assert hand["status"] == "complete"
    assert told["stacks"] == {str(seat.seat): seat.stack for seat in view.seats}
    assert [opener["seat"] for opener in hand["openers"]] == [opener.seat for opener in view.openers]


def test_a_scanner_is_told_to_be_without_acknowledgement(tmp_path: Path) -> None:
    """Once, when it is first there; the dealer's touch clears it, and it stops nothing."""
    session = LiveSession(Journal.open(tmp_path), demo_header(2))
    try:
        session.hear(LinkUp("scanner"))
        (banner,) = session.settle().banners
        assert "not acknowledged" in banner.sentence
        session.submit(StartHand())
        session.submit(Confirm("announce"))
        assert session.settle().view.step == "antes"
        session.clear_banner(banner.reader, banner.kind)
        assert session.settle().banners == ()
        session.hear(LinkUp("scanner"))
        assert session.settle().banners == ()
    finally:
        session.close()


def test_after_a_kill_the_same_prompt_stands_and_no_card_is_lost(tmp_path: Path, shuffled: ShuffledShoe) -> None:
    """Fault: power cut. A kiosk that was ended in the middle of a deal goes on at the same card (RELIABILITY)."""
    first = Table(tmp_path, shuffled)
    first.begin()
    first.until("deal")
    for drawn in range(1, 5):
        shuffled.draw()
        while first.session.settle().view.prompt.deal.remaining != 9 - drawn:  # type: ignore[union-attr]
            pass
    before = first.session.state
    first.session.close()
    again = Table(tmp_path, shuffled)
    try:
        state = again.session.settle()
        assert state.view == before.view
        assert state.undo == before.undo
        again.deal()
        assert [seat.down for seat in again.session.state.view.seats] == [3, 3, 3]
    finally:
        again.session.close()


def test_a_folded_players_cards_are_in_no_file(table: Table) -> None:
    """Down cards of a hand that ended by folding stay secret in the recording and in the journal's plain
    bytes."""
    table.begin()
    table.deal()
    play = table.enter(Confirm("pass"))
    assert play.view.step == "reveal"
    order = table.shuffled.order(1)
    for seat, card in zip((2, 3, 1), order[:3], strict=True):
        table.enter(CardRead(card, "dealer", seat))
    while (actions := table.session.settle().view.actions) is not None:
        table.enter(Act(actions.seat, "fold"))
    table.enter(Confirm("pay"))
    table.session.close()
    lines = [json.loads(line) for line in table.recording.read_text("utf-8").splitlines()]
    named = {line["card"] for line in lines if line["type"] == "card" and line["card"] is not None}
    assert named == {str(card) for card in order[:3]}
    assert read_session(table.recording).warning == ""


def test_undo_goes_back_and_a_second_undo_goes_deeper(table: Table) -> None:
    table.begin()
    state = table.enter(Undo())
    assert state.view.step == "antes"
    assert state.redo is not None and state.redo.action == "antes"
    state = table.enter(Undo(deeper=True))
    assert state.view.step == "announce"
    state = table.enter(Undo())
    assert state.view.step == "antes", "an undo taken back"
    state = table.enter(Undo())
    assert state.view.step == "deal"


def test_a_shoe_that_restarts_stops_the_hand_until_the_dealer_has_counted(table: Table) -> None:
    """Fault: shoe restarted.

    A fault that leaves cards in doubt stands, also after the kiosk starts again, until it is cleared."""
    table.begin()
    table.deal()
    table.shuffled.shoe.restart()
    with table._changed:
        assert table._changed.wait_for(lambda: any(b.kind == "restarted" for b in table.session.state.banners), 20)
    table.session.submit(Confirm("pass"))
    state = table.session.settle()
    assert state.view.step == "pass"
    assert "restarted" in state.refused
    table.session.clear_banner("shoe", "restarted")
    state = table.enter(Confirm("pass"))
    assert state.view.step == "reveal"


def test_a_shoe_that_restarts_between_hands_leaves_nothing_to_count(table: Table) -> None:
    """No hand is in play, so no card is in doubt; the next hand begins as any other."""
    table.begin()
    table.deal()
    told = table.enter(Void("misdeal")).number
    table.shuffled.shoe.restart()
    with table._changed:  # the new boot is told
        assert table._changed.wait_for(lambda: table.session.state.number > told, 20)
    table.begin()
    state = table.deal()
    assert [banner.kind for banner in state.banners if banner.needs_confirm] == []
    assert [seat.down for seat in state.view.seats] == [3, 3, 3]
