"""Rank and suit in one ink, or in two: then the index is no French one."""

import cv2
import numpy as np
import pytest

from kiosk.vision.deciding import Reading
from kiosk.vision.finding import FoundIndex
from kiosk.vision.ink import TWO_INKS, in_one_ink, inks_apart
from kiosk.vision.naming import Names
from kiosk.vision.reading import CardEye
from tests.vision.pictures import Laid, table

BLACK, RED, BLUE, GREEN = (30, 30, 30), (40, 30, 200), (180, 60, 30), (50, 130, 40)


def index(rank: tuple[int, int, int], suit: tuple[int, int, int], paper: tuple[int, int, int] = (235, 235, 235)):
    """A crop: a bar for the rank over a disc for the suit, parted at 0.6 of the height."""
    crop = np.full((64, 48, 3), paper, np.uint8)
    cv2.line(crop, (24, 8), (24, 32), rank, 5)
    cv2.circle(crop, (24, 46), 9, suit, -1)
    return crop


def degrees(*crops: np.ndarray) -> list[float]:
    return [float(one) for one in inks_apart(np.stack(crops), [0.6] * len(crops))]


def test_one_ink_is_one_and_two_are_two_whatever_they_are() -> None:
    assert max(degrees(*(index(ink, ink) for ink in (BLACK, RED, BLUE, GREEN)))) < 5
    pairs = [(BLACK, RED), (RED, BLACK), (BLUE, RED), (RED, GREEN), (GREEN, BLUE)]
    assert min(degrees(*(index(*pair) for pair in pairs))) > TWO_INKS


@pytest.mark.parametrize(
    "seen",
    [
        lambda crop: cv2.GaussianBlur(crop, (0, 0), 3),
        lambda crop: np.clip(crop * np.array([0.5, 0.8, 1.2]), 0, 255).astype(np.uint8),
        lambda crop: (crop * 0.25).astype(np.uint8),
        lambda crop: cv2.blur(crop, (11, 1)),
    ],
    ids=["out of focus", "warm light", "dark", "smeared"],
)
def test_neither_blur_nor_light_makes_one_ink_two(seen) -> None:
    assert max(degrees(seen(index(RED, RED)), seen(index(BLACK, BLACK)))) < 15
    assert degrees(seen(index(BLUE, RED)))[0] > TWO_INKS


def test_an_index_without_ink_is_in_one() -> None:
    assert degrees(np.full((64, 48, 3), 200, np.uint8), index((235,) * 3, BLACK), index(RED, (235,) * 3)) == [0, 0, 0]


def test_two_inks_leave_too_little_for_a_name_and_do_not_make_it_foreign() -> None:
    ranks, suits = np.full((2, 14), 0.01, np.float32), np.full((2, 5), 0.01, np.float32)
    ranks[:, 5], suits[:, 2] = 0.87, 0.96
    found = [FoundIndex((0.0, 0.0), (0.0, 20.0), (20.0, 0.0), 0.9, 0.6)] * 2
    names = Names(ranks, suits, np.zeros((2, 64), np.float32))
    out = in_one_ink(names, np.stack([index(RED, RED), index(BLACK, RED)]), found)
    assert out.suits[0] == pytest.approx(suits[0])
    assert out.suits[1] == pytest.approx([0.003, 0.003, 0.288, 0.003, 0.703], abs=1e-6)
    assert (out.ranks == ranks).all() and suits[1, 2] == pytest.approx(0.96)  # what was given stays as it is


def named(readings: list[Reading]) -> list[str]:
    return sorted(str(r.card) for r in readings if r.card is not None)


def test_a_black_nine_over_a_red_heart_is_another_pack_s() -> None:
    """German packs have hearts too, with the shape of a French pack's, under ranks that are printed in black."""
    eye = CardEye()
    for turn in (0, 40, 200):
        assert named(eye.read(table(Laid("9h", 640, 360, turn, 420)))) == ["9h"]
        assert named(eye.read(table(Laid("9h", 640, 360, turn, 420, black_rank=True)))) == []
    beside = (Laid("9h", 400, 360, 10, black_rank=True), Laid("Ks", 850, 350, -20))
    assert named(eye.read(table(*beside))) == ["Ks"]
