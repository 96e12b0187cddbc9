"""From named indices to cards: corners of one card speak together, doubt is said, nothing is guessed.

A reading is certain only if rank and suit are probable enough, the network does not say "no index here", and
no other corner of the same card contradicts it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.cards import Card
from kiosk.vision.finding import FoundIndex
from kiosk.vision.naming import Names

Point = tuple[float, float]


@dataclass(frozen=True)
class Rules:
    """When a reading counts. ``sure`` is the least probability of rank and suit together for one index
    alone."""

    sure: float = 0.80
    doubtful: float = 0.30
    least_heat: float = 0.35


@dataclass(frozen=True, repr=False)
class Reading:
    """One card in the picture. ``card`` is None when the reader saw an index and could not name it.

    ``place`` is the index's box (four corners, picture pixels), ``rank_pixels`` its rank's height,
    ``corners`` how many indices of the card were seen. The repr names no card: on a read spot it may be a
    down card.
    """

    card: Card | None
    probability: float
    place: tuple[Point, ...]
    middle: Point
    rank_pixels: float
    corners: int

    def __repr__(self) -> str:
        known = "named" if self.card is not None else "unknown"
        x, y = self.middle
        return f"<Reading: a card, {known}, at {x:.0f}, {y:.0f}>"


def in_frame(index: FoundIndex, point: Point) -> tuple[float, float]:
    """``point`` in the index's own frame: right and down from its middle, in heights of the index."""
    matrix = np.array([[index.right[0], index.down[0]], [index.right[1], index.down[1]]]) * 2
    offset = np.array([point[0] - index.centre[0], point[1] - index.centre[1]])
    determinant = matrix[0, 0] * matrix[1, 1] - matrix[0, 1] * matrix[1, 0]
    if abs(determinant) < 1e-6:
        return (1e6, 1e6)
    u = (matrix[1, 1] * offset[0] - matrix[0, 1] * offset[1]) / determinant
    v = (-matrix[1, 0] * offset[0] + matrix[0, 0] * offset[1]) / determinant
    return (float(u), float(v))


def cosine(a: Point, b: Point) -> float:
    return float((a[0] * b[0] + a[1] * b[1]) / (np.hypot(*a) * np.hypot(*b) + 1e-9))


def one_card(a: FoundIndex, b: FoundIndex) -> bool:
    """Can both be corners of one card? Opposite or lower corners are turned by 180 degrees, upper ones are
    not.

    An index is 13 to 34 mm high on a card of 57..63 x 88 mm, so the corners lie 1.2 to 5.5 heights apart
    across and 1.2 to 7 down. The bounds are wide because a slanted view stretches them.
    """
    ratio = a.height / b.height
    if not 0.5 < ratio < 2:
        return False
    turn = cosine(a.down, b.down)
    (ua, va), (ub, vb) = in_frame(a, b.centre), in_frame(b, a.centre)
    if turn < -0.8:
        across_fits = (
            (abs(ua) < 0.9 and abs(ub) < 0.9)
            or (0.8 < ua < 6 and 0.8 < ub < 6)
            or (-6 < ua < -0.8 and -6 < ub < -0.8)
        )
        return across_fits and 0.9 < va < 8 and 0.9 < vb < 8
    if turn > 0.8:
        return 0.9 < abs(ua) < 6 and abs(va) < 0.8 and abs(vb) < 0.8 and ua * ub < 0
    return False


def decide(found: list[FoundIndex], names: Names, rules: Rules | None = None) -> list[Reading]:
    """The cards in the picture, surest first, then the unknown ones."""
    rules = rules or Rules()
    count = len(found)
    joint = names.ranks[:, :13, None] * names.suits[:, None, :4]
    flat = joint.reshape(count, 52)
    best = flat.argmax(1) if count else np.zeros(0, int)
    chance = flat.max(1) if count else np.zeros(0)
    heat = np.array([f.heat for f in found])
    order = [int(i) for i in np.argsort(-chance * np.minimum(1, heat + 0.3))] if count else []
    taken: set[int] = set()
    readings: list[Reading] = []
    for i in order:
        if i in taken or heat[i] < rules.least_heat:
            continue
        mates = [
            j
            for j in order
            if j != i and j not in taken and best[j] == best[i] and one_card(found[i], found[j])
        ]
        together = combined(flat[[i, *mates], best[i]], mates)
        if together < rules.sure:
            continue
        taken.update((i, *mates))
        readings.append(reading(Card(int(best[i])), together, found[i], 1 + len(mates)))
    readings = without_doubles(readings)
    for i in order:
        if i in taken or heat[i] < rules.least_heat:
            continue
        some = float(1 - max(names.ranks[i, 13], names.suits[i, 4]))
        if some < rules.doubtful:
            continue
        taken.add(i)
        mates = [j for j in order if j not in taken and one_card(found[i], found[j])]
        taken.update(mates)
        readings.append(reading(None, float(chance[i]), found[i], 1 + len(mates)))
    return readings


def combined(chances: np.ndarray, mates: list[int]) -> float:
    """Probability of a card that several corners name: independent only in part, so doubts count for a half
    each."""
    doubt = 1.0
    for chance in chances:
        doubt *= float(1 - chance) if doubt == 1.0 else float(np.sqrt(max(1e-6, 1 - chance)))
    return 1 - doubt


def reading(card: Card | None, probability: float, index: FoundIndex, corners: int) -> Reading:
    return Reading(card, probability, index.corners(), index.centre, index.rank_pixels, corners)


def without_doubles(readings: list[Reading]) -> list[Reading]:
    """A deck has each card once: of two readings of one card far apart the less sure one is no reading."""
    seen: set[Card] = set()
    out = []
    for item in readings:
        double = item.card is not None and item.card in seen
        out.append(replace(item, card=None) if double else item)
        if item.card is not None:
            seen.add(item.card)
    return out
