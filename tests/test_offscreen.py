"""The window without a screen shows what it is told, feels taps where they fall, and pictures are exact."""

from pathlib import Path

import numpy as np
import pytest

from tests import offscreen

RED, BLUE = (255, 0, 0), (0, 0, 255)


@pytest.fixture
def halves():
    """Left half red, right half blue, each counting the taps on it."""
    from kivy.uix.behaviors import ButtonBehavior
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.widget import Widget

    class Half(ButtonBehavior, Widget):
        def __init__(self, colour, **kwargs):
            super().__init__(**kwargs)
            from kivy.graphics import Color, Rectangle

            self.taps = 0
            with self.canvas:
                Color(*(part / 255 for part in colour))
                self.box = Rectangle(pos=self.pos, size=self.size)
            self.bind(pos=self.follow, size=self.follow)

        def follow(self, *_):
            self.box.pos, self.box.size = self.pos, self.size

        def on_release(self):
            self.taps += 1

    row = BoxLayout()
    row.add_widget(Half(RED))
    row.add_widget(Half(BLUE))
    yield offscreen.show(row)
    offscreen.clear()


def test_pixels_are_what_was_drawn(halves):
    picture = offscreen.pixels()
    assert picture.shape == (480, 800, 3)
    assert np.array_equal(np.unique(picture[:, :400].reshape(-1, 3), axis=0), [RED])
    assert np.array_equal(np.unique(picture[:, 400:].reshape(-1, 3), axis=0), [BLUE])
    offscreen.clear()
    ground = [round(part * 255) for part in offscreen.window().clearcolor[:3]]  # an app's, where one was before
    assert np.array_equal(np.unique(offscreen.pixels().reshape(-1, 3), axis=0), [ground])


def test_the_top_row_comes_first(halves):
    left, right = reversed(halves.children)
    halves.orientation = "vertical"
    offscreen.frames()
    assert left.y > right.y
    picture = offscreen.pixels()
    assert tuple(picture[0, 0]) == RED
    assert tuple(picture[-1, 0]) == BLUE


def test_a_tap_reaches_the_widget_under_it_only(halves):
    left, right = reversed(halves.children)
    offscreen.tap(100, 240)
    offscreen.tap_widget(right)
    offscreen.tap_widget(right)
    assert (left.taps, right.taps) == (1, 2)


def test_a_finger_that_slides_off_does_not_release_on_the_other(halves):
    right = halves.children[0]
    offscreen.drag((100, 240), (700, 240))
    assert right.taps == 0


def test_another_panel_and_back():
    from kivy.uix.widget import Widget

    for size in ((720, 1280), (1280, 800), offscreen.SIZE):
        widget = offscreen.show(Widget(), size=size)
        assert tuple(widget.size) == size
        assert offscreen.pixels().shape == (size[1], size[0], 3)


def test_png_is_read_back_by_opencv(halves, tmp_path: Path):
    import cv2

    picture = cv2.imread(str(offscreen.save_png(tmp_path / "halves.png")))
    assert np.array_equal(picture[:, :, ::-1], offscreen.pixels())


def test_prepare_refuses_when_kivy_is_already_there(halves, monkeypatch):
    monkeypatch.delenv("KIVY_HOME")
    with pytest.raises(RuntimeError, match="before"):
        offscreen.prepare()
