"""Faces of decks that exist, read from folders of their pictures: they bring the court cards' art."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from kiosk.vision.training.faces import PX_PER_MM, Face, IndexTruth, Picture


@dataclass(frozen=True)
class RealDeck:
    """A deck's pictures by name: ``cards`` are (rank, suit, picture), ``backs`` and jokers have no index."""

    cards: tuple[tuple[int, int, Picture], ...]
    others: tuple[Picture, ...]
    reach: tuple[float, float]
    indices: tuple[tuple[IndexTruth, ...], ...]


RANK_WORDS = {"ace": 12, "jack": 9, "queen": 10, "king": 11, "a": 12, "j": 9, "q": 10, "k": 11, "t": 8}
RANK_WORDS |= {str(n): n - 2 for n in range(2, 11)}
SUIT_WORDS = {"club": 0, "diamond": 1, "heart": 2, "spade": 3, "c": 0, "d": 1, "h": 2, "s": 3}
# how far, in card widths and heights, the corner index of these decks reaches from the corner
REACHES = {
    "hayeah": (0.17, 0.26),
    "letele": (0.15, 0.24),
    "saulspatz": (0.3, 0.29),
    "color-bf": (0.28, 0.45),
    "4color": (0.15, 0.24),
}


def name_of(stem: str) -> tuple[int, int] | None:
    """Rank and suit from a file's stem: ``10_of_spades``, ``spade10``, ``S10``, ``heartQueen``; else None."""
    text = stem.lower().replace("_of_", " ").replace("_", " ")
    for suit_word, suit in sorted(SUIT_WORDS.items(), key=lambda item: -len(item[0])):
        for rank_word, rank in RANK_WORDS.items():
            if text in (f"{suit_word}{rank_word}", f"{rank_word} {suit_word}s", f"{rank_word}{suit_word}"):
                return rank, suit
    return None


def load_deck(folder: Path) -> RealDeck:
    """A folder of PNG faces (rendered from a deck's SVG files). Raises ValueError if none is a card."""
    cards, others = [], []
    for path in sorted(folder.glob("*.png")):
        raw = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if raw is None:
            continue
        raw = cv2.resize(raw, (63 * PX_PER_MM, 88 * PX_PER_MM), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        picture = raw[..., :3]
        if raw.shape[2] == 4:
            picture = picture * raw[..., 3:] + (1 - raw[..., 3:])
        name = name_of(path.stem)
        if name is None:
            others.append(picture)
        else:
            cards.append((*name, picture))
    if not cards:
        raise ValueError(f"no card pictures in {folder}")
    reach = next((r for key, r in REACHES.items() if key in folder.name), (0.17, 0.26))
    indices = tuple(tuple(corner_index(picture, reach, rank, suit)) for rank, suit, picture in cards)
    return RealDeck(tuple(cards), tuple(others), reach, indices)


def corner_index(picture: Picture, reach: tuple[float, float], rank: int, suit: int) -> list[IndexTruth]:
    """The index in the top left corner, by its ink, and its twin in the opposite corner."""
    high, wide = picture.shape[:2]
    ink = (picture.min(axis=2) < 0.55).astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(ink)
    boxes = [
        stats[i]
        for i in range(1, count)
        if centres[i][0] < reach[0] * wide
        and centres[i][1] < reach[1] * high
        and stats[i][4] > 40
        and stats[i][2] < 0.4 * wide
    ]
    if len(boxes) < 2:
        return []
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    lowest = max(boxes, key=lambda b: b[1] + b[3])
    share = float(lowest[1] - y0) / max(1.0, float(y1 - y0))
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    return [
        IndexTruth(rank, suit, cx, cy, y1 - y0, share, False),
        IndexTruth(rank, suit, wide - cx, high - cy, y1 - y0, share, True),
    ]


def real_face(deck: RealDeck, rng: np.random.Generator) -> Face:
    """One card of a real deck, sometimes on cream instead of white, sometimes a joker or a back."""
    if deck.others and rng.random() < 0.06:
        return Face(deck.others[int(rng.integers(len(deck.others)))], ())
    pick = int(rng.integers(len(deck.cards)))
    picture, truths = deck.cards[pick][2], deck.indices[pick]
    if rng.random() < 0.3:
        picture = picture * np.asarray([rng.uniform(0.8, 1), rng.uniform(0.9, 1), 1], np.float32)
    return Face(np.ascontiguousarray(picture), truths)
