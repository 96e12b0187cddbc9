"""Files, links and folders that belong on a machine: made once, written down, and taken back in reverse.

`apply` makes each `Item` that does not stand yet and records first what was there before (`RECORD`), so that a
power cut in the middle loses nothing; `revert` puts that back. A file that a person changed since is left
alone, and so is a folder with something in it. Everything happens below a root folder, which need not be the
machine's own.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

RECORD = Path("etc/liege/installed.json")


@dataclass(frozen=True)
class Item:
    """One thing that is to be there. `path` is below the root; `text` is a file's, `target` a link's, `mode` a
    file's or folder's; `owner` (user and group number) that of a file, or of a folder and all that is in it.
    """

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
    """What installing an item does: `before` is the file's former text (None: it was not there), `after` ours;
    `rights` are the former mode, user and group of each path, below the root, that gets others.
    """

    path: str
    kind: str
    before: str | None = None
    after: str = ""
    made_folders: tuple[str, ...] = ()
    rights: tuple[tuple[str, int, int, int], ...] = ()


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
    return there is not None and there == final_text(item, there) and not _wrong_rights(root, item)


def _wrong_rights(root: Path, item: Item) -> list[tuple[Path, os.stat_result]]:
    """What is there and has another mode or owner than the item wants."""
    path = root / item.path
    if item.kind not in ("file", "folder") or not path.exists():
        return []
    inside = path.rglob("*") if item.kind == "folder" and item.owner else ()
    return [
        (each, status)
        for each in (path, *inside)
        for status in [each.lstat()]
        if (each == path and status.st_mode & 0o7777 != item.mode)
        or item.owner not in (None, (status.st_uid, status.st_gid))
    ]


def plan(root: Path, item: Item) -> Done:
    """What making the item will do, and what it replaces."""
    before = present(root, item)
    missing, folder = [], (root / item.path).parent
    while not folder.exists():
        missing.append(str(folder.relative_to(root)))
        folder = folder.parent
    rights = tuple(
        (str(path.relative_to(root)), status.st_mode & 0o7777, status.st_uid, status.st_gid)
        for path, status in _wrong_rights(root, item)
    )
    return Done(item.path, item.kind, before, final_text(item, before), tuple(reversed(missing)), rights)


def make(root: Path, item: Item, planned: Done) -> None:
    """Makes the item as it was planned."""
    path = root / item.path
    for folder in planned.made_folders:
        (root / folder).mkdir(exist_ok=True)
    if item.kind == "folder":
        path.mkdir(exist_ok=True)
    elif item.kind == "link":
        path.unlink(missing_ok=True)
        path.symlink_to(planned.after)
    else:
        _write(path, planned.after)
    for each, _ in _wrong_rights(root, item):
        if item.owner:
            os.chown(each, *item.owner, follow_symlinks=False)
        if each == path:  # after its owner: a change of owner takes bits away
            path.chmod(item.mode)


def _write(path: Path, text: str) -> None:
    """Whole or not at all, also when the power goes: a half kernel command line would not boot."""
    there = path.stat() if path.exists() else None
    mode = there.st_mode & 0o7777 if there else 0o644
    draft = path.with_name(path.name + ".new")
    with draft.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    if there and (there.st_uid, there.st_gid) != (os.geteuid(), os.getegid()):
        os.chown(draft, there.st_uid, there.st_gid)
    draft.chmod(mode)
    draft.replace(path)


def undo(root: Path, done: Done) -> str | None:
    """Puts back what was there before; a sentence where that is not possible, and then nothing changed."""
    path = root / done.path
    there = present(root, done)
    if there is None or (there == done.before and done.kind != "folder"):
        pass  # somebody took it away, or it never came so far
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
    _restore_rights(root, done)
    for folder in reversed(done.made_folders):
        if (root / folder).is_dir() and not any((root / folder).iterdir()):
            (root / folder).rmdir()
    return None


def _restore_rights(root: Path, done: Done) -> None:
    for name, mode, user, group in done.rights:
        path = root / name
        if not path.exists() or path.is_symlink():
            continue
        status = path.stat()
        if (status.st_uid, status.st_gid) != (user, group):
            os.chown(path, user, group)
        if path.stat().st_mode & 0o7777 != mode:
            path.chmod(mode)


def read_record(root: Path) -> list[Done]:
    path = root / RECORD
    if not path.exists():
        return []
    entries = json.loads(path.read_text())["done"]
    return [
        Done(
            entry["path"],
            entry["kind"],
            entry["before"],
            entry["after"],
            tuple(entry["made_folders"]),
            tuple((name, mode, user, group) for name, mode, user, group in entry.get("rights", ())),
        )
        for entry in entries
    ]


def write_record(root: Path, done: Sequence[Done]) -> None:
    """Keeps the list, or takes it and its folder away when nothing is left in it."""
    path = root / RECORD
    if done:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, json.dumps({"version": 1, "done": [asdict(entry) for entry in done]}, indent=1) + "\n")
    elif path.exists():
        path.unlink()
        if not any(path.parent.iterdir()):
            path.parent.rmdir()


def apply(root: Path, items: Sequence[Item]) -> list[str]:
    """Makes what does not stand yet; the paths that were made. Each step is recorded before it is done."""
    done = {entry.path: entry for entry in read_record(root)}
    made = []
    for item in items:
        if stands(root, item):
            continue
        planned = plan(root, item)
        done[item.path] = _over(done.get(item.path), planned)
        write_record(root, list(done.values()))
        make(root, item, planned)
        made.append(item.path)
    return made


def _over(earlier: Done | None, planned: Done) -> Done:
    """The entry for a step over one of ours: what stood there before us still counts, not our own text."""
    if earlier is None:
        return planned
    rights = {entry[0]: entry for entry in (*planned.rights, *earlier.rights)}
    folders = dict.fromkeys((*earlier.made_folders, *planned.made_folders))
    return replace(planned, before=earlier.before, made_folders=tuple(folders), rights=tuple(rights.values()))


def revert(root: Path) -> list[str]:
    """Undoes all that `apply` did, last things first; sentences about what had to stay."""
    left = [sentence for entry in reversed(read_record(root)) if (sentence := undo(root, entry))]
    write_record(root, [])
    return left
