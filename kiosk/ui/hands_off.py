"""Fingers for the screen without a person: taps real touches, reads what is shown, takes pictures.

The demo without a display and the tests use this; it knows nothing of poker. Everything happens in Kivy's
own frames, so nothing sleeps here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kivy.base import EventLoop, runTouchApp
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent


class NotOnScreen(LookupError):
    """Nothing of that name or text can be touched; the text says what can."""


class _Touch(MotionEvent):
    """A finger at a place of the window, in pixels from the bottom left."""

    count = 0

    def __init__(self, x: float, y: float) -> None:
        _Touch.count += 1
        super().__init__("fingers", f"finger-{_Touch.count}", {"x": x, "y": y}, is_touch=True, type_id="touch")
        self._at(x, y)

    def depack(self, args: dict[str, float]) -> None:
        self._at(args["x"], args["y"])
        self.profile = ["pos"]
        super().depack(args)

    def _at(self, x: float, y: float) -> None:
        width, height = Window.system_size
        self.sx, self.sy = x / max(1.0, width - 1.0), y / max(1.0, height - 1.0)


def idle(frames: int = 1) -> None:
    """Let Kivy run that many frames: clock callbacks, layout, drawing."""
    for _ in range(frames):
        EventLoop.idle()


class Fingers:
    """Touches and reads one app's window. ``app`` is built and put into the window where it is not yet."""

    def __init__(self, app: Any) -> None:
        self.app = app
        app.calm = True
        if EventLoop.status != "started":
            runTouchApp(embedded=True)
        if app.root is None:
            size = (app.panel.width, app.panel.height)
            if tuple(Window.size) != size:
                Window.size = size
                idle(2)
                Window.update_viewport()
            app.root = app.build()
            Window.add_widget(app.root)
        idle(3)

    # Reading.

    def widgets(self) -> Iterator[Any]:
        """Every widget that is on the screen, in the order of drawing."""
        yield from self._below(self.app.root)

    def _below(self, widget: Any) -> Iterator[Any]:
        if not widget.opacity:
            return
        yield widget
        for child in reversed(widget.children):
            yield from self._below(child)

    def texts(self) -> list[str]:
        """Every text on the screen."""
        return [
            widget.text
            for widget in self.widgets()
            if getattr(widget, "text", "") and getattr(widget, "role", "") != "button" and widget.width > 0
        ]

    def buttons(self) -> list[Any]:
        """Everything that can be touched now."""
        return [widget for widget in self.widgets() if getattr(widget, "role", "") == "button" and widget.enabled]

    def find(self, what: str) -> Any:
        """The button with that name, or that text (also its first words). Raises NotOnScreen."""
        touchable = self.buttons()
        ways: tuple[Callable[[Any], bool], ...] = (
            lambda button: bool(button.name == what),
            lambda button: getattr(button, "text", "") == what,
            lambda button: f"{getattr(button, 'text', '')} {getattr(button, 'detail', '')}".strip() == what,
            lambda button: bool(getattr(button, "text", "")) and button.text.startswith(what),
        )
        for matches in ways:
            found = [button for button in touchable if matches(button)]
            if found:
                return found[-1]
        there = ", ".join(repr(getattr(button, "text", "") or button.name) for button in touchable)
        raise NotOnScreen(f"nothing called {what!r} can be touched; there are {there}")

    def has(self, what: str) -> bool:
        """Whether ``find`` would find it."""
        try:
            self.find(what)
        except NotOnScreen:
            return False
        return True

    # Touching.

    def tap(self, what: str) -> None:
        """A finger on the middle of a button: down, a frame, up, frames until the screen has answered."""
        button = self.find(what)
        self.tap_at(*button.to_window(*button.center))

    def tap_at(self, x: float, y: float) -> None:
        """A finger at a place of the window."""
        with self.held(x, y):
            pass

    @contextmanager
    def held(self, x: float, y: float) -> Iterator[None]:
        """A finger that stays on a place of the window meanwhile."""
        touch = _Touch(x, y)
        EventLoop.post_dispatch_input("begin", touch)
        idle()
        yield
        EventLoop.post_dispatch_input("end", touch)
        idle(2)

    def wait(self, until: Callable[[], bool], frames: int = 1200) -> bool:
        """Run frames until ``until()`` holds, at most so many (60 a second); returns whether it holds."""
        for _ in range(frames):
            if until():
                return True
            idle()
        return until()

    # Pictures.

    def picture(self, path: str | Path) -> Path:
        """Save what the window shows as a PNG file."""
        width, height, rgb = pixels()
        rows = [rgb[row * width * 3 : (row + 1) * width * 3] for row in range(height - 1, -1, -1)]
        body = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
        header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b""))
        return path


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


_GL_PACK_ALIGNMENT = 0x0D05


def pixels() -> tuple[int, int, bytes]:
    """Width, height and RGB bytes of what the window shows, the bottom row first."""
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glPixelStorei, glReadPixels

    idle()
    width, height = (int(side) for side in Window.system_size)
    Window.canvas.ask_update()
    Window.dispatch("on_draw")
    glPixelStorei(_GL_PACK_ALIGNMENT, 1)
    rgb = bytes(glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE))
    Window.dispatch("on_flip")
    return width, height, rgb
