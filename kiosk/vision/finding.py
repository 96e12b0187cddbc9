"""Where card indices are in a picture: place, size, turn and slant of each, by the finder network.

The finder knows one thing, "an index: rank above suit", and nothing of which. It looks at a half-size
picture, so it costs the same whatever lies on the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.vision.crops import CROP_HIGH, CROP_WIDE, Picture, Pyramid, cut
from kiosk.vision.network import MODELS, Floats, Network

STRIDE = 4
LEAST_SCALE = 0.45
LONG_SIDE = 576
"""The finder's picture is at least this long, or half the camera's: an index is found from 9 rows of it
on."""
LEAST_HEAT = 0.2
LARGE = 56.0
"""Height in the finer picture's pixels from which on an index is taken from the coarser one."""
LEAST_SIDE, LARGE_SIDE = 560, 720
"""Long sides of the finder's picture: from which on it is worth halving once more, and from which on that is done
whatever was found, since among so many places some false one looks good."""


@dataclass(frozen=True)
class FoundIndex:
    """An index in picture pixels: its middle, the vector from there down to the suit's foot, the vector to
    the
    right that is as long on the card, how sure the finder is (0..1), and the rank's share of the height."""

    centre: tuple[float, float]
    down: tuple[float, float]
    right: tuple[float, float]
    heat: float
    share: float

    @property
    def height(self) -> float:
        """From the rank's top to the suit's foot, in pixels."""
        return 2 * float(np.hypot(*self.down))

    @property
    def rank_pixels(self) -> float:
        """Height of the rank alone; below 20 the reader warns."""
        return self.height * self.share

    def corners(self) -> tuple[tuple[float, float], ...]:
        """The index's box: top left, top right, bottom right, bottom left as one reads the card."""
        (cx, cy), (dx, dy), (rx, ry) = self.centre, self.down, self.right
        signs = ((-1, -0.62), (-1, 0.62), (1, 0.62), (1, -0.62))
        return tuple((cx + v * dx + u * rx, cy + v * dy + u * ry) for v, u in signs)


class Finder:
    """The finder network with the shrinking before and the picking of peaks after it."""

    def __init__(self, network: Network | None = None, long_side: int = LONG_SIDE) -> None:
        self._network = network or Network(MODELS / "finder.onnx")
        self._long_side = long_side

    def find(self, picture: Picture) -> list[FoundIndex]:
        """All likely indices, the surest first.

        The network was trained on heights of up to 120 pixels and is best in the middle. So where the picture
        shows no index of a good size, or some large ones, it is looked at once more at half the scale; a large
        picture again and again.
        """
        high, wide = picture.shape[:2]
        scale = max(self._long_side / max(high, wide), LEAST_SCALE)
        found, small = self._pass(picture, scale)
        split = LARGE / scale
        while max(small.shape) > LARGE_SIDE or not settled(found, split):
            before = small.shape
            coarse, small = self._pass(small, 0.5)
            grown = [enlarged(index, wide / before[1], high / before[0]) for index in coarse]
            both = [f for f in found if f.height < 1.3 * split] + [g for g in grown if g.height > split / 1.3]
            found = apart(sorted(both, key=lambda f: -f.heat))
            split *= 2
            if max(small.shape) < LEAST_SIDE:
                break
        return found

    def _pass(self, picture: Picture, scale: float) -> tuple[list[FoundIndex], Picture]:
        """What the network finds at one scale, in the pixels of ``picture``, and the scaled picture."""
        high, wide = picture.shape[:2]
        # the network needs sides divisible by 8; the picture is stretched by less than 8 pixels to get there
        size = (max(8, round(wide * scale / 8) * 8), max(8, round(high * scale / 8) * 8))
        small = shrunk(picture, size)
        maps = self._network.run(np.asarray(cv2.dnn.blobFromImage(small, 1 / 255.0), np.float32))[0]
        return peaks(maps, wide / size[0], high / size[1]), small


def settled(found: list[FoundIndex], split: float) -> bool:
    """Whether something was found and nothing so large (from ``split`` pixels on) that a coarser look is better."""
    return any(f.heat > 0.5 for f in found) and all(f.height < split for f in found if f.heat > 0.3)


def shrunk(picture: Picture, size: tuple[int, int]) -> Picture:
    """The picture at ``size`` (wide, high): halved, which is averaging at its cheapest, then drawn to measure."""
    while picture.shape[1] >= 2 * size[0] and picture.shape[0] >= 2 * size[1]:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
    if (picture.shape[1], picture.shape[0]) == size:
        return picture
    near = size[0] > 0.75 * picture.shape[1]
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR if near else cv2.INTER_AREA), np.uint8)


def enlarged(index: FoundIndex, x: float, y: float) -> FoundIndex:
    """The same index in a picture that is ``x`` times as wide and ``y`` times as high."""
    (cx, cy), (dx, dy), (rx, ry) = index.centre, index.down, index.right
    centre = ((cx + 0.5) * x - 0.5, (cy + 0.5) * y - 0.5)
    return FoundIndex(centre, (dx * x, dy * y), (rx * x, ry * y), index.heat, index.share)


def apart(indices: list[FoundIndex]) -> list[FoundIndex]:
    """Of indices that lie on one another, the first."""
    kept: list[FoundIndex] = []
    for index in indices:
        (x, y), reach = index.centre, index.height / 2
        if all(np.hypot(x - k.centre[0], y - k.centre[1]) > 0.55 * max(reach, k.height / 2) for k in kept):
            kept.append(index)
    return kept


def peaks(maps: Floats, stretch_x: float, stretch_y: float) -> list[FoundIndex]:
    """The network's maps to indices in picture pixels; of overlapping ones the hottest stays."""
    logit = maps[0]
    least = float(np.log(LEAST_HEAT / (1 - LEAST_HEAT)))
    top = np.asarray(cv2.dilate(logit, np.ones((3, 3), np.uint8)))
    ys, xs = np.nonzero((logit >= top) & (logit > least))
    order = np.argsort(-logit[ys, xs])[:200]
    ys, xs = ys[order], xs[order]
    v = maps[:, ys, xs]
    heat = 1 / (1 + np.exp(-v[0]))
    cx = ((xs + v[1] + 0.5) * STRIDE) * stretch_x - 0.5
    cy = ((ys + v[2] + 0.5) * STRIDE) * stretch_y - 0.5
    half = np.exp2(v[3]) * STRIDE
    length = np.hypot(v[4], v[5]) + 1e-6
    ux, uy = v[4] / length, v[5] / length
    down = np.stack([ux * half * stretch_x, uy * half * stretch_y], 1)
    right = np.stack([(v[6] * uy + v[7] * ux) * half * stretch_x, (-v[6] * ux + v[7] * uy) * half * stretch_y], 1)
    found = [
        FoundIndex(
            (float(cx[i]), float(cy[i])),
            (float(down[i, 0]), float(down[i, 1])),
            (float(right[i, 0]), float(right[i, 1])),
            float(heat[i]),
            float(np.clip(v[8, i], 0.3, 0.8)),
        )
        for i in range(len(xs))
    ]
    return apart(found)


def crops_of(pyramid: Pyramid, found: list[FoundIndex]) -> NDArray[np.uint8]:
    """(n, 64, 48, 3): each index upright."""
    out = np.empty((len(found), CROP_HIGH, CROP_WIDE, 3), np.uint8)
    for row, index in enumerate(found):
        out[row] = cut(pyramid, index.centre, index.down, index.right)
    return out
