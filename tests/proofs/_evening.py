"""The program whose power is cut: keeps an evening in a journal and says on its output what it has.

Arguments: folder, hands, `FULL` or `NORMAL` (SQLite's synchronous). Each `ACK n link` is what the shoe
and the screen would get: from then on row n may not be lost.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kiosk import journal_writer
from kiosk.journal import Journal
from tests.store.evening import HEADER, evening


def main(folder: str, hands: str, synchronous: str) -> None:
    journal_writer.SETTLE_AFTER = 60  # so that the evening has many checkpoints
    journal = Journal.open(Path(folder))
    journal._writer._db.execute(f"PRAGMA synchronous = {synchronous}")
    journal.start_session(HEADER)
    acknowledge(journal)
    for line, receipt in evening(int(hands)):
        journal.append(line, receipt, public={"stacks": [4000] * 4} if line["type"] == "hand" else None)
        acknowledge(journal)
    journal.close()


def acknowledge(journal: Journal) -> None:
    seq, chain = journal.end
    os.write(1, f"ACK {seq} {chain.hex()}\n".encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
