"""The camera reader's one question: which cards are in this picture?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kiosk.vision.crops import Picture, Pyramid
from kiosk.vision.deciding import Reading, Rules, among_foreign, decide
from kiosk.vision.finding import Finder, FoundIndex, crops_of
from kiosk.vision.ink import in_one_ink
from kiosk.vision.learning import DeckLook
from kiosk.vision.naming import Namer, Names
from kiosk.vision.network import Floats

SECOND_LOOKS = (0.88, 1.12)
MOST_SECOND_LOOKS = 12
WARM = 0.35


def resized(index: FoundIndex, factor: float) -> FoundIndex:
    """The same place taken as ``factor`` times as large."""
    (dx, dy), (rx, ry) = index.down, index.right
    return replace(index, down=(dx * factor, dy * factor), right=(rx * factor, ry * factor))


class CardEye:
    """Finder, namer and rules together, with a learned deck's look where there is one.

    Not safe to share between threads: each thread has its own.
    """

    def __init__(
        self,
        finder: Finder | None = None,
        namer: Namer | None = None,
        rules: Rules | None = None,
        look: DeckLook | None = None,
    ) -> None:
        self.finder = finder or Finder()
        self.namer = namer or Namer()
        self.rules = rules or Rules()
        self.look = look

    def examine(self, picture: Picture) -> tuple[list[FoundIndex], Names]:
        """All likely indices of a BGR picture and what the networks (and the look) make of each."""
        found = [f for f in self.finder.find(picture) if f.heat >= self.rules.least_heat]
        pyramid = Pyramid(picture)
        crops = crops_of(pyramid, found)
        names = in_one_ink(self._looked_at_again(pyramid, found, self.namer.name(crops)), crops, found)
        # the house deck says nothing about another pack's cards
        if self.look is None or among_foreign(found, names, self.rules):
            return found, names
        return found, self.look.weigh(names, self.rules.sure)

    def _looked_at_again(self, pyramid: Pyramid, found: list[FoundIndex], names: Names) -> Names:
        """Where the namer wavers, the mean of what it says of a narrower, the first and a wider crop: a right answer
        stays, a wrong one seldom does."""
        sure = names.ranks.max(1, initial=0) * names.suits.max(1, initial=0)
        best = names.ranks.argmax(1) * 8 + names.suits.argmax(1)
        # another corner of a card that is clear already needs no second look, nor do two that agree
        cards, corners = np.unique(best[sure >= self.rules.sure], return_counts=True)
        named = np.isin(best, [*best[sure >= self.rules.clear], *cards[corners > 1]])
        empty = (names.ranks[:, 13] > self.rules.clear) | (names.suits[:, 4] > self.rules.clear)
        warm = np.array([index.heat >= WARM for index in found], bool)
        wavering = np.flatnonzero((sure < self.rules.clear) & warm & ~named & ~empty)[:MOST_SECOND_LOOKS]
        if len(wavering) == 0:
            return names
        again = [resized(found[i], factor) for factor in SECOND_LOOKS for i in wavering]
        more = self.namer.name(crops_of(pyramid, again))
        ranks, suits = names.ranks.copy(), names.suits.copy()
        for total, extra in ((ranks, more.ranks), (suits, more.suits)):
            parts = extra.reshape(len(SECOND_LOOKS), len(wavering), -1)
            total[wavering] = (total[wavering] + parts.sum(0)) / (1 + len(SECOND_LOOKS))
        return Names(ranks, suits, names.embeddings)

    def read(self, picture: Picture) -> list[Reading]:
        """All cards whose index shows; those that cannot be named have no card."""
        return decide(*self.examine(picture), self.rules)

    def index_embeddings(self, picture: Picture) -> Floats:
        """(n, 64): the embeddings of the indices in a picture of one card, to learn it by; n may be 0."""
        _, names = self.examine(picture)
        clear = (names.ranks[:, 13] < 0.5) & (names.suits[:, 4] < 0.5)
        return names.embeddings[clear]
