"""Golden pictures: the screen looks as it did when somebody last looked at it (``tests/ui/golden_pictures.py``)."""

from __future__ import annotations

import pytest

from tests import offscreen
from tests.ui.golden_pictures import FOLDER, MEAN, MOST, difference, kept, scenes


@pytest.fixture
def no_waiting():
    from kivy.clock import Clock

    pace, Clock._max_fps = Clock._max_fps, 0
    yield
    Clock._max_fps = pace
    offscreen.clear()


def test_the_screen_looks_as_it_did(no_waiting):
    names = set()
    for name, fingers in scenes():
        names.add(name)
        mean, most = difference(offscreen.pixels(), kept(name))
        assert mean <= MEAN and most <= MOST, f"{name}: blocks differ by {mean:.2f}, at most by {most:.0f} of 255"
        assert not fingers.app.failures
    assert names == {path.stem for path in FOLDER.glob("*.png")}
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < 1_000_000


def test_what_moves_or_is_missing_is_seen():
    """A card, a button's colour, a word, or the whole picture moved by two millimetres."""
    picture = kept("betting-day-de")
    for name, box in (("card", (235, 275, 20, 60)), ("button", (390, 470, 480, 640)), ("word", (10, 60, 10, 200))):
        top, bottom, left, right = box
        other = picture.copy()
        other[top:bottom, left:right] = other[5, 400]
        mean, most = difference(picture, other)
        assert mean > MEAN or most > MOST, name
    moved = picture.copy()
    moved[10:] = picture[:-10]
    mean, most = difference(picture, moved)
    assert mean > MEAN and most > MOST


def test_another_rendering_of_the_same_is_no_difference():
    """A little noise and letters a quarter of a pixel aside, as another Mesa or FreeType draws them."""
    import cv2
    import numpy as np

    picture = kept("payout")
    aside = cv2.warpAffine(
        np.ascontiguousarray(picture), np.float32([[1, 0, 0.25], [0, 1, 0.25]]), (800, 480),
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    noise = np.random.default_rng(1).integers(-6, 7, picture.shape)
    mean, most = difference(picture, (aside + noise).clip(0, 255).astype("uint8"))
    assert mean <= MEAN and most <= MOST
