"""A Kivy window that needs no screen, the same to the byte each time: for tests, benchmarks and pictures.

`prepare()` comes before the first `import kivy` (tests/conftest.py calls it). There is one window for the
process: `show` puts a widget into it in place of what was there. Coordinates of `tap` and `drag` are
Kivy's, from the bottom left as `widget.center` has them; pictures count from the top left, as on paper and
in PNG files.
"""

from __future__ import annotations

import atexit
import os
import shutil
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SIZE = (800, 480)


def environment(home: str, size: tuple[int, int] = SIZE) -> dict[str, str]:
    """The variables under which Kivy opens a window without a screen; its files go to `home`."""
    width, height = size
    return {
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
        "LIBGL_ALWAYS_SOFTWARE": "1",  # the same picture with and without a GPU
        "KIVY_WINDOW": "sdl2",  # else a failure ends the process silently through the X11 provider
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_HOME": home,
        "KCFG_GRAPHICS_WIDTH": str(width),
        "KCFG_GRAPHICS_HEIGHT": str(height),
        "KCFG_GRAPHICS_MULTISAMPLES": "0",
        "KCFG_GRAPHICS_MAXFPS": "60",  # never 0: a core would burn
        "KCFG_KIVY_EXIT_ON_ESCAPE": "0",
    }


def prepare(size: tuple[int, int] = SIZE) -> None:
    """Sets the variables, once for each process. RuntimeError when kivy was imported before."""
    if os.environ.get("KIVY_HOME", "").startswith(_HOME_PREFIX):
        return
    if "kivy" in sys.modules:
        raise RuntimeError("kivy was imported before tests.offscreen.prepare()")
    home = tempfile.mkdtemp(prefix="liege-kivy-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ.update(environment(home, size))


_HOME_PREFIX = os.path.join(tempfile.gettempdir(), "liege-kivy-")


def window() -> Any:
    """Kivy's window, opened at the first call."""
    from kivy.base import EventLoop, runTouchApp
    from kivy.core.window import Window

    if EventLoop.status != "started":
        runTouchApp(embedded=True)
    return Window


def frames(count: int = 3) -> None:
    """Lets Kivy run `count` frames: clock callbacks, layout, drawing. Three let nested layouts settle."""
    from kivy.base import EventLoop

    for _ in range(count):
        EventLoop.idle()


def show(widget: Any, size: tuple[int, int] | None = None) -> Any:
    """Puts `widget` into the window (of `size`, where given) in place of all else; returns it laid out."""
    clear()
    win = window()
    if size is not None and tuple(win.size) != size:
        win.size = size
        frames()
    win.add_widget(widget)
    frames()
    return widget


def clear() -> None:
    """Takes every widget out of the window."""
    win = window()
    for child in win.children[:]:
        win.remove_widget(child)
    frames(1)


def tap(x: float, y: float) -> None:
    """A finger at (x, y): down, a frame, up, a frame."""
    touch = _touch(x, y)
    touch.touch_down()
    frames(1)
    touch.touch_up()
    frames(2)


def tap_widget(widget: Any) -> None:
    """A finger at the middle of `widget`, wherever it lies in the window."""
    tap(*widget.to_window(*widget.center))


def drag(start: tuple[float, float], end: tuple[float, float], steps: int = 5) -> None:
    """A finger down at `start`, moved to `end` in `steps` frames, up."""
    touch = _touch(*start)
    touch.touch_down()
    frames(1)
    for step in range(1, steps + 1):
        touch.touch_move(*(a + (b - a) * step / steps for a, b in zip(start, end, strict=True)))
        frames(1)
    touch.touch_up()
    frames(2)


def _touch(x: float, y: float) -> Any:
    from kivy.tests.common import UnitTestTouch

    window()
    return UnitTestTouch(x, y)


def pixels(win: Any = None) -> npt.NDArray[np.uint8]:
    """What the window shows now: uint8, shape (height, width, 3), RGB, the top row first."""
    import numpy
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glPixelStorei, glReadPixels

    win = win or window()
    frames(1)
    width, height = (int(side) for side in win.system_size)
    win.canvas.ask_update()
    win.dispatch("on_draw")
    glPixelStorei(_GL_PACK_ALIGNMENT, 1)
    raw = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    win.dispatch("on_flip")
    return numpy.frombuffer(raw, dtype=numpy.uint8).reshape(height, width, 3)[::-1].copy()


_GL_PACK_ALIGNMENT = 0x0D05


def save_png(path: str | Path) -> Path:
    """Writes what the window shows as a PNG file and returns its path."""
    picture = pixels()
    height, width, _ = picture.shape
    rows = b"".join(b"\0" + row.tobytes() for row in picture)  # filter 0: each row as it is

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits, RGB
    path = Path(path)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + body)
    return path
