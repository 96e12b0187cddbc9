"""Drawings computed here: how much of each pixel they cover."""

from math import pi

import pytest

from kiosk.ui.shapes import SUITS, circle, corner_mask, coverage, curve

SQUARE = (((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)),)


def test_a_square_on_the_grid_is_all_or_nothing():
    mask = coverage(SQUARE, 8, 8)
    assert [mask[row * 8 + column] for row in (1, 2, 5, 6) for column in (1, 2, 5, 6)] == [
        0, 0, 0, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0,
    ]  # fmt: skip


def test_half_covered_pixels_are_half_grey():
    mask = coverage(SQUARE, 2, 1)
    # Half of each pixel across; of the five rows sampled, at 0.1, 0.3 ... 0.9, three lie inside: 255 x 0.5 x 0.6.
    assert list(mask) == [76, 76]


def test_overlaps_stay_filled_whichever_way_round():
    one, other = circle(0.4, 0.5, 0.3), circle(0.6, 0.5, 0.3)[::-1]
    both = coverage((one, other), 40, 40)
    assert both[20 * 40 + 20] == 255


def test_the_area_of_a_circle():
    mask = coverage((circle(0.5, 0.5, 0.5, 200),), 100, 100)
    assert sum(mask) / 255 / 10_000 == pytest.approx(pi / 4, abs=0.002)


@pytest.mark.parametrize("suit", range(4))
def test_suits_fill_their_square_and_are_alike_on_both_sides(suit):
    size = 60
    mask = coverage(SUITS[suit], size, size)
    for row in range(size):
        line = list(mask[row * size : (row + 1) * size])
        assert all(abs(a - b) <= 3 for a, b in zip(line, line[::-1], strict=True)), row
    filled = sum(mask) / 255 / size**2
    assert 0.28 < filled < 0.75


def test_no_two_suits_look_alike():
    masks = [coverage(outlines, 20, 20) for outlines in SUITS]
    for index, one in enumerate(masks):
        for other in masks[index + 1 :]:
            assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) / 255 / 400 > 0.05


def test_a_curve_ends_where_it_should():
    outline = curve((0.0, 0.0), ((0.0, 1.0), (1.0, 1.0), (1.0, 0.0)), (0.5, -1.0))
    assert outline[0] == (0.0, 0.0)
    assert outline[-2] == pytest.approx((1.0, 0.0))
    assert outline[-1] == (0.5, -1.0)
    assert max(y for _, y in outline) == pytest.approx(0.75)


@pytest.mark.parametrize("radius", [2, 7, 30])
def test_corners_are_round_and_the_same_on_every_side(radius):
    size = 2 * radius + 2
    mask = corner_mask(radius, 0)
    rows = [list(mask[row * size : (row + 1) * size]) for row in range(size)]
    assert rows == rows[::-1]
    assert rows == [row[::-1] for row in rows]
    assert rows == [list(column) for column in zip(*rows, strict=True)]
    assert rows[radius][radius] == 255
    # A circle of that radius, its four quarters moved apart by two pixels.
    area = pi * radius**2 + 4 * radius * 2 + 4
    assert sum(map(sum, rows)) / 255 == pytest.approx(area, rel=0.12)


def test_a_line_is_what_lies_between_two_corners():
    size = 2 * 10 + 2
    line = corner_mask(10, 2)
    assert line[size * 11 + 11] == 0
    assert line[size * 11 + 1] == 255
