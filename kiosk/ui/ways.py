"""The way of the cards after a hand, drawn on the table: arrows from seat to seat, all together or card by card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import Card
from engine.view import CardWay, PublicView
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.cardlooks import CardLook
from kiosk.ui.intents import Way
from kiosk.wording import Wording

if TYPE_CHECKING:
    from kiosk.ui.looks import SeatLook, TableLook

TOGETHER = -1
"""All ways at once, before the first card."""
MOST_ARROWS = 8


def with_way(look: TableLook, view: PublicView, words: Wording, at: int | None) -> TableLook:
    """The table with the way of card ``at`` (or TOGETHER); as it was where nothing is looked at or told."""
    if at is None or not view.ways:
        return look
    at = min(at, len(view.ways) - 1)
    _ = words._
    buttons = (
        ButtonLook(_("Back to the table"), Way(None), name="present"),
        ButtonLook(_("Card before"), Way(at - 1), name="card-before", enabled=at > TOGETHER),
        ButtonLook(
            _("Next card"), Way(at + 1), f"{at + 2} / {len(view.ways)}", "primary", "card-after",
            enabled=at + 1 < len(view.ways),
        ),
    )  # fmt: skip
    drawn = _together(look, view, words) if at == TOGETHER else _one(look, view.ways[at], words)
    return replace(drawn, buttons=buttons, undo=None, warning=False, pot="", pot_label="", side_pots="")


def _together(look: TableLook, view: PublicView, words: Wording) -> TableLook:
    """Who fed whom: every pass that is certain, counted."""
    fed: Counter[tuple[int, int]] = Counter()
    for way in view.ways:
        fed.update(_passes(way, True))
    why = " · ".join(
        words.n_("{name} gave {receiver} {count} card", "{name} gave {receiver} {count} cards", count).format(
            name=words.name(giver), receiver=words.name(receiver), count=count
        )
        for (giver, receiver), count in fed.most_common()
    )
    return replace(
        look,
        headline=words._("Who fed whom"),
        why=why or words._("No card is known to have been passed."),
        arrows=tuple(fed)[:MOST_ARROWS],
        winning=(),
        clockwise=True,
        seats=_raised(look, frozenset(way.card for way in view.ways)),
    )


def _one(look: TableLook, way: CardWay, words: Wording) -> TableLook:
    """One card: where it was dealt, who passed it to whom, where it was seen."""
    _ = words._
    certain, perhaps = _passes(way, True), _passes(way, False)
    seen = next((step.seat for step in reversed(way.steps) if step.kind == "seen"), None)
    if certain and not perhaps:
        giver, receiver = certain[-1]
        headline = _("{card}: {name} fed {receiver}").format(
            card=way.card.sign, name=words.name(giver), receiver=words.name(receiver)
        )
    elif perhaps:
        headline = _("{card}: not certain").format(card=way.card.sign)
    else:
        headline = _("{card}: {name}'s from the deal").format(card=way.card.sign, name=words.name(seen))
    arrows = tuple(dict.fromkeys(certain))[:MOST_ARROWS]
    return replace(
        look,
        headline=headline,
        why=words.way(way),
        arrows=arrows,
        perhaps=tuple(dict.fromkeys(perhaps))[: MOST_ARROWS - len(arrows)],
        winning=(CardLook(way.card),),
        clockwise=True,
        seats=tuple(replace(seat, active=seat.seat == seen, tag="") for seat in _raised(look, frozenset({way.card}))),
    )


def _raised(look: TableLook, cards: frozenset[Card]) -> tuple[SeatLook, ...]:
    """The seats with these cards raised and the others dimmed."""
    return tuple(
        replace(
            seat,
            up=tuple(replace(one, raised=one.card in cards, dim=one.card not in cards) for one in seat.up),
        )
        for seat in look.seats
    )


def _passes(way: CardWay, certain: bool) -> list[tuple[int, int]]:
    return [
        (step.seat, step.receiver)
        for step in way.steps
        if step.kind == "passed" and step.receiver is not None and step.certain is certain
    ]
