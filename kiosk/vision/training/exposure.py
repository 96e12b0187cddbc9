"""From a scene to a photo of it: the room's light, then lens, sensor, the camera's own processing and the file."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.vision.training import backgrounds
from kiosk.vision.training.faces import Picture


def light(canvas: Picture, rng: np.random.Generator) -> Picture:
    """Uneven light, hard shadows, warm or cold white, glare in spots and streaks."""
    size = canvas.shape[0]
    if rng.random() < 0.7:
        field = backgrounds.smooth_noise(size, int(rng.integers(1, 4)), rng)
        canvas = canvas * (1 - rng.uniform(0.1, 0.8) * field)
    for _ in range(int(rng.integers(0, 3))):
        mask = np.ones((size, size), np.float32)
        points = rng.integers(-100, size + 100, (int(rng.integers(3, 6)), 2)).astype(np.int32)
        cv2.fillPoly(mask, [points], float(rng.uniform(0.4, 0.85)))
        canvas = canvas * cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 12))[..., None]
    if rng.random() < 0.7:
        cast = np.array([rng.uniform(0.5, 1.1), rng.uniform(0.8, 1.05), rng.uniform(0.9, 1.15)], np.float32)
        canvas = canvas * (cast if rng.random() < 0.75 else cast[::-1])
    if rng.random() < 0.4:
        ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
        for _ in range(int(rng.integers(1, 4))):
            cx, cy = rng.uniform(0, size, 2)
            turn = rng.uniform(0, np.pi)
            u = (xs - cx) * np.float32(np.cos(turn)) + (ys - cy) * np.float32(np.sin(turn))
            v = (ys - cy) * np.float32(np.cos(turn)) - (xs - cx) * np.float32(np.sin(turn))
            a, b = rng.uniform(10, 130, 2)
            spot = np.exp(-((u / np.float32(a)) ** 2 + (v / np.float32(b)) ** 2))
            canvas = canvas + (np.float32(rng.uniform(0.1, 0.9)) * spot)[..., None]
    return canvas


def photograph(canvas: Picture, rng: np.random.Generator, rank_pixels: float) -> NDArray[np.uint8]:
    """Exposure, bloom, blur, a smaller sensor, noise, smoothing, sharpening, tone, JPEG.

    Blur goes with the size of the ranks, ``rank_pixels``: what nobody can read teaches nothing.
    """
    size = canvas.shape[0]
    mild = rng.random() < 0.4
    canvas = np.clip(canvas, 0, 1.6) ** np.float32(rng.uniform(0.75, 1.3)) * np.float32(rng.uniform(0.65, 1.25))
    kind = 1.0 if mild else rng.random()
    if kind < 0.16:  # a dark room
        canvas = canvas * np.float32(rng.uniform(0.25, 0.6))
    elif kind < 0.26:  # burnt out: the white runs into the ink
        canvas = canvas * np.float32(rng.uniform(1.2, 1.8))
        glow = cv2.GaussianBlur(np.clip(canvas - 0.6, 0, 1), (0, 0), rng.uniform(0.5, 0.12 * rank_pixels + 0.6))
        canvas = canvas + np.float32(rng.uniform(0, 0.7)) * glow
    if rng.random() < (0.05 if mild else 0.25):  # haze over everything
        canvas = canvas * np.float32(rng.uniform(0.6, 0.9)) + np.float32(rng.uniform(0.02, 0.25))
    if rng.random() < 0.55:
        canvas = cv2.GaussianBlur(
            canvas, (0, 0), rng.uniform(0.4, min(2.4, 0.4 + (0.025 if mild else 0.06) * rank_pixels))
        )
    if not mild and rng.random() < 0.2:
        canvas = moved(canvas, rng, rank_pixels)
    if rng.random() < 0.3:
        shrink = rng.uniform(max(0.45, min(0.9, 8 / rank_pixels)), 0.95)
        small = cv2.resize(canvas, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        canvas = cv2.resize(
            small, (size, size), interpolation=cv2.INTER_LINEAR if rng.random() < 0.5 else cv2.INTER_CUBIC
        )
    if rng.random() < 0.6:
        canvas = grainy(canvas, rng, 0.015 if mild else 0.05)
    if rng.random() < 0.3:
        halo = canvas - cv2.GaussianBlur(canvas, (0, 0), rng.uniform(1, 2.5))
        canvas = canvas + halo * np.float32(rng.uniform(0.3, 1.6))
    canvas = np.clip(canvas, 0, 1)
    if rng.random() < 0.3:  # a phone's tone curve: contrast in the middle
        canvas = canvas + np.float32(rng.uniform(0, 0.8)) * (canvas * canvas * (3 - 2 * canvas) - canvas)
    if rng.random() < 0.35:
        grey = canvas.mean(2, keepdims=True)
        canvas = grey + (canvas - grey) * np.float32(0.0 if rng.random() < 0.12 else rng.uniform(0.3, 1.3))
    picture = (np.clip(canvas, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.08:
        picture = np.asarray(cv2.medianBlur(picture, 3), np.uint8)
    if rng.random() < 0.7:
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 96))])
        decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
        assert decoded is not None
        picture = np.asarray(decoded, np.uint8)
    return picture


def moved(canvas: Picture, rng: np.random.Generator, rank_pixels: float) -> Picture:
    """Blur of a hand or a card that moved, along a straight way."""
    length = int(rng.integers(3, max(5, min(15, round(0.2 * rank_pixels)))))
    kernel = np.zeros((length, length), np.float32)
    cv2.line(kernel, (0, int(rng.integers(0, length))), (length - 1, int(rng.integers(0, length))), 1)
    if rng.random() < 0.5:
        kernel = np.ascontiguousarray(kernel.T)
    return np.asarray(cv2.filter2D(canvas, -1, kernel / kernel.sum()))


def grainy(canvas: Picture, rng: np.random.Generator, most: float) -> Picture:
    """The sensor's noise, more of it in the light, sometimes smeared by the camera's own smoothing."""
    noise: Picture = rng.standard_normal(canvas.shape, np.float32)
    if rng.random() < 0.5:
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.7), np.float32) * 2
    out = np.asarray(canvas + noise * np.float32(rng.uniform(0.003, most)), np.float32)
    if rng.random() < 0.15:
        return np.asarray(cv2.bilateralFilter(out, 5, 0.12, 2))
    return out
