"""Another version over the same journal and back, in real git clones with a set-up that does nothing."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from kiosk.journal import Journal
from kiosk.update import CannotUpdate, Place, rollback, store_version, update

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not on this machine")


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    said = subprocess.run(["git", "-C", folder, *who, *words], capture_output=True, text=True, check=True)
    return said.stdout.strip()


def release(upstream: Path, text: str, set_up: str = "", opens: str = "exit 0") -> str:
    """One more version of the program, whose `liege` is a shell script; its name."""
    (upstream / "program.txt").write_text(text)
    (upstream / "tools").mkdir(exist_ok=True)
    makes_liege = "mkdir -p .venv/bin\ncp tools/liege .venv/bin/liege"
    (upstream / "tools/setup").write_text(f'#!/bin/sh\ncd "$(dirname "$0")/.."\n{set_up or makes_liege}\n')
    (upstream / "tools/liege").write_text(f"#!/bin/sh\n{opens}\n")
    for name in ("setup", "liege"):
        (upstream / "tools" / name).chmod(0o755)
    (upstream / ".gitignore").write_text(".venv\n")
    git(upstream, "add", ".")
    git(upstream, "commit", "--quiet", "-m", text)
    return git(upstream, "rev-parse", "HEAD")


def store(folder: Path, version: int, hands: list[str]) -> None:
    """A journal in small, of that form, with its writes still in the write-ahead log."""
    folder.mkdir(exist_ok=True)
    for path in folder.glob("liege*"):
        path.unlink()
    writer = sqlite3.connect(folder / "liege.db")
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute(f"PRAGMA user_version = {version}")
    writer.execute("CREATE TABLE hand (name TEXT)")
    writer.executemany("INSERT INTO hand VALUES (?)", [(name,) for name in hands])
    writer.commit()
    kept = {path.name: path.read_bytes() for path in folder.glob("liege*")}
    writer.close()  # takes the log into the store, so what a cut would leave is put back
    for name, content in kept.items():
        (folder / name).write_bytes(content)


def hands(folder: Path, scratch: Path) -> list[str]:
    copy = scratch / "copy"
    shutil.copytree(folder, copy)
    reader = sqlite3.connect(copy / "liege.db")
    found = [row[0] for row in reader.execute("SELECT name FROM hand ORDER BY rowid")]
    reader.close()
    shutil.rmtree(copy)
    return found


@pytest.fixture
def upstream(tmp_path: Path) -> Path:
    folder = tmp_path / "upstream"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    release(folder, "one")
    return folder


@pytest.fixture
def place(upstream: Path, tmp_path: Path) -> Place:
    subprocess.run(["git", "clone", "--quiet", upstream, tmp_path / "clone"], check=True)
    store(tmp_path / "data", 1, ["first"])
    return Place(tmp_path / "clone", tmp_path / "data", serviced=False)


def program(place: Place) -> str:
    return (place.program / "program.txt").read_text()


def test_a_new_version_and_back_with_the_hands_played_since(place: Place, upstream: Path, tmp_path: Path):
    release(upstream, "two")
    assert "goes back" in update(place, None)
    assert program(place) == "two"
    store(place.data, 1, ["first", "second"])  # the same form: the old program reads it too
    assert rollback(place).startswith("back from ")
    assert program(place) == "one"
    assert hands(place.data, tmp_path) == ["first", "second"]


def test_back_from_a_journal_of_a_new_form(place: Place, upstream: Path, tmp_path: Path):
    new = release(upstream, "two")
    update(place, None)
    store(place.data, 2, ["first", "second"])
    said = rollback(place)
    assert (program(place), store_version(place.data)) == ("one", 1)
    assert hands(place.data, tmp_path) == ["first"]
    aside = place.data / f"after-update-{new[:10]}"
    assert str(aside) in said
    assert hands(aside, tmp_path) == ["first", "second"]


def test_a_version_that_cannot_be_set_up_is_taken_back(place: Place, upstream: Path, tmp_path: Path):
    release(upstream, "two", set_up="exit 1")
    with pytest.raises(CannotUpdate, match="the old one is back"):
        update(place, None)
    assert program(place) == "one"
    assert hands(place.data, tmp_path) == ["first"]


def test_a_version_that_does_not_open_the_journal_is_taken_back(place: Place, upstream: Path, tmp_path: Path):
    """Its words on the way are written down: it gets a copy of the journal, never the journal."""
    words = tmp_path / "words"
    note = f'echo "$@" >>{words}\ncp "$5"/liege.db {tmp_path}/seen.db\necho spoilt >"$5"/liege.db\n'
    release(upstream, "two", opens=note + "exit 2")
    with pytest.raises(CannotUpdate, match="does not open a copy of the journal, so the old one is back"):
        update(place, None)
    assert program(place) == "one"
    assert hands(place.data, tmp_path) == ["first"]
    assert not place.kept.exists()
    given = words.read_text().split()
    assert given[:4] == ["run", "--shoe", "none", "--data"]
    assert given[-2:] == ["--until", "first-prompt"]
    assert (tmp_path / "seen.db").read_bytes() == (place.data / "liege.db").read_bytes()
    assert sorted(path.name for path in place.data.iterdir()) == ["liege.db", "liege.db-shm", "liege.db-wal"]
    with pytest.raises(CannotUpdate, match="nothing to go back to"):
        rollback(place)


def test_a_failed_update_leaves_the_way_back_of_the_one_before(place: Place, upstream: Path, tmp_path: Path):
    release(upstream, "two")
    update(place, None)
    store(place.data, 2, ["first", "second"])
    release(upstream, "three", set_up="exit 1")
    with pytest.raises(CannotUpdate, match="could not be set up"):
        update(place, None)
    assert program(place) == "two"
    rollback(place)
    assert program(place) == "one"
    assert hands(place.data, tmp_path) == ["first"]


def test_update_after_update_follows_the_same_branch(place: Place, upstream: Path):
    for text in ("two", "three"):
        release(upstream, text)
        update(place, None)
        assert program(place) == text
    git(place.program, "config", "--unset", "liege.follows")
    with pytest.raises(CannotUpdate, match="follows no branch"):
        update(place, None)


def test_forward_and_back_twice_keeps_both_evenings_aside(place: Place, upstream: Path, tmp_path: Path):
    new = release(upstream, "two")
    for played in ("second", "third"):
        update(place, None)
        store(place.data, 2, ["first", played])
        rollback(place)
    asides = [place.data / f"after-update-{new[:10]}{number}" for number in ("", "-2")]
    assert [hands(aside, tmp_path)[-1] for aside in asides] == ["second", "third"]
    assert hands(place.data, tmp_path) == ["first"]


@pytest.mark.parametrize("reads_it", [True, False])
def test_a_journal_that_began_after_the_update_stays_where_the_old_version_reads_it(
    place: Place, upstream: Path, tmp_path: Path, reads_it: bool
):
    shutil.rmtree(place.data)
    old = release(upstream, "old", opens="exit 0" if reads_it else "exit 2")
    git(place.program, "pull", "--quiet")
    new = release(upstream, "new")
    update(place, None)
    assert git(place.program, "rev-parse", "refs/liege/previous") == old
    store(place.data, 1, ["first"])
    rollback(place)
    assert program(place) == "old"
    assert (place.data / "liege.db").exists() == reads_it
    kept = place.data if reads_it else place.data / f"after-update-{new[:10]}"
    assert hands(kept, tmp_path) == ["first"]


def test_the_kiosk_runs_again_whatever_happens(place: Place, upstream: Path, monkeypatch: pytest.MonkeyPatch):
    """Under systemd: stopped before the journal is copied, started after a copy that did not fit."""
    asked: list[str] = []
    monkeypatch.setattr(Place, "service", lambda place, verb: asked.append(verb))

    def full(source: Path, target: Path) -> None:
        asked.append("copy")
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(shutil, "copy2", full)
    release(upstream, "two")
    with pytest.raises(OSError, match="No space left"):
        update(place, None)
    assert asked == ["stop", "copy", "start"]
    assert program(place) == "one"
    assert not place.kept.exists()


def test_an_old_version_that_cannot_be_set_up_leaves_the_present_one(place: Place, upstream: Path):
    broken = release(upstream, "broken", set_up="exit 1")
    git(place.program, "pull", "--quiet")
    release(upstream, "two")
    update(place, None)
    assert git(place.program, "rev-parse", "refs/liege/previous") == broken
    with pytest.raises(CannotUpdate, match="the present one stays"):
        rollback(place)
    assert program(place) == "two"


def test_this_very_program_opens_a_copy_of_a_journal_and_refuses_a_newer_form(tmp_path: Path):
    here = Place(Path(__file__).resolve().parents[2], tmp_path / "data", serviced=False)
    assert here.opens()  # no journal yet
    Journal.open(here.data).close()
    before = {path: path.read_bytes() for path in here.data.iterdir()}
    assert here.opens()
    assert {path: path.read_bytes() for path in here.data.iterdir()} == before
    with sqlite3.connect(here.data / "liege.db") as newer:
        newer.execute("PRAGMA user_version = 999")
    newer.close()
    before = {path: path.read_bytes() for path in here.data.iterdir()}
    assert not here.opens()
    assert {path: path.read_bytes() for path in here.data.iterdir()} == before


def test_a_named_version_and_the_one_that_is_there(place: Place, upstream: Path):
    git(upstream, "tag", "v1")
    release(upstream, "two")
    git(upstream, "tag", "v2")
    release(upstream, "three")
    update(place, "v2")
    assert program(place) == "two"
    assert update(place, "v2") == "this is that version already"
    rollback(place)
    assert rollback(place) == "this is the version before the update already"


def test_refusals_change_nothing(place: Place, upstream: Path):
    with pytest.raises(CannotUpdate, match="nothing to go back to"):
        rollback(place)
    release(upstream, "two")
    with pytest.raises(CannotUpdate, match="there is no version no-such-version"):
        update(place, "no-such-version")
    (place.data / "liege.db-wal").unlink()
    (place.data / "liege.db").write_bytes(b"no store at all " * 64)
    with pytest.raises(CannotUpdate, match=r"liege\.db cannot be read"):
        update(place, None)
    assert not place.kept.exists()
    (place.program / "program.txt").write_text("mine")
    with pytest.raises(CannotUpdate, match="changed by hand"):
        update(place, None)
    assert program(place) == "mine"


def test_without_a_journal_only_the_program_changes(place: Place, upstream: Path):
    shutil.rmtree(place.data)
    release(upstream, "two")
    update(place, None)
    assert program(place) == "two"
    assert not place.data.exists()
    rollback(place)
    assert program(place) == "one"


def test_asking_for_the_form_of_a_store_leaves_every_byte_as_it_was(place: Place):
    before = {path: path.read_bytes() for path in place.data.iterdir()}
    assert store_version(place.data) == 1
    assert {path: path.read_bytes() for path in place.data.iterdir()} == before
