"""The session file that a running kiosk writes: hand by hand, without any card that stayed face down.

A card is written as unread where nobody at the table saw it, so that the file can be given away; openers, pots,
shares and stacks come out the same, since only shown cards decide them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.cards import Card
from kiosk.recorder_pictures import Pictures
from kiosk.recorder_telling import Taken, without_hidden
from kiosk.said import Said
from kiosk.session_lines import Line

if TYPE_CHECKING:
    from kiosk.camera_table import Shot

NO_INPUTS: Final = ("note", "frame")
"""Lines that no undo takes back."""


def _plain(one: Taken) -> Taken:
    """A note about a picture as the session file has notes."""
    if one.line["type"] != "note":
        return one
    return replace(one, line={name: value for name, value in one.line.items() if name != "file"})


def free_name(path: Path) -> Path:
    """That path, or one beside it where a session of this run has been written there already."""
    stem = path.name.removesuffix(".session.jsonl")
    number = 2
    while path.exists():
        path = path.with_name(f"{stem}-{number}.session.jsonl")
        number += 1
    return path


class Recorder:
    """Writes ``NAME.session.jsonl``: the header at once, each hand when it is over and the next one
    begins.

    What was taken back, refused, or changed nothing is not in it: without the cards that are left out it might
    count. Only an undo that reaches into a hand which is written already is told as such.

    ``fault`` is a sentence where the file cannot be written: it is left as it is from then on. Nothing is
    lost by that, since the journal is the store.
    """

    def __init__(self, path: Path, header: Mapping[str, object]) -> None:
        self.path = path
        self.fault = ""
        self._waiting: list[Taken] = []
        self._undone: list[Taken | int] = []
        """What undos took back, the last one last; of what is written already, how many lines stand for it."""
        self._written: list[int] = []
        """How many lines stand for each input that is written."""
        self._gone_back = 0
        """How many lines of the file its own undos took back."""
        self._public: Set[Card] = frozenset()
        self._pictures = Pictures(path)
        self._write([header], "w")

    def take(self, taken: Taken) -> None:
        """A line came."""
        kind = taken.line["type"]
        self._public, before = taken.public, self._public
        if self.fault:
            return
        if kind == "note":
            self._waiting.append(taken)
        elif taken.counted and kind == "undo":
            self._undo(taken)
        elif taken.counted:
            if kind == "hand":
                self._flush(before)
            self._undone.clear()
            self._waiting.append(taken)

    def picture(self, shot: Shot) -> None:
        """Cards are read from a picture: by the camera, whose picture replays, or by the dealer."""
        if self.fault:
            return
        try:
            file = self._pictures.take(shot)
        except OSError as error:
            self._failed(error)
            return
        if file is None:
            return
        line: Line = {"type": "frame", "camera": self._pictures.camera, "file": file}
        if shot.by_touch:
            line = {"type": "note", "text": f"the dealer named the card in {file}", "file": file}
        self._waiting.append(Taken(line))

    def flush(self) -> None:
        """Write what waits, without what still lies face down."""
        self._flush(self._public)

    def _flush(self, public: Set[Card]) -> None:
        try:
            files = {"", *self._pictures.write(public)}
        except OSError as error:
            self._failed(error)
            return
        kept = [_plain(one) for one in self._waiting if one.line.get("file", "") in files]
        for one, lines in zip(kept, without_hidden(kept), strict=True):
            self._write(lines)
            if one.line["type"] in NO_INPUTS:
                continue
            inputs = sum(line["type"] != "note" for line in lines)
            self._written.append(inputs)
            if inputs:
                self._gone_back = 0
        self._waiting = []

    def _undo(self, taken: Taken) -> None:
        if self._undone and not taken.line.get("deeper"):
            again = self._undone.pop()
            if isinstance(again, Taken):
                self._waiting.append(again)
            else:
                self._write([{"type": "undo"}] * again)
                self._gone_back -= again
                self._written.append(again)
            return
        inputs = [at for at, one in enumerate(self._waiting) if one.line["type"] not in NO_INPUTS]
        if inputs:
            self._undone.append(self._waiting.pop(inputs[-1]))
            self._look_at_picture(inputs[-1])
            return
        count = self._written.pop() if self._written else 1
        for _ in range(count):
            self._write([{"type": "undo", "deeper": True} if self._gone_back else {"type": "undo"}])
            self._gone_back += 1
        self._undone.append(count)

    def _look_at_picture(self, at: int) -> None:
        """The line that stood there was taken back: where it had come from a picture, that is read no more."""
        taken = self._undone[-1]
        if not isinstance(taken, Taken) or taken.line.get("reader") != "camera":
            return
        for place in range(at - 1, -1, -1):
            line = self._waiting[place].line
            if line["type"] == "frame":
                text = f"a card read from {line['file']} was taken back"
                self._waiting[place] = Taken({"type": "note", "text": text, "file": line["file"]})
                return

    def _write(self, lines: Sequence[Mapping[str, object]], mode: str = "a") -> None:
        if not lines or self.fault:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open(mode, encoding="utf-8") as file:
                file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        except OSError as error:
            self._failed(error)

    def _failed(self, error: OSError) -> None:
        self.fault = Said(
            "The session file {path} cannot be written ({why}): it ends here; the journal keeps every hand, "
            "play goes on.",
            path=self.path,
            why=error.strerror,
        )
