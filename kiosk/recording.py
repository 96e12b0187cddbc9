"""Session files: reading and writing (SESSION-FORMAT)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.inputs import Input, StartHand
from engine.rules import RulesError, check_keys, house_rules
from engine.table import MAX_SEATS, Seat, Table
from engine.variants import Variant, VariantError, house_variants, parse_variant
from kiosk.session_lines import Frame, Line, LineError, Serial, parse_line

VERSION: Final = 1
_HEADER_FIELDS: Final = ("type", "version", "table", "rules", "seats", "t")


class Malformed(Exception):
    """A session file cannot be read: ``str`` is ``FILE:LINE: what is wrong``."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}:{line}: {sentence}" if line else f"{file}: {sentence}")
        self.line = line
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: the table, its house rules, who sits where with how much."""

    table: str = ""
    rules: Mapping[str, object] = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()
    variants: Mapping[str, Variant] = field(default_factory=house_variants, repr=False)

    def make_table(self) -> Table:
        """The table as the session finds it."""
        return Table(self.seats, self.rules, self.table, self.variants)

    def line(self) -> dict[str, object]:
        """The header as a line of a session file."""
        return {
            "type": "session",
            "version": VERSION,
            "table": self.table,
            "rules": dict(self.rules),
            "seats": [{"seat": seat.seat, "name": seat.name, "stack": seat.stack} for seat in self.seats],
        }


@dataclass(frozen=True, slots=True)
class Recording:
    """A session file read whole: numbered entries, and a warning where its end is cut off."""

    header: Header
    entries: tuple[tuple[int, Input | Serial | Frame], ...]
    warning: str = ""
    folder: Path = Path()


def _seat_of(entry: object) -> Seat:
    if not isinstance(entry, dict):
        raise LineError("'seats' must be a list of objects with seat, name and stack")
    for key, value in entry.items():
        if key not in ("seat", "name", "stack"):
            raise LineError(f"unknown field {key!r} in 'seats'")
        if key == "name" and not isinstance(value, str):
            raise LineError("'name' in 'seats' must be a text")
        if key != "name" and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
            raise LineError(f"{key!r} in 'seats' must be a whole number, 0 or more")
    for key in ("seat", "stack"):
        if key not in entry:
            raise LineError(f"{key!r} is missing in 'seats'")
    if not 1 <= entry["seat"] <= MAX_SEATS:
        raise LineError(f"'seat' in 'seats' must be 1 to {MAX_SEATS}")
    return Seat(entry["seat"], entry.get("name", ""), entry["stack"])


def parse_header(line: object, variants: Mapping[str, Variant] | None = None) -> Header:
    """The header of a session file. Raises LineError, one sentence that names the field or the house rule."""
    if not isinstance(line, dict) or line.get("type") != "session":
        raise LineError("the first line must be the header, with the type 'session'")
    for name in line:
        if name not in _HEADER_FIELDS:
            raise LineError(f"unknown field {name!r} in the header")
    if line.get("version", VERSION) != VERSION or isinstance(line.get("version", VERSION), bool):
        raise LineError(f"'version' must be {VERSION}, this program reads no other")
    if not isinstance(line.get("table", ""), str):
        raise LineError("'table' must be a text")
    rules = line.get("rules", {})
    if not isinstance(rules, dict):
        raise LineError("'rules' must be an object of house rules")
    entries = line.get("seats", [])
    if not isinstance(entries, list):
        raise LineError("'seats' must be a list of objects with seat, name and stack")
    seats = tuple(_seat_of(entry) for entry in entries)
    numbers = [seat.seat for seat in seats]
    doubled = next((number for number in numbers if numbers.count(number) > 1), None)
    if doubled is not None:
        raise LineError(f"seat {doubled} is given twice in 'seats'")
    known = house_variants() if variants is None else variants
    try:
        house_rules(rules, known)
    except RulesError as error:
        raise LineError(str(error)) from None
    return Header(line.get("table", ""), rules, seats, known)


def entry_of(line: Line, variants: Mapping[str, Variant]) -> Input | Serial | Frame:
    """``parse_line``, and the house rules of a ``hand`` line checked by name. Raises LineError."""
    entry = parse_line(line)
    if isinstance(entry, StartHand) and entry.rules:
        try:
            check_keys(entry.rules, variants)
        except RulesError as error:
            raise LineError(str(error)) from None
    return entry


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def read_variants(paths: Iterable[Path]) -> Mapping[str, Variant]:
    """The games of the house and those of these TOML files, by name. Raises VariantError with one
    sentence."""
    variants = dict(house_variants())
    for path in paths:
        try:
            variant = parse_variant(path.read_text("utf-8"), path.name)
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not a text file"
            raise VariantError(f"{path}: {reason}") from None
        variants[variant.name] = variant
    return variants


def read_session(path: Path, variants: Mapping[str, Variant] | None = None) -> Recording:
    """Read a session file. Raises Malformed (``FILE:LINE: what is wrong``), also where it cannot be opened.

    A file that ends in the middle of a line is read up to its last whole line, with a warning.
    """
    name = str(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise Malformed(name, 0, f"cannot be read: {error.strerror}") from None
    lines = raw.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    unfinished = len(lines) if lines[-1].strip() else 0
    header: Header | None = None
    entries: list[tuple[int, Input | Serial | Frame]] = []
    warning = ""
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            line = json.loads(text.decode("utf-8"), parse_constant=_refuse_constant)
            if number == unfinished and not isinstance(line, dict):
                raise ValueError("cut")
            if b"\\u" in text:
                json.dumps(line, ensure_ascii=False).encode("utf-8")  # half a surrogate pair is no text
        except (ValueError, RecursionError):
            if number == unfinished and header is not None:
                warning = f"{name}:{number}: the file ends in the middle of this line, it is left out"
                break
            raise Malformed(name, number, "this line is not JSON") from None
        try:
            if header is None:
                header = parse_header(line, variants)
            else:
                entries.append((number, entry_of(line, header.variants)))
        except LineError as error:
            raise Malformed(name, number, str(error)) from None
    if header is None:
        raise Malformed(name, 1, "the file is empty, its header is missing")
    return Recording(header, tuple(entries), warning, path.parent)
