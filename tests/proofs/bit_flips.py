"""Every bit of a small journal is flipped, one at a time: the start must find each.

Two journals: one that was closed (all rows in the store file), and one whose process was killed (the
rows since the last checkpoint in the write-ahead log). All files that hold anything are flipped:
store, log, head, mark and key. Found means: `Journal.open` refuses with one sentence, or, where a
spare copy was hit (head and mark have two parts), opens with the same rows and a finding. A flip that
opens without a word is a miss, and so is any other exception.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from kiosk.journal import Journal, JournalError
from tests.store.evening import HEADER, evening

ROOT = Path(__file__).resolve().parents[2]
MEMORY = Path("/dev/shm")
LINES = 9
STRIDE = 263  # of the short form: a prime, so that all bits of a byte come up


def run(full: bool) -> dict[str, object]:
    outcomes: Counter[str] = Counter()
    misses: list[str] = []
    workers = os.cpu_count() or 1
    with (
        tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as scratch,
        ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool,
    ):
        parts = []
        for name, make in (("closed", closed), ("killed", killed)):
            folder = Path(scratch, name)
            make(folder)
            for worker in range(workers if full else 1):
                work = Path(scratch, f"{name}-{worker}")
                first, stride = (worker, workers) if full else (0, STRIDE)
                parts.append(pool.submit(flip_all, folder, work, first, stride))
        for part in parts:
            counted, missed = part.result()
            outcomes += counted
            misses += missed
    figure = (
        f"{outcomes.total()} bits flipped: {outcomes['refused']} refused, "
        f"{outcomes['reported']} in a spare copy and reported, {len(misses)} missed"
    )
    if misses:
        figure += f"; first: {misses[0]}"
    return {"figure": figure, "ok": not misses and outcomes["refused"] > 0 and outcomes["reported"] > 0}


def closed(folder: Path) -> None:
    """A journal of a few lines, closed in order."""
    journal = Journal.open(folder)
    journal.start_session(HEADER)
    for (line, receipt), _ in zip(evening(1), range(LINES), strict=False):
        journal.append(line, receipt)
    journal.close()


def killed(folder: Path) -> None:
    """The same, but its process is killed: some rows are in the store file, the others in the log."""
    program = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom tests.proofs.bit_flips import closed\n"
        "from kiosk.journal import Journal\nfrom tests.store.evening import evening\n"
        "closed(Path(sys.argv[1]))\njournal = Journal.open(Path(sys.argv[1]))\n"
        "journal.append({'type': 'undo'})\njournal.append({'type': 'card', 'card': 'As'}, ('B7F2', 90))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(folder)], cwd=ROOT, check=False)
    if ended.returncode != -signal.SIGKILL or not (folder / "liege.db-wal").stat().st_size:
        raise RuntimeError("the journal to be killed was not left as it should be")


def flip_all(folder: Path, work: Path, first: int, stride: int) -> tuple[Counter[str], list[str]]:
    """Flip each `stride`-th bit of each file of the journal, from bit `first`, and start it."""
    outcomes: Counter[str] = Counter()
    misses: list[str] = []
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    shutil.copytree(folder, work)
    whole = Journal.open(work)
    end = whole.end
    whole.close()
    for name, content in sorted(files.items()):
        for bit in range(first, len(content) * 8, stride):
            restore(work, files)
            flipped = bytearray(content)
            flipped[bit // 8] ^= 1 << bit % 8
            (work / name).write_bytes(flipped)
            found = start(work, end)
            outcomes[found or "missed"] += 1
            if found is None:
                misses.append(f"{folder.name}: bit {bit} of {name}")
    return outcomes, misses


def restore(work: Path, files: dict[str, bytes]) -> None:
    """Make the folder what it was before the last flip."""
    for entry in os.scandir(work):
        if entry.name not in files:
            os.unlink(entry)
    for name, content in files.items():
        (work / name).write_bytes(content)


def start(work: Path, end: tuple[int, bytes]) -> str | None:
    """How the start answers: `refused`, `reported`, or None where it notices nothing."""
    try:
        journal = Journal.open(work)
    except JournalError as error:
        return "refused" if "\n" not in str(error) else None
    found = "reported" if journal.findings and journal.end == end else None
    journal.close()
    return found
