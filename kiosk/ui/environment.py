"""Kivy's settings, made before its first import: it reads them once (SCREENS, "Kivy, as tried")."""

from __future__ import annotations

import os
import sys

SETTINGS = {
    "KIVY_WINDOW": "sdl2",  # else a failure ends the process silently through the X11 provider
    "KIVY_NO_ARGS": "1",  # the command line is ours
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_TEXT": "sdl2",
    "KCFG_GRAPHICS_MULTISAMPLES": "0",  # the drawings smooth their edges; the same picture everywhere
    "KCFG_GRAPHICS_MAXFPS": "60",  # never 0: a core would burn
    "KCFG_KIVY_EXIT_ON_ESCAPE": "0",
    "KCFG_KIVY_LOG_LEVEL": "warning",
}

OFFSCREEN = {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "LIBGL_ALWAYS_SOFTWARE": "1"}


def prepare(width: int, height: int, *, offscreen: bool = False, kiosk: bool = False) -> None:
    """Set what is not set already. ``kiosk``: whole screen, no pointer. RuntimeError when kivy is there."""
    if "kivy" in sys.modules and "KIVY_WINDOW" not in os.environ:
        raise RuntimeError("kivy was imported before its settings were made")
    wanted = dict(SETTINGS)
    wanted["KCFG_GRAPHICS_WIDTH"], wanted["KCFG_GRAPHICS_HEIGHT"] = str(width), str(height)
    if offscreen:
        wanted |= OFFSCREEN
    if kiosk:
        wanted |= {"KCFG_GRAPHICS_FULLSCREEN": "auto", "KCFG_GRAPHICS_SHOW_CURSOR": "0"}
    for name, value in wanted.items():
        os.environ.setdefault(name, value)


def has_display() -> bool:
    """True where a window can be seen: a desktop session, or a panel driven directly (KMS)."""
    if os.environ.get("SDL_VIDEODRIVER"):
        return os.environ["SDL_VIDEODRIVER"] not in ("offscreen", "dummy")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) or os.path.exists(
        "/dev/dri/card0"
    )
