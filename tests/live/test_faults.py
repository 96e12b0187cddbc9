"""Faults at the level of the session: what the dealer is told, that nothing is lost, and how play goes on."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.inputs import Act, CardRead, Confirm, Correct, Show, StartHand, Undo
from kiosk.demo import demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.readers.base import CardReader
from kiosk.recording import read_session
from kiosk.replay import replay_recording
from tests.live.place import DECK, FIRST_NINE, Place, banner, has, uid
from tests.proofs._bytes_shoe import BytesShoe


class TestInputs:
    def test_a_double_tap_acts_once(self, place: Place) -> None:
        """Fault: double tap."""
        state = place.to_the_bet()
        assert state.view.actions is not None
        assert state.view.actions.seat == 2
        state = place.enter(Act(2, "bet", 100), Act(2, "bet", 100))
        assert state.refused != ""
        assert state.refused_kind == "not-to-act"
        assert [seat.bet for seat in state.view.seats] == [0, 100, 0]
        assert state.view.pot == 3 * 25 + 100

    def test_a_confirm_tapped_twice_confirms_one_step(self, place: Place) -> None:
        """Fault: double tap."""
        place.to_the_pass()
        state = place.enter(Confirm("pass"), Confirm("pass"))
        assert (state.view.step, state.refused_kind) == ("reveal", "wrong-step")

    def test_inputs_from_many_threads_at_once_give_one_action(self, place: Place) -> None:
        """Fault: two fingers at once.

        Ten fingers and the shoe at the same time: one fold counts, and the journal holds all of it."""
        place.to_the_bet()
        together = threading.Barrier(10)

        def finger() -> None:
            together.wait()
            place.session.submit(Act(2, "fold"))

        fingers = [threading.Thread(target=finger) for _ in range(10)]
        for one in fingers:
            one.start()
        for one in fingers:
            one.join()
        state = place.session.settle()
        assert [seat.folded for seat in state.view.seats] == [False, True, False]
        assert sum(entry.line["type"] == "act" for entry in place.journal.lines()) == 10
        assert place.again().view == state.view


def test_a_clock_that_steps_back_changes_no_order(place: Place) -> None:
    """Fault: clock stepped back.

    Wall time is a label; the session's own time never goes back, so that its file stays readable."""
    place.to_the_pass()
    place.clock -= 100_000.0
    place.enter(Confirm("pass"))
    entries = list(place.journal.lines())
    assert entries[-1].wall_time < entries[0].wall_time
    assert entries[-1].line["step"] == "pass"
    times = [int(str(entry.line["t"])) for entry in entries[1:]]
    assert times == sorted(times)
    assert place.again().view.step == "reveal"


def test_a_monotonic_clock_that_breaks_its_word_writes_no_line_that_cannot_be_read(tmp_path: Path) -> None:
    ticks = iter([50.0, 40.0, 30.0, 20.0])
    session = LiveSession(Journal.open(tmp_path), demo_header(3), clock=lambda: next(ticks))
    for entry in (StartHand(), Confirm("announce"), Confirm("antes")):
        session.submit(entry)
    session.settle()
    session.close()
    again = LiveSession(Journal.open(tmp_path), demo_header(3))
    assert again.settle().view.step == "deal"
    again.close()


class _FullDisk:
    """The journal's connection, on a disk that took as much as it can."""

    def __init__(self, real: sqlite3.Connection) -> None:
        self._real = real

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql.startswith("INSERT"):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
        return self._real.execute(sql, *values)

    def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:
        return self.execute(sql, *values)

    def __getattr__(self, name: str) -> object:
        return getattr(self._real, name)


class TestStorage:
    def test_full_suspends_play_with_one_sentence_and_loses_nothing(self, place: Place) -> None:
        """Fault: disk full."""
        before = place.to_the_bet()
        writer = place.journal._writer
        real = writer._db
        writer._db = _FullDisk(real)  # type: ignore[assignment]
        place.shoe.told.clear()
        state = place.enter(Act(2, "bet", 100), Undo(), Confirm("pass"))
        assert state.view == before.view
        assert banner(state, "storage").sentence.startswith("The storage is full, and the last input was not")
        assert not banner(state, "storage").needs_confirm
        assert len(state.banners) == 1
        place.shoe.card(uid(Card.parse("2h")))
        place.session.clear_banner("kiosk", "storage")
        state = place.session.settle()
        assert state.view == before.view
        assert banner(state, "storage")
        assert b"ACK" not in place.shoe.told, "the shoe keeps a card that is not on the disk"
        writer._db = real
        again = place.again()
        assert again.view == before.view
        assert again.banners == ()

    def test_a_session_file_that_cannot_be_written_stops_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "evening.session.jsonl").mkdir()
        place = Place(tmp_path)
        try:
            told = banner(place.session.settle(), "recording")
            assert told.needs_confirm
            assert "evening.session.jsonl cannot be written (Is a directory)" in told.sentence
            place.session.clear_banner("kiosk", "recording")
            state = place.to_the_bet()
            assert state.banners == ()
            assert state.view.actions is not None
        finally:
            place.session.close()

    def test_a_session_file_is_whole_after_a_restart_in_the_middle_of_a_hand(self, place: Place) -> None:
        place.to_the_bet()
        place.fold_round()
        place.enter(Confirm("pay"), StartHand(), Confirm("announce"))
        place.again()
        place.enter(Confirm("antes"))
        place.session.close()
        told = replay_recording(read_session(place.recording))
        assert [hand["status"] for hand in told["hands"]] == ["complete", "open"]
        # all fold to seat 1, who wins the other two antes of 25; then everyone antes again
        assert told["hands"][0]["stacks"] == {"1": 4050, "2": 3975, "3": 3975}
        assert told["stacks"] == {"1": 4025, "2": 3950, "3": 3950}


class TestASessionFileNamesNoCardThatWasOnlyTyped:
    """A slip of the dealer's finger may name a card that lies face down: nobody saw it there."""

    def cards_named(self, place: Place) -> set[str]:
        place.session.close()
        text = place.recording.read_text("utf-8")
        assert read_session(place.recording).warning == ""
        return {str(card) for card in DECK.cards.values() if f'"{card}"' in text}

    def test_in_an_input_that_was_refused_or_corrects_a_down_card(self, place: Place) -> None:
        place.to_the_bet()
        assert place.enter(Show(3, tuple(FIRST_NINE[4:6]))).refused_kind == "wrong-step"
        place.enter(Correct(3, FIRST_NINE[6], was=FIRST_NINE[7]))
        place.fold_round()
        place.enter(Confirm("pay"))
        assert self.cards_named(place) == {"As", "Kd", "9c"}

    def test_in_an_input_that_was_taken_back(self, place: Place) -> None:
        place.to_the_pass()
        state = place.enter(Confirm("pass"), CardRead(FIRST_NINE[4], "dealer", 2))
        assert state.view.prompt.seats == (3, 1)
        up = zip((2, 3, 1), FIRST_NINE[:3], strict=True)
        place.enter(Undo(), *(CardRead(card, "dealer", seat) for seat, card in up))
        place.fold_round()
        place.enter(Confirm("pay"))
        assert self.cards_named(place) == {"As", "Kd", "9c"}


class TestTheDeckIsAccountedFor:
    def test_a_card_that_came_twice_names_the_deck_suspect_when_the_hand_is_over(self, place: Place) -> None:
        """Faults: card read twice, deck suspect.

        Void hand: the tag of the ace was on two cards. The banner names no card and outlives a restart."""
        from engine.inputs import Void

        place.enter(StartHand(), Confirm("announce"), Confirm("antes"))
        state = place.deal(*FIRST_NINE[:4], FIRST_NINE[0])
        assert not has("deck-suspect")(state)
        assert state.view.faults[0].kind == "duplicate-card"
        state = place.enter(Void())
        told = banner(state, "deck-suspect")
        assert told.sentence.startswith("The deck of hand 1 is suspect")
        assert told.needs_confirm
        assert not any(card.sign in told.sentence or f" {card} " in told.sentence for card in FIRST_NINE)
        state = place.again()
        assert banner(state, "deck-suspect") == told
        state = place.enter(StartHand())
        assert state.view.status == "void"
        assert state.refused == told.sentence
        place.session.clear_banner("shoe", "deck-suspect")
        state = place.enter(StartHand())
        assert (state.view.step, state.banners) == ("announce", ())
        assert place.again().banners == ()

    def test_a_foreign_tag_names_it_suspect_though_the_dealer_has_looked_after_it(self, place: Place) -> None:
        """Faults: foreign tag, deck suspect."""
        place.enter(StartHand(), Confirm("announce"), Confirm("antes"))
        place.deal(*FIRST_NINE[:8])
        place.shoe.card("04FFFFFFFFFF80")
        state = place.session.settle()
        assert banner(state, "foreign-tag").needs_confirm
        place.again()
        place.session.clear_banner("shoe", "foreign-tag")
        place.enter(Confirm("pass"))
        up = zip((2, 3, 1), FIRST_NINE[:3], strict=True)
        place.enter(*(CardRead(card, "dealer", seat) for seat, card in up))
        assert place.fold_round().view.step == "pay"
        state = place.enter(Confirm("pay"))
        assert banner(state, "deck-suspect").sentence.startswith("The deck of hand 1 is suspect")

    def test_a_sound_deck_is_not_suspect_nor_is_the_next_hands(self, place: Place) -> None:
        for _ in range(2):
            place.to_the_bet()
            place.fold_round()
            assert place.enter(Confirm("pay")).banners == ()

    def test_a_hand_that_begins_without_paying_out_is_looked_at_too(self, place: Place) -> None:
        place.enter(StartHand(), Confirm("announce"), Confirm("antes"))
        place.deal(*FIRST_NINE[:8])
        place.shoe.card("04FFFFFFFFFF80")
        place.session.settle()
        place.session.clear_banner("shoe", "foreign-tag")
        up = zip((2, 3, 1), FIRST_NINE[:3], strict=True)
        place.enter(Confirm("pass"), *(CardRead(card, "dealer", seat) for seat, card in up))
        assert place.fold_round().view.step == "pay"
        state = place.enter(StartHand())
        assert state.view.hand == 2
        assert has("deck-suspect")(state)


def test_a_journal_whose_game_is_not_known_here_says_so(tmp_path: Path) -> None:
    """One sentence, not a traceback: the session was played with a game of the house's own."""
    from kiosk.journal import JournalError

    journal = Journal.open(tmp_path)
    journal.start_session({**demo_header(3).line(), "rules": {"variant": "razz-at-home"}})
    with pytest.raises(JournalError, match=r"^The session in the journal cannot be taken up: variant: must be one of "):
        LiveSession(journal, demo_header(3))
    journal.close()


def test_the_fake_shoe_is_a_reader() -> None:
    reader: CardReader = BytesShoe(DECK)
    assert reader.acknowledges
