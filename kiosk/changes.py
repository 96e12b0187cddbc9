"""Files, links and folders that belong on a machine: made once, written down, and taken back in reverse.

`apply` makes each `Item` that does not stand yet and records what was there before (`RECORD`); `revert` puts
that back. A file that a person changed since is left alone, and so is a folder with something in it.
Everything happens below a root folder, which need not be the machine's own.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

RECORD = Path("etc/liege/installed.json")


@dataclass(frozen=True)
class Item:
    """One thing that is to be there. `path` is below the root; `text` is a file's, `target` a link's."""

    path: str
    why: str
    kind: str = "file"  # file, link, folder, words
    text: str = ""
    target: str = ""
    mode: int = 0o644
    owner: tuple[int, int] | None = None
    words: tuple[str, ...] = ()  # for `words`: what a line of words must contain


@dataclass(frozen=True)
class Done:
    """What installing an item did: `before` is the file's former text (None: it was not there), `after`
    ours.
    """

    path: str
    kind: str
    before: str | None = None
    after: str = ""
    made_folders: tuple[str, ...] = ()


def with_words(text: str, words: Sequence[str]) -> str:
    """The line `text` with `words` in it; a word `key=other` gives way to ours."""
    keys = {word.partition("=")[0] for word in words}
    kept = [word for word in text.split() if word.partition("=")[0] not in keys]
    return " ".join([*kept, *words]) + "\n"


def final_text(item: Item, present: str | None) -> str:
    """What the item's file shall contain, given what it contains now."""
    if item.kind == "words":
        has_all = set(item.words) <= set((present or "").split())
        return present if present is not None and has_all else with_words(present or "", item.words)
    return item.target if item.kind == "link" else item.text


def present(root: Path, item: Item | Done) -> str | None:
    """What is there now: a file's text, a link's target, "" for a folder, None for nothing."""
    path = root / item.path
    if item.kind == "link":
        return os.readlink(path) if path.is_symlink() else None
    if item.kind == "folder":
        return "" if path.is_dir() else None
    return path.read_text() if path.exists() else None


def stands(root: Path, item: Item) -> bool:
    """Whether nothing is left to do for the item."""
    there = present(root, item)
    if there is None or there != final_text(item, there):
        return False
    status = (root / item.path).lstat()
    return item.kind in ("link", "words") or (
        status.st_mode & 0o7777 == item.mode and item.owner in (None, (status.st_uid, status.st_gid))
    )


def make(root: Path, item: Item) -> Done:
    """Makes the item; what it replaced is in the answer."""
    path = root / item.path
    before = present(root, item)
    made = _make_folders(root, path.parent)
    text = final_text(item, before)
    if item.kind == "folder":
        path.mkdir(exist_ok=True)
    elif item.kind == "link":
        path.unlink(missing_ok=True)
        path.symlink_to(item.target)
    else:
        _write(path, text)
    if item.kind in ("file", "folder"):
        path.chmod(item.mode)
        if item.owner:
            os.chown(path, *item.owner)
    return Done(item.path, item.kind, before, text, made)


def _make_folders(root: Path, folder: Path) -> tuple[str, ...]:
    """Makes `folder` and what is missing above it; the made ones, outermost first."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for made in reversed(missing):
        made.mkdir()
    return tuple(str(made.relative_to(root)) for made in reversed(missing))


def _write(path: Path, text: str) -> None:
    """Whole or not at all, also when the power goes: a half kernel command line would not boot."""
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o644
    draft = path.with_name(path.name + ".new")
    with draft.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.chmod(mode)
    draft.replace(path)


def undo(root: Path, done: Done) -> str | None:
    """Puts back what was there before; a sentence where that is not possible, and then nothing changed."""
    path = root / done.path
    there = present(root, done)
    if there is None:
        pass
    elif done.kind == "folder":
        if done.before is None:
            if any(path.iterdir()):
                return f"/{done.path} is kept: there are hands in it"
            path.rmdir()
    elif there != done.after:
        return f"/{done.path} is kept: it was changed since"
    elif done.before is None:
        path.unlink()
    elif done.kind == "link":
        path.unlink()
        path.symlink_to(done.before)
    else:
        _write(path, done.before)
    for folder in reversed(done.made_folders):
        if (root / folder).is_dir() and not any((root / folder).iterdir()):
            (root / folder).rmdir()
    return None


def read_record(root: Path) -> list[Done]:
    path = root / RECORD
    if not path.exists():
        return []
    entries = json.loads(path.read_text())["done"]
    return [Done(**entry | {"made_folders": tuple(entry["made_folders"])}) for entry in entries]


def write_record(root: Path, done: Sequence[Done]) -> None:
    """Keeps the list, or takes it and its folder away when nothing is left in it."""
    path = root / RECORD
    if done:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, json.dumps({"version": 1, "done": [asdict(entry) for entry in done]}, indent=1) + "\n")
    elif path.exists():
        path.unlink()
        path.parent.rmdir()


def apply(root: Path, items: Sequence[Item]) -> list[str]:
    """Makes what does not stand yet; the paths that were made. The record is kept after each step."""
    done = {entry.path: entry for entry in read_record(root)}
    made = []
    for item in items:
        if stands(root, item):
            continue
        earlier = done.get(item.path)
        entry = make(root, item)
        if earlier:  # what stood there before us still counts, not our own former text
            entry = Done(entry.path, entry.kind, earlier.before, entry.after, earlier.made_folders)
        done[item.path] = entry
        write_record(root, list(done.values()))
        made.append(item.path)
    return made


def revert(root: Path) -> list[str]:
    """Undoes all that `apply` did, last things first; sentences about what had to stay."""
    left = [sentence for entry in reversed(read_record(root)) if (sentence := undo(root, entry))]
    write_record(root, [])
    return left
