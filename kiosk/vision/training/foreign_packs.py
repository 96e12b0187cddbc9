"""Foreign packs as they are printed, for the namer: German, Swiss, Italian and Spanish suits in their colours, icons
that are no pack's suit, and letters that come close to a rank.

``foreign`` draws foreign signs in the deck's one ink, as French suits are; a real acorn is green and yellow. The signs
are drawn by formula or come from the fonts and from ``make_signs``; none is taken from a pack.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.vision.training import glyphs
from kiosk.vision.training.faces import NO_RANK, NO_SUIT
from kiosk.vision.training.foreign import foreign_text, text
from kiosk.vision.training.glyphs import Fonts, Mask
from kiosk.vision.training.invented_faces import Print, Style
from kiosk.vision.training.near_suits import near_suit
from kiosk.vision.training.outlines import SIZE, Points, bent, filled, stroked

CLOSE_LETTERS = (
    (0.13, "B"),
    (0.08, "\u0412 \u0392 \u00df"),  # the same shape in other alphabets, and sharp s
    (0.10, "1 1 1 I l"),
    (0.08, "R R V D D N"),
    (0.06, "X H H \u0416 \u041a\u043d"),
    (0.10, "\u0414 \u0414 \u0414 \u0394 \u039b \u041b H"),
    (0.08, "11 12 13 14 16 18 19 01"),
    (0.10, "E S S G G Z Z b g P \u0411 \u0427 \u042d \u0417"),
    (0.09, "T T \u0422 \u0422 \u0413 Y F P"),
    (0.09, "O U C C C G 0"),
    (0.05, "Kn Kn Ko Kr Ks Qu Qd Ja Jo Jn As Ax 1o 2x 3o 4x 5o 6x 7o 8b 9o 8V"),
)
"""Shares of letters that a rank is taken for: 8, J and A, K and Q, K, A, 10, 3 5 6 9 2, 7, Q, a rank with a letter
behind it; the rest is any foreign text."""
SYMBOLS = tuple(
    "\u2600\u2602\u2605\u2606\u260e\u2618\u2620\u262e\u262f\u263c\u263d\u2654\u2655\u2656\u2658\u265a"
    "\u265b\u265c\u265e\u265f\u266a\u266b\u2690\u2693\u2694\u2698\u269c\u26ab\u2708\u270e\u2716\u271a"
    "\u271d\u2720\u2724\u2730\u2736\u2738\u273f\u2741\u25a0\u25b2\u25bc\u25cf\u25d0\u2042\u2318\u262a"
)
COLOURS = (
    (0.15, 0.50, 0.10),
    (0.10, 0.35, 0.05),
    (0.10, 0.80, 0.95),
    (0.15, 0.90, 0.85),
    (0.15, 0.15, 0.85),
    (0.65, 0.25, 0.10),
    (0.10, 0.30, 0.50),
    (0.10, 0.50, 0.95),
    (0.10, 0.10, 0.10),
    (0.95, 0.95, 0.95),
)
SYMBOL, NEAR = 0.16, 0.36
"""Shares of the signs that are a font's symbol, and that come close to a French suit."""
PICTURES = 0.55
"""Share of the others that are somebody's icon, where there are icons."""
Colour = tuple[float, float, float]


class Sheet:
    """A square that shapes are laid on one over the other; each has a dark edge of the sheet's ``edge`` pixels."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.edge = int(rng.integers(0, 7))
        line = rng.uniform(0, 0.25, 3)
        self.line = (float(line[0]), float(line[1]), float(line[2]))
        self.picture = np.zeros((SIZE, SIZE, 4), np.float32)
        order = rng.permutation(len(COLOURS))
        self.colours = [self._near(COLOURS[i]) for i in order]

    def _near(self, colour: Colour) -> Colour:
        moved = np.clip(np.asarray(colour) + self.rng.normal(0, 0.07, 3), 0, 1)
        return (float(moved[0]), float(moved[1]), float(moved[2]))

    def _lay(self, mask: NDArray[np.uint8], colour: Colour) -> None:
        part = mask.astype(np.float32)[..., None] / 255
        self.picture[..., :3] += part * (np.asarray(colour, np.float32) - self.picture[..., :3])
        self.picture[..., 3:] = np.maximum(self.picture[..., 3:], part)

    def put(self, mask: NDArray[np.uint8], colour: int) -> None:
        """``mask`` in the sheet's ``colour``-th colour, on its dark edge."""
        if self.edge:
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * self.edge + 1,) * 2)
            self._lay(np.asarray(cv2.dilate(mask, kernel), np.uint8), self.line)
        self._lay(mask, self.colours[colour])

    def polygon(self, points: Points, colour: int) -> None:
        self.put(filled(points), colour)

    def stroke(self, points: Points, wide: int, colour: int) -> None:
        self.put(stroked(points, wide), colour)

    def disc(self, x: float, y: float, reach: float, colour: int) -> None:
        self.polygon(oval(x, y, reach, reach), colour)


def oval(x: float, y: float, a: float, b: float, power: float = 1.0, part: float = 2.0) -> Points:
    """An oval's outline from the left over the top for ``part`` times pi; a ``power`` under 1 makes it squarer."""
    t = np.linspace(np.pi, np.pi + part * np.pi, 80)
    cos, sin = np.cos(t), np.sin(t)
    return np.stack([x + a * np.sign(cos) * np.abs(cos) ** power, y + b * np.sign(sin) * np.abs(sin) ** power], 1)


def acorn(sheet: Sheet, rng: np.random.Generator) -> None:
    wide, long, brim = rng.uniform(32, 52), rng.uniform(45, 68), rng.uniform(1.0, 1.4)
    stalk = bent(100, 72, 100 + rng.uniform(-40, 40), rng.uniform(8, 40), rng.uniform(-14, 14))
    sheet.stroke(stalk, int(rng.integers(5, 16)), 2)
    nut = oval(100, 100, wide, long, rng.uniform(0.8, 1.0))
    nut[:, 0] = 100 + (nut[:, 0] - 100) * np.clip(1.25 - (nut[:, 1] - 100) / 160, 0.5, 1.3)
    sheet.polygon(nut, 0)
    cap = np.concatenate(
        [
            oval(100, 92, wide * brim, rng.uniform(25, 45), part=1.0),
            oval(100, 92, -wide * brim, -14, part=1.0),
        ]
    )
    sheet.polygon(cap, 1)
    for _ in range(int(rng.integers(0, 4))):
        x = rng.uniform(-0.7, 0.7) * wide
        sheet.stroke(bent(100 + x, 70, 100 + x, 92, rng.uniform(-5, 5)), 2, 3)


def leaf(sheet: Sheet, rng: np.random.Generator) -> None:
    """A lime or vine leaf: no foot like a spade's, but a bent stalk, veins and often lobes."""
    stalk = bent(100, 140, 100 + rng.uniform(-45, 45), rng.uniform(172, 195), rng.uniform(-15, 15))
    sheet.stroke(stalk, int(rng.integers(4, 12)), 1)
    t = np.linspace(0, 2 * np.pi, 200)
    lobes, deep = int(rng.integers(3, 8)), rng.uniform(0, 0.14)
    r = 1 + deep * np.cos(2 * lobes * t)
    x = rng.uniform(45, 75) * np.sin(t) * (1 - rng.uniform(0.1, 0.5) * np.cos(t / 2) ** 2)
    sheet.polygon(np.stack([100 + r * x, 85 - r * 70 * np.cos(t)], 1), 0)
    sheet.stroke(bent(100, 30, 100, 140, rng.uniform(-6, 6)), int(rng.integers(2, 8)), 3)
    for y in np.arange(60, 130, rng.uniform(16, 30)):
        for side in (-1, 1):
            sheet.stroke(bent(100, y, 100 + side * 35, y - 20, 0), int(rng.integers(2, 5)), 3)


def maple(sheet: Sheet, rng: np.random.Generator) -> None:
    """A leaf of pointed lobes with teeth, on a thin stalk: as wide as a club's three discs."""
    stalk = bent(100, 130, 100 + rng.uniform(-15, 15), rng.uniform(165, 195), rng.uniform(-8, 8))
    sheet.stroke(stalk, int(rng.integers(3, 9)), 1)
    lobes = int(rng.choice([5, 5, 7]))
    middles = np.linspace(-rng.uniform(1.7, 2.2), rng.uniform(1.7, 2.2), lobes)
    t = np.linspace(-np.pi, np.pi, 241)
    sharp, deep = rng.uniform(2.5, 5), rng.uniform(0.25, 0.5)
    reach = 1 - rng.uniform(0, 0.3) * np.abs(middles) / 2
    peak = np.maximum(0, 1 - np.abs(t[:, None] - middles) * sharp * lobes / 10)
    r = deep + (1 - deep) * (peak * reach).max(1) + rng.uniform(0, 0.08) * np.abs(np.sin(12 * t))
    wide = rng.uniform(70, 90)
    sheet.polygon(np.stack([100 + wide * r * np.sin(t), 95 - 80 * r * np.cos(t)], 1), 0)
    if rng.random() < 0.5:
        for middle in middles:
            end = (100 + 0.6 * wide * np.sin(middle), 95 - 48 * np.cos(middle))
            sheet.stroke(bent(100, 120, *end, 0), int(rng.integers(1, 4)), 3)


def bell(sheet: Sheet, rng: np.random.Generator) -> None:
    reach = rng.uniform(55, 75)
    sheet.disc(100, 105 - reach, rng.uniform(8, 20), 1)
    sheet.polygon(oval(100, 108, reach, reach * rng.uniform(0.85, 1.15)), 0)
    for y in (96, 96 + rng.uniform(8, 26))[: int(rng.integers(1, 3))]:
        sheet.stroke(bent(100 - reach, y, 100 + reach, y, 0), int(rng.integers(3, 14)), 2)
    low = 105 + reach * 0.45
    if rng.random() < 0.5:
        sheet.stroke(bent(100, low - 18, 100, 108 + reach, 0), int(rng.integers(4, 12)), 3)
    sheet.disc(100, low, rng.uniform(5, 16), 3)


def shield(sheet: Sheet, rng: np.random.Generator) -> None:
    wide, foot = rng.uniform(50, 72), rng.uniform(165, 190)
    s = np.linspace(0, 1, 30)
    half = wide * (1 - s ** rng.uniform(1.6, 4)) + rng.uniform(-8, 8) * np.sin(2 * np.pi * s)
    y = 25 + (foot - 25) * s
    right, left = np.stack([100 + half, y], 1), np.stack([100 - half, y], 1)
    sheet.polygon(np.concatenate([left, right[::-1]]), 0)
    kind = rng.random()
    if kind < 0.35:
        sheet.polygon(np.concatenate([right, [[100, foot], [100, 25]]]), 1)
    elif kind < 0.6:
        sheet.stroke(bent(100, 35, 100, foot - 20, 0), int(rng.integers(8, 30)), 1)
        sheet.stroke(bent(100 - wide * 0.8, 80, 100 + wide * 0.8, 80, 0), int(rng.integers(8, 30)), 1)
    elif kind < 0.8:
        sheet.disc(100, 85, rng.uniform(15, 40), 1)
    else:
        sheet.stroke(bent(100 - wide * 0.7, 50, 100 + wide * 0.6, 120, 0), int(rng.integers(10, 35)), 1)


def rose(sheet: Sheet, rng: np.random.Generator) -> None:
    petals, out, reach = int(rng.integers(4, 8)), rng.uniform(38, 52), rng.uniform(24, 36)
    start = rng.uniform(0, 2 * np.pi)
    turns = start + np.arange(petals) * 2 * np.pi / petals
    if rng.random() < 0.5:
        for t in turns + np.pi / petals:
            sheet.stroke(bent(100, 100, 100 + 88 * np.cos(t), 100 + 88 * np.sin(t), 0), int(rng.integers(8, 20)), 2)
    for t in turns:
        sheet.disc(100 + out * np.cos(t), 100 + out * np.sin(t), reach, 0)
    sheet.disc(100, 100, rng.uniform(14, 36), 1)


def coin(sheet: Sheet, rng: np.random.Generator) -> None:
    reach = 85.0
    for ring in range(int(rng.integers(1, 5))):
        sheet.disc(100, 100, reach, ring % 3)
        reach -= rng.uniform(10, 26)
    if rng.random() < 0.6:
        spikes = 2 * int(rng.integers(4, 9))
        t = np.arange(spikes) * 2 * np.pi / spikes
        r = np.where(np.arange(spikes) % 2 == 0, max(reach, 25.0), 12.0)
        sheet.polygon(np.stack([100 + r * np.cos(t), 100 + r * np.sin(t)], 1), 3)


def cup(sheet: Sheet, rng: np.random.Generator) -> None:
    wide, foot, waist = rng.uniform(45, 70), rng.uniform(30, 55), rng.uniform(5, 14)
    sheet.polygon(oval(100, 185, foot, rng.uniform(15, 45), part=1.0), 1)
    sheet.polygon(np.array([[100 - waist, 90], [100 + waist, 90], [100 + waist, 175], [100 - waist, 175.0]]), 1)
    sheet.polygon(oval(100, rng.uniform(30, 60), -wide, -rng.uniform(55, 80), part=1.0), 0)
    if rng.random() < 0.6:
        sheet.polygon(oval(100, 45, wide, rng.uniform(8, 35)), 2)
    if rng.random() < 0.5:
        sheet.disc(100, 120, rng.uniform(10, 22), 3)


def sword(sheet: Sheet, rng: np.random.Generator) -> None:
    wide, hilt, bend = rng.uniform(7, 20), rng.uniform(125, 150), rng.uniform(-25, 25)
    side = np.array([[wide, 0.0]])
    back, front = bent(100, 12, 100, hilt, bend) - side, bent(100, 12, 100, hilt, bend) + side
    back[0], front[0] = (100, 5), (100, 5)
    sheet.polygon(np.concatenate([back, front[::-1]]), 0)
    sheet.stroke(bent(100, hilt, 100, 188, 0), int(rng.integers(9, 22)), 1)
    sheet.stroke(bent(100 - rng.uniform(25, 55), hilt, 100 + rng.uniform(25, 55), hilt, 0), int(rng.integers(8, 20)), 2)


def baton(sheet: Sheet, rng: np.random.Generator) -> None:
    """A knotted stick, thick above, with stumps of twigs."""
    wide = np.array([[rng.uniform(12, 30), 0.0]])
    line, thin = (
        bent(100, 15, 100, 188, rng.uniform(-20, 20)),
        np.linspace(1, rng.uniform(0.3, 0.8), 20)[:, None],
    )
    for _ in range(int(rng.integers(2, 6))):
        at, side = line[int(rng.integers(2, 17))], float(rng.choice([-1, 1]))
        end = at + np.array([side * rng.uniform(25, 50), -rng.uniform(5, 30)])
        sheet.stroke(np.stack([at, end]), int(rng.integers(8, 22)), 1)
    sheet.polygon(np.concatenate([line - wide * thin, (line + wide * thin)[::-1]]), 0)
    if rng.random() < 0.5:
        sheet.stroke(line, int(rng.integers(2, 8)), 2)


def clover(sheet: Sheet, rng: np.random.Generator) -> None:
    """Four leaves, or three on a bare stalk that stand apart: no club."""
    four = rng.random() < 0.7
    turns = np.pi / 4 + np.arange(4) * np.pi / 2 if four else np.pi / 6 + np.arange(3) * 2 * np.pi / 3
    reach = rng.uniform(26, 34)
    sheet.stroke(bent(100, 95, 100 + rng.uniform(-30, 30), 192, rng.uniform(-25, 25)), int(rng.integers(4, 12)), 1)
    for t in turns + rng.uniform(-0.2, 0.2):
        sheet.disc(100 + 42 * np.cos(t), 85 + 42 * np.sin(t), reach if four else reach * 0.8, 0)


SIGNS: tuple[tuple[float, Callable[[Sheet, np.random.Generator], None]], ...] = (
    (0.24, acorn),
    (0.08, leaf),
    (0.07, maple),
    (0.14, bell),
    (0.12, shield),
    (0.11, rose),
    (0.09, coin),
    (0.07, cup),
    (0.04, sword),
    (0.05, baton),
    (0.04, clover),
)


def on_sheet(path: Path) -> tuple[bool, NDArray[np.float32]]:
    """A sign of ``make_signs`` in the middle of a sheet (SIZE, SIZE, 4), and whether it has colours of its own.

    Raises ValueError if the file is no picture with a clear ground.
    """
    raw = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if raw is None or raw.shape[2:] != (4,):
        raise ValueError(f"{path} is no picture with a clear ground.")
    high, wide = raw.shape[:2]
    grow = 0.9 * SIZE / max(high, wide)
    size = (max(2, round(wide * grow)), max(2, round(high * grow)))
    sign = np.asarray(cv2.resize(raw, size, interpolation=cv2.INTER_AREA), np.float32) / 255
    sheet = np.zeros((SIZE, SIZE, 4), np.float32)
    x, y = (SIZE - size[0]) // 2, (SIZE - size[1]) // 2
    sheet[y : y + size[1], x : x + size[0]] = sign
    return bool(sign[..., :3][sign[..., 3] > 0.5].max(initial=0) > 0.1), sheet


def foreign_sign(fonts: Fonts, rng: np.random.Generator) -> Mask:
    """A foreign suit: (MASK_HEIGHT, w) to be printed in the deck's ink, or (MASK_HEIGHT, w, 4) BGR and how much it
    covers, in colours of its own."""
    kind = rng.random()
    if kind < SYMBOL:
        symbol, font = str(rng.choice(SYMBOLS)), fonts.suits[int(rng.integers(len(fonts.suits)))]
        mask = glyphs.text_mask(font, symbol) if glyphs.has(font, symbol) else None
        if mask is not None:
            return mask
    sheet = Sheet(rng)
    plain, papered = 0.25, 0.7  # how often in one ink, and how often light parts stay paper then
    if kind > 1 - NEAR:
        picture, one_ink = near_suit(fonts, rng)
        plain, papered = float(one_ink), 1.0
    elif fonts.signs and rng.random() < PICTURES:
        coloured, picture = on_sheet(fonts.signs[int(rng.integers(len(fonts.signs)))])
        if not coloured:
            plain = 0.7
            picture = np.concatenate([np.full_like(picture[..., :3], sheet.colours[0]), picture[..., 3:]], 2)
    else:
        shares = np.array([share for share, _ in SIGNS])
        SIGNS[int(rng.choice(len(SIGNS), p=shares / shares.sum()))][1](sheet, rng)
        picture = sheet.picture
    if rng.random() < 0.3:
        picture = picture[::-1]
    lean = float(rng.normal(0, 0.3))
    turn = cv2.getRotationMatrix2D((SIZE / 2, SIZE / 2), np.degrees(lean), 0.85)
    picture = np.asarray(cv2.warpAffine(np.ascontiguousarray(picture), turn, (SIZE, SIZE)), np.float32)
    if rng.random() < plain:
        dark = 1 - picture[..., :3].mean(2) * float(rng.random() < papered)
        printed = glyphs.tight(picture[..., 3] * np.clip(dark * 1.4, 0, 1))
        if printed is not None:
            return printed
    ys, xs = np.nonzero(picture[..., 3] > 0.5)
    cut = picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    wide = max(4, round(cut.shape[1] * glyphs.MASK_HEIGHT / cut.shape[0]))
    return np.asarray(cv2.resize(cut, (wide, glyphs.MASK_HEIGHT), interpolation=cv2.INTER_AREA), np.float32)


def close_text(rng: np.random.Generator) -> str:
    """A letter that comes close to a rank, or any foreign one."""
    pick = float(rng.random())
    for share, letters in CLOSE_LETTERS:
        if pick < share:
            return str(rng.choice(letters.split()))
        pick -= share
    return foreign_text(rng)


def pack_print(style: Style, fonts: Fonts, rng: np.random.Generator, rank: int, suit: int) -> Print:
    """The card (rank, suit) of ``style`` with a foreign pack's index."""
    kind = rng.random()
    if kind < 0.46:
        return Print(text(style, fonts, close_text(rng), rng), style.suits[suit], NO_RANK, suit)
    sign = foreign_sign(fonts, rng)
    if kind < 0.92:
        return Print(glyphs.text_mask(style.font, glyphs.RANK_TEXTS[rank]), sign, rank, NO_SUIT)
    return Print(text(style, fonts, close_text(rng), rng), sign, NO_RANK, NO_SUIT)
