"""The camera's question on the screen: what it says, and what one touch does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.cards import Card
from engine.inputs import CardRead, Correct
from kiosk.session import CameraAsk
from kiosk.ui import intents
from kiosk.ui.history import History
from kiosk.ui.layout import buttons, crop_place
from kiosk.ui.looks import table_look
from kiosk.ui.sounds import sound_for
from kiosk.wording import Wording
from tests.ui.moments import ASKS, CROP, LIKELY
from tests.ui.tables import MemorySession, feed

AT_REVEAL = "hand,announce,antes,deal,pass,Ks@1 Qh@2 9d@3 2c@4"


def asking(*asks: CameraAsk) -> MemorySession:
    """Five players; Eli's card is due, and this is asked about it."""
    session = MemorySession()
    feed(session, AT_REVEAL)
    session.asks = asks
    session.state = session._state()
    return session


ASK = CameraAsk(7, 5, "unknown", CROP, LIKELY)


def test_one_touch_hands_the_card_in(at_table: Callable) -> None:
    session = asking(ASK)
    fingers = at_table(session)
    assert "Eli: which card?" in fingers.texts()
    fingers.tap("ask-6h")
    assert session.answered == [(7, Card.parse("6h"))]
    assert session.entries[-1] == CardRead(Card.parse("6h"), "dealer", 5)
    assert not fingers.has("ask-other") and session.state.view.step == "bet"


def test_another_card_comes_from_the_picker(at_table: Callable) -> None:
    session = asking(ASK)
    fingers = at_table(session)
    fingers.tap("ask-other")
    fingers.tap("pick-9c")
    assert session.answered == [(7, Card.parse("9c"))]
    assert not fingers.app.over and session.state.view.step == "bet"


def test_a_question_that_ended_while_the_picker_was_open_loses_no_touch(at_table: Callable) -> None:
    session = asking(ASK)
    fingers = at_table(session)
    fingers.tap("ask-other")
    session.ask()  # somebody moved the card
    fingers.wait(lambda: fingers.app.state.asks == ())
    fingers.tap("pick-9c")
    assert session.answered == []
    assert session.entries[-1] == CardRead(Card.parse("9c"), "dealer", 5)
    assert session.state.view.step == "bet"


def test_a_question_is_heard_once() -> None:
    quiet, asks = asking().state, asking(ASK).state
    assert sound_for(quiet, asks) == "turn" and sound_for(asks, asks) == ""


def test_a_button_that_changed_under_the_finger_does_nothing(at_table: Callable) -> None:
    """The dealer means "Eli's card"; a question takes its place before the finger is lifted."""
    session = asking()
    fingers = at_table(session)
    plan = fingers.app.table.plan
    place = buttons(plan, 5, crop_place(plan).width)[0].centre
    assert fingers.find("pick-up").collide_point(*place)
    with fingers.held(*place):
        session.ask(ASK)
        fingers.wait(lambda: fingers.has("ask-9h"))
        assert fingers.find("ask-9h").collide_point(*place)
    assert session.answered == [] and session.state.view.step == "reveal"
    fingers.tap_at(*place)
    assert session.answered == [(7, Card.parse("9h"))]


def test_no_card_brings_the_actions_back(at_table: Callable) -> None:
    session = asking(ASK)
    fingers = at_table(session)
    assert not fingers.has("confirm-reveal")
    fingers.tap("ask-none")
    assert session.answered == [(7, "no-card")]
    assert fingers.has("confirm-reveal") and fingers.has("pick-up")


def test_the_picture_stands_beside_the_names_and_covers_no_seat(at_table: Callable) -> None:
    session = asking(ASK)
    fingers = at_table(session)
    snapshot = fingers.app.table.snapshot
    assert snapshot.crop == CROP
    felt = fingers.app.table.plan.felt
    assert snapshot.top <= felt.y and snapshot.width >= 15 * fingers.app.panel.per_mm - 0.5
    fingers.tap("ask-none")
    assert snapshot.crop is None and snapshot.width == 0


def test_several_questions_come_one_after_the_other(at_table: Callable) -> None:
    session = MemorySession()
    feed(session, "hand,announce,antes,deal,pass,Ks@1 Qh@2 9d@3")
    session.asks = (CameraAsk(1, 4, "unknown", CROP, LIKELY), CameraAsk(2, 5, "unknown", CROP, LIKELY))
    session.state = session._state()
    fingers = at_table(session)
    assert "Dev: which card?" in fingers.texts()
    fingers.tap("ask-9h")
    assert "Eli: which card?" in fingers.texts()


def test_a_down_card_that_could_not_be_read_is_asked_about_in_words_only(at_table: Callable) -> None:
    session = asking(CameraAsk(-1, 5, "again"))
    fingers = at_table(session)
    assert fingers.app.table.snapshot.crop is None
    fingers.tap("ask-again")
    assert session.answered == [(-1, "again")]


@pytest.mark.parametrize("name", ASKS)
def test_a_question_names_its_seat_and_leaves_undo_where_it_is(name: str) -> None:
    look = table_look(asking(*ASKS[name]).state, Wording("en", {4: "Dev", 5: "Eli", 7: "Gus"}))
    seat = {4: "Dev", 5: "Eli", 7: "Gus"}[ASKS[name][0].seat or 0]
    assert seat in look.headline and look.undo is not None
    assert 1 <= len(look.buttons) <= 5


def test_the_hands_played_keep_no_pictures() -> None:
    history = History()
    history.keep(asking(ASK).state)
    assert all(state.asks == () for states in history.hands.values() for state in states)


def test_an_unread_up_card_is_put_right_by_its_own_place(at_table: Callable) -> None:
    """While a newer card of the player is due: the touch on '?' means the old one."""
    session = MemorySession()
    feed(session, "hand,announce,antes,deal,pass,Ks@1 Qh@2 9d@3 2c@4,reveal,checks,deal,pass")
    fingers = at_table(session)
    fingers.app.do(intents.Open("correct", 5))
    fingers.tap("card-0")
    fingers.tap("pick-8s")
    assert session.entries[-1] == Correct(5, Card.parse("8s"), street=1, index=1)
    eli = session.state.view.seats[4]
    assert eli.up == (Card.parse("8s"),) and not eli.revealed
