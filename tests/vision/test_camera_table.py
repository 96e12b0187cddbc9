"""The camera over the table: what it hands in, and what it only flags."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import Card
from engine.inputs import Act, CardRead, Confirm, Input, StartHand
from engine.projection import view_of
from engine.table import Seat, Table
from kiosk.camera_table import CONTRADICTED, CameraTable
from kiosk.readers.base import Fault, FaultOver, ReaderEvent
from kiosk.readers.camera import Sight
from kiosk.session import ScreenState
from kiosk.vision.deciding import Reading
from kiosk.vision.watching import View


class AtReveal:
    """Two players of Liege Lord who are to turn up; inputs are played at once."""

    def __init__(self) -> None:
        self.table = Table([Seat(1, "Ana", 4000), Seat(2, "Ben", 4000)], {"variant": "liege-lord"})
        for entry in (
            StartHand(dealer=1),
            Confirm("announce"),
            Confirm("antes"),
            Confirm("deal"),
            Confirm("pass"),
        ):
            assert self.table.apply(entry) is None
        self.taken: list[Input] = []

    @property
    def state(self) -> ScreenState:
        return ScreenState(view_of(self.table))

    def submit(self, entry: Input) -> None:
        self.taken.append(entry)
        assert self.table.apply(entry) is None  # type: ignore[arg-type]


def sight(*seen: tuple[str, str | None], settled: bool = True) -> Sight:
    """A view in which these cards lie in these zones."""
    readings = tuple(
        Reading(Card.parse(name), 0.99, ((0.0, 0.0),) * 4, (10.0 * at, 10.0), 30.0, 1)
        for at, (name, _) in enumerate(seen)
    )
    view = View(readings, True, settled, settled, False, 30.0)
    return Sight(np.zeros((8, 8, 3), np.uint8), view, tuple(zone for _, zone in seen))


@pytest.fixture
def told() -> list[ReaderEvent]:
    return []


def test_the_up_cards_of_a_reveal_are_filled_in(told: list[ReaderEvent]) -> None:
    session = AtReveal()
    CameraTable(session, told.append).take(sight(("As", "1"), ("Kd", "2"), ("7c", None)))
    cards = {entry.seat: str(entry.card) for entry in session.taken if isinstance(entry, CardRead)}
    assert cards == {1: "As", 2: "Kd"}
    assert session.state.view.step == "bet"
    assert told == []


def test_nothing_is_handed_in_while_hands_move_or_twice(told: list[ReaderEvent]) -> None:
    session = AtReveal()
    camera = CameraTable(session, told.append)
    camera.take(sight(("As", "1"), settled=False))
    assert session.taken == []
    camera.take(sight(("As", "1")))
    camera.take(sight(("As", "1")))
    assert len(session.taken) == 1


def test_what_the_game_contradicts_is_flagged_and_not_taken(told: list[ReaderEvent]) -> None:
    """A card that lies face up elsewhere, and two new cards where one is due; the flag ends with the next good view."""
    session = AtReveal()
    camera = CameraTable(session, told.append)
    camera.take(sight(("As", "1"), ("Kd", "2")))
    session.submit(Act(1, "check"))
    session.submit(Act(2, "check"))
    session.submit(Confirm("deal"))
    session.submit(Confirm("pass"))
    before = len(session.taken)
    camera.take(sight(("As", "1"), ("Kd", "2"), ("Kd", "1"), ("9h", "2"), ("8h", "2")))
    assert len(session.taken) == before
    assert [(event.kind, event.params) for event in told if isinstance(event, Fault)] == [
        (CONTRADICTED, {"seats": "2, 1"})
    ]
    camera.take(sight(("As", "1"), ("Kd", "2"), ("9h", "2"), ("8h", "1")))
    assert len(session.taken) == before + 2
    assert isinstance(told[-1], FaultOver)
