"""One input into the journal, and the start of a journal that has grown.

Peer of an append: a bare SQLite commit (WAL, synchronous FULL) of a row of the same size, without seal,
chain or mark, in turns with ours so that a busy disk slows both. Beside the start
stands SQLite's own quick_check of the same file.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kiosk.journal import Journal
from tests.store.evening import HEADER, evening

APPENDS = 3000
EVENINGS = 20
HANDS = 40  # an evening
STARTS = 5


def timed(call: Callable[..., object], *arguments: object) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    call(*arguments)
    return (time.perf_counter() - began) * 1000


def run() -> dict[str, dict[str, object]]:
    with tempfile.TemporaryDirectory(prefix="liege-bench-") as folder:
        return {**appends(Path(folder)), **starts(Path(folder))}


def appends(folder: Path) -> dict[str, dict[str, object]]:
    """Ours and the bare commit, in turns. The mean holds the checkpoints of both, the median none."""
    inputs = list(evening(APPENDS // 26 + 1))[:APPENDS]
    journal = Journal.open(folder / "append")
    journal.start_session(HEADER)
    bare = sqlite3.connect(folder / "bare.db", isolation_level=None)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, shown TEXT, sealed BLOB)")
    ours: list[float] = []
    theirs: list[float] = []
    insert = "INSERT INTO entry (shown, sealed) VALUES (?, ?)"
    for line, receipt in inputs:
        row = (repr(line), bytes(200))
        ours.append(timed(journal.append, line, receipt))
        theirs.append(timed(bare.execute, insert, row))
    journal.close()
    bare.close()

    def entry(measure: Callable[[list[float]], float]) -> dict[str, object]:
        mine, other = measure(ours), measure(theirs)
        return {
            "value": round(mine, 4),
            "unit": "ms",
            "peer": f"a bare SQLite commit (WAL, FULL): {other:.3f} ms",
            "ratio": round(mine / other, 3),
        }

    return {
        "journaled-append": entry(statistics.median),
        "journaled-append-mean": entry(statistics.fmean),
        "journaled-append-p99": entry(lambda times: statistics.quantiles(times, n=100)[98]),
    }


def starts(folder: Path) -> dict[str, dict[str, object]]:
    """Boot checks of a journal of 20 evenings."""
    place = folder / "start"
    journal = Journal.open(place)
    for seed in range(EVENINGS):
        journal.take_up([HEADER, *(line for line, _ in evening(HANDS, seed))])
    rows, _ = journal.end
    journal.close()
    size = (place / "liege.db").stat().st_size
    ours = statistics.median(timed(lambda: Journal.open(place).close()) for _ in range(STARTS))
    with closing(sqlite3.connect(place / "liege.db")) as db:
        check = statistics.median(timed(lambda: db.execute("PRAGMA quick_check").fetchall()) for _ in range(STARTS))
    return {
        "journal-start": {
            "value": round(ours, 1),
            "unit": "ms",
            "peer": f"SQLite's quick_check alone, {rows:,} rows, {size / 1e6:.1f} MB: {check:.0f} ms",
            "ratio": None,  # a chain and a whole-file SHA-256 have no like there
        }
    }
