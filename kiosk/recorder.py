"""The session file that a running kiosk writes: hand by hand, without any card that stayed face down.

A card is written as unread where nobody at the table ever saw it, so that the file can be given
away; openers, pots, shares and stacks come out the same, since only shown cards decide them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cards import BY_NAME, Card
from kiosk.recorder_pictures import Pictures
from kiosk.said import Said
from kiosk.session_lines import Line

if TYPE_CHECKING:
    from kiosk.camera_table import Shot


def without_hidden(lines: Sequence[tuple[Line, bool]], public: Set[Card]) -> list[dict[str, object]]:
    """The lines of one hand with the cards that nobody has seen taken out; ``public`` are those everyone
    saw. With each line goes whether it counted: of one that was refused and names such a card stays a note."""
    told: list[dict[str, object]] = []
    hidden_passes = False
    for line, counted in lines:
        kind = line["type"]
        hidden = any(BY_NAME[name] not in public for name in _named(line))
        if hidden and not counted:
            told.append({"type": "note", "text": f"a {kind} line was refused"})
            continue
        if kind == "pass" and hidden:
            hidden_passes = True
            told.append({"type": "note", "text": f"seat {line['seat']} passed a card that a pad read"})
            continue
        if hidden_passes and kind not in ("pass", "note", "undo"):
            hidden_passes = False
            if kind != "confirm":
                told.append({"type": "confirm", "step": "pass"})
        if kind == "card" and hidden:
            told.append({**line, "card": None})
        elif kind == "correct" and hidden:
            told.append({"type": "note", "text": "a card that lies face down was corrected"})
        elif kind == "show" and hidden:
            told.append({name: value for name, value in line.items() if name != "cards"})
        elif kind == "serial":
            continue
        else:
            told.append(dict(line))
    return told


def _named(line: Line) -> list[str]:
    """The cards that a line names."""
    cards = line.get("cards")
    names = [line.get("card"), line.get("was"), *(cards if isinstance(cards, list) else ())]
    return [name for name in names if isinstance(name, str)]


def _plain(line: Line) -> Line:
    """A note about a picture as the session file has notes."""
    return {name: value for name, value in line.items() if line["type"] != "note" or name != "file"}


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

    ``fault`` is a sentence where the file cannot be written: it is left as it is from then on. Nothing is
    lost by that, since the journal is the store.
    """

    def __init__(self, path: Path, header: Mapping[str, object]) -> None:
        self.path = path
        self.fault = ""
        self._waiting: list[tuple[Line, bool]] = []
        self._public: Set[Card] = frozenset()
        self._pictures = Pictures(path)
        self._write([header], "w")

    def take(self, line: Line, public: Set[Card], counted: bool) -> None:
        """A line came, and counted or was refused; ``public`` are the cards that everyone has seen in its
        hand by now."""
        if line["type"] == "hand":
            self.flush()
        if not self.fault:
            self._waiting.append((line, counted))
        self._public = public

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
        self._waiting.append((line, True))

    def flush(self) -> None:
        """Write what waits, without what still lies face down."""
        try:
            written = self._pictures.write(self._public)
        except OSError as error:
            self._failed(error)
            return
        lines = [(line, counted) for line, counted in self._waiting if line.get("file", "") in {"", *written}]
        self._write(without_hidden([(_plain(line), counted) for line, counted in lines], self._public))
        self._waiting = []

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
