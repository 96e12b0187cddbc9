"""What a service owes to systemd: it tells when it is ready, and that it is still alive (sd_notify(3)).

Outside a service (no NOTIFY_SOCKET) every call does nothing, so the kiosk calls them always.
"""

from __future__ import annotations

import ctypes
import os
import socket

_MCL_CURRENT, _MCL_FUTURE, _MCL_ONFAULT = 1, 2, 4  # mman.h


def notify(*lines: str) -> bool:
    """Sends lines such as `READY=1`; whether somebody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):  # an abstract socket
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
        try:
            channel.connect(address)
            channel.sendall("\n".join(lines).encode())
        except OSError:
            return False  # systemd restarts itself at updates; it will hear the next one
    return True


def ready() -> bool:
    """The first prompt stands on the screen."""
    return notify("READY=1")


def alive() -> bool:
    """To be called from the screen's own clock, so that a frozen screen is restarted."""
    return notify("WATCHDOG=1")


def stopping() -> bool:
    return notify("STOPPING=1")


def watchdog_seconds() -> float | None:
    """How often `alive` should be called (half of what systemd waits), or None when nobody watches this
    process.
    """
    wanted = os.environ.get("WATCHDOG_USEC", "")
    if not wanted.isdigit() or os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(wanted) / 2_000_000


def keep_out_of_swap() -> bool:
    """Asks that no page of this process is ever written to swap, where face-down cards could be found later.

    Whether it was granted; the unit grants it (LimitMEMLOCK), an ordinary shell does not.
    """
    library = ctypes.CDLL(None, use_errno=True)
    return bool(library.mlockall(_MCL_CURRENT | _MCL_FUTURE | _MCL_ONFAULT) == 0)
