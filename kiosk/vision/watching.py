"""Watching a table: nothing is said while hands move; when the scene is still, a few frames must agree.

``Watcher.feed`` takes frames and gives a View. Networks run only on the first still frames of a new scene;
until it changes again a frame costs one small comparison.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from engine.cards import Card
from kiosk.vision.crops import Picture
from kiosk.vision.deciding import Reading
from kiosk.vision.stillness import Stillness

AGREEING = 3
LEAST_RANK_PIXELS = 20.0


@dataclass(frozen=True)
class View:
    """What is on the table now. ``settled`` only when AGREEING still frames said the same; ``fresh`` once
    for each
    scene, on the frame that settled it. ``small`` warns that the indices are below LEAST_RANK_PIXELS."""

    readings: tuple[Reading, ...] = ()
    still: bool = False
    settled: bool = False
    fresh: bool = False
    covered: bool = False
    index_pixels: float | None = None
    dazzled: bool = False
    """So much light falls in that not all which lies there can be named, perhaps nothing."""

    @property
    def small(self) -> bool:
        return self.index_pixels is not None and self.index_pixels < LEAST_RANK_PIXELS


@dataclass
class Agreement:
    """The readings of the still frames since the last movement."""

    rounds: list[list[Reading]] = field(default_factory=list)

    def settled(self) -> tuple[Reading, ...]:
        """Each card that all rounds name near the same place; what only some name, or name otherwise, is
        unknown."""
        first, *others = self.rounds
        out: list[Reading] = []
        for item in first:
            same = [match(item, other) for other in others]
            if item.card is not None and all(m is not None and m.card == item.card for m in same):
                least = min([item.probability, *(m.probability for m in same if m is not None)])
                out.append(replace(item, probability=least))
            elif any(same):
                seen = [item, *(m for m in same if m is not None)]
                out.append(replace(item, card=None, alternatives=together(seen)))
        return tuple(out)


def together(seen: list[Reading]) -> tuple[tuple[Card, float], ...]:
    """What a card may be by all frames that saw it: the mean of their alternatives, best first."""
    total: dict[Card, float] = {}
    for reading in seen:
        for card, chance in reading.alternatives:
            total[card] = total.get(card, 0.0) + chance / len(seen)
    return tuple(sorted(total.items(), key=lambda one: -one[1]))


def match(item: Reading, others: list[Reading]) -> Reading | None:
    """The reading of another frame of the same scene at the same place (within two rank heights)."""
    best, least = None, 2 * item.rank_pixels + 4
    for other in others:
        apart = float(np.hypot(item.middle[0] - other.middle[0], item.middle[1] - other.middle[1]))
        same_card = item.card is not None and item.card == other.card
        # another corner of the same card may be the first one named in another frame
        if apart < least or (same_card and best is None):
            best, least = other, min(apart, least)
    return best


class Watcher:
    """Frames in, Views out. ``read`` names the cards of a picture (CardEye.read)."""

    def __init__(
        self,
        read: Callable[[Picture], list[Reading]],
        stillness: Stillness | None = None,
        agreeing: int = AGREEING,
    ) -> None:
        self._read = read
        self._stillness = stillness or Stillness()
        self._agreeing = agreeing
        self._agreement = Agreement()
        self._view = View()

    def feed(self, picture: Picture) -> View:
        """The view with this frame."""
        still = self._stillness.feed(picture)
        if self._stillness.covered:
            self._agreement = Agreement()
            self._view = View(covered=True)
            return self._view
        if not still:
            if self._view.settled and not self._stillness.changed:
                return replace(self._view, fresh=False)
            self._agreement = Agreement()
            self._view = View()
            return self._view
        if self._view.settled and not self._stillness.changed:
            self._view = replace(self._view, still=True, fresh=False)
            return self._view
        if self._view.settled:
            self._agreement = Agreement()
        self._stillness.keep()
        self._agreement.rounds.append(self._read(picture))
        if len(self._agreement.rounds) < self._agreeing:
            self._view = View(still=True)
            return self._view
        readings = self._agreement.settled()
        sizes = [r.rank_pixels for r in readings]
        unnamed = any(reading.card is None for reading in readings)
        self._view = View(
            readings,
            True,
            True,
            True,
            False,
            float(np.median(sizes)) if sizes else None,
            (unnamed or not readings) and self._stillness.dazzled(everywhere=not unnamed),
        )
        return self._view
