"""Who fed whom, on the table: a hand that everybody can follow, with the house rule ``provenance``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.view import CardWay, WayStepView
from kiosk.recording import entry_of, parse_header
from kiosk.ui.looks import table_look
from kiosk.ui.ways import TOGETHER, with_way
from kiosk.wording import Wording
from tests.ui.audit import audit
from tests.ui.tables import MemorySession

ORDINARY = Path(__file__).resolve().parents[1] / "sessions" / "ll-ordinary.session.jsonl"
"""Cem (3) wins with K♠ K♥ K♦ 4♠ 4♥; of these Ben (2), on his right, has passed him K♥, 4♥ and 4♠."""


def after_the_hand(told: str) -> MemorySession:
    lines = [json.loads(line) for line in ORDINARY.read_text("utf-8").splitlines()]
    header = parse_header(lines[0])
    seats = [(seat.seat, seat.name, seat.stack) for seat in header.seats]
    session = MemorySession(seats, {**header.rules, "provenance": told})
    for line in lines[1:]:
        session.submit(entry_of(line, header.variants))  # type: ignore[arg-type]
    return session


def test_the_winners_cards_are_drawn_from_seat_to_seat(at_table: Callable) -> None:
    session = after_the_hand("winner")
    fingers = at_table(session)
    fingers.tap("ways")
    look = fingers.app.table.look
    assert look.arrows == ((2, 3),) and look.headline == "Who fed whom"
    assert "Ben gave Cem 3 cards" in look.why
    raised = {str(card.card) for seat in look.seats for card in seat.up if card.raised}
    assert raised == {"Ks", "Kh", "Kd", "4s", "4h"}
    assert audit(fingers) == []
    drawn = {}
    for _ in range(5):
        fingers.tap("card-after")
        look = fingers.app.table.look
        drawn[str(look.winning[0].card)] = look.arrows
        assert [seat.seat for seat in look.seats if seat.active] == [3]
        assert audit(fingers) == []
    assert drawn == {"Ks": (), "Kh": ((2, 3),), "Kd": (), "4s": ((2, 3),), "4h": ((2, 3),)}
    assert not fingers.has("card-after")
    fingers.tap("present")
    assert fingers.has("start-hand") and fingers.app.table.look.arrows == ()


def test_the_next_hand_begins_without_it(at_table: Callable) -> None:
    session = after_the_hand("all")
    fingers = at_table(session)
    fingers.tap("ways")
    from engine.inputs import StartHand

    session.submit(StartHand())
    fingers.wait(lambda: fingers.app.state.view.status == "open")
    assert fingers.app.desk.way is None and fingers.has("confirm-announce")


def test_where_the_house_tells_nothing_there_is_nothing_to_look_at(at_table: Callable) -> None:
    assert not at_table(after_the_hand("off")).has("ways")


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_not_certain_is_drawn_apart_and_said(language: str) -> None:
    from dataclasses import replace

    session = after_the_hand("winner")
    view = session.state.view
    steps = (
        WayStepView("dealt", 1, 1, None, False),
        WayStepView("passed", 1, 1, 2, False),
        WayStepView("passed", 2, 2, 3, True),
        WayStepView("seen", 0, 3, None, True),
    )
    told = replace(view, ways=(CardWay(view.ways[0].card, steps),))
    words = Wording(language, {seat.seat: seat.name for seat in view.seats})
    look = with_way(table_look(session.state, words), told, words, 0)
    assert (look.arrows, look.perhaps) == (((2, 3),), ((1, 2),))
    assert look.headline == {"en": "K♠: not certain", "de": "K♠: nicht sicher"}[language]
    assert with_way(look, told, words, TOGETHER).arrows == ((2, 3),)
