"""Fills a journal until the storage fails, then tries once more; for test_storage_fails.

Arguments: folder, lines, bytes that a file may have (0: as many as it likes). Prints one JSON object:
the number of the last row that was kept and what was said, twice.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
from pathlib import Path

from kiosk.journal import Journal, JournalError
from tests.store.evening import HEADER, evening


def main(folder: str, count: str, limit: str) -> None:
    if int(limit):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
    kept = 0
    said: list[str] = []
    try:
        journal = Journal.open(Path(folder))
        journal.start_session(HEADER)
        kept = 1
        for (line, receipt), _ in zip(evening(500), range(int(count)), strict=False):
            kept = journal.append(line, receipt)
        journal.close()
    except JournalError as error:
        said.append(str(error))
        try:
            journal.append({"type": "undo"})
        except JournalError as again:
            said.append(str(again))
        journal.close()
    print(json.dumps({"kept": kept, "said": said}))


if __name__ == "__main__":
    main(*sys.argv[1:])
