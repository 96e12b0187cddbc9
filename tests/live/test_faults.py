"""Faults at the level of the session: what the dealer is told, that nothing is lost, and how play goes on."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.hand import Hand
from engine.inputs import Act, CardRead, Confirm, Correct, Input, Show, StartHand, Undo
from kiosk.demo import ShuffledShoe, demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.readers.base import CardReader, Emit, Lamp, LinkUp, Receipt
from kiosk.readers.shoe import ShoeReader
from kiosk.readers.simulated_shoe import simulated_deck
from kiosk.recorder import Recorder
from kiosk.recording import read_session
from kiosk.replay import replay_recording
from kiosk.session import Banner, ScreenState
from tests.proofs._bytes_shoe import BOOT, BytesShoe

DECK = simulated_deck()
FIRST_NINE = [Card.parse(name) for name in ("As", "Kd", "9c", "8c", "7c", "6c", "5d", "4d", "3d")]


def uid(card: Card) -> str:
    """The tag of a card of the deck."""
    key = DECK.key(card)
    assert key is not None
    return key


class Place:
    """A kiosk of three players in a folder; ``again`` starts it anew after ``session.close``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = 1_700_000_000.0
        self.start()

    def start(self) -> None:
        self.journal = Journal.open(self.folder, clock=lambda: self.clock)
        receipts = [Receipt(boot, seq) for boot, seq in self.journal.last_receipts().items()]
        self.shoe = BytesShoe(DECK, receipts)
        self.shoe.drawn = max((receipt.seq for receipt in receipts if receipt.boot == BOOT), default=0)
        self.recording = self.folder / "evening.session.jsonl"
        self.session = LiveSession(
            self.journal,
            demo_header(3),
            [self.shoe],
            make_recorder=lambda header: Recorder(self.recording, header.line()),
        )

    def again(self) -> ScreenState:
        self.session.close()
        self.start()
        return self.session.settle()

    def enter(self, *entries: Input) -> ScreenState:
        for entry in entries:
            self.session.submit(entry)
        return self.session.settle()

    def deal(self, *cards: Card) -> ScreenState:
        for card in cards:
            self.shoe.card(uid(card))
        return self.session.settle()

    def to_the_pass(self) -> ScreenState:
        self.enter(StartHand(), Confirm("announce"), Confirm("antes"))
        state = self.deal(*FIRST_NINE)
        assert state.view.step == "pass"
        return state

    def to_the_bet(self) -> ScreenState:
        """Seat 2 reveals the ace and is first to act (RULES 3.5)."""
        self.to_the_pass()
        up = zip((2, 3, 1), FIRST_NINE[:3], strict=True)
        return self.enter(Confirm("pass"), *(CardRead(card, "dealer", seat) for seat, card in up))

    def fold_round(self) -> ScreenState:
        state = self.session.settle()
        while state.view.actions is not None:
            state = self.enter(Act(state.view.actions.seat, "fold"))
        return state


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    place.session.close()


def banner(state: ScreenState, kind: str) -> Banner:
    """The banner of that kind; there is exactly one."""
    (found,) = [one for one in state.banners if one.kind == kind]
    return found


class TestInputs:
    def test_a_double_tap_acts_once(self, place: Place) -> None:
        state = place.to_the_bet()
        assert state.view.actions is not None
        assert state.view.actions.seat == 2
        state = place.enter(Act(2, "bet", 100), Act(2, "bet", 100))
        assert state.refused != ""
        assert state.refused_kind == "not-to-act"
        assert [seat.bet for seat in state.view.seats] == [0, 100, 0]
        assert state.view.pot == 3 * 25 + 100

    def test_a_confirm_tapped_twice_confirms_one_step(self, place: Place) -> None:
        place.to_the_pass()
        state = place.enter(Confirm("pass"), Confirm("pass"))
        assert (state.view.step, state.refused_kind) == ("reveal", "wrong-step")

    def test_inputs_from_many_threads_at_once_give_one_action(self, place: Place) -> None:
        """Ten fingers and the shoe at the same time: one fold counts, and the journal holds all of it."""
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
    """Wall time is a label; the session's own time never goes back, so that its file stays readable."""
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


class TestOurOwnErrors:
    """Something that cannot happen does: a banner, the hand as it was, and no card in a log."""

    @pytest.fixture
    def stumble(self, monkeypatch: pytest.MonkeyPatch) -> None:
        apply = Hand.apply

        def stumbling(hand: Hand, entry: Input) -> object:
            if isinstance(entry, Act) and entry.action == "fold":
                hand.players[0].stack = -1
                raise ZeroDivisionError(f"{FIRST_NINE[0]} is in this text")
            return apply(hand, entry)  # type: ignore[arg-type]

        monkeypatch.setattr(Hand, "apply", stumbling)

    def test_an_input_that_the_engine_stumbles_over_leaves_the_hand_intact(
        self, place: Place, stumble: None, caplog: pytest.LogCaptureFixture
    ) -> None:
        before = place.to_the_bet()
        with caplog.at_level(logging.DEBUG):
            state = place.enter(Act(2, "fold"))
        assert state.view == before.view
        told = banner(state, "inside")
        assert told.needs_confirm
        assert "the hand stands" in told.sentence
        assert "ZeroDivisionError in stumbling" in caplog.text
        assert "As" not in caplog.text.replace("ASCII", "")
        place.session.clear_banner("kiosk", "inside")
        state = place.enter(Act(2, "bet", 100))
        assert state.banners == ()
        assert [seat.bet for seat in state.view.seats] == [0, 100, 0]

    def test_and_the_next_start_comes_to_the_same_hand(self, place: Place, stumble: None) -> None:
        place.to_the_bet()
        place.enter(Act(2, "fold"))
        place.session.clear_banner("kiosk", "inside")
        state = place.enter(Act(2, "bet", 100))
        again = place.again()
        assert again.view == state.view
        assert again.banners == (), "what the dealer has seen is not told again"

    def test_the_next_version_may_play_that_input_and_does_not(self, place: Place) -> None:
        """What was left out stays out, or the hand would change under the table's eyes."""
        place.to_the_bet()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Hand, "apply", lambda *_: 1 // 0)
            place.enter(Act(2, "fold"))
        place.session.clear_banner("kiosk", "inside")
        state = place.enter(Act(2, "bet", 100))
        assert [seat.folded for seat in state.view.seats] == [False, False, False]
        assert place.again().view == state.view

    def test_a_state_that_cannot_be_shown_takes_back_the_input_behind_it(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = place.to_the_bet()
        from engine import projection

        real = projection.prompt_of

        def blind(table: object) -> object:
            if any(player.bet for player in table.hand.players):  # type: ignore[attr-defined]
                raise KeyError("bet")
            return real(table)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(projection, "prompt_of", blind)
            state = place.enter(Act(2, "bet", 100))
            assert state.view == before.view
            assert banner(state, "inside")
        state = place.enter(Act(2, "check"))
        assert place.again().view == state.view

    def test_a_listener_that_fails_stops_neither_the_hand_nor_the_others(self, place: Place) -> None:
        def fails(_: ScreenState) -> None:
            if armed:
                raise RuntimeError

        armed: list[bool] = []
        heard: list[ScreenState] = []
        place.session.subscribe(fails)
        place.session.subscribe(heard.append)
        armed.append(True)
        state = place.to_the_pass()
        assert heard[-1].view == state.view
        assert banner(state, "inside")


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


class Waiting:
    """Waits for states of a session."""

    def __init__(self, session: LiveSession) -> None:
        self._changed = threading.Condition()
        self._heard: list[ScreenState] = []
        session.subscribe(self._told)

    def _told(self, state: ScreenState) -> None:
        with self._changed:
            self._heard.append(state)
            self._changed.notify_all()

    def until(self, wanted: Callable[[ScreenState], bool]) -> ScreenState:
        with self._changed:
            assert self._changed.wait_for(lambda: any(map(wanted, self._heard)), 30)
            return next(filter(wanted, self._heard))


def has(kind: str) -> Callable[[ScreenState], bool]:
    return lambda state: any(banner.kind == kind for banner in state.banners)


def lamp(state: ScreenState) -> str:
    return state.lamps[0].state


class TestAReaderThatDies:
    def test_is_told_and_started_anew(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
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

    def test_that_only_hangs_is_told_and_its_end_too(self, tmp_path: Path) -> None:
        class Hanging(_DyingReader):
            """Its thread waits for something that does not come."""

            moved_at = float("-inf")
            wait = threading.Event()

            def _run(self, emit: Emit) -> None:
                emit(LinkUp(self.name))
                self.wait.wait()

            def close(self) -> None:
                self.wait.set()
                super().close()

        reader = Hanging(deaths=0)
        session = LiveSession(Journal.open(tmp_path), demo_header(3), [reader])
        try:
            waiting = Waiting(session)
            told = banner(waiting.until(has("hangs")), "hangs")
            assert told.sentence.startswith("The kiosk's own program for the scanner hangs")
            assert lamp(session.state) == "fault"
            reader.moved_at = float("inf")
            session.run_there(session._watch.look_round)
            state = session.settle()
            assert ([one.kind for one in state.banners], lamp(state)) == (["not-acknowledged"], "ok")
        finally:
            session.close()

    def test_another_threads_death_is_no_readers(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        other = threading.Thread(target=lambda: 1 // 0)
        seen: list[object] = []
        monkeypatch.setattr(place.session._watch, "_before", seen.append)
        other.start()
        other.join()
        assert len(seen) == 1
        assert place.session.settle().banners == ()

    def test_the_card_that_it_held_comes_again_and_does_not_double(self, tmp_path: Path) -> None:
        """The real firmware's shoe keeps what nobody acknowledged; here the deck file fails at one card."""
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


class TestTheDeckIsAccountedFor:
    def test_a_card_that_came_twice_names_the_deck_suspect_when_the_hand_is_over(self, place: Place) -> None:
        """Void hand: the tag of the ace was on two cards. The banner names no card and outlives a restart."""
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


def test_a_journal_whose_game_is_not_known_here_says_so(tmp_path: Path) -> None:
    """One sentence, not a traceback: the session was played with a game of the house's own."""
    from kiosk.journal import JournalError

    journal = Journal.open(tmp_path)
    journal.start_session({**demo_header(3).line(), "rules": {"variant": "razz-at-home"}})
    with pytest.raises(
        JournalError, match=r"^The session in the journal cannot be taken up: variant: must be one of "
    ):
        LiveSession(journal, demo_header(3))
    journal.close()


def test_the_fake_shoe_is_a_reader() -> None:
    reader: CardReader = BytesShoe(DECK)
    assert reader.acknowledges
