"""The session file of an evening in which pads read the passes, and passes and shows are taken back: it replays to
the same result, and names no card that stayed face down, nor who passed one that did not.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.cards import Card
from engine.inputs import Act, CardRead, Confirm, Correct, HandInput, PassRead, StartHand, Undo, Void
from engine.table import Seat
from engine.timeline import Timeline
from kiosk.folding import Standing
from kiosk.recorder import Recorder
from kiosk.recording import Header, Recording, read_session
from kiosk.replay import replay_recording
from kiosk.session_lines import line_of
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


def test_a_refused_hand_in_the_middle_of_a_reveal_writes_nothing_too_early(place: Place) -> None:
    """What is turned up after it is told as it was read."""
    place.to_the_pass()
    up = [CardRead(card, "dealer", seat) for seat, card in zip((2, 3, 1), FIRST_NINE[:3], strict=True)]
    place.enter(Confirm("pass"), up[0])
    assert place.enter(StartHand()).refused_kind == "hand-in-play"
    place.enter(*up[1:])
    told = [entry for _, entry in recorded(place).entries if isinstance(entry, CardRead)]
    assert [(entry.seat, entry.card) for entry in told[-3:]] == list(zip((2, 3, 1), FIRST_NINE[:3], strict=True))


def test_a_reveal_that_never_ends_names_nothing(place: Place) -> None:
    """Two of three have turned a card when the hand is voided: nothing was shown (RULES 3.3)."""
    place.to_the_pass()
    place.enter(Confirm("pass"), CardRead(AS, "dealer", 2), CardRead(KD, "dealer", 3), Void("wet cards"))
    (hand,) = replay_recording(recorded(place))["hands"]
    assert (hand["status"], hand["refused"]) == ("void", [])
    text = place.recording.read_text("utf-8")
    assert not [card for card in FIRST_NINE if f'"{card}"' in text]


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


SEATS = tuple(Seat(number, f"Player {number}", 4000) for number in (1, 2, 3))
LIEGE_LORD = Header("", {"variant": "liege-lord"}, SEATS)


def told(tmp_path: Path, entries: Iterable[HandInput], header: Header = LIEGE_LORD) -> tuple[dict[str, Any], str]:
    """One hand, each line of which counts: what the replay of its session file makes of it, and the file's text."""
    standing = Standing(header, Timeline(header.make_table()))
    recorder = Recorder(tmp_path / "evening.session.jsonl", header.line())
    for entry in (StartHand(), Confirm("announce"), Confirm("antes"), *entries):
        assert standing.play(entry) is None
        recorder.take(standing.taken(line_of(entry)))
    recorder.flush()
    (hand,) = replay_recording(read_session(recorder.path))["hands"]
    assert hand["refused"] == []
    return hand, recorder.path.read_text("utf-8")


def cards(names: str) -> list[Card]:
    return [Card.parse(name) for name in names.split()]


def shoe(names: str) -> list[CardRead]:
    return [CardRead(card, "shoe") for card in cards(names)]


def reveals(**names: str) -> list[CardRead]:
    """``s2="As"``: the camera sees the ace that seat 2 turns up."""
    return [CardRead(Card.parse(name), "camera", int(seat[1:])) for seat, name in names.items()]


def test_a_wrong_name_of_a_card_that_stays_down_is_not_told(tmp_path: Path) -> None:
    """The first card of seat 2 was read as the nine that seat 1 gets and turns up: told so, it would come twice."""
    nine, deuce = cards("9d 2c")
    entries = [
        *shoe("9d Kd 7h As 4s 9d"),
        Correct(2, deuce, was=nine),
        *shoe("5s 6s 8s"),
        Confirm("pass"),
        *reveals(s2="As", s3="Kd", s1="9d"),
        Act(2, "check"),
    ]
    hand, text = told(tmp_path, entries)
    assert hand["alarms"] == []
    assert hand["openers"] == [{"round": 1, "seat": 2, "showing": ["As"]}]
    assert '"2c"' not in text


def test_a_correction_of_an_up_card_put_right_once_more(tmp_path: Path) -> None:
    """The king of seat 2 was a ten, no, a five: in round 2 seat 3 opens with jack high, before ten and nine (RULES
    3.4), and the first round stays as it was played."""
    king, ten, five = cards("Kd Tc 5h")
    entries = [
        *shoe("Kd Jh 9s 2c 2d 2h 3c 3d 3h"),
        Confirm("pass"),
        *reveals(s2="Kd", s3="Jh", s1="9s"),
        *(Act(seat, "check") for seat in (2, 3)),
        Correct(2, ten, was=king),
        Act(1, "check"),
        Correct(2, five, was=ten),
        *shoe("4c 4d 4h"),
        Confirm("pass"),
        *reveals(s2="4c", s3="6d", s1="7h"),
    ]
    hand, _ = told(tmp_path, entries)
    assert [(one["round"], one["seat"]) for one in hand["openers"]] == [(1, 2), (2, 3)]


def test_a_card_that_lay_up_by_mistake_is_seen_where_it_is_passed(tmp_path: Path) -> None:
    """The jack of seat 3 is turned up by mistake and passed to seat 1 (RULES 3.2), who turns it up."""
    entries = [
        *shoe("Kd Jh 9s 2c 2d 2h 3c 3d 3h"),
        CardRead(Card.parse("Jh"), "camera", 3),
        PassRead(2, Card.parse("2c")),
        PassRead(3, Card.parse("Jh")),
        PassRead(1, Card.parse("9s")),
        *reveals(s2="Kd", s3="2d", s1="Jh"),
        Act(2, "check"),
    ]
    hand, text = told(tmp_path, entries)
    assert hand["openers"] == [{"round": 1, "seat": 2, "showing": ["Kd"]}]
    assert '{"type": "pass", "seat": 3, "card": "Jh"}' in text
    assert not [name for name in ("2c", "9s", "3c", "3d", "3h", "2h") if f'"{name}"' in text]


def test_a_card_turned_up_beside_an_unread_one_is_not_taken_for_it(tmp_path: Path) -> None:
    """Seat 3 turns up a card that nobody reads, and in the next round by mistake its jack, which the shoe had read: the
    unread one stays unread."""
    entries = [
        *shoe("Kd 5c 9s 2c 2d 2h 3c 3d 3h"),
        Confirm("pass"),
        *reveals(s2="Kd", s1="9s"),
        Confirm("reveal"),
        *(Act(seat, "check") for seat in (2, 3, 1)),
        *shoe("4c Jh 4h"),
        CardRead(Card.parse("Jh"), "camera", 3),
    ]
    hand, text = told(tmp_path, entries)
    assert hand["prompts"][-1]["kind"] == "pass"
    assert "a down card of seat 3 was turned up by mistake: Jh" in text


def test_a_card_too_many_during_the_reveal_is_not_named(tmp_path: Path) -> None:
    """It goes first at the next deal, face down (RULES 8.2)."""
    entries = [
        *shoe("Kd Jh 9s 2c 2d 2h 3c 3d 3h"),
        Confirm("pass"),
        *reveals(s2="Kd", s1="9s"),
        *shoe("6c"),
        *reveals(s3="2d"),
        *(Act(seat, "check") for seat in (2, 3, 1)),
        *shoe("4c 4d"),
    ]
    hand, text = told(tmp_path, entries)
    assert hand["prompts"][-1]["kind"] == "pass"
    assert '"6c"' not in text


def test_two_wrong_names_that_are_put_right_again(tmp_path: Path) -> None:
    """A card of seat 3 is said to be the king that seat 2 holds, then what it was: neither name is told as dealt."""
    king, jack = cards("Kd Jh")
    entries = [
        *shoe("Kd Jh 9s"),
        Correct(3, king, was=jack),
        Correct(3, jack, was=king),
        *shoe("2c 2d 2h 3c 3d 3h"),
        Confirm("pass"),
        *reveals(s2="Kd", s3="Jh", s1="9s"),
        Act(2, "check"),
    ]
    hand, _ = told(tmp_path, entries)
    assert (hand["alarms"], hand["openers"]) == ([], [{"round": 1, "seat": 2, "showing": ["Kd"]}])


def test_a_card_that_came_early_lay_face_up_before_it_was_put_right(tmp_path: Path) -> None:
    """Stud: the ten that leaves the shoe in the betting becomes the first up card of the next street (RULES 8.2), opens
    with it, and is found to be a nine."""
    stud = Header("", {"variant": "stud", "bring_in": 25, "burn": False}, SEATS)
    ten, nine = cards("Tc 9c")
    entries = [
        *shoe("2c 2d 2h 3c 3d 3h 6s 7s 8s"),
        Act(2, "bring_in"),
        Act(3, "call"),
        *shoe("Tc"),
        Act(1, "call"),
        *shoe("4d 4h"),
        Act(2, "bet"),
        Correct(2, nine, was=ten),
        Act(3, "fold"),
        Act(1, "call"),
    ]
    hand, text = told(tmp_path, entries, stud)
    assert [(one["round"], one["seat"]) for one in hand["openers"]] == [(1, 2), (2, 2)]
    assert '"Tc"' in text
