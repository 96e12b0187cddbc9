"""`make proof`, entry camera-photos: the photos of ../shared/vision as they are, and every third made worse.

Worse is out of focus, smeared, badly compressed, too dark, too bright, in warm or green light, without colour. Then
fewer cards are read, but no more of them wrongly: the rest is unknown. Only far out of focus some spades are clubs.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kiosk.vision.crops import Picture
from kiosk.vision.deciding import Reading
from kiosk.vision.measuring import Totals, measure_picture, read_labels, totals
from kiosk.vision.reading import CardEye

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "vision" / "photos"
Change = Callable[[Picture], Any]
LEAST_RIGHT, MOST_WRONG = 0.95, 0.01
MOST_WRONG_FAR = 0.05
"""Far out of focus, where a spade of one deck has a club's outline: what the reader cannot do (docs/camera.md)."""


def smeared(length: int, turn: float) -> Change:
    """Moved by so many pixels while the shutter was open, in the direction ``turn`` (radians)."""
    way = np.linspace(-length / 2, length / 2, 8 * length)
    kernel = np.zeros((length + 2, length + 2), np.float32)
    middle = (length + 1) / 2
    kernel[np.round(middle + way * np.sin(turn)).astype(int), np.round(middle + way * np.cos(turn)).astype(int)] = 1
    return lambda picture: cv2.filter2D(picture, -1, kernel / kernel.sum())


def blurred(sigma: float) -> Change:
    return lambda picture: cv2.GaussianBlur(picture, (0, 0), sigma)


def squeezed(quality: int) -> Change:
    """Through a JPEG of that quality."""

    def through(picture: Picture) -> Any:
        return cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)

    return through


def lit(blue: float, green: float, red: float, noise: float = 0) -> Change:
    """Each channel so many times as bright, burnt out where it is too much."""

    def under(picture: Picture) -> Any:
        grain = np.random.default_rng(1).normal(0, noise, picture.shape) if noise else 0
        return np.clip(picture * np.array([blue, green, red]) + grain, 0, 255).astype(np.uint8)

    return under


def grey(picture: Picture) -> Any:
    return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


FAR = "far out of focus"
WORSE: dict[str, Change] = {
    "out of focus": blurred(2),
    FAR: blurred(3.5),
    "smeared": smeared(9, 0.6),
    "badly smeared": smeared(15, 2.0),
    "JPEG 15": squeezed(15),
    "JPEG 7": squeezed(7),
    "warm": lit(0.55, 0.8, 1.15),
    "green": lit(0.8, 1.1, 0.7),
    "dark": lit(0.22, 0.22, 0.22, noise=3),
    "bright": lit(1.7, 1.7, 1.7),
    "grey": grey,
}


def measured(read: Callable[[Picture], list[Reading]], step: int) -> Totals:
    """Every ``step``-th photo of each set, read so."""
    results = []
    for folder in sorted(path.parent for path in PHOTOS.glob("*/LABELS.csv")):
        labels = list(read_labels(folder).items())[::step]
        results += [measure_picture(folder / file, of_file, read) for file, of_file in labels]
    return totals(results)


def run(full: bool) -> dict[str, Any]:
    """All photos, and every third one made worse; in the short form every twelfth, and every thirtieth made worse in
    three ways."""
    if not PHOTOS.is_dir():
        return {"figure": f"nothing was measured: {PHOTOS} is missing", "ok": False}
    cv2.setNumThreads(1)
    eye = CardEye()
    plain = measured(eye.read, 1 if full else 12)
    figures = [f"{plain.right} of {plain.cards} right, {plain.wrong} wrong, {plain.false} of no label"]
    good = plain.right >= LEAST_RIGHT * plain.cards and plain.wrong <= MOST_WRONG * plain.cards
    for name in WORSE if full else ("out of focus", "badly smeared", "warm"):
        change = WORSE[name]
        worse = measured(lambda picture, change=change: eye.read(change(picture)), 3 if full else 30)
        figures.append(
            f"{name} {100 * worse.right / worse.cards:.0f} % right, {100 * worse.wrong / worse.cards:.1f} wrong"
        )
        most = MOST_WRONG_FAR if name == FAR else MOST_WRONG
        good = good and worse.wrong <= most * worse.cards + (not full)
    return {"figure": "; ".join(figures), "ok": good}
