"""`liege update` and `liege rollback`: another version of the program over the same journal, and back.

The program is a git clone with its environment in `.venv`. Before a new version sees the journal, its files
are copied aside, and the new version must show its first prompt on another copy, without a screen. A newer
program opens an older journal or refuses before it touches it, an older program refuses a newer one. So going
back is: the old program, and the old journal only where the new program has changed its form. No hand is ever
deleted: a journal that gives way is moved aside and named.
"""

from __future__ import annotations

import argparse
import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kiosk.machine import UNIT, Machine, data_folder

PREVIOUS = "refs/liege/previous"
FOLLOWED = "liege.follows"  # git's setting: the branch whose newest version `liege update` takes
STORE = "liege.db"
TRIAL_SECONDS = 300


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
        ended = subprocess.run(["git", "-C", self.program, *words], capture_output=True, text=True, check=False)
        if ended.returncode != 0:
            last = (ended.stderr.strip().splitlines() or ["it failed"])[-1]
            raise CannotUpdate(f"git {words[0]}: {last}")
        return ended.stdout.strip()

    def set_up(self) -> bool:
        """Brings `.venv` in step with the program that lies there now; its own words go to the screen."""
        return subprocess.run([self.program / "tools/setup"], check=False).returncode == 0

    def opens(self) -> bool:
        """Whether the program that lies there now shows its first prompt over a copy of the journal."""
        beside = self.data if self.data.exists() else None  # the copy holds what the journal holds
        with tempfile.TemporaryDirectory(prefix="trial-", dir=beside) as scratch:
            copy = Path(scratch) / "data"
            _copy(_store_files(self.data), copy)
            words = [str(self.program / ".venv/bin/liege"), "run", "--shoe", "none", "--data", str(copy)]
            own = {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "KIVY_HOME": scratch}
            try:
                ended = subprocess.run(
                    [*words, "--until", "first-prompt"],
                    env=os.environ | own,
                    stdout=subprocess.DEVNULL,
                    timeout=TRIAL_SECONDS,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired):
                return False
            return ended.returncode == 0

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """The kiosk does not run meanwhile, and runs again whatever happens."""
        self.service("stop")
        try:
            yield
        finally:
            self.service("start")

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


def _newest(place: Place) -> str:
    """The branch that is followed: that of the clone, remembered since an update leaves it. Its full name."""
    try:
        branch = place.git("rev-parse", "--symbolic-full-name", "@{upstream}")
    except CannotUpdate:
        try:
            return place.git("config", "--get", FOLLOWED)
        except CannotUpdate:
            raise CannotUpdate("this clone follows no branch; name a tag or a commit") from None
    place.git("config", FOLLOWED, branch)
    return branch


def update(place: Place, wanted: str | None) -> str:
    """Changes to version `wanted` (default: the newest of this branch); a sentence on how it went."""
    if place.git("status", "--porcelain", "--untracked-files=no"):
        raise CannotUpdate("files of the program were changed by hand; put them back first (git status)")
    place.git("fetch", "--quiet", "--tags")
    newest = _newest(place) if wanted is None else wanted
    target = _commit(place, newest)
    present = place.git("rev-parse", "HEAD")
    if target == present:
        return "this is that version already"
    store_version(place.data)  # a store that cannot be read ends it here
    with place.stopped(), _kept_journal(place):
        place.git("checkout", "--quiet", "--detach", target)
        trouble = "" if place.set_up() else "could not be set up"
        if not trouble and not place.opens():
            trouble = "does not open a copy of the journal"
        if trouble:
            place.git("checkout", "--quiet", "--detach", present)
            place.set_up()
            raise CannotUpdate(f"the new version {trouble}, so the old one is back")
        place.git("update-ref", PREVIOUS, present)
    return f"changed from {present[:10]} to {target[:10]}; `liege rollback` goes back"


@contextmanager
def _kept_journal(place: Place) -> Iterator[None]:
    """Copies the journal aside. The copy of the update before stays if this one fails."""
    older = place.kept.with_name(place.kept.name + ".older")
    if place.kept.exists():
        if older.exists():
            shutil.rmtree(older)
        place.kept.rename(older)
    try:
        if place.data.exists():
            _copy(_store_files(place.data), place.kept)
        yield
    except BaseException:
        shutil.rmtree(place.kept, ignore_errors=True)
        if older.exists():
            older.rename(place.kept)
        raise
    if older.exists():
        shutil.rmtree(older)


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
    with place.stopped():
        place.git("checkout", "--quiet", "--detach", previous)
        if not place.set_up():
            place.git("checkout", "--quiet", "--detach", present)
            place.set_up()
            raise CannotUpdate("the old version could not be set up, so the present one stays")
        said = f"back from {present[:10]} to {previous[:10]}"
        # Where there was no journal then, only the old program can tell whether it reads that of today.
        if now is None or now == before or (before is None and place.opens()):
            return said
        aside = _unused(place.data / f"after-update-{present[:10]}")
        files = _store_files(place.data)
        _copy(files, aside)
        for path in files:
            path.unlink()
        for path in _store_files(place.kept):
            shutil.copy2(path, place.data / path.name)
    return f"{said}, with the journal as it was before the update; what was played since lies in {aside}"


def _unused(folder: Path) -> Path:
    """`folder`, or with a number behind it where that is taken."""
    candidate, number = folder, 1
    while candidate.exists():
        number += 1
        candidate = folder.with_name(f"{folder.name}-{number}")
    return candidate


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
    machine = Machine()
    place = Place(
        program=Path(__file__).resolve().parent.parent,
        data=(args.data or data_folder(machine)).absolute(),
        serviced=machine.text(UNIT) is not None,
    )
    try:
        owner = place.program.stat().st_uid
        if os.geteuid() == 0 != owner:
            name = pwd.getpwuid(owner).pw_name
            raise CannotUpdate(f"{place.program} belongs to {name}: run this as {name}, without sudo")
        print(act(place))
    except CannotUpdate as reason:
        print(f"liege: {reason}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"liege: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0
