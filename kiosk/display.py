"""Where a window can be seen: a desktop that answers, or a screen that is free to be drawn on without one.

SDL waits for ever for a display that is named but does not answer (an ssh session's leftover `DISPLAY`), and
ends the program when another one owns the screen. So both are tried first, and what fails is one sentence.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from kiosk import panels

SECONDS = 3.0
"""How long a desktop may take to answer."""
SET_MASTER, DROP_MASTER = 0x641E, 0x641F  # drm.h: DRM_IO(0x1e), DRM_IO(0x1f)


@dataclass(frozen=True, slots=True)
class Display:
    """`seen`: whether a window can be seen. `layout`: the name of the layout (kiosk.ui.panel) that fits the
    screen, "" where any does. `trouble`: a sentence for each display that is named or connected but cannot
    be used.
    """

    seen: bool
    layout: str = ""
    trouble: tuple[str, ...] = ()


def find_display() -> Display:
    """What SDL was told, else a desktop, else a screen to draw on without one (KMS).

    Changes the environment for SDL: a desktop that does not answer is taken out of it, and for a screen
    without a desktop comes in what `panels.kivy_environment` says.
    """
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver:
        return Display(driver not in ("offscreen", "dummy"))
    trouble, seen = [], False
    for variable, why_not in (("DISPLAY", x11_trouble), ("WAYLAND_DISPLAY", wayland_trouble)):
        name = os.environ.get(variable)
        if not name:
            continue
        reason = why_not(name)
        if reason:
            trouble.append(f"the display {name} that {variable} names cannot be used: {reason}")
            del os.environ[variable]
        else:
            seen = True
    if seen:
        return Display(True, trouble=tuple(trouble))
    for screen in panels.connected():
        reason = screen_trouble(screen.card)
        if reason:
            trouble.append(f"the screen {screen.connector} cannot be used: {reason}")
            continue
        os.environ.update(panels.kivy_environment(screen, screen.panel))
        return Display(True, panels.layout_of(screen), tuple(trouble))
    return Display(False, trouble=tuple(trouble))


def say_trouble(display: Display, instead: str) -> None:
    """The sentences of `display` on the error output; `instead` is what is done now."""
    for sentence in display.trouble:
        sys.stderr.write(f"liege: {sentence}; {instead}\n")


def x11_trouble(name: str) -> str:
    """Why the X display `name` ([HOST]:NUMBER[.SCREEN]) cannot be used; "" when it answers."""
    host, _, number = name.rpartition(":")
    number = number.partition(".")[0]
    if not number.isdigit():
        return "that is no name of a display"
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"
        trouble = _socket_trouble("\0" + path) and _socket_trouble(path)  # abstract, then in the file system
    else:
        trouble = _port_trouble(host.removeprefix("tcp/").strip("[]"), 6000 + int(number))
    return trouble or _x11_refusal(name)


def _x11_refusal(name: str) -> str:
    """Somebody listens there; whether it lets us in."""
    try:
        library = ctypes.CDLL("libX11.so.6")
    except OSError:
        return "libX11 is not installed"
    library.XOpenDisplay.restype = ctypes.c_void_p
    library.XCloseDisplay.argtypes = [ctypes.c_void_p]
    connection = library.XOpenDisplay(name.encode())
    if not connection:
        return "it does not let this user in"
    library.XCloseDisplay(connection)
    return ""


def wayland_trouble(name: str) -> str:
    """Why the Wayland display `name` (a socket, in XDG_RUNTIME_DIR or absolute) cannot be used, or ""."""
    folder = os.environ.get("XDG_RUNTIME_DIR")
    if not folder and not name.startswith("/"):
        return "XDG_RUNTIME_DIR is not set"
    return _socket_trouble(str(Path(folder or "/", name)))


def _socket_trouble(address: str) -> str:
    with socket.socket(socket.AF_UNIX) as channel:
        channel.settimeout(SECONDS)
        try:
            channel.connect(address)
        except OSError:
            return "nothing answers there"
    return ""


def _port_trouble(host: str, port: int) -> str:
    try:
        socket.create_connection((host, port), timeout=SECONDS).close()
    except OSError:
        return "nothing answers there"
    return ""


def screen_trouble(card: int) -> str:
    """Why /dev/dri/card`card` cannot be drawn on by this process; "" when it is free (drm(7), drm_auth.c)."""
    device = f"/dev/dri/card{card}"
    try:
        descriptor = os.open(device, os.O_RDWR | os.O_CLOEXEC)
    except PermissionError:
        return f"you may not use {device} (sudo usermod -aG video,render,input $USER, then log in again)"
    except OSError as error:
        return f"{device}: {error.strerror}"
    try:
        fcntl.ioctl(descriptor, SET_MASTER)
        fcntl.ioctl(descriptor, DROP_MASTER)
    except OSError:
        return "another program draws on it (a desktop, or the installed kiosk)"
    finally:
        os.close(descriptor)
    return ""
