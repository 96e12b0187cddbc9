"""Views of a camera over the table, made by hand: which readings lie in which seat's zone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.cards import Card
from kiosk.readers.camera import Sight
from kiosk.vision.calibration import Calibration, Zone
from kiosk.vision.deciding import Reading
from kiosk.vision.watching import View

WIDE, HIGH = 800, 400
SEAT_WIDE = 200
"""Seat 1's zone is the leftmost 200 pixels, seat 2's the next, and so on; a pixel is a millimetre."""

CALIBRATION = Calibration(
    (WIDE, HIGH),
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    (float(WIDE), WIDE / 2, HIGH / 2, 0.0),
    {},
    tuple(
        Zone(str(seat), ((x, 0.0), (x + SEAT_WIDE, 0.0), (x + SEAT_WIDE, float(HIGH)), (x, float(HIGH))))
        for seat, x in ((1, 0.0), (2, 200.0), (3, 400.0), (4, 600.0))
    ),
)


def card(name: str) -> Card:
    return Card.parse(name)


def reading(
    name: str | None,
    seat: int,
    place: int = 0,
    chance: float = 0.99,
    others: Sequence[tuple[str, float]] = (),
) -> Reading:
    """A card of 40 pixels' index at the seat, ``place`` counting from the left in steps of 45 pixels."""
    x, y = SEAT_WIDE * (seat - 1) + 20.0 + 45 * place, 100.0
    box = ((x - 8, y - 20), (x + 8, y - 20), (x + 8, y + 20), (x - 8, y + 20))
    alternatives = tuple((card(other), p) for other, p in others)
    return Reading(card(name) if name else None, chance, box, (x, y), 18.0, 1, alternatives)


def sight(*readings: Reading, settled: bool = True, picture: np.ndarray | None = None) -> Sight:
    """The frame on which a scene settled, or (``settled`` False) one on which something moves."""
    shown = picture if picture is not None else np.full((HIGH, WIDE, 3), 90, np.uint8)
    seats = tuple(CALIBRATION.seat_of(one.middle) for one in readings)
    view = View(readings if settled else (), settled, settled, settled, False, 18.0)
    return Sight(shown, view, seats if settled else (), CALIBRATION)


def laid(name: str | None, chance: float = 0.99, others: Sequence[tuple[str, float]] = ()) -> Sight:
    """A card came to lie on the read spot; the picture shows the likeliest one, also where it is not named."""
    one = reading(name, 2, chance=chance, others=others)
    shown = name or next((other for other, _ in others), None)
    level = 200 if shown is None else 40 + int(card(shown))
    view = View((one,), True, True, True, False, 18.0)
    return Sight(np.full((HIGH, WIDE, 3), level, np.uint8), view, (None,), None, one)
