"""Money of a hand that is over, put right: chips move between stacks, onto the table or off it (docs/readings.md)."""

from __future__ import annotations

import pytest

from engine.inputs import UNCHANGED, Confirm, Leave, Rebuy, StartHand, Undo, Void
from engine.projection import view_of
from engine.table import Seat, Table
from engine.timeline import Timeline
from kiosk.evening import Bookkeeper
from kiosk.recording import Header
from kiosk.session_lines import LineError, line_of, parse_line

SEATS = (Seat(1, "Ana", 4000), Seat(2, "Ben", 4000), Seat(4, "Cleo", 4000))


@pytest.fixture
def timeline() -> Timeline:
    """A table after one hand, which was a misdeal: everybody has 40.00."""
    timeline = Timeline(Table(SEATS, {"variant": "liege-lord"}))
    for entry in (StartHand(), Void()):
        assert timeline.apply(entry) is None
    return timeline


def test_chips_go_from_one_stack_to_another(timeline: Timeline) -> None:
    assert timeline.apply(Rebuy(2, 150, corrects=1, source=4)) is None
    assert timeline.table.stacks() == {1: 4000, 2: 4150, 4: 3850}
    assert dict(view_of(timeline.table).moved) == {2: 150, 4: -150}
    assert timeline.apply(Undo()) is None
    assert timeline.table.stacks() == {1: 4000, 2: 4000, 4: 4000}
    assert view_of(timeline.table).moved == ()
    assert timeline.apply(Undo()) is None
    assert timeline.table.stacks() == {1: 4000, 2: 4150, 4: 3850}


def test_chips_come_onto_the_table_or_leave_it(timeline: Timeline) -> None:
    assert timeline.apply(Rebuy(1, 25, corrects=1)) is None
    assert timeline.apply(Rebuy(4, 4000, corrects=1, back=True)) is None
    assert timeline.table.stacks() == {1: 4025, 2: 4000, 4: 0}
    assert view_of(timeline.table).moved == ()


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        (Rebuy(2, 100, corrects=2, source=1), "no-such-hand"),
        (Rebuy(2, 100, corrects=0, source=1), "no-such-hand"),
        (Rebuy(3, 100, corrects=1, source=1), "no-such-seat"),
        (Rebuy(2, 100, corrects=1, source=7), "no-such-seat"),
        (Rebuy(2, 4001, corrects=1, source=1), "over-stack"),
        (Rebuy(2, 4001, corrects=1, back=True), "over-stack"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(timeline: Timeline, entry: Rebuy, kind: str) -> None:
    refused = timeline.apply(entry)
    assert refused is not None and refused.kind == kind
    assert timeline.table.stacks() == {1: 4000, 2: 4000, 4: 4000}


def test_nothing_is_no_correction(timeline: Timeline) -> None:
    assert timeline.apply(Rebuy(2, 0, corrects=1, source=1)) is UNCHANGED
    assert timeline.apply(Rebuy(2, 100, corrects=1, source=2)) is UNCHANGED
    assert timeline.takes_back is not None and isinstance(timeline.takes_back.entry, Void)


def test_not_while_a_hand_is_in_play(timeline: Timeline) -> None:
    timeline.apply(StartHand())
    refused = timeline.apply(Rebuy(2, 100, corrects=1, source=1))
    assert refused is not None and refused.kind == "hand-in-play"


def test_a_line_of_a_session_file_says_all_of_it() -> None:
    entry = Rebuy(2, 150, corrects=7, source=4, by="supervisor", why="share not paid")
    line = line_of(entry)
    assert line == {
        "type": "rebuy",
        "seat": 2,
        "amount": 150,
        "hand": 7,
        "from": 4,
        "by": "supervisor",
        "why": "share not paid",
    }
    assert parse_line(line) == entry
    assert parse_line(line_of(Rebuy(2, 150, corrects=7, back=True))) == Rebuy(2, 150, corrects=7, back=True)
    assert line_of(Rebuy(2, 150)) == {"type": "rebuy", "seat": 2, "amount": 150}, "chips bought say no more than before"


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"from": 4}, "'from' in a 'rebuy' line needs the 'hand' that it corrects"),
        ({"why": "x"}, "'why' in a 'rebuy' line needs the 'hand' that it corrects"),
        ({"hand": 1, "from": 4, "back": True}, "'from' and 'back' do not go together in a 'rebuy' line"),
        ({"hand": 0}, "'hand' must be a whole number, from 1"),
    ],
)
def test_a_line_that_is_half_a_correction_is_malformed(more: dict[str, object], wrong: str) -> None:
    with pytest.raises(LineError, match=wrong):
        parse_line({"type": "rebuy", "seat": 2, "amount": 150, **more})


def test_the_evening_counts_them_as_won_and_lost_and_adds_up() -> None:
    """Chips that went from one player to another were not bought; those that came onto the table were."""
    keeper = Bookkeeper(Header("Kitchen", {"variant": "liege-lord"}, SEATS))
    entries = (
        StartHand(), Void(), Rebuy(2, 150, corrects=1, source=4), Rebuy(1, 500, corrects=1),
        Rebuy(1, 100, corrects=1, back=True), Undo(), Leave(4),
    )  # fmt: skip
    for number, entry in enumerate(entries, start=2):
        assert keeper.play(number, entry).refused is None
    players = {player.name: player for player in keeper.evening().players}
    assert {name: (one.bought, one.taken) for name, one in players.items()} == {
        "Ana": (4500, 4500),
        "Ben": (4000, 4150),
        "Cleo": (4000, 3850),
    }
    assert [(one.payer, one.payee, one.amount) for one in keeper.evening().payments] == [("Cleo", "Ben", 150)]
    assert players["Ben"].lines == (((0, 4000), (1, 4000), (1, 4150)),)


def test_a_hand_goes_on_from_the_corrected_stacks(timeline: Timeline) -> None:
    timeline.apply(Rebuy(2, 150, corrects=1, source=4))
    for entry in (StartHand(), Confirm("announce"), Confirm("antes")):
        assert timeline.apply(entry) is None
    assert timeline.table.stacks() == {1: 3975, 2: 4125, 4: 3825}
