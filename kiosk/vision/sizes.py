"""Which doubtful readings can be cards at all, by the size of those beside them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kiosk.vision.deciding import Reading

ODD_SIZE: Final = 1.35
"""A doubtful index by so much larger or smaller than the sure ones beside it is none."""


def like_cards(readings: Sequence[Reading], sure: float) -> list[Reading]:
    """The readings without doubtful ones (nameless, or less probable than ``sure``) of quite another size than the
    sure ones: cards that lie together are equally far from the camera, a pip that looks like an index is not so."""

    def clear(reading: Reading) -> bool:
        return reading.card is not None and reading.probability >= sure

    sizes = [reading.rank_pixels for reading in readings if clear(reading)]
    if not sizes:
        return list(readings)
    usual = median(sizes)
    return [
        reading for reading in readings if clear(reading) or usual / ODD_SIZE < reading.rank_pixels < usual * ODD_SIZE
    ]
