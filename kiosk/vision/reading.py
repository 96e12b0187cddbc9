"""The camera reader's one question: which cards are in this picture?"""

from __future__ import annotations

from kiosk.vision.crops import Picture
from kiosk.vision.deciding import Reading, Rules, decide
from kiosk.vision.finding import Finder, FoundIndex, crops_of
from kiosk.vision.learning import DeckLook
from kiosk.vision.naming import Namer, Names
from kiosk.vision.network import Floats


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
        names = self.namer.name(crops_of(picture, found))
        return found, names if self.look is None else self.look.weigh(names)

    def read(self, picture: Picture) -> list[Reading]:
        """All cards whose index shows; those that cannot be named have no card."""
        return decide(*self.examine(picture), self.rules)

    def index_embeddings(self, picture: Picture) -> Floats:
        """(n, 64): the embeddings of the indices in a picture of one card, to learn it by; n may be 0."""
        _, names = self.examine(picture)
        clear = (names.ranks[:, 13] < 0.5) & (names.suits[:, 4] < 0.5)
        return names.embeddings[clear]
