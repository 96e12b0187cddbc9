"""Faces of invented decks, drawn from fonts. They are endless: the networks meet more decks in training than exist."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from kiosk.vision.training import glyphs
from kiosk.vision.training.faces import PX_PER_MM, Face, IndexTruth, Picture
from kiosk.vision.training.glyphs import Fonts, Mask
from kiosk.vision.training.real_decks import RealDeck

GLOSSY = 0.15
"""Share of the invented decks whose suits are not of one even ink."""
NOTHING = np.zeros((glyphs.MASK_HEIGHT, glyphs.MASK_HEIGHT // 2), np.float32)


@dataclass(frozen=True)
class Style:
    """Everything that the cards of one invented deck share (sizes in millimetres)."""

    font: Path
    size: tuple[int, int]
    rank_height: float
    squeeze: float
    stroke: int
    suit_height: float
    gap: float
    left: float
    top: float
    pip_height: float
    four_corners: bool
    suits: tuple[Mask, ...]
    suit_stretch: float
    inks: tuple[tuple[float, float, float], ...]
    paper: tuple[float, float, float]
    frame: bool
    shift: float
    lean: float


@dataclass(frozen=True)
class Print:
    """What is printed as a card's index: masks of its rank and suit (None: nothing stands there), and the rank and
    suit that they name. ``inverted`` prints white on the suit's colour."""

    rank_sign: Mask | None
    suit_sign: Mask | None
    rank: int
    suit: int
    inverted: bool = False


def make_style(fonts: Fonts, rng: np.random.Generator) -> Style:
    """A new deck: a font, sizes from small to jumbo, two or four colours."""
    jumbo = rng.random() < 0.33
    rank_height = rng.uniform(11, 21) if jumbo else rng.uniform(6.5, 11)
    red = (rng.uniform(0, 0.25), rng.uniform(0, 0.22), rng.uniform(0.65, 1))
    dark = float(rng.uniform(0, 0.2))
    black = (dark + rng.uniform(0, 0.06), dark, dark)
    inks = [black, red, red, black]
    if rng.random() < 0.22:
        inks[0] = tuple(rng.permutation([rng.uniform(0.3, 0.7), rng.uniform(0, 0.3), rng.uniform(0, 0.25)]))
        inks[1] = (rng.uniform(0.5, 1), rng.uniform(0.1, 0.6), rng.uniform(0, 0.3))
        if rng.random() < 0.4:
            inks[1], inks[3] = (0.1, rng.uniform(0.4, 0.6), 1.0), tuple(rng.uniform(0, 0.7, 3))
    if rng.random() < 0.5:
        shapes = tuple(glyphs.drawn_suit(s, rng) for s in range(4))
    else:
        font = fonts.suits[int(rng.integers(len(fonts.suits)))]
        masks = [glyphs.text_mask(font, sign) for sign in glyphs.SUIT_TEXTS]
        shapes = tuple(m if m is not None else glyphs.drawn_suit(i, rng) for i, m in enumerate(masks))
    if rng.random() < GLOSSY:
        gloss = glyphs.make_gloss(rng)
        shapes = tuple(gloss.on(m) for m in shapes)
    return Style(
        font=fonts.text[int(rng.integers(len(fonts.text)))],
        size=(63 if rng.random() < 0.7 else 57, 88),
        rank_height=rank_height,
        squeeze=float(rng.uniform(0.38, 0.78)),
        stroke=int(rng.integers(-3, 5)),
        suit_height=rank_height * float(rng.uniform(0.5, 0.95)),
        gap=float(rng.uniform(0.3, 0.25 * rank_height)),
        left=float(rng.uniform(1.5, 4)),
        top=float(rng.uniform(2, 6)),
        pip_height=float(rng.uniform(10, 17)),
        four_corners=bool(rng.random() < 0.2),
        suits=shapes,
        suit_stretch=float(rng.uniform(0.85, 1.15)),
        inks=tuple((float(i[0]), float(i[1]), float(i[2])) for i in inks),
        paper=(float(rng.uniform(0.85, 1)), float(rng.uniform(0.92, 1)), 1.0)
        if rng.random() < 0.4
        else (1.0, 1.0, 1.0),
        frame=bool(rng.random() < 0.6),
        shift=float(rng.uniform(-1, 1)),
        lean=float(rng.uniform(-0.1, 0.35)) if rng.random() < 0.12 else 0.0,
    )


def paint(
    canvas: Picture,
    mask: Mask,
    cx: float,
    cy: float,
    wide: float,
    high: float,
    ink: tuple[float, float, float],
    turned: bool = False,
) -> None:
    """Lay ``ink`` through ``mask``, centred at (cx, cy), in pixels; what falls outside is cut off.

    A mask of four channels brings its own colours: BGR, and how much it covers.
    """
    w, h = max(2, round(wide)), max(2, round(high))
    small = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    if turned:
        small = small[::-1, ::-1]
    x, y = round(cx - w / 2), round(cy - h / 2)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(canvas.shape[1], x + w), min(canvas.shape[0], y + h)
    if x0 >= x1 or y0 >= y1:
        return
    part = small[y0 - y : y1 - y, x0 - x : x1 - x]
    colour, share = (part[..., :3], part[..., 3:]) if part.ndim == 3 else (ink, part[..., None])
    canvas[y0:y1, x0:x1] += share * (np.asarray(colour, np.float32) - canvas[y0:y1, x0:x1])


def suit_width(style: Style, mask: Mask, high: float) -> float:
    return float(high * mask.shape[1] / mask.shape[0] * style.suit_stretch)


PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0.5, 0), (0.5, 1)),
    3: ((0.5, 0), (0.5, 0.5), (0.5, 1)),
    4: ((0, 0), (1, 0), (0, 1), (1, 1)),
    5: ((0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)),
    6: ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    7: ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1), (0.5, 0.25)),
    8: ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1), (0.5, 0.25), (0.5, 0.75)),
    9: ((0, 0), (1, 0), (0, 0.33), (1, 0.33), (0, 0.67), (1, 0.67), (0, 1), (1, 1), (0.5, 0.5)),
    10: (
        (0, 0),
        (1, 0),
        (0, 0.33),
        (1, 0.33),
        (0, 0.67),
        (1, 0.67),
        (0, 1),
        (1, 1),
        (0.5, 0.17),
        (0.5, 0.83),
    ),
}


def invented_face(
    style: Style,
    decks: list[RealDeck],
    rng: np.random.Generator,
    rank: int,
    suit: int,
    instead: Print | None = None,
) -> Face:
    """The card (rank, suit) of an invented deck; ``instead`` is printed where its index would be."""
    wide, high = style.size[0] * PX_PER_MM, style.size[1] * PX_PER_MM
    canvas = np.empty((high, wide, 3), np.float32)
    ink, paper = style.inks[suit], style.paper
    put = instead or Print(glyphs.text_mask(style.font, glyphs.RANK_TEXTS[rank]), style.suits[suit], rank, suit)
    if put.inverted:
        ink, paper = paper, ink
    canvas[:] = paper
    if put.rank_sign is None and put.suit_sign is None:
        return Face(canvas, ())
    mask = put.rank_sign if put.rank_sign is not None else NOTHING
    mask = glyphs.thicken(mask, style.stroke)
    if style.lean:
        mask = glyphs.slanted(mask, style.lean)
    sign = put.suit_sign if put.suit_sign is not None else NOTHING
    two = mask.shape[1] > 0.95 * mask.shape[0]
    draw_middle(canvas, style, style.suits[suit] if instead is None else sign, ink, rank, decks, rng)
    rank_h, suit_h = style.rank_height * PX_PER_MM, style.suit_height * PX_PER_MM
    natural = rank_h * mask.shape[1] / mask.shape[0]
    squeeze = style.squeeze / 0.72
    rank_w = min(natural * squeeze, rank_h * (1.0 if two else 0.85))
    suit_w = suit_width(style, sign, suit_h)
    column = max(rank_w, suit_w, style.squeeze * rank_h)
    cx = style.left * PX_PER_MM + column / 2
    top = style.top * PX_PER_MM
    height = rank_h + style.gap * PX_PER_MM + suit_h
    suit_x = cx + style.shift * 0.04 * rank_h
    truths = []
    corners = [(cx, False, False), (cx, True, False)]
    if style.four_corners:
        corners += [(cx, False, True), (cx, True, True)]
    for x, turned, right in corners:
        parts = [
            (mask, x, top + rank_h / 2, rank_w, rank_h),
            (sign, suit_x, top + height - suit_h / 2, suit_w, suit_h),
        ]
        middle = (min(x - rank_w / 2, suit_x - suit_w / 2) + max(x + rank_w / 2, suit_x + suit_w / 2)) / 2
        blank = (middle, top + height / 2)
        if right:
            parts = [(m, wide - px, py, w, h) for m, px, py, w, h in parts]
            blank = (wide - blank[0], blank[1])
        for m, px, py, w, h in parts:
            if turned:
                paint(canvas, m, wide - px, high - py, w, h, ink, True)
            else:
                paint(canvas, m, px, py, w, h, ink)
        if turned:
            blank = (wide - blank[0], high - blank[1])
        truths.append(IndexTruth(put.rank, put.suit, *blank, height, rank_h / height, turned))
    return Face(canvas, tuple(truths))


def draw_middle(
    canvas: Picture,
    style: Style,
    sign: Mask,
    ink: tuple[float, float, float],
    rank: int,
    decks: list[RealDeck],
    rng: np.random.Generator,
) -> None:
    """Pips, an ace's large pip, or a court card's picture."""
    high, wide = canvas.shape[:2]
    pip_h = style.pip_height * PX_PER_MM
    if 0 <= rank <= 8:
        x0, x1 = wide * 0.3, wide * 0.7
        y0, y1 = high * 0.15, high * 0.85
        for fx, fy in PIPS[rank + 2]:
            paint(
                canvas,
                sign,
                x0 + fx * (x1 - x0),
                y0 + fy * (y1 - y0),
                suit_width(style, sign, pip_h),
                pip_h,
                ink,
                turned=fy > 0.5,
            )
    elif rank == 12:
        big = pip_h * rng.uniform(1, 3)
        paint(canvas, sign, wide / 2, high / 2, suit_width(style, sign, big), big, ink)
        if rng.random() < 0.3:
            inner = big * rng.uniform(0.4, 0.7)
            paint(canvas, sign, wide / 2, high / 2, suit_width(style, sign, inner), inner, style.paper)
    else:
        draw_court(canvas, style, sign, ink, decks, rng)


def draw_court(
    canvas: Picture,
    style: Style,
    sign: Mask,
    ink: tuple[float, float, float],
    decks: list[RealDeck],
    rng: np.random.Generator,
) -> None:
    """Somebody's king in a frame beside the index, with the pip in the frame's corner."""
    high, wide = canvas.shape[:2]
    mx, my = wide * rng.uniform(0.12, 0.24), high * rng.uniform(0.04, 0.14)
    x0, y0, x1, y1 = round(mx), round(my), round(wide - mx), round(high - my)
    deck = decks[int(rng.integers(len(decks)))]
    courts = [c for c in deck.cards if 9 <= c[0] <= 11]
    art = courts[int(rng.integers(len(courts)))][2]
    h, w = art.shape[:2]
    cut = art[round(0.24 * h) : round(0.76 * h), round(0.27 * w) : round(0.73 * w)]
    cut = cv2.resize(cut, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.5:
        cut = cut[:, ::-1] if rng.random() < 0.5 else cut[::-1]
    if rng.random() < 0.5:
        cut = cut @ np.asarray(np.eye(3) + rng.uniform(-0.4, 0.4, (3, 3)), np.float32)
    canvas[y0:y1, x0:x1] = np.clip(cut, 0, 1)
    if style.frame:
        colour = ink if rng.random() < 0.5 else (0.6, 0.2, 0.1)
        cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, int(rng.integers(1, 4)))
    if rng.random() < 0.8:
        pip_h = style.pip_height * PX_PER_MM * rng.uniform(0.6, 1)
        pip_w = suit_width(style, sign, pip_h)
        gap = rng.uniform(1, 8)
        for turned in (False, True):
            cx, cy = x0 + gap + pip_w / 2, y0 + gap + pip_h / 2
            if turned:
                cx, cy = wide - cx, high - cy
            paint(canvas, sign, cx, cy, pip_w, pip_h, ink, turned)


def back(rng: np.random.Generator) -> Face:
    """A card's back: a bordered lattice of one colour, perhaps with a medallion."""
    canvas = np.ones((88 * PX_PER_MM, 63 * PX_PER_MM, 3), np.float32)
    ink = np.asarray(rng.uniform(0, 0.9, 3), np.float32)
    margin = int(rng.integers(0, 30))
    ys, xs = np.mgrid[0 : canvas.shape[0], 0 : canvas.shape[1]].astype(np.float32)
    step = rng.uniform(6, 40)
    waves = np.sin(xs * 2 * np.pi / step) * np.sin(ys * 2 * np.pi / (step * rng.uniform(0.6, 1.6)))
    if rng.random() < 0.5:
        waves = np.sin((xs + ys) * 2 * np.pi / step) + np.sin((xs - ys) * 2 * np.pi / step)
    mask = (waves > rng.uniform(-0.6, 0.6)).astype(np.float32)[..., None]
    mask[:margin], mask[canvas.shape[0] - margin :] = 0, 0
    mask[:, :margin], mask[:, canvas.shape[1] - margin :] = 0, 0
    canvas = canvas + mask * (ink - canvas)
    if rng.random() < 0.5:
        cv2.circle(
            canvas,
            (189, 264),
            int(rng.integers(30, 120)),
            tuple(float(v) for v in 1 - ink),
            int(rng.choice([-1, 4, 12])),
        )
    return Face(canvas, ())
