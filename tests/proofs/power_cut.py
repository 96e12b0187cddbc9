"""Power cut at every system call of an evening: nothing acknowledged is lost, every store opens.

The evening is played once, by the real journal over the real SQLite, and its system calls are
recorded (strace). Then the power is cut after each call, with what was not synced dropped, kept,
torn, zeroed or mixed; each disk that is left is opened by the real `Journal.open`. It must hold every
row that had been acknowledged, with the same link in the chain, so the same lines; from time to time
every line is unsealed and compared as well, and the evening goes on from there.

The power is also cut while a store of version 1 is upgraded, and while old sessions are retired.

The same evening with SQLite's synchronous=NORMAL must find losses, or this would test nothing.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from kiosk.journal import Journal, JournalError
from tests.proofs import _disk
from tests.store.evening import HEADER, evening

ROOT = Path(__file__).resolve().parents[2]
MEMORY = Path("/dev/shm")
EVERY = 20  # so many states between two that are read line by line


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
    kept = cut_evening("FULL", hands=40 if full else 2, one_in=1)
    changed = cut_change("upgrade", old_store), cut_change("retire", three_sessions)
    spoiled = cut_evening("NORMAL", hands=6 if full else 2, one_in=7)
    enough = 5000 if full else 300
    figure = (
        f"{kept.states} disks left by cuts at {kept.calls} system calls: {kept.lost} lost a row, "
        f"{kept.unreadable} unreadable, {kept.wrong} wrong; "
        f"{sum(each.bad for each in changed)} of {sum(each.states for each in changed)} bad "
        "in an upgrade and a retirement; "
        f"with synchronous=NORMAL {spoiled.bad} of {spoiled.states} are bad"
    )
    complaints = [complaint for tally in (kept, *changed) for complaint in tally.first]
    if complaints:
        figure += f"; first: {complaints[0]}"
    sound = not complaints and all(tally.bad == 0 and tally.states > 20 for tally in (kept, *changed))
    return {"figure": figure, "ok": sound and kept.states >= enough and spoiled.lost > 0}


def cut_evening(synchronous: str, hands: int, one_in: int) -> Tally:
    """Cut the power in an evening of so many hands, after each `one_in`-th call that matters."""
    written = [HEADER, *(line for line, _ in evening(hands))]
    with scratch_folder() as scratch:
        folder = scratch / "evening"
        folder.mkdir(mode=0o700)
        command = ["tests.proofs._evening", str(folder), str(hands), synchronous]
        return cut(scratch, folder, command, written, (0, bytes(32)), one_in)


def cut_change(change: str, prepare: Callable[[Path], None]) -> Tally:
    """Cut the power while a store that was closed in order is upgraded or has sessions retired."""
    with scratch_folder() as scratch:
        folder = scratch / "changed"
        prepare(folder)
        shutil.copytree(folder, scratch / "looked-at")
        journal = Journal.open(scratch / "looked-at")
        written, end = [entry.line for entry in journal.lines()], journal.end
        journal.close()
        return cut(scratch, folder, ["tests.proofs._change", str(folder), change], written, end, 1)


def old_store(folder: Path) -> None:
    shutil.copytree(ROOT / "tests" / "store" / "journals" / "version-1", folder)


def three_sessions(folder: Path) -> None:
    journal = Journal.open(folder)
    for seed in range(3):
        journal.take_up([HEADER, *(line for line, _ in evening(3, seed))])
    journal.close()


@contextmanager
def scratch_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as scratch:
        yield Path(scratch)


def cut(
    scratch: Path,
    folder: Path,
    command: list[str],
    written: list[dict[str, object]],
    kept: tuple[int, bytes],
    one_in: int,
) -> Tally:
    """Record a module of ours at work in `folder`; judge every disk that a cut may leave.

    `written` is the session in play as it must be read back, `kept` the row that already stands.
    """
    log = scratch / "calls"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    _disk.record([sys.executable, "-m", *command], log, ROOT)
    tally = Tally()
    disk = _disk.Disk(folder, before)
    for number, (files, acknowledged) in enumerate(states(disk, log, one_in, tally)):
        left = scratch / "left"
        left.mkdir()
        for name, content in files.items():
            (left / name).write_bytes(content)
        last = acknowledged[-1] if acknowledged else kept
        complaint = judge(left, last, written, thorough=number % EVERY == 0, tally=tally)
        if complaint is not None:
            tally.first.append(complaint)
        shutil.rmtree(left)
    return tally


def states(
    disk: _disk.Disk, log: Path, one_in: int, tally: Tally
) -> Iterator[tuple[_disk.Files, list[tuple[int, bytes]]]]:
    """Every different disk that a cut may leave, with the rows acknowledged by then."""
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
    left: Path, last: tuple[int, bytes], written: list[dict[str, object]], thorough: bool, tally: Tally
) -> str | None:
    """Start the kiosk's store on such a disk; what is wrong, or None. `last` is the row that must stand."""
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
            lines = [entry.line for entry in journal.lines()]
            if lines != written[: len(lines)] or (seq and len(lines) != seq - journal.sessions()[-1].seq + 1):
                tally.wrong += 1
                return f"the lines up to row {seq} are not those that were written"
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
