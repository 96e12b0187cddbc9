"""Which test makes which fault happen: read out of docstrings (``Fault: card unread.``, ``Faults: two tags, glare.``).

The faults are those of docs/trust.md's table; what the screen says, what it stops and how it ends stand here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Kind:
    """A fault: its name, what the screen says, what it stops, how it ends."""

    name: str
    says: str
    stops: str
    ends: str


DOUBT = "every act, confirmation and new hand; the gate is shut"
LOOKED = "the dealer looks and touches *Done*; it stands again after a restart until then"
NOTHING = "nothing; the hand goes on by touch"

FAULTS = (
    Kind(
        "card read twice",
        "which seats hold it, a down card without its name",
        "the hand",
        "a correction, an undo, or the hand is void",
    ),
    Kind(
        "card unread",
        "a card without a name; who opens goes by what is known",
        "nothing until its name decides",
        "its name is entered, or it is shown",
    ),
    Kind("two tags", "two cards were in the shoe's exit at once", DOUBT, LOOKED),
    Kind("a card pushed back", "the same card went past the exit twice", DOUBT, LOOKED),
    Kind("cards missing", "which numbers never came", DOUBT, LOOKED),
    Kind("foreign tag", "a card is not in the deck", DOUBT, LOOKED),
    Kind("deck suspect", "the deck of that hand is suspect", "the next hand", LOOKED),
    Kind("card drawn early", "the prompt says so; it is the next card", "nothing", "with the next step"),
    Kind("shoe unplugged", "the shoe does not answer", NOTHING, "the shoe answers"),
    Kind(
        "shoe replugged",
        "the banner goes; a restart is told",
        "as a restart",
        "by itself, under any port's name",
    ),
    Kind("shoe restarted", "count the cards", DOUBT, LOOKED),
    Kind("shoe babbling", "nothing, or that what comes is no shoe", "nothing", "sound lines come"),
    Kind("shoe slow", "nothing", "nothing", "the cards arrive, each once"),
    Kind("shoe of another version", "flash the shoe anew", NOTHING, "it is flashed"),
    Kind("a part of the shoe", "which part, what to do", NOTHING, "the shoe says that it is well"),
    Kind("scanner unplugged", "the scanner does not answer", NOTHING, "its port opens"),
    Kind("scanner babbling", "look at the baud rate", "nothing", "a code is read"),
    Kind("reader hangs", "it hung and is started anew", NOTHING, "the fresh reader answers"),
    Kind("reader dies", "it stopped and is started anew", NOTHING, "it answers"),
    Kind("camera covered", "the camera sees nothing", "the camera fills nothing in", "it sees again"),
    Kind("camera in the dark", "the camera sees nothing", "the camera fills nothing in", "there is light"),
    Kind("camera unplugged", "the camera does not answer", "the camera fills nothing in", "it gives pictures"),
    Kind(
        "camera hangs",
        "its driver does not answer, it is opened anew",
        "the camera fills nothing in",
        "it gives pictures",
    ),
    Kind(
        "camera moved",
        "calibrate it again",
        "the camera fills nothing in",
        "it stands where it stood, or is calibrated",
    ),
    Kind("glare", "too much light falls in", "the cards in the light are asked for", "every card is named"),
    Kind("double tap", "why the second one did not count", "nothing", "with the next input"),
    Kind("two fingers at once", "nothing", "nothing", "one of them counts"),
    Kind("clock stepped back", "nothing", "nothing", "order is a number, time a label"),
    Kind(
        "disk full",
        "the storage is full",
        "everything: nothing is taken",
        "space is made and the kiosk started again",
    ),
    Kind(
        "storage fails",
        "which file failed, and what it means",
        "everything: nothing is taken",
        "the kiosk is started again",
    ),
    Kind(
        "storage hangs",
        "the disk does not answer, what was touched waits",
        "everything; the screen itself goes on",
        "the disk answers",
    ),
    Kind("power cut", "nothing", "nothing", "the same prompt after the start"),
    Kind("damaged row", "the first bad row", "the start", "a backup is put in its place"),
    Kind("wrong version for the journal", "which program it needs", "the start", "the right program"),
    Kind("session file cut short", "which line is left out", "nothing", "what is whole is read"),
    Kind("an error of ours", "the hand stands as the prompt says", "nothing", "the dealer touches *Done*"),
)
"""Every fault that RELIABILITY names, and those found since."""

_NAMED = re.compile(r"Faults?: ([^.]+)\.")


def faults_in(text: str) -> set[str]:
    """The faults that a docstring names: ``Faults: two tags, glare.`` Line breaks do not matter."""
    return {name.strip() for named in _NAMED.findall(" ".join(text.split())) for name in named.split(",") if name}


def _documented(path: Path, root: Path) -> Iterator[tuple[str, set[str]]]:
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield f"{path.relative_to(root)}::{node.name}", faults_in(ast.get_docstring(node) or "")


def proofs(root: Path) -> dict[str, list[str]]:
    """Name of a fault -> the tests that make it happen. A name that no fault has is kept too."""
    table: dict[str, list[str]] = {kind.name: [] for kind in FAULTS}
    for path in sorted((root / "tests").rglob("test_*.py")):
        if path.name == "test_faults_covered.py":
            continue
        for test, names in _documented(path, root):
            for name in names:
                table.setdefault(name, []).append(test)
    return table


def as_text(table: dict[str, list[str]]) -> str:
    """The table for people, in Markdown."""
    lines = [
        "# Which test makes which fault happen",
        "",
        "Made by the tests themselves (`tests/test_faults_covered.py`): every fault, and the tests that make it happen",
        "with bytes, frames, files, signals or system calls (`Fault:` in their docstring).",
        "",
        "| fault | the screen says | it stops | it ends when | tests |",
        "| --- | --- | --- | --- | --- |",
    ]
    for kind in FAULTS:
        tests = "<br>".join(f"`{name.removeprefix('tests/')}`" for name in table[kind.name])
        lines.append(f"| {kind.name} | {kind.says} | {kind.stops} | {kind.ends} | {tests} |")
    return "\n".join(lines) + "\n"
