"""What the tests of the store share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kiosk.journal import Journal

HEADER = {"type": "session", "version": 1, "table": "Kitchen", "seats": [{"seat": 1, "name": "Ana"}]}


@pytest.fixture
def open_journal(tmp_path: Path) -> Iterator[Callable[[], Journal]]:
    """Opens the journal of one folder, again and again; the wall clock stands at 1000 s and steps by 1."""
    opened: list[Journal] = []

    def open_it() -> Journal:
        if opened:
            opened[-1].close()
        ticks = iter(range(1000, 100_000))
        opened.append(Journal.open(tmp_path / "store", clock=lambda: float(next(ticks))))
        return opened[-1]

    yield open_it
    for journal in opened:
        journal.close()


@pytest.fixture
def journal(open_journal: Callable[[], Journal]) -> Journal:
    """A journal with a session begun."""
    new = open_journal()
    new.start_session(HEADER)
    return new
