"""Where a sign fits between lines: the pot beside the arrows of a pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from kiosk.ui.layout import Rect

Path = Sequence[tuple[float, float]]
STEPS = 12


def points(paths: Iterable[Path], step: float) -> Iterator[tuple[float, float]]:
    """Points along the paths, not more than ``step`` from each other."""
    for path in paths:
        for (x0, y0), (x1, y1) in pairwise(path):
            parts = int(hypot(x1 - x0, y1 - y0) / step) + 1
            for part in range(parts + 1):
                yield x0 + (x1 - x0) * part / parts, y0 + (y1 - y0) * part / parts


def free_place(size: tuple[float, float], room: Rect, paths: Sequence[Path], gap: float) -> Rect | None:
    """The box of that size nearest to the middle of ``room`` that no path comes nearer to than ``gap``; None: none."""
    wide, high = size
    left, low = room.width - wide, room.height - high
    if left < 0 or low < 0:
        return None
    near = list(points(paths, min(wide, high) / 3))
    x, y = room.centre
    places = [
        Rect(room.x + left * across / STEPS, room.y + low * up / STEPS, wide, high)
        for across in range(STEPS + 1)
        for up in range(STEPS + 1)
    ]
    places.sort(key=lambda box: hypot(box.centre[0] - x, box.centre[1] - y))
    for box in places:
        around = box.shrunk(-gap)
        if not any(around.x < px < around.right and around.y < py < around.top for px, py in near):
            return box
    return None
