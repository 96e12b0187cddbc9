"""Signs that come close to a French suit's shape and are none: nuts, drops, bulbs, leaves, trees, clouds, kites; and
French suits of two colours, with something in them or on them. All are drawn from random outlines, not after things, so
that the namer learns where a suit's shape ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.vision.training import glyphs
from kiosk.vision.training.glyphs import Fonts
from kiosk.vision.training.outlines import SIZE, Points, Shape, bent, filled, stroked

GRID = 32
LIKE = 0.83
"""A shape that shares so much of its area with a French suit's (both stretched to one square) is taken for that suit.
Most suits of a font share 0.9 with another font's."""
AS_SLENDER = 1.4
"""And only if their widths to heights are no farther apart than by this factor."""
LEAST_AREA = 2000
Colour = NDArray[Any]


def line(start: tuple[float, float], end: tuple[float, float], sag: float, wide: int) -> Shape:
    """A line that bends to the side by ``sag`` pixels."""
    return stroked(bent(*start, *end, sag), wide)


def turned_body(rng: np.random.Generator) -> Shape:
    """As if turned on a lathe: pointed or blunt above and below, with a belly or two. Chestnuts, drops, pears, figs,
    bulbs, buds, bells, tops."""
    knots = int(rng.integers(2, 5))
    widths = [rng.choice([0.0, rng.uniform(0.1, 0.9)]), *rng.uniform(0.35, 1, knots), rng.choice([0.0, rng.uniform()])]
    at = np.concatenate([[0], np.sort(rng.uniform(0.12, 0.9, knots)), [1]])
    t = np.linspace(0, 1, 120)
    half = np.interp(t, at, widths)
    soft = int(rng.integers(1, 18)) * 2 + 1
    half = np.convolve(np.pad(half, soft // 2, "reflect", reflect_type="odd"), np.ones(soft) / soft, "valid")
    rounding = rng.uniform(0.02, 0.3)  # no corner where a blunt end meets the side
    half = np.clip(half, 0, None) * np.sqrt(np.clip((1 - t) / rounding, 0, 1)) * np.sqrt(np.clip(t / 0.03, 0, 1))
    wide, high = rng.uniform(45, 90), rng.uniform(110, 170)
    half = wide * half / max(0.2, float(half.max()))
    y = 100 - high / 2 + high * t
    return filled(np.concatenate([np.stack([100 - half, y], 1), np.stack([100 + half, y], 1)[::-1]]))


def lobed(rng: np.random.Generator) -> Shape:
    """Lobes around a middle, round or pointed, with teeth or without: leaves, blossoms, flames, stars, splashes."""
    lobes = int(rng.integers(3, 10))
    middles = np.linspace(-np.pi, np.pi, lobes, endpoint=False) + rng.uniform(-0.15, 0.15, lobes)
    if rng.random() < 0.6:  # the same left and right, with a gap below for the stalk
        middles = np.linspace(-1, 1, lobes) * rng.uniform(1.5, 2.7)
    t = np.linspace(-np.pi, np.pi, 361)
    apart = np.abs((t[:, None] - middles + np.pi) % (2 * np.pi) - np.pi)
    peak = np.maximum(0, 1 - apart * lobes / rng.uniform(2.6, 7)) ** rng.uniform(0.5, 2)
    longer = 1 - rng.uniform(0, 0.5) * np.abs(middles) / np.pi
    deep = rng.uniform(0.25, 0.75)
    r = deep + (1 - deep) * (peak * longer).max(1) + rng.uniform(0, 0.05) * np.abs(np.sin(rng.integers(8, 20) * t))
    wide, high = rng.uniform(60, 95), rng.uniform(60, 95)
    return filled(np.stack([100 + wide * r * np.sin(t), 95 - high * r * np.cos(t)], 1))


def heaped(rng: np.random.Generator) -> Shape:
    """Discs on each other, the same left and right: clouds, trees, grapes, clovers, paws."""
    shape = np.zeros((SIZE, SIZE), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        x, y, reach = rng.uniform(0, 58), rng.uniform(35, 150), rng.uniform(16, 48)
        for side in (-1, 1):
            middle = (round((100 + side * x) * 16), round(y * 16))
            cv2.circle(shape, middle, round(reach * 16), 255, -1, cv2.LINE_AA, 4)
    if rng.random() < 0.5:  # the gaps closed
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (41, 41))
        shape = np.asarray(cv2.morphologyEx(shape, cv2.MORPH_CLOSE, kernel), np.uint8)
    return shape


def angular(rng: np.random.Generator) -> Shape:
    """A polygon, the same left and right: kites, gems, shields, houses, arrows."""
    count = int(rng.integers(2, 5))
    y = np.sort(rng.uniform(15, 185, count + 2))
    half = rng.uniform(15, 85, count + 2)
    half[0] *= float(rng.random() < 0.4)
    half[-1] *= float(rng.random() < 0.4)
    return filled(np.concatenate([np.stack([100 - half, y], 1), np.stack([100 + half, y], 1)[::-1]]))


def stemless(rng: np.random.Generator) -> Shape:
    """A spade's body that stands on a broad foot instead of a stem: chestnuts, drops, onions, hazelnuts, heaps."""
    belly, foot = rng.uniform(0.55, 0.85), rng.uniform(0.45, 0.97)
    t = np.linspace(0, 1, 120)
    above, below = np.clip(t / belly, 0, 1), np.clip((t - belly) / (1 - belly), 0, 1)
    hollow = rng.choice([0, rng.uniform(0, 0.4)]) * np.sin(np.pi * above) * (1 - above)  # the sides run up into a tip
    half = above ** rng.uniform(0.5, 1.2) - hollow - (1 - foot) * below**2
    soft = int(rng.integers(1, 18)) * 2 + 1
    half = np.convolve(np.pad(half, soft // 2, "reflect", reflect_type="odd"), np.ones(soft) / soft, "valid")
    half = np.clip(half, 0, None) * np.sqrt(np.clip((1 - t) / rng.uniform(0.02, 0.3), 0, 1))
    wide, high = rng.uniform(62, 92), rng.uniform(100, 160)
    half = wide * half / float(half.max())
    sag = rng.uniform(0, 14) * np.linspace(-1, 1, 30)[1:-1] ** 2  # of the foot, up at its sides
    left, right = -half[-1], half[-1]
    y = 100 - high / 2 + high * t
    end = np.stack([np.linspace(right, left, 30)[1:-1] + 100, y[-1] - sag], 1)
    outline = np.concatenate([np.stack([100 + half, y], 1), end, np.stack([100 - half, y], 1)[::-1]])
    if rng.random() < 0.5:  # it leans
        outline[:, 0] += rng.normal(0, 0.08) * (outline[:, 1] - 100)
    shape = filled(outline)
    return with_stalk(shape, rng, 0) if rng.random() < 0.15 else shape


def leaf(rng: np.random.Generator) -> Shape:
    """Five or seven pointed lobes, the same left and right, with teeth, on a stalk: maple, plane, vine, hemp."""
    lobes = int(rng.choice([5, 7]))
    middles = np.linspace(-1, 1, lobes) * rng.uniform(1.4, 2.5)
    t = np.linspace(-np.pi, np.pi, 361)
    apart = np.abs((t[:, None] - middles + np.pi) % (2 * np.pi) - np.pi)
    peak = np.maximum(0, 1 - apart * lobes / rng.uniform(3.5, 6)) ** rng.uniform(0.8, 1.8)
    longer = 1 - rng.uniform(0.05, 0.5) * np.abs(middles) / np.pi
    deep, teeth = rng.uniform(0.2, 0.45), rng.choice([0, rng.uniform(0.08, 0.2)])
    tooth = np.abs((t * rng.uniform(4, 9) / np.pi) % 2 - 1)
    r = deep + (1 - deep) * (peak * longer).max(1) + teeth * tooth * (np.abs(t) < 2.4)
    wide, high = rng.uniform(65, 90), rng.uniform(65, 90)
    shape = filled(np.stack([100 + wide * r * np.sin(t), 95 - high * r * np.cos(t)], 1))
    return with_stalk(shape, rng, 1) if rng.random() < 0.85 else shape


OUTLINES: tuple[tuple[float, Callable[[np.random.Generator], Shape]], ...] = (
    (0.45, turned_body),
    (0.25, lobed),
    (0.18, heaped),
    (0.12, angular),
)


def with_stalk(shape: Shape, rng: np.random.Generator, below: float = 0.75) -> Shape:
    """The shape with a stalk, often bent: below, by this chance, or above."""
    low = float(np.flatnonzero(shape.max(1))[-1])
    wide, bend = int(rng.integers(3, 26)), rng.normal(0, 18)
    if rng.random() < below:
        stalk = line((100, low - 25), (100 + bend, min(195, low + rng.uniform(10, 45))), rng.normal(0, 8), wide)
    else:
        high = 200 - float(np.flatnonzero(shape[::-1].max(1))[-1])
        stalk = line((100, high + 25), (100 + bend, max(5, high - rng.uniform(8, 35))), rng.normal(0, 8), wide)
    return np.asarray(np.maximum(shape, stalk), np.uint8)


def on_grid(mask: NDArray[Any]) -> tuple[NDArray[np.float32], float]:
    """A shape stretched to the GRID, as one row of 0 and 1, and its width to its height."""
    ys, xs = np.nonzero(mask > mask.max() / 2)
    cut = mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32)
    small = cv2.resize(cut, (GRID, GRID), interpolation=cv2.INTER_AREA)
    return (small > mask.max() / 2).astype(np.float32).ravel(), cut.shape[1] / cut.shape[0]


@lru_cache(maxsize=2)
def suit_shapes(fonts: tuple[Path, ...]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """What French suits look like: all of the fonts and drawn ones, (n, GRID * GRID), and widths to heights (n,)."""
    rng = np.random.default_rng(5)
    masks = [glyphs.drawn_suit(suit, rng) for suit in range(4) for _ in range(60)]
    masks += [m for font in fonts for text in glyphs.SUIT_TEXTS if (m := glyphs.text_mask(font, text)) is not None]
    rows = [on_grid(mask) for mask in masks]
    return np.stack([row for row, _ in rows]), np.array([slender for _, slender in rows])


def like_a_suit(shape: Shape, fonts: Fonts) -> bool:
    """Whether the shape, as it is or upside down, is a French suit's."""
    known, slender = suit_shapes(fonts.suits)
    for upright in (shape, shape[::-1]):
        row, own = on_grid(upright)
        near = known[np.abs(np.log(slender / own)) < np.log(AS_SLENDER)]
        both = near @ row
        if (both > LIKE * (near.sum(1) + row.sum() - both)).any():
            return True
    return False


def any_outline(rng: np.random.Generator) -> Shape:
    """A random outline, often with a stalk; by chance it may be a French suit's."""
    shares = np.array([share for share, _ in OUTLINES])
    shape = np.zeros((SIZE, SIZE), np.uint8)
    while np.count_nonzero(shape) < LEAST_AREA:
        shape = OUTLINES[int(rng.choice(len(OUTLINES), p=shares))][1](rng)
    return with_stalk(shape, rng) if rng.random() < 0.4 else shape


def no_suit(fonts: Fonts, rng: np.random.Generator) -> Shape:
    """A random outline that is no French suit's, either way up."""
    shape = any_outline(rng)
    while like_a_suit(shape, fonts):
        shape = any_outline(rng)
    return shape


def french_suit(fonts: Fonts, rng: np.random.Generator) -> Shape:
    """A French suit on the sheet, of a font or drawn."""
    suit = int(rng.integers(4))
    font = fonts.suits[int(rng.integers(len(fonts.suits)))]
    mask = glyphs.text_mask(font, glyphs.SUIT_TEXTS[suit]) if rng.random() < 0.5 else None
    if mask is None:
        mask = glyphs.drawn_suit(suit, rng)
    grow = 170 / max(mask.shape)
    size = (max(2, round(mask.shape[1] * grow)), max(2, round(mask.shape[0] * grow)))
    shape = np.zeros((SIZE, SIZE), np.uint8)
    x, y = (SIZE - size[0]) // 2, (SIZE - size[1]) // 2
    shape[y : y + size[1], x : x + size[0]] = np.asarray(cv2.resize(mask, size) * 255, np.uint8)
    return shape


def cut_off(shape: Shape, rng: np.random.Generator, least: float) -> Shape:
    """A share of the shape, from ``least`` to two thirds: below, above or beside a straight or bent line."""
    ys, xs = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    turn = float(rng.choice([0, np.pi, np.pi / 2, rng.uniform(0, 2 * np.pi)], p=[0.45, 0.15, 0.15, 0.25]))
    along = (ys - 100) * np.cos(turn) + (xs - 100) * np.sin(turn)
    across = (xs - 100) * np.cos(turn) - (ys - 100) * np.sin(turn)
    level = along + rng.normal(0, 14) * (across / 60) ** 2
    inside = level[shape > 127]
    part = float(np.quantile(inside, rng.uniform(0.35, 1 - least)))
    return np.where(level > part, shape, 0).astype(np.uint8)


def something_in(shape: Shape, rng: np.random.Generator, one_ink: bool) -> Shape:
    """A disc, ring, cross, stripes or, in another colour, a smaller outline within the shape, a fifth of it at least.
    A suit that is only outlined in its ink may be one."""
    ys, xs = np.nonzero(shape > 127)
    x, y, reach = float(xs.mean()), float(ys.mean()), float(np.sqrt(len(xs)))
    figure = np.zeros((SIZE, SIZE), np.uint8)
    middle = (round(x * 16), round(y * 16))
    kind = int(rng.integers(0, 3 if one_ink else 4))
    if kind == 0:
        thick = int(rng.choice([-1, 14, 22]))
        cv2.circle(figure, middle, round(reach * rng.uniform(0.28, 0.42) * 16), 255, thick, cv2.LINE_AA, 4)
    elif kind == 1:
        thick = int(rng.integers(14, 30))
        turn = rng.uniform(0, np.pi / 2)
        for angle in (turn, turn + np.pi / 2):
            dx, dy = reach * np.cos(angle), reach * np.sin(angle)
            figure = np.maximum(figure, line((x - dx, y - dy), (x + dx, y + dy), 0, thick))
    elif kind == 2:
        step, thick = rng.uniform(26, 46), int(rng.integers(9, 18))
        for at in np.arange(10, SIZE, step):
            figure = np.maximum(figure, line((0, at), (SIZE, at), rng.normal(0, 3), thick))
    else:
        kernel = np.ones((3, 3), np.uint8)
        figure = np.asarray(cv2.erode(shape, kernel, iterations=int(reach * rng.uniform(0.08, 0.16))), np.uint8)
    return np.asarray(np.minimum(figure, shape), np.uint8)


def something_on(shape: Shape, rng: np.random.Generator) -> Shape:
    """A cap, a tuft of leaves or a crown on the shape's top, as wide as a third of it at least."""
    top = float(np.flatnonzero(shape.max(1))[0])
    wide, high = rng.uniform(25, 60), rng.uniform(18, 45)
    points = int(rng.integers(1, 6))
    x = np.linspace(-wide, wide, 2 * points + 1)
    y = np.where(np.arange(2 * points + 1) % 2 == 0, rng.uniform(0, 0.5), 1) * high
    y[[0, -1]] = 0
    up = float(rng.choice([-1, 1]))
    foot = top + rng.uniform(0, 25)
    return filled(
        np.stack([100 + x, np.clip(foot + up * y, 2, 198)], 1) if points > 1 else oval(100, foot, wide, high / 2)
    )


def oval(x: float, y: float, a: float, b: float) -> Points:
    t = np.linspace(0, 2 * np.pi, 60)
    return np.stack([x + a * np.cos(t), y + b * np.sin(t)], 1)


def two_colours(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """A suit's ink or any colour, and one that is clearly another."""
    first = np.array([0.05, 0.05, 0.05]) if rng.random() < 0.45 else rng.uniform(0, 0.8, 3)
    if rng.random() < 0.2:
        first = np.array([0.1, 0.1, 0.8])
    for _ in range(40):
        other = rng.uniform(0, 1, 3)
        if np.abs(other - first).sum() > 0.7:
            return first, other
    return first, np.ones(3)


@dataclass(frozen=True)
class Kind:
    """Where a share of the near suits take their outline from, how many of these are painted (a part cut off, something
    in or on them), and the least part that is cut off. A cap of the outline's own ink may be no more than a blur."""

    share: float
    outline: Callable[[Fonts, np.random.Generator], Shape]
    painted: float
    least_cut: float = 0.12
    capped_in_one_ink: bool = True


KINDS = (
    Kind(0.24, french_suit, 1.0, least_cut=0.28, capped_in_one_ink=False),
    Kind(0.22, lambda _, rng: any_outline(rng), 1.0),
    Kind(0.24, no_suit, 0.0),
    Kind(0.18, lambda _, rng: stemless(rng), 0.55, least_cut=0.08),
    Kind(0.12, lambda _, rng: leaf(rng), 0.2),
)
CUT, IN = 0.6, 0.27
"""Shares of the painted shapes that have a part cut off and something in them; the rest have something on them."""


def paint_on(shape: Shape, rng: np.random.Generator, kind: Kind, one_ink: bool) -> Shape:
    """What is laid on a shape, or beside it, in the other colour."""
    way = rng.random() * (1 if kind.capped_in_one_ink or not one_ink else CUT + IN)
    if way < CUT:
        return cut_off(shape, rng, kind.least_cut)
    return something_in(shape, rng, one_ink) if way < CUT + IN else something_on(shape, rng)


def near_suit(fonts: Fonts, rng: np.random.Generator) -> tuple[NDArray[np.float32], bool]:
    """A sign (SIZE, SIZE, 4), BGR and how much it covers, and whether it is to be printed in the deck's ink; then it is
    black and white. Outlines that are a French suit's, or by chance may be one, are always painted."""
    one_ink = bool(rng.random() < 0.55)
    first, other = (np.zeros(3), np.ones(3)) if one_ink else two_colours(rng)
    kind = KINDS[int(rng.choice(len(KINDS), p=[kind.share for kind in KINDS]))]
    shape = kind.outline(fonts, rng)
    picture = np.zeros((SIZE, SIZE, 4), np.float32)

    def lay(mask: Shape, colour: Colour) -> None:
        part = mask.astype(np.float32)[..., None] / 255
        picture[..., :3] += part * (colour.astype(np.float32) - picture[..., :3])
        picture[..., 3:] = np.maximum(picture[..., 3:], part)

    edge = int(rng.integers(0, 9))
    if edge:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * edge + 1,) * 2)
        rim = first if one_ink or rng.random() < 0.4 else rng.uniform(0, 0.2, 3)
        lay(shape, rim)
        shape = np.asarray(cv2.erode(shape, kernel), np.uint8)
    if not shape.any():
        return picture, one_ink
    lay(shape, first)
    if rng.random() < kind.painted:
        lay(paint_on(shape, rng, kind, one_ink), other)
    return picture, one_ink
