"""Power cut at every system call of an evening: nothing acknowledged is lost, every store opens.

The evening is played once, by the real journal over the real SQLite, and its system calls are
recorded (strace). Then the power is cut after each call, with what was not synced dropped, kept,
torn, zeroed or mixed; each disk that is left is opened by the real `Journal.open`. It must hold every
row that had been acknowledged, with the same link in the chain, so the same lines; from time to time
every line is unsealed and compared as well, and the evening goes on from there.

The same with SQLite's synchronous=NORMAL must find losses, or this would test nothing.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kiosk.journal import Journal, JournalError
from tests.proofs import _disk
from tests.store.evening import HEADER, evening

ROOT = Path(__file__).resolve().parents[2]
MEMORY = Path("/dev/shm")
EVERY = 40  # so many states between two that are read line by line


@dataclass(slots=True)
class Tally:
    """How many different disks were left, and what was wrong with them."""

    calls: int = 0
    states: int = 0
    lost: int = 0
    unreadable: int = 0
    wrong: int = 0
    first: list[str] = field(default_factory=list)

    @property
    def bad(self) -> int:
        return self.lost + self.unreadable + self.wrong


def run(full: bool) -> dict[str, object]:
    if _disk.tool() is None:
        return {"figure": "not run: strace is not installed", "ok": False}
    kept = cut("FULL", hands=40 if full else 2, one_in=1)
    spoiled = cut("NORMAL", hands=6 if full else 2, one_in=7)
    enough = 5000 if full else 300
    figure = (
        f"{kept.states} disks left by cuts at {kept.calls} system calls: {kept.lost} lost a row, "
        f"{kept.unreadable} unreadable, {kept.wrong} wrong; "
        f"with synchronous=NORMAL {spoiled.bad} of {spoiled.states} are bad"
    )
    if kept.first:
        figure += f"; first: {kept.first[0]}"
    return {"figure": figure, "ok": kept.bad == 0 and kept.states >= enough and spoiled.lost > 0}


def cut(synchronous: str, hands: int, one_in: int) -> Tally:
    """Record an evening of so many hands and cut the power after each `one_in`-th call that matters."""
    written = [HEADER, *(line for line, _ in evening(hands))]
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as scratch:
        folder, log = Path(scratch, "evening"), Path(scratch, "calls")
        folder.mkdir(mode=0o700)
        command = [sys.executable, "-m", "tests.proofs._evening", str(folder), str(hands), synchronous]
        _disk.record(command, log, ROOT)
        tally = Tally()
        for number, (files, acknowledged) in enumerate(states(folder, log, one_in, tally)):
            left = Path(scratch, "left")
            left.mkdir()
            for name, content in files.items():
                (left / name).write_bytes(content)
            complaint = judge(left, acknowledged, written, thorough=number % EVERY == 0, tally=tally)
            if complaint is not None:
                tally.first.append(complaint)
            for path in left.iterdir():
                path.unlink()
            left.rmdir()
        return tally


def states(
    folder: Path, log: Path, one_in: int, tally: Tally
) -> Iterator[tuple[_disk.Files, list[tuple[int, bytes]]]]:
    """Every different disk that a cut may leave, with the rows acknowledged by then."""
    disk = _disk.Disk(folder)
    before: set[int] = set()
    acknowledged: list[tuple[int, bytes]] = []
    for number, call in enumerate(_disk.calls(log)):
        if not disk.take(call):
            continue
        for text in disk.acknowledged:
            _, seq, link = text.split()
            acknowledged.append((int(seq), bytes.fromhex(link.decode())))
        disk.acknowledged.clear()
        tally.calls += 1
        if tally.calls % one_in:
            continue
        seen: set[int] = set()
        for way in _disk.WAYS:
            files = disk.after_cut(way, seed=number)
            known = hash((len(acknowledged), *files.items()))
            if known not in seen and known not in before:
                yield files, acknowledged
                tally.states += 1
            seen.add(known)
        before = seen


def judge(
    left: Path,
    acknowledged: list[tuple[int, bytes]],
    written: list[dict[str, object]],
    thorough: bool,
    tally: Tally,
) -> str | None:
    """Start the kiosk's store on such a disk; what is wrong, or None."""
    last = acknowledged[-1] if acknowledged else (0, bytes(32))
    try:
        journal = Journal.open(left)
        seq, link = journal.end
        if seq < last[0]:
            tally.lost += 1
            return f"row {last[0]} was acknowledged, and the store ends at row {seq}"
        if seq > last[0] + 1 or (seq == last[0] and link != last[1]):
            tally.wrong += 1
            return f"row {seq} is not what was written"
        if thorough:
            if [entry.line for entry in journal.lines()] != written[:seq]:
                tally.wrong += 1
                return f"the lines up to row {seq} are not those of the evening"
            if not seq:
                journal.start_session(HEADER)
            journal.append({"type": "note", "text": "the evening goes on"})
        journal.close()
    except JournalError as error:
        if "had been kept" in str(error):
            tally.lost += 1
        else:
            tally.unreadable += 1
        return str(error)
    return None
