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
from kiosk.vision.network import Floats

Point = tuple[float, float]
LEAST_ACROSS, MOST_ACROSS = 1.2, 5.0
LEAST_DOWN, MOST_DOWN = 1.3, 6.5
"""Between two corners of a card, in heights of an index: it is 13 to 34 mm high on a card of 57..63 x 88 mm.
A slanted view stretches that a little."""
FARTHEST = 8.0
MOST_ALTERNATIVES, LEAST_ALTERNATIVE = 4, 0.01


@dataclass(frozen=True)
class Rules:
    """When a reading counts: probabilities of rank and suit together.

    ``sure`` is the least for a name, ``clear`` what needs no second look, ``certain`` what stands against another
    corner of the card that says otherwise. ``least_heat`` is how sure the finder must be; below ``faint_heat`` a
    corner that no other one confirms needs ``faint_sure``, for pips and court pictures look like indices at times.
    An index that cannot be named is called unknown from ``unknown_heat`` on and if it is one with a chance of
    ``doubtful``. Where as many indices are clearly foreign as can be named, a name must be ``certain``.
    """

    sure: float = 0.62
    clear: float = 0.90
    certain: float = 0.97
    doubtful: float = 0.50
    least_heat: float = 0.22
    faint_heat: float = 0.45
    faint_sure: float = 0.93
    unknown_heat: float = 0.35


@dataclass(frozen=True, repr=False)
class Reading:
    """One card in the picture. ``card`` is None when the reader saw an index and could not name it.

    ``place`` is the index's box (four corners, picture pixels), ``rank_pixels`` its rank's height,
    ``corners`` how many indices of the card were seen. ``alternatives`` are the likeliest cards with their
    probabilities, the best first and of a named reading its card the first: what a dealer may choose from when
    the card is not decided. The repr names no card: on a read spot it may be a down card.
    """

    card: Card | None
    probability: float
    place: tuple[Point, ...]
    middle: Point
    rank_pixels: float
    corners: int
    alternatives: tuple[tuple[Card, float], ...] = ()

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
    """Can both be corners of one card? Lower corners are turned by 180 degrees, upper ones are not."""
    if not 0.6 < a.height / b.height < 1.67:
        return False
    turn = cosine(a.down, b.down)
    (ua, va), (ub, vb) = in_frame(a, b.centre), in_frame(b, a.centre)
    if turn < -0.85:
        below = LEAST_DOWN < va < MOST_DOWN and LEAST_DOWN < vb < MOST_DOWN
        same_side = abs(ua) < 0.6 and abs(ub) < 0.6
        other_side = LEAST_ACROSS < abs(ua) < MOST_ACROSS and LEAST_ACROSS < abs(ub) < MOST_ACROSS
        return below and (same_side or (other_side and ua * ub > 0))
    if turn > 0.85:
        return LEAST_ACROSS < abs(ua) < MOST_ACROSS and abs(va) < 0.5 and abs(vb) < 0.5 and ua * ub < 0
    return False


def opposite(a: FoundIndex, b: FoundIndex) -> bool:
    """Are they, as far as one can tell, the upper left and the lower right corner of one card?"""
    if not one_card(a, b) or cosine(a.down, b.down) > 0:
        return False
    (ua, va), (ub, vb) = in_frame(a, b.centre), in_frame(b, a.centre)
    alike = abs(ua - ub) < 0.25 * max(ua, ub, 1.6) and abs(va - vb) < 0.25 * max(va, vb)
    return alike and ua > 0 and 0.8 < va / ua < 2.0


def beside(a: FoundIndex, b: FoundIndex) -> bool:
    """Are they the two upper corners of one card with four indices, or an upper and a lower one of one side?

    Two cards in a row look the same, so this says something only of a deck that is known to have four.
    """
    if not one_card(a, b):
        return False
    (ua, va), (ub, vb) = in_frame(a, b.centre), in_frame(b, a.centre)
    if cosine(a.down, b.down) > 0:
        return abs(va) < 0.3 and abs(vb) < 0.3 and abs(ua + ub) < 0.6
    return abs(ua) < 0.35 and abs(ub) < 0.35 and abs(va - vb) < 0.8


def decide(found: list[FoundIndex], names: Names, rules: Rules | None = None) -> list[Reading]:
    """The cards in the picture, surest first, then the unknown ones."""
    rules = rules or Rules()
    live = [i for i, index in enumerate(found) if index.heat >= rules.least_heat]
    if not live:
        return []
    joint = (names.ranks[:, :13, None] * names.suits[:, None, :4]).reshape(len(found), 52)
    best, chance = joint.argmax(1), joint.max(1)
    order = sorted(live, key=lambda i: -float(chance[i]))
    sure = [i for i in order if chance[i] >= rules.sure]
    least = rules.certain if among_foreign(found, names, rules) else rules.sure
    four = any(best[i] == best[j] and beside(found[i], found[j]) for i in sure for j in sure if i < j)
    taken: set[int] = set()
    readings: list[Reading] = []
    for i in order:
        if i in taken:
            continue
        mates = [j for j in order if j != i and j not in taken and best[j] == best[i] and one_card(found[i], found[j])]
        together = combined([float(joint[j, best[i]]) for j in (i, *mates)])
        faint = found[i].heat < rules.faint_heat and not mates
        if together < (max(least, rules.faint_sure) if faint else least):
            continue
        # a card whose own opposite corner is seen has no other one, and a clear reading stands for itself
        whole = any(opposite(found[i], found[j]) for j in mates)
        others = [
            j
            for j in order
            if j not in taken
            and not whole
            and best[j] != best[i]
            and chance[j] < rules.clear
            and not any(best[k] == best[j] and k != j and one_card(found[j], found[k]) for k in order)
            and (opposite(found[i], found[j]) or (four and beside(found[i], found[j])))
        ]
        taken.update((i, *mates, *others))
        contradicted = together < rules.certain and any(agreement(joint[i], joint[j]) < rules.sure for j in others)
        card = None if contradicted else Card(int(best[i]))
        choice = alternatives(joint[[i, *mates, *others]])
        readings.append(reading(card, together, found[i], 1 + len(mates), choice))
    readings = without_doubles(readings)
    for i in order:
        index_there = 1 - max(float(names.ranks[i, 13]), float(names.suits[i, 4]))
        if i in taken or index_there < rules.doubtful or found[i].heat < rules.unknown_heat:
            continue
        taken.update((i, *(j for j in order if one_card(found[i], found[j]))))
        if not any(r.card == best[i] and near(r, found[i].centre) for r in readings):
            readings.append(reading(None, float(chance[i]), found[i], 1, alternatives(joint[[i]])))
    return sorted(readings, key=lambda item: (item.card is None, -item.probability))


def among_foreign(found: list[FoundIndex], names: Names, rules: Rules) -> bool:
    """Whether as many indices are clearly another pack's as can be named: a rank over no French suit, or a French suit
    under no rank.

    A pack's cards lie together, so they speak about their neighbours: an acorn that looks like a club lies among
    bells. On a table of French cards there are none, for what is covered or no index lacks both.
    """
    no_rank, no_suit = names.ranks[:, 13], names.suits[:, 4]
    most, least = rules.clear, 1 - rules.clear
    heat = np.array([index.heat for index in found])
    one = ((no_rank > most) & (no_suit < least)) | ((no_suit > most) & (no_rank < least))
    named = names.ranks[:, :13].max(1, initial=0) * names.suits[:, :4].max(1, initial=0) >= rules.sure
    foreign = int((one & (heat >= rules.unknown_heat)).sum())
    return foreign > 0 and foreign >= int((named & (heat >= rules.least_heat)).sum())


def combined(chances: list[float]) -> float:
    """Probability of a card that several corners name. They share light and focus, so they are independent
    only in part: every further one's doubt counts for half (its square root)."""
    doubt = 1 - max(chances)
    for chance in sorted(chances)[:-1]:
        doubt *= float(np.sqrt(max(0.0, 1 - chance)))
    return 1 - doubt


def agreement(one: Floats, other: Floats) -> float:
    """Probability of what ``one`` says most, after another corner of the same card has been heard (52 each)."""
    both = one * other
    return float(both[one.argmax()] / (both.sum() + 1e-12))


def alternatives(corners: Floats) -> tuple[tuple[Card, float], ...]:
    """The likeliest cards of what the corners of one card say (n, 52; the first decides), best first."""
    mean = corners.mean(0)
    # the card that the first corner names stays first, whatever the doubtful ones say
    order = sorted(np.argsort(-mean)[:MOST_ALTERNATIVES], key=lambda card: card != corners[0].argmax())
    return tuple((Card(int(card)), float(mean[card])) for card in order if mean[card] >= LEAST_ALTERNATIVE)


def reading(
    card: Card | None,
    probability: float,
    index: FoundIndex,
    corners: int,
    choice: tuple[tuple[Card, float], ...],
) -> Reading:
    return Reading(card, probability, index.corners(), index.centre, index.rank_pixels, corners, choice)


def near(item: Reading, point: Point) -> bool:
    """Whether ``point`` can lie on the reading's card: within the longest way between two corners."""
    height = float(np.hypot(item.place[3][0] - item.place[0][0], item.place[3][1] - item.place[0][1]))
    return float(np.hypot(point[0] - item.middle[0], point[1] - item.middle[1])) < FARTHEST * height


def without_doubles(readings: list[Reading]) -> list[Reading]:
    """A deck has each card once. Of two readings of one card the less sure one is another corner of it that the
    view has put askew, and goes; too far away for that, it is a card that could not be named."""
    first: dict[Card, Reading] = {}
    out = []
    for item in readings:
        if item.card is None or item.card not in first:
            out.append(item)
            if item.card is not None:
                first[item.card] = item
        elif not near(first[item.card], item.middle):
            out.append(replace(item, card=None))
    return out
