"""Storage full, gone, read-only, failing: one sentence, nothing accepted, nothing lost.

The errors are real ones: a limit on file sizes, a full file system, calls that strace makes fail.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.journal import Journal, JournalError
from tests.store.evening import HEADER, evening

ROOT = Path(__file__).resolve().parents[2]
needs_strace = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")

Outcome = tuple[int, list[str]]


def fill(folder: Path, before: list[str], lines: int = 3000, limit: int = 0) -> Outcome:
    """Run `_filler` under another program; the last row that it kept and what it was told, twice."""
    command = [*before, sys.executable, "-m", "tests.store._filler", str(folder), str(lines), str(limit)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    outcome = json.loads(told.stdout)
    assert "Traceback" not in told.stderr
    return outcome["kept"], outcome["said"]


def expect_whole(folder: Path, kept: int, may_differ: tuple[int, ...] = (0,)) -> None:
    """The store opens, holds every row that was kept and no other, and goes on."""
    written = [HEADER, *(line for line, _ in evening(500))]
    journal = Journal.open(folder)
    lines = [entry.line for entry in journal.lines()]
    assert len(lines) - kept in may_differ
    assert lines == written[: len(lines)]
    assert journal.append({"type": "undo"}) == len(lines) + 1
    journal.close()


def test_a_limit_on_files_stops_play_and_loses_nothing(tmp_path: Path) -> None:
    kept, said = fill(tmp_path, [], limit=200_000)
    assert kept > 10
    assert said[0] == said[1]
    assert said[0].startswith(f"The storage {tmp_path / 'liege.db'} failed (")
    assert "the last input was not taken: play is suspended" in said[0]
    expect_whole(tmp_path, kept)


@pytest.fixture
def small_disk(tmp_path: Path) -> list[str]:
    """A command that runs another one with a file system of 600 kB mounted at tmp_path/disk."""
    mount = (
        'mount -t tmpfs -o size=600k tmpfs "$0/disk" && mkdir "$0/disk/store" && "$@"; status=$?; '
        'cp -r "$0/disk/store" "$0/copy"; exit $status'
    )
    (tmp_path / "disk").mkdir()
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount, str(tmp_path)]
    if shutil.which("unshare") is None:
        pytest.skip("unshare is not installed")
    tried = subprocess.run([*command, "true"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip("this system lets nobody mount a small file system of their own (unshare)")
    shutil.rmtree(tmp_path / "copy")
    return command


def test_a_full_disk_stops_play_and_loses_nothing(tmp_path: Path, small_disk: list[str]) -> None:
    """Fault: disk full."""
    kept, said = fill(tmp_path / "disk" / "store", small_disk)
    assert kept > 10
    assert (
        said
        == [
            "The storage is full, and the last input was not taken: "
            f"free some space in {tmp_path / 'disk' / 'store'} and start the kiosk again."
        ]
        * 2
    )
    expect_whole(tmp_path / "copy", kept)


def while_failing(folder: Path, call: str, error: str, when: str) -> Outcome:
    """Fill a store while `call` fails: the `60`th time, or from then on (`60+`)."""
    inject = ["-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={when}"]
    return fill(folder, ["strace", "-f", "-qq", "-o", "/dev/null", *inject])


@needs_strace
@pytest.mark.parametrize("when", ["60", "60+"])
def test_a_failing_sync_is_not_tried_again(tmp_path: Path, when: str) -> None:
    """Fault: storage fails. The row may be on the disk or not, and nothing in the running system can tell."""
    kept, said = while_failing(tmp_path, "fdatasync", "EIO", when)
    assert 3 < kept < 60
    assert (
        said
        == [
            f"The storage {tmp_path / 'liege.db'} failed (disk I/O error), and whether the last input was kept "
            "shows at the next start: play is suspended; check the disk and start the kiosk again."
        ]
        * 2
    )
    expect_whole(tmp_path, kept, may_differ=(0, 1))


@needs_strace
@pytest.mark.parametrize("when", [f"{number}{more}" for number in (60, 61, 62, 63) for more in ("", "+")])
@pytest.mark.parametrize(("error", "said"), [("ENOSPC", "The storage is full"), ("EIO", "play is suspended")])
def test_a_failing_write_stops_play(tmp_path: Path, error: str, said: str, when: str) -> None:
    """Fault: storage fails.

    Four writes in a row: they hit a frame's header, its page and the mark that follows the commit."""
    kept, told = while_failing(tmp_path, "pwrite64", error, when)
    assert 3 < kept < 60
    assert said in told[0]
    assert told[0] == told[1]
    expect_whole(tmp_path, kept)


@pytest.fixture
def foreign(tmp_path: Path) -> Iterator[Path]:
    """A folder that a plain user may enter, and not write."""
    folder = Path(tempfile.mkdtemp(dir=tempfile.gettempdir()))
    yield folder
    folder.chmod(0o700)
    shutil.rmtree(folder)


def as_plain_user(folder: Path) -> str:
    """What `Journal.open` says to a user who is not root."""
    if os.geteuid():
        try:
            Journal.open(folder).close()
        except JournalError as error:
            return str(error)
        return ""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgid(65534)
        os.setuid(65534)
        try:
            Journal.open(folder).close()
        except BaseException as error:
            os.write(writing, f"{type(error).__name__}: {error}".encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        text = said.read()
    os.waitpid(child, 0)
    return text.removeprefix("JournalError: ")


def test_a_read_only_folder_is_named(foreign: Path) -> None:
    """Fault: storage fails."""
    foreign.chmod(0o555)
    assert as_plain_user(foreign) == f"The file {foreign / 'liege.key'} cannot be written: Permission denied."


def test_a_read_only_journal_is_named(foreign: Path) -> None:
    journal = Journal.open(foreign)
    journal.start_session(HEADER)
    journal.close()
    (foreign / "liege.lock").unlink()
    for path in foreign.iterdir():
        path.chmod(0o444)
    foreign.chmod(0o555)
    assert as_plain_user(foreign) == (
        f"The journal {foreign / 'liege.db'} cannot be opened for writing: Permission denied."
    )
