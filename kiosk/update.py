"""`liege update` and `liege rollback`: another version of the program over the same journal, and back.

The program is a git clone with its environment in `.venv`. Before a new version sees the journal, its files
are copied aside; a newer program opens an older journal or refuses before it touches it, an older program
refuses a newer one. So going back is: the old program, and the old journal only where the new program has
changed its form. No hand is ever deleted: a journal that gives way is moved aside and named.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kiosk.install import UNIT
from kiosk.machine import Machine

PREVIOUS = "refs/liege/previous"
STORE = "liege.db"


class CannotUpdate(Exception):
    """One sentence for the person at the keyboard."""


@dataclass(frozen=True)
class Place:
    """A clone of the project and the folder of its journal; `serviced` where systemd runs the kiosk."""

    program: Path
    data: Path
    serviced: bool

    @property
    def kept(self) -> Path:
        """Where the journal of the version before lies."""
        return self.data / "before-update"

    def git(self, *words: str) -> str:
        """What git says. CannotUpdate with its last line when it fails."""
        ended = subprocess.run(
            ["git", "-C", self.program, *words], capture_output=True, text=True, check=False
        )
        if ended.returncode != 0:
            last = (ended.stderr.strip().splitlines() or ["it failed"])[-1]
            raise CannotUpdate(f"git {words[0]}: {last}")
        return ended.stdout.strip()

    def set_up(self) -> bool:
        """Brings `.venv` in step with the program that lies there now; its own words go to the screen."""
        return subprocess.run([self.program / "tools/setup"], check=False).returncode == 0

    def service(self, verb: str) -> None:
        """Stops or starts the kiosk, where it is a service."""
        if not self.serviced:
            return
        command = ["systemctl", verb, "liege.service"]
        ended = subprocess.run(command if os.geteuid() == 0 else ["sudo", *command], check=False)
        if ended.returncode != 0:
            raise CannotUpdate(f"the kiosk could not be told to {verb}: {' '.join(command)}")


def store_version(folder: Path) -> int | None:
    """The form of the journal in `folder` (SQLite's user_version), or None when there is none.

    Asked of a copy, since even reading makes SQLite write beside a store with a write-ahead log.
    """
    if not (folder / STORE).exists():
        return None
    with tempfile.TemporaryDirectory() as scratch:
        for path in _store_files(folder):
            shutil.copy(path, scratch)
        store = sqlite3.connect(Path(scratch) / STORE)
        try:
            version: int = store.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.DatabaseError:
            raise CannotUpdate(f"{folder / STORE} cannot be read; nothing was changed") from None
        finally:
            store.close()
    return version


def _store_files(folder: Path) -> list[Path]:
    """The store with what SQLite and the journal keep beside it."""
    return sorted(path for path in folder.glob("liege*") if path.is_file())


def _copy(files: Sequence[Path], folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True)
    for path in files:
        shutil.copy2(path, folder / path.name)
        with (folder / path.name).open("rb") as copied:
            os.fsync(copied.fileno())


def _commit(place: Place, version: str) -> str:
    """The commit that `version` (a tag, a commit, a branch) stands for."""
    try:
        return place.git("rev-parse", "--verify", "--quiet", version + "^{commit}")
    except CannotUpdate:
        raise CannotUpdate(f"there is no version {version}; name a tag or a commit") from None


def update(place: Place, wanted: str | None) -> str:
    """Changes to version `wanted` (default: the newest of this branch); a sentence on how it went."""
    if place.git("status", "--porcelain", "--untracked-files=no"):
        raise CannotUpdate("files of the program were changed by hand; put them back first (git status)")
    place.git("fetch", "--quiet", "--tags")
    target = _commit(place, wanted or "@{upstream}")
    present = place.git("rev-parse", "HEAD")
    if target == present:
        return "this is that version already"
    store_version(place.data)  # a store that cannot be read ends it here
    place.service("stop")
    if place.kept.exists():
        shutil.rmtree(place.kept)  # the copy of the update before this one
    if place.data.exists():
        _copy(_store_files(place.data), place.kept)
    place.git("update-ref", PREVIOUS, present)
    place.git("checkout", "--quiet", "--detach", target)
    if not place.set_up():
        place.git("checkout", "--quiet", "--detach", present)
        place.set_up()
        place.service("start")
        raise CannotUpdate("the new version could not be set up, so the old one is back")
    place.service("start")
    return f"changed from {present[:10]} to {target[:10]}; `liege rollback` goes back"


def rollback(place: Place) -> str:
    """Goes back to the version before the last update; a sentence on how it went."""
    try:
        previous = place.git("rev-parse", "--verify", "--quiet", PREVIOUS)
    except CannotUpdate:
        raise CannotUpdate("there was no update, so there is nothing to go back to") from None
    present = place.git("rev-parse", "HEAD")
    if previous == present:
        return "this is the version before the update already"
    now, before = store_version(place.data), store_version(place.kept)
    place.service("stop")
    place.git("checkout", "--quiet", "--detach", previous)
    if not place.set_up():
        raise CannotUpdate("the old version is there but could not be set up; run `make setup`")
    said = f"back from {present[:10]} to {previous[:10]}"
    if now is not None and now != before:
        aside = place.data / f"after-update-{present[:10]}"
        files = _store_files(place.data)
        _copy(files, aside)
        for path in files:
            path.unlink()
        for path in _store_files(place.kept):
            shutil.copy2(path, place.data / path.name)
        said += f", with the journal as it was before the update; what was played since lies in {aside}"
    place.service("start")
    return said


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `update` and `rollback`."""
    newer = subparsers.add_parser("update", help="change to another version of Liege")
    newer.add_argument("version", nargs="?", help="a tag or commit (default: the newest of this branch)")
    newer.set_defaults(func=lambda args: _run(args, lambda place: update(place, args.version)))
    older = subparsers.add_parser("rollback", help="go back to the version before the last update")
    older.set_defaults(func=lambda args: _run(args, rollback))
    for each in (newer, older):
        each.add_argument("--data", type=Path, help="folder of the journal")


def _run(args: argparse.Namespace, act: Callable[[Place], str]) -> int:
    from kiosk.doctor import data_folder

    machine = Machine()
    place = Place(
        program=Path(__file__).resolve().parent.parent,
        data=(args.data or data_folder(machine)).absolute(),
        serviced=machine.text(UNIT) is not None,
    )
    try:
        print(act(place))
    except CannotUpdate as reason:
        print(f"liege: {reason}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"liege: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0
