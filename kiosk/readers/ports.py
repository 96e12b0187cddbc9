"""Finding serial ports, opening them, and saying in one word why one cannot be opened."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import termios
from dataclasses import dataclass
from pathlib import Path

import serial
from serial.tools import list_ports

PICO = (0x2E8A, 0x0005)
"""USB vendor and product of a Pico that runs MicroPython."""


PORT_FAILED = (OSError, termios.error, TypeError)
"""What a dying port raises; pyserial's read and write raise SerialException, an OSError, its in_waiting a
plain OSError, some of its calls termios.error, and TypeError once another thread has closed it."""


class PortError(Exception):
    """A port that cannot be opened. ``kind`` is a key of ``kiosk.readers.sentences``; ``params`` go with
    it.
    """

    def __init__(self, kind: str, **params: str) -> None:
        super().__init__(kind)
        self.kind = kind
        self.params = params


@dataclass(frozen=True)
class FoundPort:
    """A serial port of this machine; ``pico`` where it has a Pico's USB ids."""

    path: str
    description: str
    serial_number: str
    pico: bool


def found_ports() -> list[FoundPort]:
    """All serial ports with USB ids, by path."""
    ports = [
        FoundPort(port.device, port.description or "", port.serial_number or "", (port.vid, port.pid) == PICO)
        for port in list_ports.comports()
        if port.vid is not None
    ]
    return sorted(ports, key=lambda port: port.path)


def pico_ports() -> list[str]:
    """The paths of all Picos: where a shoe may be."""
    return [port.path for port in found_ports() if port.pico]


def open_port(path: str, baud: int) -> serial.Serial:
    """Open a port for this program alone. Raises PortError ``lost``, ``permission`` or ``busy-port``."""
    try:
        return serial.Serial(path, baud, timeout=0, write_timeout=1, exclusive=True)
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None)
        if number in (errno.EACCES, errno.EPERM):
            raise PortError("permission", port=path) from None
        if number == errno.EBUSY or "exclusively lock" in str(error):
            raise PortError("busy-port", port=path, by=_named(holders(path))) from None
        raise PortError("lost", port=path) from None


def close_port(port: serial.Serial) -> None:
    """Let a port go, also one that is gone already."""
    with contextlib.suppress(*PORT_FAILED):
        port.close()


def abandon_port(port: serial.Serial) -> None:
    """Take a port from a thread that hangs in it, so that it can be opened anew; never waits for the device.

    The descriptor stays open, on nothing: its number must not come to name another file under that thread.
    """
    with contextlib.suppress(*PORT_FAILED):
        descriptor = port.fileno()
        fcntl.flock(descriptor, fcntl.LOCK_UN)  # pyserial's exclusive=True
        nothing = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        os.dup2(nothing, descriptor, inheritable=False)
        os.close(nothing)


def _named(programs: list[str]) -> str:
    return f" ({', '.join(programs)})" if programs else ""


def holders(path: str) -> list[str]:
    """The names of other programs that have a port open, as far as this user may see (Linux; else empty)."""
    names = set()
    real = os.path.realpath(path)
    for process in Path("/proc").glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        try:
            if any(os.path.realpath(link) == real for link in (process / "fd").iterdir()):
                names.add((process / "comm").read_text(encoding="utf-8", errors="replace").strip())
        except OSError:
            continue  # gone meanwhile, or another user's
    return sorted(names)
