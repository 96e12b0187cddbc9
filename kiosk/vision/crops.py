"""Cutting an index out of a picture, upright and 64 x 48, whatever its place, size, turn and slant."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

CROP_HIGH, CROP_WIDE = 64, 48
HALF = CROP_HIGH / 2.6
"""Rows from a crop's middle to the foot of its index: the index fills 1 / 1.3 of the crop's height."""


class Pyramid:
    """A picture and its halves, so that a large index is averaged and not sampled."""

    def __init__(self, picture: Picture) -> None:
        self.levels = [picture]

    def at(self, level: int) -> Picture:
        """The picture at 1 / 2**level of its size."""
        while len(self.levels) <= level:
            last = self.levels[-1]
            half = cv2.resize(
                last, (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2)), interpolation=cv2.INTER_AREA
            )
            self.levels.append(np.asarray(half, np.uint8))
        return self.levels[level]


def cut(pyramid: Pyramid, centre: Sequence[float], down: Sequence[float], right: Sequence[float]) -> Picture:
    """One crop (64, 48, 3).

    ``centre`` in pixels; ``down`` from there to the suit's foot; ``right`` as long on the card, to its right.
    """
    longest = max(abs(down[0]) + abs(down[1]), abs(right[0]) + abs(right[1]))
    level = int(np.clip(np.floor(np.log2(max(longest / (HALF * 1.5), 1e-6))), 0, 4))
    source = pyramid.at(level)
    shrink = 1.0 / (1 << level)
    ux, uy = right[0] * shrink / HALF, right[1] * shrink / HALF
    vx, vy = down[0] * shrink / HALF, down[1] * shrink / HALF
    cx, cy = (centre[0] + 0.5) * shrink - 0.5, (centre[1] + 0.5) * shrink - 0.5
    mx, my = CROP_WIDE / 2 - 0.5, CROP_HIGH / 2 - 0.5
    matrix = np.array([[ux, vx, cx - ux * mx - vx * my], [uy, vy, cy - uy * mx - vy * my]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    out = cv2.warpAffine(source, matrix, (CROP_WIDE, CROP_HIGH), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)
