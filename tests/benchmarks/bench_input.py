"""One input on its way to the screen: into the journal, through the engine, to a new public view.

Peer: a bare SQLite commit (WAL, synchronous FULL) of a row of like size on the same disk, in turns with ours.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

from engine.inputs import Act, CardRead, Confirm, StartHand, TableInput
from engine.projection import view_of
from engine.table import Table
from engine.timeline import Timeline
from kiosk.demo import demo_header
from kiosk.journal import Journal
from kiosk.session_lines import line_of

ROUNDS = 60


def hand_inputs() -> list[TableInput]:
    """The inputs of the first betting round of a Liege Lord hand, again and again undone by a misdeal."""
    from engine.cards import DECK
    from engine.inputs import Void

    deck = list(DECK[:15])
    entries: list[TableInput] = [StartHand(), Confirm("announce"), Confirm("antes")]
    entries += [CardRead(card, "shoe") for card in deck]
    entries += [
        Confirm("pass"),
        *(CardRead(deck[at], "dealer", seat) for at, seat in enumerate((2, 3, 4, 5, 1))),
    ]
    table = Table(demo_header().seats, demo_header().rules)
    for entry in entries:
        table.apply(entry)
    actor = table.hand.players[table.hand.betting.actor].seat  # type: ignore[union-attr]
    order = [2, 3, 4, 5, 1]
    turn = order.index(actor)
    entries += [Act(seat, "bet" if seat == actor else "call") for seat in order[turn:] + order[:turn]]
    return [*entries, Void("bench")]


def run() -> dict[str, dict[str, object]]:
    """``journaled-input``: milliseconds for one input (median), and the ratio to the bare commit."""
    inputs = hand_inputs()
    ours: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory(prefix="liege-bench-") as folder:
        journal = Journal.open(Path(folder) / "store")
        header = demo_header()
        journal.start_session(header.line())
        timeline = Timeline(header.make_table())
        database = sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE row (seq INTEGER PRIMARY KEY, line BLOB)")
        row = b"x" * 300
        for _ in range(ROUNDS):
            for entry in inputs:
                began = time.perf_counter()
                journal.append(line_of(entry))
                timeline.apply(entry)
                view_of(timeline.table)
                ours.append(time.perf_counter() - began)
                began = time.perf_counter()
                database.execute("INSERT INTO row (line) VALUES (?)", (row,))
                bare.append(time.perf_counter() - began)
        database.close()
        journal.close()
    value = statistics.median(ours) * 1000
    peer = statistics.median(bare) * 1000
    return {
        "journaled-input": {
            "value": round(value, 3),
            "unit": "ms",
            "peer": f"a bare SQLite commit, {peer:.3f} ms",
            "ratio": round(value / peer, 2),
        }
    }
