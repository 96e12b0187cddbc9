"""The session file that a running kiosk writes: hand by hand, without any card that stayed face down.

A card is written as unread where nobody at the table ever saw it, so that the file can be given
away; openers, pots, shares and stacks come out the same, since only shown cards decide them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.cards import BY_NAME, Card
from kiosk.recorder_pictures import Pictures
from kiosk.said import Said
from kiosk.session_lines import Line

if TYPE_CHECKING:
    from kiosk.camera_table import Shot

NO_INPUTS: Final = ("note", "frame")
"""Lines that no undo takes back."""


@dataclass(frozen=True)
class Taken:
    """A line that came, and what became of it."""

    line: Line
    counted: bool = True
    """False: it was refused, or changed nothing."""
    public: Set[Card] = frozenset()
    """The cards of its hand that everyone had seen when it came."""
    passed: bool = False
    """It was the last read of a pass, which was thereby over."""
    shown: Mapping[int, Sequence[Card]] = field(default_factory=dict)
    """Seat -> the cards that a ``show`` or a ``confirm`` turned up there, named or not."""
    short: bool = False
    """After it somebody's hand still lies face down in part."""


def without_hidden(lines: Sequence[Taken], public: Set[Card]) -> list[list[dict[str, object]]]:
    """For each line that stands, the lines that tell it without the cards that nobody has seen; ``public`` are
    those everyone saw in the end. A wrong name that stood on the screen as an up card is told too.

    What a pad read of a pass is not told, only that all have passed: who gave a card that is shown later was seen by
    nobody.
    """
    told: list[list[dict[str, object]]] = []
    for at, one in enumerate(lines):
        line, kind = dict(one.line), str(one.line["type"])
        hidden = any(BY_NAME[name] not in public | one.public for name in _named(line))
        stays = [line]
        if kind == "pass":
            stays = [_note(f"seat {line['seat']} passed a card that a pad read")]
        elif kind == "correct" and hidden:
            known = BY_NAME[str(line["card"])] in public
            _name(line, line["card"] if known else None, lines[:at], told)
            stays = [_note("a card that lies face down was corrected")]
        elif kind == "card" and hidden:
            line["card"] = None
        elif (
            one.shown and "cards" not in line
        ):  # now everyone knows them; a reader of the file not whose they were
            stays = _shows(one)
            if kind == "confirm" and (one.short or line["step"] == "pay"):
                stays.append(line)
        if one.passed:
            stays.append({"type": "confirm", "step": "pass"})
        told.append(stays)
    return told


def _name(
    correction: Mapping[str, object],
    name: object,
    lines: Sequence[Taken],
    told: Sequence[list[dict[str, object]]],
) -> None:
    """A wrong read that was put right before anyone saw it: its line gets the right name, or none while nobody has
    seen that card; the wrong one may be what lies open elsewhere, and would be a duplicate."""
    seat, was = correction.get("seat"), correction.get("was")
    for one, written in zip(reversed(lines), reversed(told), strict=True):
        read = one.line
        if read["type"] == "card" and read.get("card") == was and read.get("seat", seat) == seat:
            written[0]["card"] = name
            return


def _shows(one: Taken) -> list[dict[str, object]]:
    time = {"t": one.line["t"]} if "t" in one.line else {}
    return [
        {"type": "show", "seat": seat, "cards": [str(card) for card in cards], **time}
        for seat, cards in one.shown.items()
    ]


def _note(text: str) -> dict[str, object]:
    return {"type": "note", "text": text}


def _named(line: Line) -> list[str]:
    """The cards that a line names."""
    cards = line.get("cards")
    names = [line.get("card"), line.get("was"), *(cards if isinstance(cards, list) else ())]
    return [name for name in names if isinstance(name, str)]


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
        for one, lines in zip(kept, without_hidden(kept, public), strict=True):
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
