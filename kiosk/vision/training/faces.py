"""What a card's face is to the training: a float32 BGR picture in 0..1 at PX_PER_MM, with its indices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

Picture = NDArray[Any]
PX_PER_MM = 6
NO_RANK, NO_SUIT = 13, 4


@dataclass(frozen=True)
class IndexTruth:
    """One printed index on a face, in face pixels: centre, whole height, the rank's share of it, which way
    up."""

    rank: int
    suit: int
    cx: float
    cy: float
    height: float
    rank_share: float
    upside_down: bool


@dataclass(frozen=True)
class Face:
    picture: Picture
    indices: tuple[IndexTruth, ...]
