"""The read spot in the game: each card laid down is the next one, and what is asked about one that was not read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.inputs import Act, Confirm, StartHand
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.recording import Header
from kiosk.session import ScreenState
from tests.live.sights import card, laid

LIKELY = [("9h", 0.5), ("6h", 0.3)]
SEATS = [{"seat": 1, "name": "Ana", "stack": 4000}, {"seat": 2, "name": "Ben", "stack": 4000}]


class AtSpot:
    """Two players, the button at seat 2: the first card is Ana's."""

    def __init__(self, folder: Path, variant: str) -> None:
        from kiosk.recording import parse_header

        header: Header = parse_header({"type": "session", "rules": {"variant": variant}, "seats": SEATS})
        self.journal = Journal.open(folder)
        self.session = LiveSession(self.journal, header)
        for entry in (StartHand(dealer=2), Confirm("announce"), Confirm("antes")):
            self.session.submit(entry)

    def lay(self, name: str | None, chance: float = 0.99) -> ScreenState:
        self.session.lay(laid(name, chance, LIKELY))
        return self.session.settle()

    def answer(self, answer: object) -> ScreenState:
        self.session.answer_camera(self.session.state.asks[0].number, answer)  # type: ignore[arg-type]
        return self.session.settle()

    def down(self, seat: int) -> list[object]:
        def ask() -> list[object]:
            hand = self.session._standing.hand
            assert hand is not None
            return list(hand.players[hand.index_of[seat]].down)

        return self.session.run_there(ask)


@pytest.fixture
def lord(tmp_path: Path) -> Iterator[AtSpot]:
    at = AtSpot(tmp_path, "liege-lord")
    yield at
    at.session.close()


@pytest.fixture
def stud(tmp_path: Path) -> Iterator[AtSpot]:
    at = AtSpot(tmp_path, "stud")
    yield at
    at.session.close()


def test_each_card_goes_where_the_next_one_belongs(lord: AtSpot) -> None:
    for name in ("As", "Kd", "8c"):
        state = lord.lay(name)
    assert lord.down(1) == [card("As"), card("8c")] and lord.down(2) == [card("Kd")]
    assert state.asks == ()


def test_of_an_unread_down_card_nothing_is_shown_or_named(lord: AtSpot) -> None:
    state = lord.lay(None)
    (ask,) = state.asks
    assert (ask.seat, ask.why, ask.crop, ask.names) == (1, "again", None, ())
    assert lord.down(1) == [None]  # it has its place, so that cards and places stay together
    assert lord.lay("Kd").asks == ()  # the dealer dealt on: it stays unread
    assert lord.down(1) == [None] and lord.down(2) == [card("Kd")]


def test_a_down_card_laid_down_again_gets_its_name_and_no_other_place(lord: AtSpot) -> None:
    lord.lay("As")
    lord.lay("Kd")
    lord.lay(None)  # Ana's second
    assert lord.answer("again").asks[0].why == "laid-again"
    assert lord.lay(None).asks[0].why == "again"  # still not: it is asked once more
    lord.answer("again")
    assert lord.lay("8c").asks == ()
    lord.lay("7d")
    assert lord.down(1) == [card("As"), card("8c")] and lord.down(2) == [card("Kd"), card("7d")]


def test_left_unread_by_one_touch(lord: AtSpot) -> None:
    lord.lay(None)
    assert lord.answer("unread").asks == () and lord.down(1) == [None]


def test_the_question_is_over_when_the_dealer_goes_on(lord: AtSpot) -> None:
    for name in ("As", "Kd", "8c", "7d", "6c"):
        lord.lay(name)
    assert lord.lay(None).asks  # the last card of the deal: the prompt is the pass by now
    lord.session.submit(Confirm("pass"))
    assert lord.session.settle().asks == ()


def test_a_reading_that_is_not_sure_or_cannot_be_is_an_unread_card(stud: AtSpot) -> None:
    for name in ("As", "Kd", "8c", "7d"):
        stud.lay(name)
    stud.lay("6c", chance=0.8)  # Ana's door card
    state = stud.session.settle()
    assert state.view.seats[0].up == (None,)
    (ask,) = state.asks
    assert (ask.seat, ask.why) == (1, "unknown") and ask.crop is not None
    assert [str(name) for name, _ in ask.names] == ["9h", "6h"]


def test_an_up_card_is_named_by_one_touch(stud: AtSpot) -> None:
    for name in ("As", "Kd", "8c", "7d", None):
        stud.lay(name)
    state = stud.answer(card("6h"))
    assert state.view.seats[0].up == (card("6h"),) and state.asks == ()
    state = stud.lay("6h")  # Ben's door card cannot be the same one
    (ask,) = state.asks
    assert (ask.seat, ask.why) == (2, "contradicted")
    assert [str(name) for name, _ in ask.names] == ["9h"]
    assert state.view.faults == () and state.view.seats[1].up == (None,)


def test_the_newest_of_two_unread_up_cards_gets_the_name(stud: AtSpot) -> None:
    for name in ("As", "Kd", "8c", "7d", None, "2c"):
        stud.lay(name)
    while (state := stud.session.settle()).view.step == "bet":
        actions = state.view.actions
        if actions is None:  # nobody knows who opens: the dealer says so
            stud.session.submit(Act(2, "bring_in"))
            continue
        stud.session.submit(Act(actions.seat, "bring_in" if actions.bring_in else "call" if actions.call else "check"))
    assert state.view.round == 2
    stud.lay("3c")  # the burn
    stud.lay(None)
    asked = stud.session.state.asks
    seat = asked[0].seat
    assert seat is not None
    state = stud.answer(card("9h"))
    assert state.view.seats[seat - 1].up[-1] == card("9h")


def test_an_unread_burn_is_no_question(stud: AtSpot) -> None:
    for name in ("As", "Kd", "8c", "7d", "6c", "2c"):
        stud.lay(name)
    while (state := stud.session.settle()).view.step == "bet":
        actions = state.view.actions
        assert actions is not None
        stud.session.submit(Act(actions.seat, "bring_in" if actions.bring_in else "call" if actions.call else "check"))
    assert stud.lay(None).asks == ()
