"""Rank letters from freely licensed fonts and suit signs, as masks of one height.

A mask is float32 in 0..1, cropped to its ink, ``MASK_HEIGHT`` rows high.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from fontTools.ttLib import TTFont, TTLibError
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[Any]
MASK_HEIGHT = 96
RANK_TEXTS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_TEXTS = "\u2663\u2666\u2665\u2660"
PER_FOLDER = 14
SKIPPED_WORDS = ("emoji", "symbolsonly", "webdings", "blank", "unhinted")


@dataclass(frozen=True)
class Fonts:
    """The font files found: ``text`` hold Latin letters and digits, ``suits`` hold the four suit signs. ``signs`` are
    pictures of ``make_signs``, none of them a French suit."""

    text: tuple[Path, ...]
    suits: tuple[Path, ...]
    signs: tuple[Path, ...] = ()


def find_fonts(folder: Path, signs: Path | None = None) -> Fonts:
    """All usable fonts under ``folder``, at most PER_FOLDER from one folder so that no family rules; all signs.

    Raises ValueError if there is no font.
    """
    text: list[Path] = []
    suits: list[Path] = []
    taken: dict[Path, int] = {}
    files = sorted(p for p in folder.rglob("*") if p.suffix.lower() in (".ttf", ".otf"))
    # a fixed stride instead of the alphabet's first ones: bold, condensed and regular all come in
    files.sort(key=lambda p: (hash_text(p.name), p.name))
    for path in files:
        if any(word in path.name.lower() for word in SKIPPED_WORDS):
            continue
        try:
            cmap = TTFont(path, fontNumber=0, lazy=True).getBestCmap() or {}
        except (TTLibError, OSError):
            continue
        if all(ord(c) in cmap for c in SUIT_TEXTS):
            suits.append(path)
        if taken.get(path.parent, 0) < PER_FOLDER and all(ord(c) in cmap for c in "0123456789JQKA"):
            taken[path.parent] = taken.get(path.parent, 0) + 1
            text.append(path)
    if not text or not suits:
        raise ValueError(f"no usable fonts under {folder}")
    pictures = sorted(signs.glob("*.png")) if signs is not None else ()
    return Fonts(tuple(text), tuple(suits), tuple(pictures))


def hash_text(text: str) -> int:
    """A small hash that is the same in every run (the builtin one is salted)."""
    value = 2166136261
    for byte in text.encode():
        value = (value ^ byte) * 16777619 % 2**32
    return value


@lru_cache(maxsize=4000)
def letters_of(font: Path) -> frozenset[int]:
    """The code points that the font draws."""
    return frozenset(TTFont(font, fontNumber=0, lazy=True).getBestCmap() or {})


def has(font: Path, text: str) -> bool:
    """Whether the font draws every letter of ``text``."""
    return all(ord(letter) in letters_of(font) for letter in text)


@lru_cache(maxsize=20000)
def text_mask(font: Path, text: str) -> Mask | None:
    """``text`` in that font, or None if the font draws nothing there."""
    face = ImageFont.truetype(str(font), 128)
    box = face.getbbox(text)
    wide, high = int(box[2] - box[0]) + 40, int(box[3] - box[1]) + 40
    if not (45 <= wide < 1500 and 45 <= high < 600):
        return None
    canvas = Image.new("L", (wide, high), 0)
    ImageDraw.Draw(canvas).text((20 - box[0], 20 - box[1]), text, fill=255, font=face)
    return tight(np.asarray(canvas, np.float32) / 255)


def tight(mask: Mask) -> Mask | None:
    """Cropped to its ink and scaled to MASK_HEIGHT rows."""
    ys, xs = np.nonzero(mask > 0.5)
    if len(ys) < 20:
        return None
    cut = mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    width = max(4, round(cut.shape[1] * MASK_HEIGHT / cut.shape[0]))
    return np.asarray(cv2.resize(cut, (width, MASK_HEIGHT), interpolation=cv2.INTER_AREA), np.float32)


def drawn_suit(suit: int, rng: np.random.Generator) -> Mask:
    """A club, diamond, heart or spade (0..3) of a shape of its own."""
    n = 256
    canvas = np.zeros((n, n), np.uint8)

    def poly(points: NDArray[np.float64]) -> None:
        cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)

    stem, end = 120.0, rng.uniform(218, 244)
    if suit == 1:
        t = np.linspace(0, 2 * np.pi, 200)
        p = rng.uniform(0.95, 1.5)
        wide = rng.uniform(0.6, 1.0)
        x = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** (2 * p / 1.2) * wide
        y = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2 * p / 1.2)
        poly(np.stack([128 + 110 * x, 128 + 110 * y], 1))
    elif suit in (2, 3):
        outline = heart_outline if rng.random() < 0.5 else round_heart_outline
        poly(outline(rng, suit == 3))
    else:
        # from discs that grow together to small ones that hardly touch
        r = rng.uniform(36, 56)
        spread, up = r * rng.uniform(1.05, 1.3), 24 + r * rng.uniform(0.85, 1.0)
        down = up + r * rng.uniform(1.3, 1.65)
        stem, end = (up + down) / 2, down + r * rng.uniform(1.1, 1.9)
        for cx, cy in ((128, up), (128 - spread, down), (128 + spread, down)):
            cv2.circle(canvas, (round(cx * 16), round(cy * 16)), round(r * 16), 255, -1, cv2.LINE_AA, 4)
        poly(np.array([[128, up], [128 + spread, down], [128 - spread, down]]))
    if suit in (0, 3):
        foot, waist, curve = rng.uniform(14, 52), rng.uniform(3, 9), rng.uniform(1.2, 3)
        s = np.linspace(0, 1, 30)
        half = waist + (foot - waist) * s**curve
        y = stem + s * (end - stem)
        poly(np.concatenate([np.stack([128 - half, y], 1), np.stack([128 + half, y], 1)[::-1]]))
    mask = tight(canvas.astype(np.float32) / 255)
    assert mask is not None
    return mask


def heart_outline(rng: np.random.Generator, upside_down: bool) -> NDArray[np.float64]:
    """The outline of a heart in a 256 square; a spade's leaf is the same, upside down."""
    t = np.linspace(0, 2 * np.pi, 300)
    p = rng.uniform(2.4, 3.2)
    x = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** p
    y = 13 * np.cos(t) - rng.uniform(4, 6.5) * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    y = (y - y.min()) / (y.max() - y.min())
    return placed_heart(rng, x, y, upside_down)


def round_heart_outline(rng: np.random.Generator, upside_down: bool) -> NDArray[np.float64]:
    """A heart of two discs and nearly straight sides down to its tip, slender or broad."""
    r = rng.uniform(0.48, 0.56)
    side, top = 1 - r, 1 - r * rng.uniform(0.9, 1.1)
    right = np.linspace(np.pi - np.arccos(min(1.0, side / r)), -rng.uniform(0.2, 0.6), 40)
    disc = np.stack([side + r * np.cos(right), top + r * np.sin(right)], 1)
    # from the disc to the tip, bent a little outwards or inwards
    t = np.linspace(0, 1, 30)[:, None]
    flank = disc[-1] * (1 - t) + t * np.array([0.0, -1.0])
    flank[:, :1] += rng.uniform(-0.06, 0.12) * np.sin(np.pi * t)
    notch = top + np.sqrt(max(0.0, r**2 - side**2))
    half = np.concatenate([np.array([[0.0, notch]]), disc, flank])
    whole = np.concatenate([half, half[::-1] * [-1, 1]])
    x, y = whole[:, 0], whole[:, 1]
    return placed_heart(rng, x, (y - y.min()) / (y.max() - y.min()), upside_down)


def placed_heart(
    rng: np.random.Generator, x: NDArray[np.float64], y: NDArray[np.float64], upside_down: bool
) -> NDArray[np.float64]:
    """Outline points (x from -1 to 1, y from 0 at the tip to 1) in the 256 square; a spade leaves room for its foot."""
    wide = rng.uniform(62, 112)
    if upside_down:
        return np.stack([128 + wide * x, 20 + rng.uniform(155, 192) * y], 1)
    return np.stack([128 + wide * x, 230 - 205 * y], 1)


def slanted(mask: Mask, lean: float) -> Mask:
    """The mask as italics: its top moved right by ``lean`` of its height."""
    room = abs(lean) * MASK_HEIGHT
    matrix = np.array([[1, -lean, max(lean, 0.0) * MASK_HEIGHT], [0, 1, 0]])
    size = (int(mask.shape[1] + room) + 1, MASK_HEIGHT)
    out = tight(np.asarray(cv2.warpAffine(mask, matrix, size), np.float32))
    return mask if out is None else out


def thicken(mask: Mask, amount: int) -> Mask:
    """The strokes made thicker (amount > 0) or thinner (amount < 0) by that many of the MASK_HEIGHT rows."""
    if amount == 0:
        return mask
    grown = cv2.copyMakeBorder(mask, abs(amount), abs(amount), abs(amount), abs(amount), cv2.BORDER_CONSTANT)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(amount) + 1,) * 2)
    changed = cv2.dilate(grown, kernel) if amount > 0 else cv2.erode(grown, kernel)
    out = tight(np.asarray(changed, np.float32))
    return mask if out is None else out


@dataclass(frozen=True)
class Gloss:
    """How a deck's suits are finished: ``fade`` of their ink is missing at one end (``towards``, radians, 0 below), and
    ``line`` of it in a thin line along the outline, ``inset`` rows inside."""

    fade: float
    towards: float
    line: float
    inset: int

    def on(self, mask: Mask) -> Mask:
        """The mask with the gloss."""
        high, wide = mask.shape
        ys, xs = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
        along = (ys * np.cos(self.towards) + xs * np.sin(self.towards)) / 2 + 0.5
        inked = 1 - self.fade * np.clip(along, 0, 1)
        if self.line:
            framed = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
            deep = cv2.distanceTransform((framed > 0.5).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1]
            inked = inked * (1 - self.line * (np.abs(deep - self.inset) < 2))
        return np.asarray(mask * inked, np.float32)


def make_gloss(rng: np.random.Generator) -> Gloss:
    fade = float(rng.uniform(0.1, 0.4)) if rng.random() < 0.7 else 0.0
    line = float(rng.uniform(0.4, 1)) if not fade or rng.random() < 0.3 else 0.0
    return Gloss(fade, float(rng.uniform(-np.pi, np.pi)), line, int(rng.integers(5, 10)))
