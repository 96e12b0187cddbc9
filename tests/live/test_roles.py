"""Dealer and supervisor at a running session: the PIN, what it opens, what goes on without it, what is noted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.inputs import Act, Confirm, Join, Leave, Rebuy, StartHand, Undo, Void
from kiosk import sealing_pin
from kiosk.audit import NOTED
from kiosk.demo import demo_header
from kiosk.journal import Journal, JournalError
from kiosk.live_office import OPEN_FOR
from kiosk.live_session import LiveSession
from kiosk.readers.base import Receipt
from kiosk.recorder import Recorder, free_name
from kiosk.recording import read_session
from kiosk.replay import replay_recording
from kiosk.sealing_pin import Supervisor
from kiosk.store_place import open_guarded
from kiosk.supervision import (
    Answer,
    EnterCode,
    EnterPin,
    GoOnWithout,
    Lock,
    NewEvening,
    Office,
    RemovePin,
    Request,
    SetPin,
)
from tests.live.place import DECK, FIRST_NINE, Place
from tests.proofs._bytes_shoe import BOOT, BytesShoe

PIN = "314159"


class Guarded(Place):
    """A kiosk whose table key a supervisor may guard; ``now`` are its monotonic seconds."""

    now = 100.0

    def start(self) -> None:
        self.journal, self.supervisor = open_guarded(self.folder)
        self.supervisor._clock = lambda: self.now
        receipts = [Receipt(boot, seq) for boot, seq in self.journal.last_receipts().items()]
        self.shoe = BytesShoe(DECK, receipts)
        self.shoe.drawn = max((receipt.seq for receipt in receipts if receipt.boot == BOOT), default=0)
        self.recording = self.folder / "evening.session.jsonl"
        self.session = LiveSession(
            self.journal,
            demo_header(3),
            [self.shoe],
            make_recorder=lambda header: Recorder(free_name(self.recording), header.line()),
            clock=lambda: self.now,
            supervisor=self.supervisor,
        )

    def ask(self, *requests: Request) -> Office:
        for request in requests:
            self.session.supervise(request)
        return self.session.settle().office

    def noted(self) -> list[tuple[str, str]]:
        """What the office kept in the journal, oldest first."""
        notes = [str(entry.line.get("text", "")) for entry in self.journal.lines()]
        told = [json.loads(note.removeprefix(NOTED)) for note in notes if note.startswith(NOTED)]
        return [(one["what"], one["outcome"]) for one in told]


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Guarded]:
    place = Guarded(tmp_path)
    yield place
    place.session.close()


def test_without_a_pin_everything_is_the_dealers(kiosk: Guarded) -> None:
    assert kiosk.ask() == Office()
    state = kiosk.enter(StartHand(rules={"ante": 50, "small_bet": 200, "big_bet": 400}))
    assert (state.refused, state.view.small_bet) == ("", 200)
    assert kiosk.again().office == Office()


class TestThePin:
    def test_is_set_entered_and_locked(self, kiosk: Guarded) -> None:
        office = kiosk.ask(SetPin(PIN))
        assert office.has_pin and office.open and office.answer == Answer("pin-set")
        assert len(office.code.replace("-", "")) == 20
        office = kiosk.ask(Lock())
        assert not office.open and office.code == ""
        assert kiosk.ask(EnterPin("314158")).answer == Answer("wrong-pin", 9)
        assert kiosk.ask(EnterPin(PIN)).open
        assert kiosk.noted() == [("new pin", "set"), ("lock", "done"), ("pin", "wrong"), ("pin", "right")]

    def test_stands_in_no_file_and_in_no_repr(self, kiosk: Guarded, tmp_path: Path) -> None:
        office = kiosk.ask(SetPin(PIN), Lock(), EnterPin("271828"), EnterPin(PIN))
        assert PIN not in repr((EnterPin(PIN), SetPin(PIN), kiosk.session.state, office))
        kiosk.session.close()
        for path in tmp_path.rglob("*"):
            if path.is_file():
                content = path.read_bytes()
                assert PIN.encode() not in content and b"271828" not in content, path

    def test_is_not_taken_where_it_is_too_simple(self, kiosk: Guarded) -> None:
        for simple in ("12345", "111111", "121212"):
            office = kiosk.ask(SetPin(simple))
            assert office.answer == Answer("weak-pin") and not office.has_pin

    def test_wrong_ones_must_wait_and_then_only_the_code_helps(self, kiosk: Guarded) -> None:
        code = kiosk.ask(SetPin(PIN)).code
        kiosk.ask(Lock())
        for left in (9, 8, 7):
            assert kiosk.ask(EnterPin("000111")).answer == Answer("wrong-pin", left)
        assert kiosk.ask(EnterPin(PIN)).answer == Answer("wait", 30)
        for _ in range(sealing_pin.LOCKED_AT - 3):
            kiosk.now += sealing_pin.LONGEST_WAIT
            kiosk.ask(EnterPin("000111"))
        assert kiosk.ask().answer == Answer("locked")
        kiosk.now += 10 * sealing_pin.LONGEST_WAIT
        office = kiosk.ask(EnterPin(PIN))
        assert office.answer == Answer("locked") and not office.open
        assert kiosk.ask(EnterCode("0" * 20)).answer == Answer("wrong-code")
        assert kiosk.ask(EnterCode(code)).open
        assert kiosk.noted()[-4:] == [
            ("pin", "wrong"),
            ("pin", "refused: locked"),
            ("recovery code", "wrong"),
            ("recovery code", "right"),
        ]

    def test_locks_at_the_next_hand(self, kiosk: Guarded) -> None:
        kiosk.ask(SetPin(PIN))
        kiosk.enter(StartHand())
        assert not kiosk.ask().open

    def test_locks_after_a_while(self, kiosk: Guarded) -> None:
        kiosk.ask(SetPin(PIN))
        kiosk.now += OPEN_FOR - 1
        kiosk.session.run_there(kiosk.session._look_round)
        assert kiosk.ask().open
        kiosk.now += 1
        kiosk.session.run_there(kiosk.session._look_round)
        assert not kiosk.ask().open

    def test_can_be_taken_away_by_who_entered_it(self, kiosk: Guarded) -> None:
        kiosk.ask(SetPin(PIN), Lock())
        assert kiosk.ask(RemovePin()).answer == Answer("needs-pin")
        office = kiosk.ask(EnterPin(PIN), RemovePin())
        assert not office.has_pin and office.may
        assert kiosk.again().office == Office()

    def test_another_one_needs_the_first(self, kiosk: Guarded) -> None:
        kiosk.ask(SetPin(PIN), Lock())
        assert kiosk.ask(SetPin("271828")).answer == Answer("needs-pin")
        assert kiosk.ask(EnterPin(PIN)).open
        assert kiosk.noted()[-2:] == [("new pin", "refused: locked"), ("pin", "right")]


class TestWhatNeedsThePin:
    """RELIABILITY, roles: rules and money corrections; in play everything is the dealer's."""

    def test_rules(self, kiosk: Guarded) -> None:
        kiosk.ask(SetPin(PIN), Lock())
        state = kiosk.enter(StartHand(rules={"ante": 50}))
        assert state.refused_kind == "needs-supervisor" and state.view.hand == 0
        assert "supervisor's PIN" in state.refused
        assert kiosk.noted()[-1] == ("rules", "refused: locked")
        kiosk.ask(EnterPin(PIN))
        assert kiosk.enter(StartHand(rules={"ante": 50})).view.hand == 1

    def test_not_the_choice_of_the_game_at_the_same_limits(self, kiosk: Guarded) -> None:
        kiosk.ask(SetPin(PIN), Lock())
        game = {"variant": "stud", "bring_in": 50, "burn": True, "small_bet": 100, "big_bet": 200}
        state = kiosk.enter(StartHand(rules=game))
        assert (state.refused, state.view.variant) == ("", "stud")

    def test_not_buying_joining_leaving_or_a_misdeal(self, kiosk: Guarded) -> None:
        kiosk.ask(SetPin(PIN), Lock())
        state = kiosk.enter(Rebuy(1, 500), Join(5, "Eli", 4000), Leave(3), StartHand(), Void("misdeal"), Undo())
        assert (state.refused, state.view.status) == ("", "open")

    def test_money_corrections(self, kiosk: Guarded) -> None:
        kiosk.enter(StartHand(), Void("misdeal"))
        kiosk.ask(SetPin(PIN), Lock())
        right = Rebuy(1, 200, corrects=1, source=2, why="pot to the wrong player")
        assert kiosk.enter(right).refused_kind == "needs-supervisor"
        kiosk.ask(EnterPin(PIN))
        state = kiosk.enter(right)
        assert {seat.seat: seat.stack for seat in state.view.seats} == {1: 4200, 2: 3800, 3: 4000}
        (line,) = [entry.line for entry in kiosk.journal.lines() if entry.line["type"] == "rebuy"]
        told = {"seat": 1, "amount": 200, "hand": 1, "from": 2, "by": "supervisor", "why": "pot to the wrong player"}
        assert {key: value for key, value in line.items() if key not in ("t", "type")} == told


class TestAStartWithSealedCards:
    def sealed(self, kiosk: Guarded) -> Any:
        kiosk.ask(SetPin(PIN))
        before = kiosk.to_the_bet()
        kiosk.enter(Act(2, "bet", 100))
        before = kiosk.session.settle()
        state = kiosk.again()
        assert state.office == Office(has_pin=True, sealed=True)
        return before

    def test_nothing_is_played_before_the_pin(self, kiosk: Guarded) -> None:
        self.sealed(kiosk)
        rows = kiosk.journal.end
        state = kiosk.enter(Act(3, "call"), StartHand(), Confirm("pass"))
        assert state.refused_kind == "cards-sealed"
        kiosk.shoe.card(DECK.key(Card.parse("2h")) or "")
        state = kiosk.session.settle()
        assert (state.view.step, state.view.pot) == ("", 0)
        assert kiosk.journal.end == rows
        assert b"ACK" not in kiosk.shoe.told

    def test_the_pin_brings_all_of_it_back(self, kiosk: Guarded) -> None:
        before = self.sealed(kiosk)
        kiosk.ask(EnterPin("000111"))
        assert kiosk.session.settle().view.hand == 0
        kiosk.ask(EnterPin(PIN))
        state = kiosk.session.settle()
        assert state.view == before.view
        assert state.taken_up == 1 and state.office.open
        assert kiosk.noted()[-2:] == [("pin", "wrong"), ("pin", "right")]
        state = kiosk.enter(Act(3, "call"))
        assert state.refused == ""
        assert kiosk.session.past().states[-1].view == state.view

    def test_a_card_that_came_meanwhile_is_played_after_the_pin(self, kiosk: Guarded) -> None:
        kiosk.ask(SetPin(PIN))
        kiosk.enter(StartHand(), Confirm("announce"), Confirm("antes"))
        kiosk.deal(*FIRST_NINE[:4])
        kiosk.again()
        kiosk.deal(FIRST_NINE[4])
        kiosk.ask(EnterPin(PIN))
        state = kiosk.session.settle()
        assert sum(seat.down for seat in state.view.seats) == 5

    def test_without_it_the_hand_is_void_and_the_chips_are_back(self, kiosk: Guarded) -> None:
        self.sealed(kiosk)
        kiosk.ask(GoOnWithout())
        state = kiosk.session.settle()
        assert not state.office.sealed and state.taken_up == 1
        assert {seat.seat: (seat.name, seat.stack) for seat in state.view.seats} == {
            1: ("Ana", 4000),
            2: ("Ben", 4000),
            3: ("Cleo", 4000),
        }
        assert state.view.prompt.seat == 1, "the same dealer deals again"
        state = kiosk.to_the_pass()
        assert state.view.dealer == 1
        again = kiosk.again()
        assert again.office.sealed
        kiosk.ask(EnterPin(PIN))
        assert kiosk.session.settle().view == state.view
        assert len(kiosk.journal.sessions()) == 2

    def test_an_own_error_costs_no_hand_there(self, kiosk: Guarded) -> None:
        self.sealed(kiosk)
        kiosk.ask(GoOnWithout())
        before = kiosk.to_the_pass()
        kiosk.session._thread.post(lambda: 1 // 0)  # type: ignore[arg-type]
        state = kiosk.session.settle()
        assert state.view == before.view and [banner.kind for banner in state.banners] == ["inside"]
        assert not state.office.open

    def test_a_paid_hand_is_not_lost_and_the_button_goes_on(self, kiosk: Guarded) -> None:
        kiosk.ask(SetPin(PIN))
        kiosk.to_the_bet()
        kiosk.fold_round()
        kiosk.enter(Confirm("pay"), Rebuy(2, 500), StartHand(), Undo())
        kiosk.again()
        kiosk.ask(GoOnWithout())
        state = kiosk.session.settle()
        # all fold to seat 1, who wins the other two antes of 25; then seat 2 buys 5.00
        assert {seat.seat: seat.stack for seat in state.view.seats} == {1: 4050, 2: 4475, 3: 3975}
        assert state.view.prompt.seat == 2
        kiosk.enter(StartHand())
        kiosk.session.close()
        told = replay_recording(read_session(free_name(kiosk.recording).with_name("evening-2.session.jsonl")))
        assert [hand["dealer"] for hand in told["hands"]] == [2]

    def test_a_refused_start_in_the_middle_of_a_hand_changes_no_chips(self, kiosk: Guarded) -> None:
        self.sealed(kiosk)
        kiosk.ask(EnterPin(PIN))
        assert kiosk.enter(StartHand()).refused_kind == "hand-in-play"
        kiosk.again()
        kiosk.ask(GoOnWithout())
        assert {seat.stack for seat in kiosk.session.settle().view.seats} == {4000}

    def test_a_store_without_its_key_is_told(self, kiosk: Guarded, tmp_path: Path) -> None:
        kiosk.session.close()
        (tmp_path / "liege.key").unlink()
        with pytest.raises(JournalError, match=r"liege\.key is missing"):
            open_guarded(tmp_path)
        assert not (tmp_path / "liege.key").exists()


class TestANewEvening:
    def test_begins_with_empty_seats_and_the_same_rules(self, kiosk: Guarded) -> None:
        kiosk.enter(StartHand(rules={"ante": 50}))
        assert kiosk.ask(NewEvening()).answer == Answer("between-hands")
        kiosk.enter(Void("misdeal"))
        kiosk.ask(NewEvening())
        state = kiosk.session.settle()
        assert (state.view.hand, state.view.seats, state.taken_up) == (0, (), 1)
        assert state.view.game is not None and state.view.game.ante == 50
        assert kiosk.again().view == state.view

    def test_old_ones_are_retired_between_hands(self, kiosk: Guarded) -> None:
        for _ in range(22):
            kiosk.enter(Join(1, "Ana", 4000), Join(2, "Ben", 4000), StartHand(), Void("misdeal"))
            kiosk.ask(NewEvening())
        assert len(kiosk.journal.sessions()) == 20
        assert kiosk.again().view.hand == 0


def test_the_guard_is_the_stores(tmp_path: Path) -> None:
    """The same file serves both: a PIN set here locks the store at the next start."""
    journal, supervisor = open_guarded(tmp_path)
    journal.start_session(demo_header(3).line())
    supervisor.set_pin(PIN)
    journal.close()
    assert Supervisor.open(tmp_path).has_pin
    locked = Journal.open(tmp_path)
    assert locked.needs_key
    locked.close()
