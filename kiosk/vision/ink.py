"""The ink of an index. A French card prints its rank and its suit in one; most other packs print black or blue ranks
over coloured suits, some of which have a French suit's shape.

Ink is what it takes from the light that the paper gives back, channel by channel, so that neither the colour of the
light nor a blur that mixes ink with paper changes it much.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kiosk.vision.crops import CROP_HIGH, HALF
from kiosk.vision.finding import FoundIndex
from kiosk.vision.naming import Names
from kiosk.vision.network import Floats

TWO_INKS: Final = 26.0
"""Degrees between two inks from which on they are two. Black and red are 35 apart, blue and red 60, black and green 20.
Of 8,500 named indices of the measured sets five are more than 25; of 7,000 in photos made worse in eleven ways 19 more
than 26, 13 of them at a JPEG quality of 7."""
FAINTEST: Final = 0.15
"""What is less than so much darker than the paper (the three channels' logarithms together) is no ink."""
LOOKED_AT: Final = 0.3
"""An index is looked at if the network names it with that probability at least."""
LESS: Final = 0.3
"""What an index in two inks keeps of its suit's probability: too little for a name, also where both corners show; but
it is not called foreign, for at times another card's pip lies under a rank."""

PAPER: Final = 0.85
"""So much of a crop is not brighter than its paper."""
NEARLY_MOST: Final = 8
"""The so-manieth darkest place of a part counts as its darkest: single ones may be noise."""
SIDE: Final = 16
"""Columns of a crop left and right that are left out: the table, a frame or a pip may stand there. The middle third
always holds some of the rank and of the suit."""
GAP: Final = 2
"""Rows above and below the line between rank and suit that belong to neither."""
DARKEST: Final = 4.0
"""Added to all levels, so that noise in the dark is no colour."""
TOP, FOOT = round(CROP_HIGH / 2 - HALF), round(CROP_HIGH / 2 + HALF)


def inks_apart(crops: NDArray[np.uint8], shares: Sequence[float]) -> Floats:
    """For crops (n, 64, 48, 3) with the ranks' shares of the height: degrees between rank's and suit's ink (n,)."""
    part = crops[:, ::2, SIDE:-SIDE:2].astype(np.float32) + DARKEST  # every other place is enough
    flat = np.ascontiguousarray(part.reshape(len(part), -1, 3).transpose(0, 2, 1))
    bright = int(PAPER * flat.shape[2])
    paper = np.partition(flat, bright)[..., bright, None]
    taken = np.log(paper / np.minimum(flat, paper))
    rows = np.repeat(np.arange(0, CROP_HIGH, 2), part.shape[2])
    line = TOP + (FOOT - TOP) * np.asarray(shares)[:, None]
    rank = ink_of(taken, (rows >= TOP) & (rows < line - GAP))
    suit = ink_of(taken, (rows > line + GAP) & (rows <= FOOT))
    apart = np.degrees(np.arccos(np.clip((rank * suit).sum(1), -1, 1)))
    return np.where(rank.any(1) & suit.any(1), apart, 0).astype(np.float32)


def ink_of(taken: Floats, where: NDArray[np.bool_]) -> Floats:
    """The direction (n, 3) of what the darkest places take (n, 3, k) among those ``where`` (n, k) says; without ink
    nothing."""
    depth = taken.sum(1) * where
    darkest = np.partition(depth, -NEARLY_MOST)[:, -NEARLY_MOST, None]
    depth[depth <= np.maximum(FAINTEST, 0.5 * darkest)] = 0
    total = (taken @ depth[..., None])[..., 0]
    return np.asarray(total / (np.linalg.norm(total, axis=1, keepdims=True) + 1e-6), np.float32)


def in_one_ink(names: Names, crops: NDArray[np.uint8], found: list[FoundIndex]) -> Names:
    """The names, those of indices in two inks with little of their suits' probabilities."""
    named = names.ranks[:, :13].max(1, initial=0) * names.suits[:, :4].max(1, initial=0)
    looked_at = np.flatnonzero(named >= LOOKED_AT)
    if len(looked_at) == 0:
        return names
    apart = inks_apart(crops[looked_at], [found[i].share for i in looked_at])
    two = looked_at[apart > TWO_INKS]
    suits = names.suits.copy()
    suits[two] *= LESS
    suits[two, 4] += 1 - LESS
    return Names(names.ranks, suits, names.embeddings)
