"""The lines of a session file: what each may hold, and the inputs that they become (SESSION-FORMAT)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.cards import BY_NAME, Card
from engine.inputs import (
    ACTIONS,
    CONFIRM_STEPS,
    READERS,
    Act,
    CardRead,
    Confirm,
    Correct,
    Input,
    Join,
    Leave,
    Muck,
    Note,
    PassRead,
    Rebuy,
    Show,
    StartHand,
    Undo,
    Void,
)

Line = Mapping[str, object]


class LineError(ValueError):
    """A line is malformed: one plain sentence. It names a field, never a card."""


@dataclass(frozen=True, slots=True)
class Serial:
    """``serial``: raw bytes that came from a reader at ``port``."""

    port: str
    data: bytes

    def __repr__(self) -> str:
        return f"Serial({self.port!r}, {len(self.data)} bytes)"


@dataclass(frozen=True, slots=True)
class Frame:
    """``frame``: a camera picture, its file relative to the session file."""

    camera: str
    file: str


Check = Callable[[object], str | None]


def _text(value: object) -> str | None:
    return None if isinstance(value, str) else "must be a text"


def _whole(value: object, least: int = 0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _amount(value: object) -> str | None:
    return None if _whole(value) else "must be a whole number of minor units, 0 or more"


def _seat(value: object) -> str | None:
    return None if _whole(value, 1) else "must be a seat number, from 1"


def _seats(value: object) -> str | None:
    good = isinstance(value, list) and all(_whole(one, 1) for one in value)
    return None if good else "must be a list of seat numbers"


def _count(value: object) -> str | None:
    return None if _whole(value, 1) else "must be a whole number, from 1"


def _time(value: object) -> str | None:
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf")
    return None if good else "must be milliseconds since the session began"


def _share(value: object) -> str | None:
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    return None if good else "must be a number from 0 to 1"


def _flag(value: object) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _card(value: object) -> str | None:
    good = isinstance(value, str) and value in BY_NAME
    return None if good else "must be a card, as in As, Td, 9c"


def _card_or_null(value: object) -> str | None:
    return None if value is None or _card(value) is None else "must be a card, as in As, Td, 9c, or null"


def _cards(value: object) -> str | None:
    good = isinstance(value, list) and all(_card(one) is None for one in value)
    return None if good else "must be a list of cards, as in As, Td, 9c"


def _rules(value: object) -> str | None:
    return None if isinstance(value, dict) else "must be an object of house rules"


def _base64(value: object) -> str | None:
    try:
        base64.b64decode(value if isinstance(value, str) else "!", validate=True)
    except (binascii.Error, ValueError):
        return "must be base64"
    return None


def _one_of(choices: tuple[str, ...]) -> Check:
    def check(value: object) -> str | None:
        return None if isinstance(value, str) and value in choices else f"must be one of {', '.join(choices)}"

    return check


@dataclass(frozen=True, slots=True)
class Kind:
    """One type of line: its fields with their checks, which it cannot do without, and the input it
    becomes."""

    fields: Mapping[str, Check]
    needs: tuple[str, ...]
    make: Callable[[Mapping[str, Any]], Input | Serial | Frame]


def _named(name: object) -> Card | None:
    return BY_NAME[name] if isinstance(name, str) else None


def _rebuy(f: Mapping[str, Any]) -> Rebuy:
    """Chips bought; or, where it names a hand, a correction of that hand's money."""
    for name in ("from", "back", "by", "why"):
        if name in f and "hand" not in f:
            raise LineError(f"{name!r} in a 'rebuy' line needs the 'hand' that it corrects")
    back = f.get("back", False)
    if back and "from" in f:
        raise LineError("'from' and 'back' do not go together in a 'rebuy' line")
    return Rebuy(f["seat"], f["amount"], f.get("hand"), f.get("from"), back, f.get("by", ""), f.get("why", ""))


KINDS: Final[Mapping[str, Kind]] = {
    "hand": Kind(
        {"dealer": _seat, "rules": _rules, "sitting_out": _seats},
        (),
        lambda f: StartHand(f.get("dealer"), f.get("rules", {}), tuple(f.get("sitting_out", ()))),
    ),
    "confirm": Kind({"step": _one_of(CONFIRM_STEPS)}, ("step",), lambda f: Confirm(f["step"])),
    "card": Kind(
        {"card": _card_or_null, "reader": _one_of(READERS), "seat": _seat, "confidence": _share},
        ("card",),
        lambda f: CardRead(_named(f["card"]), f.get("reader"), f.get("seat"), f.get("confidence")),
    ),
    "pass": Kind({"seat": _seat, "card": _card}, ("seat", "card"), lambda f: PassRead(f["seat"], BY_NAME[f["card"]])),
    "act": Kind(
        {"seat": _seat, "action": _one_of(ACTIONS), "to": _amount},
        ("seat", "action"),
        lambda f: Act(f["seat"], f["action"], f.get("to")),
    ),
    "show": Kind(
        {"seat": _seat, "cards": _cards},
        ("seat",),
        lambda f: Show(f["seat"], tuple(BY_NAME[one] for one in f["cards"]) if "cards" in f else None),
    ),
    "muck": Kind({"seat": _seat}, ("seat",), lambda f: Muck(f["seat"])),
    "correct": Kind(
        {"seat": _seat, "card": _card, "was": _card, "street": _count, "index": _count},
        ("card",),
        lambda f: Correct(f.get("seat"), BY_NAME[f["card"]], _named(f.get("was")), f.get("street"), f.get("index")),
    ),
    "undo": Kind({"deeper": _flag}, (), lambda f: Undo(f.get("deeper", False))),
    "void": Kind({"reason": _text}, (), lambda f: Void(f.get("reason", ""))),
    "join": Kind(
        {"seat": _seat, "name": _text, "stack": _amount},
        ("seat", "stack"),
        lambda f: Join(f["seat"], f.get("name", ""), f["stack"]),
    ),
    "leave": Kind({"seat": _seat}, ("seat",), lambda f: Leave(f["seat"])),
    "rebuy": Kind(
        {
            "seat": _seat,
            "amount": _amount,
            "hand": _count,
            "from": _seat,
            "back": _flag,
            "by": _text,
            "why": _text,
        },
        ("seat", "amount"),
        _rebuy,
    ),
    "serial": Kind(
        {"port": _text, "data": _base64},
        ("data",),
        lambda f: Serial(f.get("port", ""), base64.b64decode(f["data"])),
    ),
    "frame": Kind({"camera": _text, "file": _text}, ("file",), lambda f: Frame(f.get("camera", ""), f["file"])),
    "note": Kind({"text": _text}, (), lambda f: Note(f.get("text", ""))),
}


def parse_line(line: object) -> Input | Serial | Frame:
    """The input that one line of a session file stands for.

    Raises LineError, one sentence, for an unknown type, an unknown field or a wrong kind of value.
    """
    if not isinstance(line, dict):
        raise LineError("a line must be a JSON object")
    kind = KINDS.get(line.get("type", "")) if isinstance(line.get("type", ""), str) else None
    if kind is None:
        raise LineError(f"unknown type {line['type']!r}" if "type" in line else "the type is missing")
    for field, value in line.items():
        if field == "type":
            continue
        check = _time if field == "t" else kind.fields.get(field)
        if check is None:
            raise LineError(f"unknown field {field!r} in a {line['type']!r} line")
        if (wrong := check(value)) is not None:
            raise LineError(f"{field!r} {wrong}")
    for field in kind.needs:
        if field not in line:
            raise LineError(f"{field!r} is missing in a {line['type']!r} line")
    return kind.make(line)


def _told(fields: Mapping[str, object]) -> dict[str, object]:
    """The fields that say something: defaults are left out."""
    return {name: value for name, value in fields.items() if value not in (None, (), "", {}, False)}


def line_of(entry: Input) -> dict[str, object]:
    """The session-file line of an input: ``parse_line`` makes the same input of it again."""
    match entry:
        case StartHand():
            told = _told({"dealer": entry.dealer, "rules": dict(entry.rules)})
            return {
                "type": "hand",
                **told,
                **({"sitting_out": list(entry.sitting_out)} if entry.sitting_out else {}),
            }
        case Confirm():
            return {"type": "confirm", "step": entry.step}
        case CardRead():
            card = str(entry.card) if entry.card is not None else None
            rest: dict[str, object] = {
                "reader": entry.reader,
                "seat": entry.seat,
                "confidence": entry.confidence,
            }
            return {
                "type": "card",
                "card": card,
                **{name: one for name, one in rest.items() if one is not None},
            }
        case PassRead():
            return {"type": "pass", "seat": entry.seat, "card": str(entry.card)}
        case Act():
            to = {"to": entry.to} if entry.to is not None else {}
            return {"type": "act", "seat": entry.seat, "action": entry.action, **to}
        case Show():
            cards = {"cards": [str(card) for card in entry.cards]} if entry.cards is not None else {}
            return {"type": "show", "seat": entry.seat, **cards}
        case Muck() | Leave():
            return {"type": "muck" if isinstance(entry, Muck) else "leave", "seat": entry.seat}
        case Correct():
            was = str(entry.was) if entry.was is not None else None
            place = {"seat": entry.seat, "was": was, "street": entry.street, "index": entry.index}
            return {"type": "correct", "card": str(entry.card), **_told(place)}
        case Undo():
            return {"type": "undo", **_told({"deeper": entry.deeper})}
        case Void():
            return {"type": "void", **_told({"reason": entry.reason})}
        case Join():
            return {"type": "join", "seat": entry.seat, "name": entry.name, "stack": entry.stack}
        case Rebuy():
            told = {"hand": entry.corrects, "from": entry.source, "back": entry.back, "by": entry.by, "why": entry.why}
            return {"type": "rebuy", "seat": entry.seat, "amount": entry.amount, **_told(told)}
        case Note():
            return {"type": "note", "text": entry.text}
