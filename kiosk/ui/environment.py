"""Kivy's settings, made before its first import: it reads them once (SCREENS, "Kivy, as tried")."""

from __future__ import annotations

import logging
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
    "KCFG_GRAPHICS_RESIZABLE": "0",
    "KCFG_KIVY_EXIT_ON_ESCAPE": "0",
    "SDL_TOUCH_MOUSE_EVENTS": "0",  # a finger is a finger, and not a mouse as well
    "KCFG_KIVY_LOG_LEVEL": "warning",
}

OFFSCREEN = {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "LIBGL_ALWAYS_SOFTWARE": "1"}


def asked_for(record: logging.LogRecord) -> bool:
    """Not a word, with a traceback, about a missing library for a touch provider that we do not use."""
    return not record.getMessage().startswith("Input: MTDev is not supported")


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
    logging.getLogger("kivy").addFilter(asked_for)


def one_touch_provider() -> None:
    """SDL alone reports fingers: Kivy's own readers of input devices would tell of each touch a second time.

    To be called before the window is opened.
    """
    from kivy.config import Config

    for name, provider in list(Config.items("input")):
        if provider.startswith("probesysfs"):
            Config.remove_option("input", name)
    Config.set("input", "mouse", "mouse,disable_multitouch")
