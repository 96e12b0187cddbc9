"""The program whose power is cut while it changes a whole store. Arguments: folder, `upgrade` or `retire`."""

from __future__ import annotations

import sys
from pathlib import Path

from kiosk.journal import Journal


def main(folder: str, change: str) -> None:
    journal = Journal.open(Path(folder))  # this upgrades a store of an older version
    if change == "retire" and journal.retire(keep_sessions=1, keep_hands=0) != 2:
        raise RuntimeError("two sessions should have gone")
    journal.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
