"""Table tops that are nobody's photo: felt, wood, cloth, prints, keys and writing, all drawn."""

from __future__ import annotations

import cv2
import numpy as np

from kiosk.vision.training import glyphs
from kiosk.vision.training.faces import Picture
from kiosk.vision.training.glyphs import Fonts
from kiosk.vision.training.invented_faces import paint


def smooth_noise(size: int, cells: int, rng: np.random.Generator, channels: int = 1) -> Picture:
    """Noise in 0..1 that changes over ``size / cells`` pixels."""
    small = rng.random((cells + 1, cells + 1, channels)).astype(np.float32)
    out = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)
    return np.asarray(out.reshape(size, size, channels), np.float32)


def table_top(size: int, fonts: Fonts, rng: np.random.Generator) -> Picture:
    """A square picture of a table, float BGR in 0..1."""
    base = rng.random(3).astype(np.float32)
    if rng.random() < 0.3:
        base = base * 0.25
    elif rng.random() < 0.35:
        base = 0.75 + base * 0.25
    canvas = np.empty((size, size, 3), np.float32)
    canvas[:] = base
    kind = rng.random()
    if kind < 0.25:
        grain(canvas, rng)
    elif kind < 0.45:
        pattern(canvas, rng)
    elif kind < 0.6:
        shapes(canvas, rng)
    elif kind < 0.75:
        writing(canvas, fonts, rng)
    for cells in (2, 8, 40, 160):
        if rng.random() < 0.6:
            canvas += (smooth_noise(size, cells, rng, 3 if rng.random() < 0.3 else 1) - 0.5) * rng.uniform(0, 0.35)
    if rng.random() < 0.4:
        canvas += rng.normal(0, rng.uniform(0.01, 0.12), (size, size, 1)).astype(np.float32)
    if rng.random() < 0.6:
        grey = canvas.mean(2, keepdims=True)
        canvas = grey + (canvas - grey) * rng.uniform(0, 0.6)
    return np.clip(canvas, 0, 1)


def grain(canvas: Picture, rng: np.random.Generator) -> None:
    """Wood: noise stretched along one direction."""
    size = canvas.shape[0]
    lines = rng.random((int(rng.integers(20, 300)), int(rng.integers(2, 12)))).astype(np.float32)
    wood = cv2.resize(lines, (size, size), interpolation=cv2.INTER_CUBIC)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(rng.uniform(0, 180)), 1.5)
    wood = cv2.warpAffine(wood, turn, (size, size), borderMode=cv2.BORDER_REFLECT)
    canvas += ((wood - 0.5) * rng.uniform(0.05, 0.5))[..., None]


def pattern(canvas: Picture, rng: np.random.Generator) -> None:
    """Stripes or checks."""
    size = canvas.shape[0]
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    u = xs * np.cos(angle) + ys * np.sin(angle)
    v = -xs * np.sin(angle) + ys * np.cos(angle)
    step = rng.uniform(6, 120)
    wave = np.sin(u * 2 * np.pi / step)
    if rng.random() < 0.5:
        wave = wave * np.sin(v * 2 * np.pi / step)
    if rng.random() < 0.6:
        wave = (wave > rng.uniform(-0.5, 0.5)).astype(np.float32)
    canvas += wave[..., None] * rng.uniform(-0.6, 0.6, 3).astype(np.float32)


def shapes(canvas: Picture, rng: np.random.Generator) -> None:
    """Chips, leaves, prints: ellipses, polygons and lines of any colour."""
    size = canvas.shape[0]
    for _ in range(int(rng.integers(5, 60))):
        colour = tuple(float(v) for v in rng.random(3))
        x, y = (int(v) for v in rng.integers(0, size, 2))
        reach = int(rng.integers(5, 90))
        kind = rng.random()
        if kind < 0.4:
            cv2.ellipse(
                canvas,
                (x, y),
                (reach, int(rng.integers(3, reach + 1))),
                float(rng.uniform(0, 180)),
                0,
                360,
                colour,
                int(rng.choice([-1, 2, 5])),
                cv2.LINE_AA,
            )
        elif kind < 0.7:
            points = rng.integers(-reach, reach, (int(rng.integers(3, 7)), 2)) + np.array([x, y])
            cv2.fillPoly(canvas, [points.astype(np.int32)], colour, cv2.LINE_AA)
        else:
            other = tuple(int(v) for v in rng.integers(0, size, 2))
            cv2.line(canvas, (x, y), other, colour, int(rng.integers(1, 6)), cv2.LINE_AA)


def writing(canvas: Picture, fonts: Fonts, rng: np.random.Generator) -> None:
    """Letters, words and keyboard keys: what looks like an index and is none."""
    size = canvas.shape[0]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefgh$%&@"
    for _ in range(int(rng.integers(5, 40))):
        text = "".join(rng.choice(list(alphabet), int(rng.choice([1, 1, 2, 5, 9]))))
        mask = glyphs.text_mask(fonts.text[int(rng.integers(len(fonts.text)))], text)
        if mask is None:
            continue
        high = rng.uniform(8, 60)
        x, y = rng.uniform(0, size, 2)
        if rng.random() < 0.3:
            side = int(high * rng.uniform(1.2, 2.2))
            key = tuple(float(v) for v in rng.random(3))
            cv2.rectangle(
                canvas,
                (int(x) - side // 2, int(y) - side // 2),
                (int(x) + side // 2, int(y) + side // 2),
                key,
                -1,
            )
        ink = (float(rng.random()), float(rng.random()), float(rng.random()))
        paint(canvas, mask, x, y, high * mask.shape[1] / mask.shape[0], high, ink, bool(rng.random() < 0.3))
