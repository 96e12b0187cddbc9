"""``liege camera watch`` with a window: newest picture, boxes, size, what ended it; closed by a touch."""

from __future__ import annotations

import argparse
import threading

import cv2
import numpy as np
import pytest

from kiosk.camera_watch import Watch
from kiosk.ui.panel import PANELS
from kiosk.vision.reading import CardEye
from kiosk.vision.sources import SourceError
from tests import offscreen
from tests.ui.audit import audit
from tests.vision.pictures import FIVE, table


@pytest.fixture(scope="module")
def pictures():
    return [table(*FIVE, seed=seed) for seed in range(4)]


def shown(watch: Watch):
    """The window of that watch, and the fingers that read it."""
    from kiosk.ui.hands_off import Fingers
    from kiosk.ui.watching import WatchApp

    offscreen.clear()
    app = WatchApp(PANELS["7-800x480"], watch.window.picture, watch.trouble)
    return app, Fingers(app)


def run_through(watch: Watch) -> None:
    """Until the pictures have ended."""
    watch.start()
    watch._thread.join(60)
    assert not watch._thread.is_alive()


def test_what_is_seen_is_named_and_measured(pictures):
    watch = Watch(iter(pictures), CardEye())
    run_through(watch)
    app, fingers = shown(watch)
    app.fetch()
    texts = set(fingers.texts())
    assert {"10♠", "Q♥", "4♣", "6♦", "9♥"} <= texts
    (size,) = [text for text in texts if text.startswith("Corners ")]
    assert 26 <= int(size.split()[1]) <= 33  # a rank of a card 300 pixels high
    assert audit(fingers) == []
    app.on_stop()
    offscreen.clear()


def test_small_corners_are_warned_of(pictures):
    half = [np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)) for picture in pictures]
    watch = Watch(iter(half), CardEye())
    run_through(watch)
    picture = watch.window.picture()
    assert picture is not None and picture.small and picture.index_pixels is not None and picture.index_pixels < 20


def test_what_ends_the_pictures_is_a_sentence_on_the_window(pictures):
    def film():
        yield pictures[0]
        raise SourceError("camera-lost", "The camera 0 is gone: look at its cable.")

    watch = Watch(film(), CardEye())
    run_through(watch)
    app, fingers = shown(watch)
    app.fetch()
    assert "The camera 0 is gone: look at its cable." in fingers.texts()
    app.on_stop()
    offscreen.clear()


def test_a_touch_on_back_ends_it(pictures):
    watch = Watch(iter(pictures), CardEye())
    app, fingers = shown(watch)
    ended = threading.Event()
    app.stop = ended.set
    fingers.tap("back")
    assert ended.is_set()
    app.on_stop()
    offscreen.clear()


def test_the_command_opens_the_window_where_there_is_a_screen(monkeypatch, tmp_path, pictures):
    from kiosk import camera_cli
    from kiosk.ui.watching import WatchApp

    cv2.imwrite(str(tmp_path / "1.png"), pictures[0])
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    seen = []
    monkeypatch.setattr(WatchApp, "run", lambda app: seen.append(app.panel.name))
    given = argparse.Namespace(source=str(tmp_path), deck=None, text=False)
    assert camera_cli.watch_source(given) == 0
    assert seen == ["7-800x480"]
