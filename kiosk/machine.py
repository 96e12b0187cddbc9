"""The machine that `liege doctor` looks at: its files under a root folder, its commands, its serial ports.

Everything a check asks comes from here, so that a test hands in a folder and a few answers instead.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

UNIT = "etc/systemd/system/liege.service"
"""The service that `liege install` makes, below the root folder."""


class Level(IntEnum):
    """How bad a finding is. `note` is a fact that is right on some machines and not on others."""

    ok = 0
    note = 1
    warning = 2
    fault = 3


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's: the check's name, how bad, a plain sentence, and the facts as JSON values."""

    check: str
    level: Level
    text: str
    facts: dict[str, object] = field(default_factory=dict)


class Port(NamedTuple):
    """A serial port; vendor and product are its USB numbers, where it has any."""

    device: str
    vendor: int | None
    product: int | None
    what: str


def serial_ports() -> list[Port]:
    from serial.tools.list_ports import comports

    found = [Port(port.device, port.vid, port.pid, port.description) for port in comports()]
    return [port for port in found if port.vendor is not None]  # not the ttyS0 that are only sockets on a board


def answer(command: Sequence[str]) -> str | None:
    """What a command prints, or None when it is missing, fails, or takes longer than 20 s."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return ended.stdout.strip() if ended.returncode == 0 else None


@dataclass(frozen=True)
class Machine:
    root: Path = Path("/")
    data: Path = Path("/var/lib/liege")
    answer: Callable[[Sequence[str]], str | None] = answer
    ports: Callable[[], list[Port]] = serial_ports

    def text(self, path: str) -> str | None:
        """The text of a file, without blanks and zeros at its ends; None when it cannot be read."""
        try:
            return (self.root / path).read_text(errors="replace").strip("\0 \n")
        except OSError:
            return None

    def may(self, path: str, rights: int = os.R_OK | os.W_OK) -> bool:
        """Whether this person may read and write the device `path` (absolute)."""
        return os.access(self.root / path.lstrip("/"), rights)

    @property
    def model(self) -> str | None:
        """`Raspberry Pi 4 Model B Rev 1.5`, or None on other machines."""
        name = self.text("proc/device-tree/model")
        return name if name and name.startswith("Raspberry Pi") else None


def data_folder(machine: Machine) -> Path:
    """Where the journal and the decks lie: with the installed service its folder, else this person's own."""
    for line in (machine.text(UNIT) or "").splitlines():
        if line.startswith("WorkingDirectory="):
            return Path(line.partition("=")[2].replace("%%", "%"))
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local/share")) / "liege"
