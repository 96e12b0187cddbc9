"""The house deck: what its 52 cards look like to the namer, learned from a few frames of each.

A profile holds for each card the embeddings' mean direction. It travels as one file, and only fits the namer
network it was made with, which it names. With a profile, the prototypes and the network decide together.
"""

from __future__ import annotations

import hashlib
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK, Card
from kiosk.vision.naming import Names
from kiosk.vision.network import MODELS, Floats

FORMAT = "liege-deck-look 1"
SUFFIX = ".look"
FRAMES = 3
"""Frames of a card that make it learned."""
SHARPNESS = 2.0
"""Likeness (cosine, -1..1) to log odds. At 2, a prototype nearer by 0.1 speaks for its card by 1.2 to 1."""
INDEX = 0.90
"""How sure the network must be that there is an index of a French pack before the prototypes may name it."""


class ProfileError(ValueError):
    """A deck profile that cannot be used; the text is a sentence."""


def namer_mark(path: Path | None = None) -> str:
    """Twelve hex digits that name the namer network's file."""
    return hashlib.sha256((path or MODELS / "namer.onnx").read_bytes()).hexdigest()[:12]


@dataclass(frozen=True)
class DeckLook:
    """A learned deck. ``prototypes`` (52, n), unit length; a row of zeros is a card not learned."""

    name: str
    prototypes: Floats
    counts: NDArray[np.int32]
    mark: str

    @property
    def missing(self) -> tuple[Card, ...]:
        """Cards that too few frames show."""
        return tuple(card for card in DECK if self.counts[card] < FRAMES)

    def save(self, path: Path) -> None:
        with path.open("wb") as out:
            np.savez_compressed(
                out,
                format=FORMAT,
                name=self.name,
                prototypes=self.prototypes,
                counts=self.counts,
                mark=self.mark,
            )

    @staticmethod
    def load(path: Path, mark: str) -> DeckLook:
        """Raises ProfileError if the file is missing, damaged, or made with another network than ``mark``."""
        try:
            with np.load(path, allow_pickle=False) as held:
                if str(held["format"]) != FORMAT:
                    raise ProfileError(f"{path} is not a deck profile of this version ({FORMAT}).")
                look = DeckLook(
                    str(held["name"]),
                    held["prototypes"].astype(np.float32),
                    held["counts"].astype(np.int32),
                    str(held["mark"]),
                )
        except (OSError, KeyError, ValueError, zipfile.BadZipFile, EOFError) as error:
            if isinstance(error, ProfileError):
                raise
            raise ProfileError(f"{path} is no deck profile: {error}.") from error
        if look.prototypes.shape[0] != 52 or look.counts.shape != (52,):
            raise ProfileError(f"{path} does not hold 52 cards.")
        if look.mark != mark:
            raise ProfileError(f"The deck {look.name} was learned with another version of the reader: learn it again.")
        return look

    def weigh(self, names: Names, sure: float) -> Names:
        """The names with the prototypes' say: the network's odds times the likeness to each learned card.

        It only adds. An index takes what came out if that is a learned card, the one whose prototype is nearest,
        and surer than what the network says of its own best. Where the network is sure of a card (``sure`` and more),
        only for that card; where it is not, only if it has no doubt that an index is there (INDEX). Otherwise the
        network's word stays, so that a deck learned badly or in part takes nothing away. A card that was not learned
        counts as like as the nearest learned one. The probability of "no index" is the network's alone.
        """
        known = self.counts >= FRAMES
        if len(names.ranks) == 0 or not known.any():
            return names
        unit = names.embeddings / (np.linalg.norm(names.embeddings, axis=1, keepdims=True) + 1e-6)
        likeness = unit @ self.prototypes.T
        likeness[:, ~known] = -1
        nearest, most = likeness.argmax(1), likeness.max(1, keepdims=True)
        odds = np.exp(SHARPNESS * (np.where(known, likeness, most) - most)).reshape(-1, 13, 4)
        joint = names.ranks[:, :13, None] * names.suits[:, None, :4]
        before = joint.reshape(-1, 52)
        joint = joint * odds
        joint = joint / (joint.sum((1, 2), keepdims=True) + 1e-12)
        some_rank, some_suit = 1 - names.ranks[:, 13:], 1 - names.suits[:, 4:]
        ranks = np.concatenate([joint.sum(2) * some_rank, names.ranks[:, 13:]], 1)
        suits = np.concatenate([joint.sum(1) * some_suit, names.suits[:, 4:]], 1)
        after = (ranks[:, :13, None] * suits[:, None, :4]).reshape(-1, 52)
        best = after.argmax(1)
        index = (some_rank * some_suit)[:, 0] >= INDEX
        open_to_it = np.where(before.max(1) < sure, index, best == before.argmax(1))
        better = (open_to_it & (best == nearest) & (after.max(1) > before.max(1)))[:, None]
        return Names(
            np.where(better, ranks, names.ranks).astype(np.float32),
            np.where(better, suits, names.suits).astype(np.float32),
            names.embeddings,
        )


@dataclass
class Learning:
    """Collects a deck's cards, in any order, a few frames each. ``add`` is told what the card is."""

    name: str
    mark: str
    _vectors: dict[Card, list[Floats]] = field(default_factory=dict)

    def add(self, card: Card, embeddings: Floats) -> int:
        """One frame's embeddings (n, k) of the card's indices; gives how many frames of this card are in."""
        unit = embeddings / (np.linalg.norm(embeddings, axis=1, keepdims=True) + 1e-6)
        self._vectors.setdefault(card, []).append(np.asarray(unit.mean(0), np.float32))
        return len(self._vectors[card])

    def count(self, card: Card) -> int:
        return len(self._vectors.get(card, ()))

    def finish(self) -> DeckLook:
        """The profile so far; cards not shown stay unlearned. Raises ProfileError when there is nothing."""
        if not self._vectors:
            raise ProfileError("No card was shown, so there is nothing to learn.")
        width = len(next(iter(self._vectors.values()))[0])
        prototypes = np.zeros((52, width), np.float32)
        counts = np.zeros(52, np.int32)
        for card, vectors in self._vectors.items():
            mean = np.mean(vectors, axis=0)
            prototypes[card] = mean / (np.linalg.norm(mean) + 1e-6)
            counts[card] = len(vectors)
        return DeckLook(self.name, prototypes, counts, self.mark)
