"""The camera over the table: what it hands in, what it asks about, and what it only flags."""

from __future__ import annotations

import numpy as np
import pytest

from engine.inputs import Act, CardRead, Confirm, Correct, Input, StartHand, Undo
from engine.open_cards import OpenCards
from engine.projection import view_of
from engine.table import Seat, Table
from engine.timeline import Timeline
from engine.view import PublicView
from kiosk.camera_table import CameraTable, Shot
from kiosk.readers.camera import Sight
from kiosk.session import CameraAsk
from tests.live.sights import HIGH, WIDE, card, reading, sight

UNSURE = [("9h", 0.46), ("6h", 0.31), ("9d", 0.12), ("Kd", 0.05)]


class AtTable:
    """Players of Liege Lord, a camera, and nothing between them; inputs are played at once."""

    def __init__(self, players: int = 2, **rules: object) -> None:
        names = ("Ana", "Ben", "Cleo", "Dev")[:players]
        seats = [Seat(number, name, 4000) for number, name in enumerate(names, start=1)]
        self.timeline = Timeline(Table(seats, {"variant": "liege-lord", **rules}))
        self.camera = CameraTable()
        self.taken: list[Input] = []
        self.shots: list[Shot] = []
        self.enter(StartHand(dealer=1), Confirm("announce"), Confirm("antes"))

    @property
    def view(self) -> PublicView:
        return view_of(self.timeline.table)

    @property
    def asks(self) -> tuple[CameraAsk, ...]:
        return self.camera.asks

    def enter(self, *entries: Input) -> None:
        for entry in entries:
            assert self.timeline.apply(entry) is None, entry
            self._look()

    def see(self, *sights: Sight) -> None:
        for one in sights:
            self.camera.see(one)
            self._look()

    def answer(self, number: int, answer: object) -> None:
        handed = self.camera.answer(number, answer)  # type: ignore[arg-type]
        for entry in handed.entries:
            assert self.timeline.apply(entry) is None
        self._look()

    def _look(self) -> None:
        while True:
            hand = self.timeline.table.hand
            handed = self.camera.look(self.view, OpenCards(hand) if hand is not None else None)
            self.taken += handed.entries
            self.shots += [handed.shot] if handed.shot is not None else []
            for entry in handed.entries:
                assert self.timeline.apply(entry) is None
            if not handed.entries:
                return

    def to_the_reveal(self) -> None:
        self.enter(Confirm("deal"), Confirm("pass"))

    def seen(self) -> dict[int | None, str]:
        return {one.seat: str(one.card) for one in self.taken if isinstance(one, CardRead)}


@pytest.fixture
def table() -> AtTable:
    at = AtTable()
    at.to_the_reveal()
    return at


def test_the_up_cards_of_a_reveal_are_filled_in(table: AtTable) -> None:
    table.see(sight(reading("As", 1), reading("Kd", 2)))
    assert table.seen() == {1: "As", 2: "Kd"}
    assert table.view.step == "bet" and table.asks == () and table.camera.crowded == ()


def test_nothing_is_handed_in_while_hands_move_or_twice(table: AtTable) -> None:
    table.see(sight(reading("As", 1), settled=False))
    assert table.taken == []
    table.see(sight(reading("As", 1)), sight(reading("As", 1)))
    assert table.seen() == {1: "As"} and len(table.taken) == 1


def test_cards_turned_up_before_all_passed_was_touched_are_taken_then() -> None:
    at = AtTable()
    at.enter(Confirm("deal"))
    at.see(sight(reading("As", 1), reading("Kd", 2)))
    assert at.taken == []
    at.enter(Confirm("pass"))
    assert at.seen() == {1: "As", 2: "Kd"}


def test_an_unknown_card_is_asked_about_with_its_picture_and_its_likely_names(table: AtTable) -> None:
    table.see(sight(reading("As", 1), reading(None, 2, others=UNSURE)))
    (ask,) = table.asks
    assert (ask.seat, ask.why) == (2, "unknown")
    assert [(str(name), chance) for name, chance in ask.names] == [("9h", 0.46), ("6h", 0.31), ("9d", 0.12)]
    assert ask.crop is not None and len(ask.crop.rgb) == 3 * ask.crop.width * ask.crop.height
    assert "9h" not in repr(ask)
    table.answer(ask.number, card("6h"))
    assert table.view.step == "bet" and table.asks == ()
    assert [str(seat.up[0]) for seat in table.view.seats] == ["As", "6h"]


def test_a_name_that_is_not_sure_enough_is_asked_about_too(table: AtTable) -> None:
    table.see(sight(reading("As", 1), reading("9h", 2, chance=0.8, others=UNSURE)))
    assert table.seen() == {1: "As"}
    assert [ask.seat for ask in table.asks] == [2]


def test_no_question_shows_a_revealed_card_before_every_card_is_turned_up(table: AtTable) -> None:
    """RULES 3.3: the kiosk shows no revealed card until every reveal is in."""
    table.see(sight(reading(None, 2, others=UNSURE)))
    assert table.asks == ()
    table.see(sight(reading(None, 2, others=UNSURE), reading("As", 1)))
    assert [ask.seat for ask in table.asks] == [2]


def test_what_lies_up_elsewhere_cannot_be_and_is_not_offered(table: AtTable) -> None:
    table.see(sight(reading("As", 1), reading("Kd", 2)))
    table.enter(Act(1, "check"), Act(2, "check"), Confirm("deal"), Confirm("pass"))
    before = len(table.taken)
    again = reading("Kd", 1, 1, others=[("Kd", 0.97), ("Kh", 0.02)])
    table.see(sight(reading("As", 1), reading("Kd", 2), again, reading("9h", 2, 1)))
    assert len(table.taken) == before + 1  # Ben's nine
    (ask,) = table.asks
    assert (ask.seat, ask.why) == (1, "contradicted")
    assert [str(name) for name, _ in ask.names] == ["Kh"]
    table.answer(ask.number, card("Kh"))
    assert [[str(one) for one in seat.up] for seat in table.view.seats] == [["As", "Kh"], ["Kd", "9h"]]


def test_a_card_turned_up_in_this_reveal_cannot_lie_elsewhere_too(table: AtTable) -> None:
    """The first reveal is in but not shown yet: the second reading of it is a question, no alarm."""
    table.enter(CardRead(card("Kd"), "dealer", 2))
    table.see(sight(reading("Kd", 1, others=[("Kd", 0.95), ("Kh", 0.04)])))
    (ask,) = table.asks
    assert ask.why == "contradicted" and [str(name) for name, _ in ask.names] == ["Kh"]
    assert table.view.faults == ()


def test_more_open_cards_than_are_due_are_flagged_and_neither_shown_nor_named(table: AtTable) -> None:
    """Somebody looks at the down cards: nothing of them may get on the screen."""
    table.see(sight(reading("As", 1), reading("9h", 2), reading(None, 2, 1, others=UNSURE)))
    assert table.camera.crowded == (2,)
    assert table.asks == () and table.seen() == {1: "As"}
    table.see(sight(reading("As", 1), reading("9h", 2)))
    assert table.camera.crowded == () and table.seen() == {1: "As", 2: "9h"}


@pytest.mark.parametrize("step", ["deal", "pass", "bet"])
def test_a_card_that_flashes_when_none_is_waited_for_is_nobodys_to_see(step: str) -> None:
    at = AtTable()
    if step != "deal":
        at.enter(Confirm("deal"))
    if step == "bet":
        at.enter(Confirm("pass"))
        at.see(sight(reading("As", 1), reading("Kd", 2)))
    before = len(at.taken)
    at.see(sight(reading("As", 1), reading("Kd", 2), reading("9h", 2, 1), reading(None, 1, 1, others=UNSURE)))
    assert at.asks == () and at.camera.crowded == () and len(at.taken) == before


def test_not_a_card_is_not_asked_about_again(table: AtTable) -> None:
    chip = reading(None, 2, 1, others=UNSURE)
    table.see(sight(reading("As", 1), chip))
    table.answer(table.asks[0].number, "no-card")
    assert table.asks == ()
    table.see(sight(settled=False), sight(reading("As", 1), chip))
    assert table.asks == ()
    table.see(sight(reading("As", 1), chip, reading("Kd", 2)))
    assert table.seen() == {1: "As", 2: "Kd"} and table.view.step == "bet"


def test_a_question_is_over_when_the_card_is_in_by_another_way(table: AtTable) -> None:
    table.see(sight(reading("As", 1), reading(None, 2, others=UNSURE)))
    number = table.asks[0].number
    table.enter(CardRead(card("6h"), "dealer", 2))
    assert table.asks == ()
    before = view_of(table.timeline.table)
    table.answer(number, card("9h"))  # a touch that comes too late
    assert view_of(table.timeline.table) == before


def test_a_question_follows_the_newest_scene(table: AtTable) -> None:
    table.see(sight(reading("As", 1), reading(None, 2, others=UNSURE)))
    (before,) = table.asks
    table.see(sight(settled=False))  # the dealer's arm: the touch must still count
    assert table.asks == (before,)
    newer = np.full((HIGH, WIDE, 3), 130, np.uint8)
    table.see(sight(reading("As", 1), reading(None, 2, others=UNSURE), picture=newer))
    (after,) = table.asks
    assert after.number == before.number and after.crop != before.crop
    table.see(sight(settled=False), sight(reading("As", 1)))
    assert table.asks == ()
    table.see(sight(settled=False), sight(reading("As", 1), reading("Kd", 2)))
    assert table.seen() == {1: "As", 2: "Kd"}


def test_several_questions_wait_one_after_the_other() -> None:
    at = AtTable(3)
    at.to_the_reveal()
    at.see(sight(*(reading(None, seat, others=UNSURE) for seat in (1, 2, 3))))
    assert len(at.asks) == 3
    first = at.asks[0]
    at.answer(first.number, card("9h"))
    assert {ask.seat for ask in at.asks} == {1, 2, 3} - {first.seat}
    assert all(card("9h") not in dict(ask.names) for ask in at.asks)  # it lies open at the first seat now


def test_the_crop_shows_nothing_beside_the_seats_own_zone(table: AtTable) -> None:
    """The picture beside a zone may show somebody's down cards: it is black in the crop."""
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    picture[:, 200:400] = 200  # Ben's zone
    picture[:, 402:] = (0, 0, 255)  # his neighbour's
    edge = reading(None, 2, 3, others=UNSURE)  # 155 of 200 pixels to the right
    edge = type(edge)(None, 0.5, tuple((x + 35, y) for x, y in edge.place), (390.0, 100.0), 18.0, 1, edge.alternatives)
    table.see(sight(reading("As", 1), edge, picture=picture))
    crop = table.asks[0].crop
    assert crop is not None
    pixels = np.frombuffer(crop.rgb, np.uint8).reshape(crop.height, crop.width, 3)
    assert pixels[:, :10].min() == 200 and pixels[:, -4:].max() == 0
    assert not ((pixels[:, :, 0] > 100) & (pixels[:, :, 2] < 50)).any()


def test_a_reading_that_was_taken_back_is_asked_about_and_not_handed_in_again(table: AtTable) -> None:
    table.see(sight(reading("As", 2), reading("Kd", 1, others=[("Kd", 0.97), ("Jd", 0.02)])))
    assert table.view.step == "bet"
    table.enter(Undo())
    assert table.view.step == "reveal" and table.view.prompt.seats == (1,)
    (ask,) = table.asks
    assert [str(name) for name, _ in ask.names] == ["Kd", "Jd"]
    table.answer(ask.number, card("Jd"))
    assert table.view.step == "bet" and str(table.view.seats[0].up[0]) == "Jd"


def test_an_older_card_that_cannot_be_read_now_is_no_new_one(table: AtTable) -> None:
    """By its place, and where it was pushed by the count of cards that must lie there."""
    table.see(sight(reading("As", 1), reading("Kd", 2)))
    table.enter(Act(1, "check"), Act(2, "check"), Confirm("deal"), Confirm("pass"))
    table.see(sight(reading(None, 1, 0, others=UNSURE), reading("8c", 1, 2), reading("Kd", 2), reading("9h", 2, 1)))
    assert table.seen() == {1: "8c", 2: "9h"} and table.asks == ()


def test_at_the_showdown_the_down_cards_turned_up_are_read_and_asked_about() -> None:
    at = AtTable()
    at.to_the_reveal()
    ups = (("As", "Kd"), ("8c", "9h"), ("2d", "4c"), ("Ts", "Qh"))
    lying = []
    for place, (one, other) in enumerate(ups):
        lying += [reading(one, 1, place), reading(other, 2, place)]
        at.see(sight(*lying))
        while at.view.step == "bet":
            at.enter(Act(at.view.prompt.seat or 0, "check"))
        at.enter(Confirm("deal"), Confirm("pass"))
    while at.view.step == "bet":
        at.enter(Act(at.view.prompt.seat or 0, "check"))
    assert at.view.step == "showdown"
    down = [reading(name, 1, place) for place, name in enumerate(("3d", "3h"), start=4)]
    down = [type(one)(one.card, 0.99, one.place, (one.middle[0] - 150, 250.0), 18.0, 1) for one in down]
    odd = reading(None, 1, 3, others=[("Kd", 0.5), ("Jd", 0.3)])
    odd = type(odd)(None, 0.5, odd.place, (20.0, 300.0), 18.0, 1, odd.alternatives)
    at.see(sight(*lying, *down, odd))
    (ask,) = at.asks
    assert ask.seat == 1 and [str(name) for name, _ in ask.names] == ["Jd"]  # the king lies up before Ben
    at.answer(ask.number, card("Jd"))
    assert at.view.seats[0].down == 0 and {str(one) for one in at.view.seats[0].shown} == {"3d", "3h", "Jd"}
    assert at.asks == ()


def test_a_card_that_the_dealer_corrected_is_not_asked_about_again() -> None:
    at = AtTable(2)
    at.to_the_reveal()
    at.see(sight(reading("As", 1), reading("Kd", 2)))
    at.enter(Correct(2, card("Kh"), was=card("Kd")), Act(1, "check"), Act(2, "check"))
    at.enter(Confirm("deal"), Confirm("pass"))
    at.see(sight(reading("As", 1), reading("Kd", 2), reading("8c", 1, 1), reading("9h", 2, 1)))
    assert at.asks == () and at.camera.crowded == ()
    assert [[str(one) for one in seat.up] for seat in at.view.seats] == [["As", "8c"], ["Kh", "9h"]]


@pytest.mark.parametrize("answered", [True, False], ids=["answered", "entered"])
def test_a_card_that_the_dealer_named_is_known_by_its_other_corner_too(table: AtTable, answered: bool) -> None:
    """A worn king of hearts is read as Ben's king of diamonds; next time by a corner elsewhere, and less surely."""
    table.see(sight(reading("As", 1), reading("Kd", 2)))
    table.enter(Act(1, "check"), Act(2, "check"), Confirm("deal"), Confirm("pass"))
    worn, lying = [("Kd", 0.97), ("Kh", 0.02)], [reading("As", 1), reading("Kd", 2), reading("9h", 2, 1)]
    table.see(sight(*lying, reading("Kd", 1, 1, others=worn)))
    (ask,) = table.asks
    if answered:
        table.answer(ask.number, card("Kh"))
    else:
        table.enter(CardRead(card("Kh"), "dealer", 1))
    table.enter(Act(1, "check"), Act(2, "check"), Confirm("deal"), Confirm("pass"))
    elsewhere = reading("Kd", 1, 3, chance=0.89, others=worn)
    table.see(sight(*lying, elsewhere, reading("8c", 1, 2), reading("4s", 2, 2)))
    assert table.asks == () and table.camera.crowded == ()
    assert [[str(one) for one in seat.up] for seat in table.view.seats] == [["As", "Kh", "8c"], ["Kd", "9h", "4s"]]


def test_a_shot_keeps_only_the_zones_whose_cards_were_read(table: AtTable) -> None:
    picture = np.full((HIGH, WIDE, 3), 77, np.uint8)
    table.see(sight(reading("As", 1), reading(None, 2, others=UNSURE), picture=picture))
    (shot,) = table.shots
    kept = shot.picture()
    assert kept[:, :199].min() == 77 and kept[:, 202:].max() == 0
    assert {str(one) for one in shot.cards} == {"As"}


def test_a_stud_seats_up_card_is_the_new_one_where_an_older_stayed_unread() -> None:
    """No shoe: Ben's door stays unread; what the camera sees on fourth street is his fourth-street card."""
    at = AtTable(2, variant="stud")
    at.see(sight(reading("As", 1)))
    at.enter(Confirm("deal"))
    assert [seat.up for seat in at.view.seats] == [(card("As"),), (None,)]
    while at.view.step == "bet":
        seat = at.view.prompt.seat
        if at.view.prompt.kind == "ask-opener":
            at.enter(Act(1, "check"))
            continue
        actions = at.view.actions
        assert seat is not None and actions is not None
        at.enter(Act(seat, "bring_in" if actions.bring_in else "call" if actions.call else "check"))
    assert at.view.step == "deal" and at.view.round == 2
    at.see(sight(reading("As", 1), reading("8c", 1, 1), reading("9h", 2, 1)))
    assert [seat.up for seat in at.view.seats] == [(card("As"), card("8c")), (None, card("9h"))]


def test_a_pip_that_looks_like_an_index_is_no_card_too_many(table: AtTable) -> None:
    """It is half as large again as the indices of that seat."""
    pip = reading("4c", 1, 1, chance=0.78)
    pip = type(pip)(pip.card, 0.78, pip.place, pip.middle, 29.0, 1)
    table.see(sight(reading("As", 1), pip, reading("Kd", 2)))
    assert table.seen() == {1: "As", 2: "Kd"} and table.camera.crowded == ()
