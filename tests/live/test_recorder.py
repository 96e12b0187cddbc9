"""The session file of an evening in which pads read the passes, and passes and shows are taken back: it replays to
the same result, and names no card that stayed face down, nor who passed one that did not.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.cards import Card
from engine.inputs import UNCHANGED, Act, CardRead, Confirm, Correct, PassRead, StartHand, Undo
from engine.table import Seat
from engine.timeline import Timeline
from kiosk.folding import Standing
from kiosk.recorder import Recorder
from kiosk.recording import Header, Recording, read_session
from kiosk.replay import replay_recording
from kiosk.session_lines import line_of
from tests.engine.truth import Truth
from tests.live.place import FIRST_NINE, Place

AS, KD, NINE, EIGHT, SEVEN, SIX = FIRST_NINE[:6]
"""Dealt to the seats 2, 3, 1, 2, 3, 1; the fives, fours and threes follow."""


def passes(*cards: Card) -> list[PassRead]:
    return [PassRead(seat, card) for seat, card in zip((2, 3, 1), cards, strict=True)]


def recorded(place: Place) -> Recording:
    place.session.close()
    found = read_session(place.recording)
    assert found.warning == ""
    return found


def waits_for(recording: Recording) -> str:
    """The prompt that the recording ends with, where nothing in it was refused."""
    (hand,) = replay_recording(recording)["hands"]
    assert hand["refused"] == []
    return str(hand["prompts"][-1]["kind"])


def to_the_bet_by_pads(place: Place) -> None:
    """Seat 2 passes the 8, seat 3 the 7, seat 1 the 6; at first the ace of seat 2 was read. It shows the ace and
    opens (RULES 3.5)."""
    place.to_the_pass()
    place.enter(*passes(AS, SEVEN, SIX))
    state = place.enter(Undo())
    assert state.view.step == "pass"
    state = place.enter(Undo(deeper=True), Undo(deeper=True), *passes(EIGHT, SEVEN, SIX))
    assert state.view.step == "reveal"
    up = zip((2, 3, 1), FIRST_NINE[:3], strict=True)
    place.enter(*(CardRead(card, "dealer", seat) for seat, card in up))


class TestPassesThatPadsRead:
    def test_taken_back_and_read_again(self, place: Place) -> None:
        """All fold to the bet of seat 2: it wins the antes of the others, 3975 + 75 (RULES 3.7)."""
        to_the_bet_by_pads(place)
        place.enter(Act(2, "bet", 100), Act(3, "fold"), Act(1, "fold"), Confirm("pay"))
        recording = recorded(place)
        told = replay_recording(recording)
        assert told["hands"][0]["status"] == "complete"
        assert told["hands"][0]["refused"] == []
        assert told["stacks"] == {"1": 3975, "2": 4050, "3": 3975}
        text = place.recording.read_text("utf-8")
        assert {str(card) for card in FIRST_NINE if f'"{card}"' in text} == {"As", "Kd", "9c"}
        assert '"undo"' not in text

    def test_the_last_one_brought_back_by_a_second_undo(self, place: Place) -> None:
        place.to_the_pass()
        place.enter(*passes(EIGHT, SEVEN, SIX), Undo())
        state = place.enter(Undo())
        assert state.view.step == "reveal"
        assert waits_for(recorded(place)) == "reveal"

    def test_taken_back_and_confirmed_without_pads(self, place: Place) -> None:
        place.to_the_pass()
        place.enter(*passes(EIGHT, SEVEN, SIX), Undo(), Undo(deeper=True))
        state = place.enter(Confirm("pass"))
        assert state.view.step == "reveal"
        assert waits_for(recorded(place)) == "reveal"

    def test_half_of_them_read_when_the_file_ends(self, place: Place) -> None:
        place.to_the_pass()
        place.enter(PassRead(2, EIGHT))
        assert waits_for(recorded(place)) == "pass"

    def test_who_passed_a_card_that_is_shown_later_is_not_told(self, place: Place) -> None:
        """Seat 2 passes the ace to 3, who turns it up: that it came from 2 was seen by nobody."""
        place.to_the_pass()
        place.enter(*passes(AS, SEVEN, SIX))
        place.enter(CardRead(AS, "dealer", 3), CardRead(EIGHT, "dealer", 2), CardRead(NINE, "dealer", 1))
        recording = recorded(place)
        assert not [entry for _, entry in recording.entries if isinstance(entry, PassRead)]
        assert waits_for(recording) == "act"


def test_an_undo_that_reaches_into_a_hand_that_is_written(place: Place) -> None:
    """The next hand begins too early: it and the payment are taken back, the payment is brought back."""
    to_the_bet_by_pads(place)
    place.enter(Act(2, "bet", 100), Act(3, "fold"), Act(1, "fold"), Confirm("pay"))
    state = place.enter(StartHand(), Undo(), Undo(deeper=True))
    assert (state.view.hand, state.view.step) == (1, "pay")
    state = place.enter(Undo(), StartHand(), Confirm("announce"), Confirm("antes"))
    assert state.view.hand == 2
    told = replay_recording(recorded(place))
    assert [hand["status"] for hand in told["hands"]] == ["complete", "open"]
    assert told["stacks"] == {"1": 3950, "2": 4025, "3": 3950}


def test_a_refused_hand_in_the_middle_of_a_hand_writes_nothing_too_early(place: Place) -> None:
    """What is turned up after it is told as it was read."""
    place.to_the_pass()
    assert place.enter(StartHand()).refused_kind == "hand-in-play"
    place.enter(Confirm("pass"))
    up = zip((2, 3, 1), FIRST_NINE[:3], strict=True)
    place.enter(*(CardRead(card, "dealer", seat) for seat, card in up))
    told = [entry.card for _, entry in recorded(place).entries if isinstance(entry, CardRead)]
    assert told[:3] == FIRST_NINE[:3], "the shoe's reads of the cards that were turned up in the end"


def test_a_read_put_right_before_all_reveals_are_in(place: Place) -> None:
    """The four was read as the ace of another seat; nobody saw that, and the file names what lay there."""
    place.to_the_pass()
    place.enter(Confirm("pass"))
    wrong = CardRead(FIRST_NINE[7], "camera", 3)
    place.enter(wrong, Correct(3, KD, was=FIRST_NINE[7]))
    state = place.enter(CardRead(AS, "dealer", 2), CardRead(NINE, "dealer", 1))
    assert state.view.actions is not None and state.view.actions.seat == 2
    assert waits_for(recorded(place)) == "act"
    assert '"4d"' not in place.recording.read_text("utf-8")


def test_a_wrong_name_of_a_card_that_stays_down_is_not_told(tmp_path: Path) -> None:
    """The first card of seat 2 was read as the nine that seat 1 gets and turns up: told so, it would come twice."""
    seats = tuple(Seat(number, f"Player {number}", 4000) for number in (1, 2, 3))
    header = Header("", {"variant": "liege-lord"}, seats)
    standing = Standing(header, Timeline(header.make_table()))
    recorder = Recorder(tmp_path / "evening.session.jsonl", header.line())
    nine, deuce = Card.parse("9d"), Card.parse("2c")
    dealt = [nine, *map(Card.parse, ("Kd", "7h", "As", "4s", "9d"))]
    entries = [
        StartHand(),
        Confirm("announce"),
        Confirm("antes"),
        *(CardRead(card, "shoe") for card in dealt),
        Correct(2, deuce, was=nine),
        *(CardRead(Card.parse(name), "shoe") for name in ("5s", "6s", "8s")),
        Confirm("pass"),
        *(CardRead(Card.parse(name), "dealer", seat) for name, seat in (("As", 2), ("Kd", 3), ("9d", 1))),
        Act(2, "check"),
    ]
    for entry in entries:
        assert standing.play(entry) is None
        recorder.take(standing.taken(line_of(entry)))
    recorder.flush()
    (hand,) = replay_recording(read_session(recorder.path))["hands"]
    assert (hand["refused"], hand["alarms"]) == ([], [])
    assert hand["openers"] == [{"round": 1, "seat": 2, "showing": ["As"]}]
    assert '"2c"' not in recorder.path.read_text("utf-8")


RULES = {
    "variant": "liege-lord",
    "smallest_chip": 5,
    "small_bet": 100,
    "big_bet": 200,
    "ante": 25,
    "min_buy_in": 200,
}


@pytest.mark.parametrize("seed", range(6))
def test_any_evening_with_pads_and_undos_comes_out_the_same(seed: int, tmp_path: Path) -> None:
    """Liege Lord with unread cards, passes that pads read or the dealer confirms, and undos of all of it."""
    rng = random.Random(seed)
    truth = Truth(rng, RULES, rng.randint(2, 5))
    header = Header("", RULES, truth.seats)
    for _ in range(160):
        if rng.random() < 0.08:
            truth.undo(deeper=rng.random() < 0.5)
        else:
            truth.progress()
    standing = Standing(header, Timeline(header.make_table()))
    recorder = Recorder(tmp_path / "evening.session.jsonl", header.line())
    for entry, _ in truth.told:
        standing.play(entry)
        recorder.take(standing.taken(line_of(entry)))
    recorder.flush()
    again = Timeline(header.make_table())
    for number, entry in read_session(recorder.path).entries:
        refused = again.apply(entry)  # type: ignore[arg-type]
        assert refused is None or refused is UNCHANGED, f"seed {seed}, line {number}: {refused}"
    table, other = standing.timeline.table, again.table
    assert (table.stacks(), table.button) == (other.stacks(), other.button)
    assert table.hand is not None and other.hand is not None
    hand, told = table.hand, other.hand
    assert (hand.number, hand.status, hand.step_number) == (told.number, told.status, told.step_number)
    assert [player.bet for player in hand.players] == [player.bet for player in told.players]
