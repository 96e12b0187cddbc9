"""Pictures for the tests: ten public-domain faces (faces/README.md) laid on a table of our own, as a
camera would see them from straight above."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

FACES = Path(__file__).parent / "faces"
NAMES = ("Ts", "Qh", "4c", "Ac", "6d", "9h", "Ks", "2d", "8c")
FELT = (70, 110, 60)


@dataclass(frozen=True)
class Laid:
    """A card on the table: its middle in pixels, degrees against the clock, height in pixels."""

    name: str
    x: float
    y: float
    turn: float = 0.0
    high: float = 300.0
    black_rank: bool = False
    """Its rank is printed in black whatever its suit's colour, as German packs have it."""


def table(*cards: Laid, size: tuple[int, int] = (1280, 720), seed: int = 0, felt: tuple[int, int, int] = FELT):
    """A felt with cards, the later ones on top; a little sensor noise, other for each seed."""
    wide, high = size
    rng = np.random.default_rng(1)
    weave = rng.normal(0, 9, (high // 2, wide // 2, 1)).astype(np.float32)
    canvas = np.empty((high, wide, 3), np.float32)
    canvas[:] = felt
    canvas += cv2.resize(weave, (wide, high)).reshape(high, wide, 1)
    for card in cards:
        face = cv2.imread(str(FACES / f"{card.name}.png"), cv2.IMREAD_UNCHANGED)
        assert face is not None
        if card.black_rank:
            face = with_black_rank(face)
        scale = card.high / face.shape[0]
        matrix = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), card.turn, scale)
        matrix[:, 2] += (card.x - face.shape[1] / 2, card.y - face.shape[0] / 2)
        laid = cv2.warpAffine(face, matrix, (wide, high), flags=cv2.INTER_AREA).astype(np.float32)
        alpha = laid[..., 3:] / 255
        canvas = canvas * (1 - alpha) + np.minimum(laid[..., :3], 235) * alpha
    noise = np.random.default_rng(100 + seed).normal(0, 2, (high, wide, 3))
    return np.clip(cv2.GaussianBlur(canvas, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


def with_black_rank(face: np.ndarray) -> np.ndarray:
    """A red card's face (h, w, 4) with the rank of its upper left and lower right index in black."""
    out = face.copy()
    for turned in (out, out[::-1, ::-1]):
        corner = turned[: int(0.27 * face.shape[0]), : int(0.18 * face.shape[1])]
        inked = (np.ptp(corner[..., :3].astype(int), axis=2) > 80).any(1)
        foot = int(np.flatnonzero(inked[:-1] & ~inked[1:])[0]) + 2  # a free row parts the rank from the suit
        corner[:foot, :, :3] = corner[:foot, :, :3].min(2, keepdims=True)
    return out


FIVE = (
    Laid("Ts", 200, 200, 10),
    Laid("Qh", 520, 220, -25),
    Laid("4c", 860, 210, 170),
    Laid("6d", 350, 530, 95),
    Laid("9h", 900, 530, -60),
)
"""Five cards apart from each other, at any rotation."""
