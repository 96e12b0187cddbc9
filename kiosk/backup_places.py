"""Where a backup can go: sticks and disks that are mounted."""

from __future__ import annotations

from pathlib import Path
from typing import Final

MOUNTS: Final = Path("/proc/self/mounts")
BELOW: Final = ("/media/", "/run/media/", "/mnt/")
"""Where systems mount what a person plugs in."""


def places(mounts: Path = MOUNTS) -> tuple[str, ...]:
    """Folders of mounted sticks and disks, in order of their names; none where the system does not tell."""
    try:
        lines = mounts.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    folders = {_plain(line.split(" ")[1]) for line in lines if line.count(" ") >= 3 and _writable(line)}
    return tuple(sorted(folder for folder in folders if folder.startswith(BELOW)))


def _writable(line: str) -> bool:
    return "rw" in line.split(" ")[3].split(",")


def _plain(written: str) -> str:
    """The kernel writes spaces and the like as octal numbers: ``\\040``."""
    return written.encode().decode("unicode_escape").encode("latin-1").decode("utf-8", errors="replace")
