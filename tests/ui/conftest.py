"""A table on the offscreen window, and the fingers that touch it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests import offscreen


@pytest.fixture
def at_table() -> Iterator[Callable]:
    """Puts a session on the screen; gives the fingers. No exception may have reached the app at the end."""
    from kivy.clock import Clock

    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers

    # Frames follow each other at once; nothing here waits for the sake of an eye.
    pace, Clock._max_fps = Clock._max_fps, 0
    apps = []

    def show(session, **options):
        offscreen.clear()
        app = LiegeApp(session, **options)
        apps.append(app)
        return Fingers(app)

    yield show
    for app in apps:
        app.on_stop()
        assert app.failures == []
    Clock._max_fps = pace
    offscreen.clear()
