"""A disk that forgets: the system calls of a real run, and what a power cut leaves of them.

`record` runs a program under strace. `Disk` takes its calls one by one and knows what is synced and
what is not; `after_cut` gives the files that a power cut at that moment may leave. Names (created,
renamed, removed) are unsynced until the folder is synced, as POSIX has it, and happen in order.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

CALLS = "openat,close,pwrite64,write,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat"
SECTOR = 512
WAYS = ("dropped", "kept", "torn", "zeroed", "mixed")
"""What becomes of what was not synced: nothing of it, all of it, the last write cut in the middle,
zeros in its place, any sectors of it in any order."""

Files = dict[str, bytes]

_LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_WAY_TO_FD = re.compile(r"^(\d+)<")


def tool() -> str | None:
    """The path of strace, or None."""
    return shutil.which("strace")


def record(command: list[str], log: Path, cwd: Path) -> None:
    """Run a program and write its calls to `log`. Raises CalledProcessError."""
    options = ["-f", "-y", "-qq", "-xx", "-s", "1000000", "-o", str(log), "-e", f"trace={CALLS}"]
    subprocess.run(["strace", *options, *command], cwd=cwd, stdout=subprocess.DEVNULL, check=True)


@dataclass(slots=True)
class Call:
    name: str
    fd: int | None
    texts: list[bytes]
    numbers: str
    result: int


def calls(log: Path) -> Iterator[Call]:
    """The calls that succeeded, in order."""
    with log.open() as opened:
        for line in opened:
            matched = _LINE.match(line)
            if matched is None or int(matched[3]) < 0:
                continue
            name, arguments, result = matched[1], matched[2], int(matched[3])
            fd = _WAY_TO_FD.match(arguments)
            texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(arguments)]
            numbers = arguments.rpartition('"')[2] if texts else arguments.rpartition(">")[2]
            yield Call(name, int(fd[1]) if fd else None, texts, numbers, result)


@dataclass(slots=True)
class Inode:
    """One file: its bytes as synced, as the program sees them, and the changes between the two.

    A change is (offset, bytes) or, for a truncation, (size, None).
    """

    synced: bytes = b""
    seen: bytearray = field(default_factory=bytearray)
    changes: list[tuple[int, bytes | None]] = field(default_factory=list)

    def change(self, at: int, data: bytes | None) -> None:
        self.changes.append((at, data))
        _apply(self.seen, at, data)

    def sync(self) -> None:
        if self.changes:
            self.synced = bytes(self.seen)
            self.changes.clear()


class Disk:
    """One folder on that disk."""

    def __init__(self, folder: Path, before: Files) -> None:
        """`before`: the files that lay in the folder, synced, when the program began."""
        self.folder = folder
        self.acknowledged: list[bytes] = []
        self._names = {name: Inode(content, bytearray(content)) for name, content in before.items()}
        self._synced_names = dict(self._names)
        self._renamings: list[dict[str, Inode]] = []  # the names after each change since the last sync
        self._open: dict[int, Inode | None] = {}  # None: the folder itself
        self._at: dict[int, int] = {}

    def take(self, call: Call) -> bool:
        """Apply a call; whether it changed what a power cut may leave, or what may not be lost."""
        match call.name:
            case "openat":
                return self._opened(call)
            case "rename" | "renameat" | "renameat2":
                old, new = self._name(call.texts[0]), Path(call.texts[1].decode())
                if old is None or new.parent != self.folder:
                    return False
                self._names[new.name] = self._names.pop(old)
                return self._renamed()
            case "unlink" | "unlinkat":
                name = self._name(call.texts[0])
                if name is None:
                    return False
                del self._names[name]
                return self._renamed()
            case "write" if call.fd == 1:
                self.acknowledged.append(call.texts[0])
                return True
        if call.fd is None or call.fd not in self._open:
            return False
        if call.name == "close":
            del self._open[call.fd]
            return False
        inode = self._open[call.fd]
        if inode is None:
            return self._synced(call)
        match call.name:
            case "fsync" | "fdatasync":
                inode.sync()
            case "ftruncate":
                inode.change(int(call.numbers.strip(" ,")), None)
            case "pwrite64":
                inode.change(int(call.numbers.split(",")[2]), call.texts[0][: call.result])
            case "write":
                inode.change(self._at[call.fd], call.texts[0][: call.result])
                self._at[call.fd] += call.result
        return True

    def after_cut(self, way: str, seed: int) -> Files:
        """The files of the folder as a power cut now may leave them."""
        chance = random.Random(seed)
        names = self._names
        if way == "dropped":
            names = self._synced_names
        elif way == "mixed" and self._renamings:
            names = chance.choice([self._synced_names, *self._renamings])
        return {name: _left(inode, way, chance) for name, inode in sorted(names.items())}

    def _opened(self, call: Call) -> bool:
        path = Path(call.texts[0].decode())
        if path == self.folder:
            self._open[call.result] = None
            return False
        if path.parent != self.folder:
            self._open.pop(call.result, None)
            return False
        made = path.name not in self._names and "O_CREAT" in call.numbers
        if made:
            self._names[path.name] = Inode()
            self._renamed()
        inode = self._names[path.name]
        if "O_TRUNC" in call.numbers and inode.seen:
            inode.change(0, None)
        self._open[call.result] = inode
        self._at[call.result] = 0
        return made

    def _synced(self, call: Call) -> bool:
        if call.name in ("fsync", "fdatasync"):
            self._synced_names = dict(self._names)
            self._renamings.clear()
        return True

    def _renamed(self) -> bool:
        self._renamings.append(dict(self._names))
        return True

    def _name(self, raw: bytes) -> str | None:
        path = Path(raw.decode())
        return path.name if path.parent == self.folder and path.name in self._names else None


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        del content[at:]
        content.extend(bytes(at - len(content)))
        return
    content.extend(bytes(max(0, at - len(content))))
    content[at : at + len(data)] = data


def _left(inode: Inode, way: str, chance: random.Random) -> bytes:
    if way == "dropped" or not inode.changes:
        return inode.synced
    if way == "kept":
        return bytes(inode.seen)
    content = bytearray(inode.synced)
    changes = list(inode.changes)
    if way == "mixed":
        changes = [piece for change in changes for piece in _sectors(*change) if chance.random() < 0.5]
        chance.shuffle(changes)
    last = len(changes) - 1
    for number, (at, data) in enumerate(changes):
        if data is None:
            if way != "torn" or number < last:
                _apply(content, at, None)
        elif way == "zeroed":
            _apply(content, at, bytes(len(data)))
        elif way == "torn" and number == last:
            _apply(content, at, data[: chance.randrange(len(data) + 1)])
        else:
            _apply(content, at, data)
    return bytes(content)


def _sectors(at: int, data: bytes | None) -> list[tuple[int, bytes | None]]:
    if data is None:
        return [(at, None)]
    return [
        (max(at, place), data[max(at, place) - at : place + SECTOR - at])
        for place in range(at // SECTOR * SECTOR, at + len(data), SECTOR)
    ]
