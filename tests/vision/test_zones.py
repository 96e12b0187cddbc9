"""Zones in the picture: through lens and perspective, and nothing left beside them."""

from __future__ import annotations

import numpy as np
import pytest

from kiosk.vision.calibration import Calibration, Zone
from kiosk.vision.zones import only_zones, outline

SQUARE = Zone("3", ((100.0, 80.0), (260.0, 80.0), (260.0, 200.0), (100.0, 200.0)))


def camera(k1: float) -> Calibration:
    """Two pixels to a millimetre, a little perspective, a lens that bends by ``k1``."""
    to_mm = ((0.5, 0.0, 0.0), (0.0, 0.5, 0.0), (0.0, 0.0001, 1.0))
    return Calibration((1000, 600), to_mm, (900.0, 500.0, 300.0, k1), {}, (SQUARE,))


@pytest.mark.parametrize("k1", [0.0, -0.12])
def test_the_outline_is_where_the_calibration_finds_the_zones_edge(k1: float) -> None:
    """The way back by the calibration's own way there."""
    edge = camera(k1).millimetres(outline(camera(k1), SQUARE))
    x, y = edge.T
    on_side = np.minimum(np.minimum(abs(x - 100), abs(x - 260)), np.minimum(abs(y - 80), abs(y - 200)))
    assert on_side.max() < 0.3
    assert x.min() > 99.7 and x.max() < 260.3 and y.min() > 79.7 and y.max() < 200.3


@pytest.mark.parametrize("k1", [0.0, -0.12])
def test_what_is_kept_is_what_the_calibration_gives_to_the_seat(k1: float) -> None:
    known = camera(k1)
    kept = only_zones(np.full((600, 1000, 3), 255, np.uint8), known, ("3",))
    for x in range(5, 1000, 37):
        for y in range(5, 600, 31):
            inside = known.seat_of((float(x), float(y))) == "3"
            near = known.seat_of((x + 2.0, y + 2.0)) != known.seat_of((x - 2.0, y - 2.0))
            if not near:
                assert bool(kept[y, x, 0] == 255) is inside


def test_a_part_of_the_picture_is_cut_as_the_whole_is() -> None:
    whole = only_zones(np.full((600, 1000, 3), 255, np.uint8), camera(0.0), ("3",))
    part = only_zones(np.full((250, 300, 3), 255, np.uint8), camera(0.0), ("3",), (150, 120))
    assert (part == whole[120:370, 150:450]).all()


def test_another_seat_keeps_nothing() -> None:
    assert only_zones(np.full((600, 1000, 3), 255, np.uint8), camera(0.0), ("4",)).max() == 0
