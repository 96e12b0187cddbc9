"""From the finder's maps to places: worked out by hand from how the maps are defined (training/nets.py)."""

import numpy as np
import pytest

from kiosk.vision.finding import FoundIndex, peaks


def maps_with(*cells: tuple[int, int, float]) -> np.ndarray:
    """9 maps of 20 x 30 cells, cold but for the given (column, row, logit), each an upright index of 4 cells'
    half height in the middle of its cell."""
    maps = np.zeros((9, 20, 30), np.float32)
    maps[0] = -8
    for x, y, logit in cells:
        maps[0, y, x] = logit
        maps[1:, y, x] = (0, 0, 2, 0, 1, 1, 0, 0.55)
    return maps


def test_a_peak_is_where_and_as_large_as_its_cell_says() -> None:
    (index,) = peaks(maps_with((10, 5, 3.0)), 2.0, 2.0)
    # the middle of cell 10 is at (10 + 0.5) * 4 network pixels, twice that in the picture
    assert index.centre == pytest.approx((83.5, 43.5))
    # half height 2 ** 2 cells = 16 network pixels = 32 picture pixels
    assert index.down == pytest.approx((0, 32), abs=1e-3)
    assert index.right == pytest.approx((32, 0), abs=1e-3)
    assert index.height == pytest.approx(64, abs=1e-2)
    assert index.rank_pixels == pytest.approx(35.2, abs=1e-2)
    assert index.heat == pytest.approx(0.9526, abs=1e-4)


def test_of_two_on_one_index_the_hotter_stays_and_far_ones_both() -> None:
    found = peaks(maps_with((10, 5, 1.0), (11, 6, 2.0), (25, 15, 0.5)), 1.0, 1.0)
    assert [round(f.centre[0]) for f in found] == [46, 102]


def test_cold_cells_are_no_index() -> None:
    assert peaks(maps_with((3, 3, -1.5)), 1.0, 1.0) == []


def test_a_turned_and_slanted_index() -> None:
    maps = maps_with((10, 5, 3.0))
    # down points left, the right side leans a quarter of a half height along it
    maps[4:8, 5, 10] = (-1, 0, 1, 0.25)
    (index,) = peaks(maps, 1.0, 1.0)
    assert index.down == pytest.approx((-16, 0), abs=1e-3)
    # turned a quarter clockwise: its right is the picture's bottom; the lean adds a quarter of down
    assert index.right == pytest.approx((-4, 16), abs=1e-3)


def test_the_box_goes_round_as_one_reads() -> None:
    index = FoundIndex((100, 100), (0, 20), (20, 0), 0.9, 0.5)
    expected = [(87.6, 80), (112.4, 80), (112.4, 120), (87.6, 120)]
    assert np.array(index.corners()) == pytest.approx(np.array(expected))
