"""Twins under a camera: what it asks and keeps is the same whatever lies face down."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from engine.cards import BY_NAME, DECK, Card
from engine.view import PublicView
from kiosk.live_session import LiveSession
from kiosk.session_lines import Line
from kiosk.vision.deciding import Reading
from tests.live.sights import HIGH, WIDE, laid, reading, sight

Before = Callable[[LiveSession, Line], bool]
"""Gives a line of the evening to the session in another way; False: it is handed in as it stands."""


def over_the_table(seed: int) -> Before:
    """Every card that is turned up is unknown to the camera, and the dealer answers its question or touches it in."""
    chance = random.Random(seed)

    def before(session: LiveSession, line: Line) -> bool:
        if line["type"] != "card" or line.get("reader") != "dealer":
            return False
        view = session.settle().view
        picture = np.full((HIGH, WIDE, 3), chance.randrange(256), np.uint8)
        session.see(sight(*_lying(view, chance), picture=picture))
        asks = session.settle().asks
        ask = next((one for one in asks if one.seat == line["seat"]), None)
        if ask is None or chance.random() < 0.3:
            return False
        session.answer_camera(ask.number, BY_NAME[str(line["card"])])
        return True

    return before


def _lying(view: PublicView, chance: random.Random) -> list[Reading]:
    """The up cards by name and, where one is due, a card that may be any four of the deck."""
    readings: list[Reading] = []
    for seat in view.seats[:4]:  # as many zones as the camera has
        known = [card for card in seat.up if card is not None]
        readings += [reading(str(card), seat.seat, place % 4) for place, card in enumerate(known)]
        if seat.seat in view.prompt.seats:
            four = chance.sample(DECK, 4)
            likely = [(str(card), 0.4 - 0.1 * at) for at, card in enumerate(four)]
            one = reading(None, seat.seat, len(known) % 4, others=likely)
            readings.append(one if len(known) < 4 else lower(one))
    return readings


def lower(one: Reading) -> Reading:
    """The same reading in a second row."""
    x, y = one.middle
    return type(one)(one.card, one.probability, one.place, (x, y + 150), one.rank_pixels, 1, one.alternatives)


def on_the_spot(seed: int) -> Before:
    """The shoe's cards are laid under the camera; some cannot be read, and some of those are laid down again."""
    chance = random.Random(seed)

    def before(session: LiveSession, line: Line) -> bool:
        if line.get("reader") != "shoe":
            return False
        name = str(line["card"])
        unread, again = chance.random() < 0.6, chance.random() < 0.5
        likely = [(name, 0.5), (str(_other(name)), 0.3)]
        session.lay(laid(None if unread else name, others=likely))
        asks = session.settle().asks
        if asks and again and asks[0].why == "again":
            session.answer_camera(asks[0].number, "again")
            session.settle()
            session.lay(laid(name))
        return True

    return before


def _other(name: str) -> Card:
    return DECK[(DECK.index(BY_NAME[name]) + 13) % 52]
