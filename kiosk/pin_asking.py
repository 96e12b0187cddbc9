"""The supervisor's PIN at the command line: what needs it on the screen needs it here."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path

from kiosk.sealing_key import KEY_FILE, KeyFileError
from kiosk.sealing_pin import PinError, Supervisor


def ask_pin() -> str:
    """The PIN from the person: not shown where there is a terminal, one line of standard input where not."""
    if sys.stdin.isatty():
        return getpass.getpass("PIN: ")
    return sys.stdin.readline().strip()


def unlock(supervisor: Supervisor) -> bool:
    """Where a PIN is set it is asked for; True: it was asked for. Raises PinError, KeyFileError."""
    if not supervisor.has_pin:
        return False
    supervisor.enter(ask_pin())
    return True


def objection_to_decks(folder: Path) -> str:
    """Why decks in this folder of a kiosk may not be changed: its PIN was not given; empty: they may."""
    data = folder.absolute().parent
    try:
        if (data / KEY_FILE).exists():
            unlock(Supervisor.open(data))
    except (PinError, KeyFileError) as error:
        return str(error)
    return ""
