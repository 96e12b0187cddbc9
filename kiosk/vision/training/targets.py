"""What the finder shall say of a patch: from the indices' places to its maps, the inverse of kiosk.vision.finding."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PATCH = 256
CELLS = PATCH // 4
POSITIVE, IGNORED = 1.0, 0.0
HEAT = 0
FINDER_OUTPUTS = 9
"""Per cell of 4 x 4 pixels: logit of "an index's middle is here", its offset in cells (2), log2 of the half height
in cells, unit vector down (2), vector right in half heights in the frame (right, down) of the index itself (2), the
rank's share of the height."""


def turned(truths: NDArray[np.float32]) -> NDArray[np.float32]:
    """The truths of a picture after np.rot90 (a quarter turn against the clock)."""
    out = truths.copy()
    out[:, 0], out[:, 1] = truths[:, 1], PATCH - 1 - truths[:, 0]
    for x in (2, 4):
        out[:, x], out[:, x + 1] = truths[:, x + 1], -truths[:, x]
    return out


def draw_targets(truths: NDArray[np.float32], target: NDArray[np.float32], weight: NDArray[np.float32]) -> None:
    """Fill one picture's heat, vectors and weights."""
    ys, xs = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
    nearest = np.full((CELLS, CELLS), np.inf, np.float32)
    for cx, cy, dx, dy, rx, ry, share, state in truths:
        gx, gy = (cx + 0.5) / 4 - 0.5, (cy + 0.5) / 4 - 0.5
        half = float(np.hypot(dx, dy)) / 4
        sigma = max(0.7, half * 0.16)
        away = (xs - gx) ** 2 + (ys - gy) ** 2
        if state != POSITIVE:
            weight[away < max(2.0, half * 0.8) ** 2] = 0
            continue
        heat = np.exp(-away / (2 * sigma**2))
        col, line = round(float(np.clip(gx, 0, CELLS - 1))), round(float(np.clip(gy, 0, CELLS - 1)))
        heat[line, col] = 1
        target[HEAT] = np.maximum(target[HEAT], heat)
        near = (away < max(1.0, half * 0.25) ** 2) & (away < nearest)
        near[line, col] = True
        nearest[near] = away[near]
        ux, uy = dx / (4 * half), dy / (4 * half)
        # the right vector in the frame (across, down) of this index: (1, 0) when seen from straight above
        across, along = (rx * uy - ry * ux) / (4 * half), (rx * ux + ry * uy) / (4 * half)
        values = (np.log2(half), ux, uy, across, along, share)
        target[1][near], target[2][near] = gx - xs[near], gy - ys[near]
        for channel, value in zip(range(3, 9), values, strict=True):
            target[channel][near] = value
        target[9][near] = 1
