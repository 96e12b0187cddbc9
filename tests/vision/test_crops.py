"""Cutting an index out: a drawn F-like mark must come out upright from any turn and size."""

import cv2
import numpy as np
import pytest

from kiosk.vision.crops import CROP_HIGH, CROP_WIDE, HALF, Pyramid, cut


def marked(size: int, turn: float, half: float) -> tuple[np.ndarray, tuple, tuple, tuple]:
    """A white picture with an index of ``half`` pixels half height in its middle: red above, blue below, a
    green patch on its right; gives centre, down and right too."""
    canvas = np.full((size, size, 3), 255, np.uint8)
    c = (size / 2, size / 2)
    down = np.array([-np.sin(turn), np.cos(turn)]) * half
    right = np.array([np.cos(turn), np.sin(turn)]) * half

    def at(u: float, v: float) -> tuple[int, int]:
        point = np.array(c) + u * right + v * down
        return (round(point[0]), round(point[1]))

    cv2.circle(canvas, at(0, -0.6), max(2, round(half / 5)), (0, 0, 255), -1)
    cv2.circle(canvas, at(0, 0.6), max(2, round(half / 5)), (255, 0, 0), -1)
    cv2.circle(canvas, at(0.6, 0), max(2, round(half / 5)), (0, 255, 0), -1)
    return canvas, c, tuple(down), tuple(right)


@pytest.mark.parametrize("turn", [0.0, 0.7, 1.6, 3.1, 4.5])
@pytest.mark.parametrize("half", [20, 60, 200])
def test_comes_out_upright_whatever_turn_and_size(turn: float, half: int) -> None:
    crop = cut(Pyramid(marked(900, turn, half)[0]), *marked(900, turn, half)[1:])
    assert crop.shape == (CROP_HIGH, CROP_WIDE, 3)
    middle = CROP_WIDE // 2
    up, low = round(CROP_HIGH / 2 - 0.6 * HALF), round(CROP_HIGH / 2 + 0.6 * HALF)
    side = round(CROP_WIDE / 2 + 0.6 * HALF)
    for (y, x), strong in (((up, middle), 2), ((low, middle), 0), ((CROP_HIGH // 2, side), 1)):
        spot = crop[y, x].astype(int)
        assert spot[strong] > 200 and max(spot[c] for c in range(3) if c != strong) < 60


def test_reaches_over_the_edge_of_the_picture() -> None:
    picture = np.full((40, 40, 3), 7, np.uint8)
    assert (cut(Pyramid(picture), (0, 0), (0, 30), (30, 0)) == 7).all()
