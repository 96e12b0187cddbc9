"""Which readers this kiosk has, as its dealer chose them on the screen: ``readers.json`` in the data folder.

A file that cannot be read costs the choices and nothing else: it is kept aside, and a sentence tells so.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

FILE: Final = "readers.json"
VERSION: Final = 1
PLACES: Final = ("spot", "table")


@dataclass(frozen=True, slots=True)
class ReaderChoice:
    """What reads the cards. An empty text: none."""

    shoe: str = "auto"
    """The shoe's port; ``auto``: the Pico that answers, unless another reader takes its place; ``none``."""
    deck: str = ""
    """Path of the deck file whose tags or codes are in the shoe or under the scanner."""
    scanner: str = ""
    """Port of a line scanner."""
    rdm6300: str = ""
    """Port of an RDM6300 or like."""
    camera: str = ""
    """A source of pictures, as in ``liege camera watch SOURCE``."""
    place: str = "spot"
    """Where the camera looks: ``spot`` (it takes the shoe's place) or ``table``."""
    calibration: str = ""
    """Path of the camera's calibration."""
    look: str = ""
    """Path of the deck profile that the camera has learned."""

    def with_changed(self, **changes: str) -> ReaderChoice:
        """The choice with these fields changed. ValueError names a value that cannot be."""
        made = replace(self, **changes)
        if made.place not in PLACES:
            raise ValueError(f"a camera looks at a spot or at the table, not at {made.place!r}")
        return made


def load(folder: Path) -> tuple[ReaderChoice, str]:
    """The choice that was remembered, and what is wrong with the file (one sentence; empty: nothing)."""
    path = folder / FILE
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ReaderChoice(), ""
    except OSError as error:
        return ReaderChoice(), f"{path} cannot be read ({error.strerror}): the readers are looked for anew."
    except UnicodeDecodeError:
        return ReaderChoice(), _put_aside(path, "it is not text")
    try:
        return _choice(json.loads(text)), ""
    except (ValueError, RecursionError) as error:
        why = "it is not JSON" if isinstance(error, json.JSONDecodeError | RecursionError) else str(error)
        return ReaderChoice(), _put_aside(path, why)


def _choice(held: Any) -> ReaderChoice:
    if not isinstance(held, dict) or held.get("version") != VERSION:
        raise ValueError("it is of another version")
    known = {field.name for field in fields(ReaderChoice)}
    for name, value in held.items():
        if name in known and not isinstance(value, str):
            raise ValueError(f"{name} is not a text")
    return ReaderChoice().with_changed(**{name: value for name, value in held.items() if name in known})


def _put_aside(path: Path, why: str) -> str:
    aside = path.with_name(path.name + ".broken")
    try:
        os.replace(path, aside)
    except OSError as error:
        return f"{path} cannot be used ({why}), nor put aside ({error.strerror}): the readers are looked for anew."
    return f"{path.name} cannot be used ({why}): it is kept as {aside.name}, and the readers are looked for anew."


def save(choice: ReaderChoice, folder: Path) -> None:
    """Write it whole or not at all. Raises OSError."""
    path = folder / FILE
    new = path.with_name(path.name + ".new")
    folder.mkdir(parents=True, exist_ok=True)
    with new.open("w", encoding="utf-8") as file:
        file.write(json.dumps({"version": VERSION, **asdict(choice)}, indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
