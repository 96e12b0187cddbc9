"""The store of a folder together with the supervisor who may guard its key."""

from __future__ import annotations

from pathlib import Path

from kiosk.journal import Journal, JournalError
from kiosk.journal_schema import STORE_FILE
from kiosk.sealing_key import KEY_FILE, KeyFileError
from kiosk.sealing_pin import Supervisor


def open_guarded(folder: Path) -> tuple[Journal, Supervisor]:
    """The store in ``folder``, made where there is none; its cards stay sealed until a PIN that is set was entered.

    Raises JournalError with one sentence.
    """
    if (folder / STORE_FILE).exists() and not (folder / KEY_FILE).exists():
        raise JournalError(f"The key file {folder / KEY_FILE} is missing: without it no card can be read.")
    try:
        supervisor = Supervisor.open(folder)
    except KeyFileError as error:
        raise JournalError(str(error)) from None
    return Journal.open(folder, table_key=supervisor.table_key), supervisor
