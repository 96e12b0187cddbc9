"""From a finger to changed pixels, for every button that can be reached; and what the screen costs at rest.

Both ways are timed without the pause between frames: what is left is the work, and at 60 frames a second a
touch waits at most one frame (16.7 ms) for it to begin. Peer: an app with one plain Kivy button, in the same
run on the same window. Pixels are read back, so the drawing is known to be done.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests import offscreen

if TYPE_CHECKING:
    from kiosk.ui.hands_off import Fingers

FRAME = 1000 / 60
DEEPEST = 2
"""Screens over each other that are entered."""
IDLE_SECONDS = 4.0
SETTLE_SECONDS = 3.0
"""After a screen opens it makes ready what a first touch will need, once; that is no idling."""
HAND = "hand 5,announce,antes,deal,pass,Ks@1 Qh@2 9d@3 Ah@4 Jc@5,4 bet,5 call"


def finish() -> None:
    from kivy.graphics.opengl import glFinish

    glFinish()


def milliseconds(kind: str, touch: Any) -> float:
    """Work from the touch to the drawn frame."""
    from kivy.base import EventLoop

    began = time.perf_counter()
    EventLoop.post_dispatch_input(kind, touch)
    EventLoop.idle()
    finish()
    return (time.perf_counter() - began) * 1000


def one_tap(x: float, y: float, look: Callable[[], bytes]) -> list[float]:
    """The times of the finger down and up, where pixels changed; at least one of them must."""
    from kiosk.ui.hands_off import _Touch, idle

    touch = _Touch(x, y)
    taken = []
    before = look()
    for kind in ("begin", "end"):
        spent = milliseconds(kind, touch)
        after = look()
        if after != before:
            taken.append(spent)
        before = after
    idle(2)
    return taken


def picture() -> bytes:
    from kiosk.ui.hands_off import pixels

    return pixels()[2]


def reachable(at_table: Callable[[], Fingers]) -> list[tuple[str, ...]]:
    """The ways to every button that can be touched from the table on: each screen is entered once."""
    ways: list[tuple[str, ...]] = []
    known: set[tuple[str, ...]] = set()
    enter: list[tuple[str, ...]] = [()]
    for way in enter:
        fingers = at_table()
        for step in way:
            fingers.tap(step)
        names = tuple(sorted({button.name for button in fingers.buttons() if button.name}))
        if names not in known:
            known.add(names)
            ways += [(*way, name) for name in names]
            if len(way) < DEEPEST:
                enter += [(*way, name) for name in names if name not in ("back", "undo")]
        fingers.app.on_stop()
    return ways


def ours() -> list[float]:
    """Every button of the table in a betting round and between two hands, and of all that opens from there."""
    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers, idle
    from tests.ui.tables import MemorySession, feed

    def at_table(script: str) -> Fingers:
        offscreen.clear()
        session = MemorySession()
        fingers = Fingers(LiegeApp(session))
        if script:
            feed(session, script)
        fingers.app.layers.warm_up()
        idle(3)
        return fingers

    times: list[float] = []
    for script in (HAND, ""):
        for way in reachable(lambda script=script: at_table(script)):  # type: ignore[misc]
            fingers = at_table(script)
            for step in way[:-1]:
                fingers.tap(step)
            button = fingers.find(way[-1])
            took = one_tap(*button.to_window(*button.center), picture)
            if not took:
                raise RuntimeError(f"nothing changed on the screen at {' > '.join(way)}")
            times += took
            fingers.app.on_stop()
    return times


def empty() -> list[float]:
    """One plain Kivy button, which lights up under the finger."""
    from kivy.uix.button import Button

    button = Button(text="x")
    offscreen.show(button)
    times: list[float] = []
    for _ in range(40):
        times += one_tap(400, 240, picture)
    return times


def idle_cpu(widget_on: Callable[[], None]) -> float:
    """Processor time for a second of waiting at 60 frames a second, in milliseconds."""
    from kivy.base import EventLoop

    def wait(seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            EventLoop.idle()

    widget_on()
    wait(SETTLE_SECONDS)
    began = time.process_time()
    wait(IDLE_SECONDS)
    return (time.process_time() - began) * 1000 / IDLE_SECONDS


def run() -> dict[str, dict[str, object]]:
    offscreen.prepare()
    offscreen.window()
    from kivy.clock import Clock
    from kivy.uix.widget import Widget

    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers
    from tests.ui.tables import MemorySession, feed

    pace, Clock._max_fps = Clock._max_fps, 0
    peer = statistics.quantiles(empty(), n=20)[-1]
    touch = statistics.quantiles(ours(), n=20)[-1]
    Clock._max_fps = pace

    def table() -> None:
        offscreen.clear()
        session = MemorySession()
        Fingers(LiegeApp(session))
        feed(session, HAND)

    still = idle_cpu(lambda: offscreen.show(Widget()) and None)
    idle = idle_cpu(table)
    return {
        "touch-to-pixel": {
            "value": round(touch, 2),
            "unit": "ms (p95)",
            "peer": f"one plain Kivy button: {peer:.3g} ms; two frames are {2 * FRAME:.1f} ms",
            "ratio": round(touch / peer, 3),
        },
        "idle-cpu": {
            "value": round(idle, 2),
            "unit": "ms/s",
            "peer": f"an empty Kivy window: {still:.3g} ms/s",
            "ratio": round(idle / still, 3),
        },
    }
