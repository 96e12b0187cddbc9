"""A game is data: a list of steps read from a TOML file (ARCHITECTURE, rule 6).

The games of the house are files in ``engine/games``; a table can add its own of the same form.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

Opening = Literal["best-board", "bring-in", "left-of-dealer", "last-opener"]
Direction = Literal["left", "right", "across", "muck"]
Unit = Literal["small", "big"]


class VariantError(ValueError):
    """A variant file is wrong; the text is one sentence that names the place."""


@dataclass(frozen=True, slots=True)
class Announce:
    name: str = "announce"


@dataclass(frozen=True, slots=True)
class Antes:
    name: str = "antes"


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards to every player still in, one at a time; ``faces`` in order, True is face up."""

    round: int
    faces: tuple[bool, ...]
    first: bool
    """The first deal of the hand is never preceded by a burn (RULES 1.6)."""
    may_be_common: bool
    """One card may serve everybody where the stub is too short (RULES 4.6)."""
    name: str = "deal"


@dataclass(frozen=True, slots=True)
class Pass:
    """Everybody still in passes ``count`` face-down cards at the same time (RULES 3.2)."""

    round: int
    count: int
    direction: Direction
    name: str = "pass"


@dataclass(frozen=True, slots=True)
class Reveal:
    """Everybody still in turns up ``count`` face-down cards at the same time (RULES 3.3)."""

    round: int
    count: int
    name: str = "reveal"


@dataclass(frozen=True, slots=True)
class Bet:
    """One betting round. ``open_pair``: the open pair option applies here (RULES 4.5)."""

    round: int
    opening: Opening
    unit: Unit
    open_pair: bool = False
    name: str = "bet"


@dataclass(frozen=True, slots=True)
class Showdown:
    name: str = "showdown"


@dataclass(frozen=True, slots=True)
class Pay:
    name: str = "pay"


Step = Announce | Antes | Deal | Pass | Reveal | Bet | Showdown | Pay


@dataclass(frozen=True)
class Variant:
    """One game: its steps, how many can play, who shares, and the house rules it starts from (RULES 7)."""

    name: str
    title: str
    steps: tuple[Step, ...]
    rounds: int
    """Number of betting rounds."""
    max_players: int
    hand_size: int
    """Cards that each player holds at the showdown."""
    shares: bool
    """The winner shares with a neighbour (RULES 3.6)."""
    low: bool
    """The pot is split between high and eight-or-better low (RULES 5)."""
    table_talk_reminder: bool
    defaults: Mapping[str, object]

    @property
    def passes(self) -> bool:
        """True where cards change hands unseen."""
        return any(isinstance(step, Pass) for step in self.steps)


_KEYS: Final = {
    "name": str,
    "title": str,
    "max_players": int,
    "shares": bool,
    "low": bool,
    "table_talk_reminder": bool,
    "rules": dict,
    "round": list,
}
_ROUND_KEYS: Final = {
    "deal": list,
    "pass": int,
    "pass_to": str,
    "reveal": int,
    "opens": str,
    "bet": str,
    "open_pair": bool,
    "may_be_common": bool,
}


def _checked(table: Mapping[str, object], keys: Mapping[str, type], where: str) -> None:
    for key, value in table.items():
        if key not in keys:
            raise VariantError(f"{where}: unknown key {key!r}")
        if not isinstance(value, keys[key]) or (keys[key] is int and isinstance(value, bool)):
            raise VariantError(f"{where}: {key!r} must be {_KIND[keys[key]]}")


_KIND: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    dict: "a table",
    list: "a list",
}


def _one_of(value: object, choices: tuple[str, ...], where: str) -> str:
    if value not in choices:
        raise VariantError(f"{where}: must be one of {', '.join(choices)}")
    return str(value)


def variant_from(table: Mapping[str, object], where: str = "variant") -> Variant:
    """A variant from a parsed TOML table. Raises VariantError with one sentence that names the place."""
    _checked(table, _KEYS, where)
    for key in ("name", "title", "round"):
        if key not in table:
            raise VariantError(f"{where}: {key!r} is missing")
    rounds = table["round"]
    assert isinstance(rounds, list)
    if not rounds:
        raise VariantError(f"{where}: a game needs at least one round")
    steps: list[Step] = [Announce(), Antes()]
    bets = down = up = 0
    for number, entry in enumerate(rounds, start=1):
        here = f"{where}, round {number}"
        if not isinstance(entry, dict):
            raise VariantError(f"{here}: must be a table")
        _checked(entry, _ROUND_KEYS, here)
        first_deal = not any(isinstance(step, Deal) for step in steps)
        faces = tuple(_one_of(face, ("down", "up"), f"{here}, deal") == "up" for face in entry.get("deal", []))
        if faces:
            steps.append(Deal(number, faces, first_deal, bool(entry.get("may_be_common", False)) and len(faces) == 1))
            up += sum(faces)
            down += len(faces) - sum(faces)
        if passed := entry.get("pass", 0):
            direction = _one_of(entry.get("pass_to", "left"), ("left", "right", "across", "muck"), f"{here}, pass_to")
            if not 0 < passed <= down:
                raise VariantError(f"{here}: {passed} cards cannot be passed, {down} lie face down")
            steps.append(Pass(number, passed, direction))  # type: ignore[arg-type]
            down -= passed if direction == "muck" else 0
        if revealed := entry.get("reveal", 0):
            if not 0 < revealed <= down:
                raise VariantError(f"{here}: {revealed} cards cannot be revealed, {down} lie face down")
            steps.append(Reveal(number, revealed))
            down, up = down - revealed, up + revealed
        if "bet" in entry:
            unit = _one_of(entry["bet"], ("small", "big"), f"{here}, bet")
            opening = _one_of(
                entry.get("opens", "best-board"),
                ("best-board", "bring-in", "left-of-dealer", "last-opener"),
                f"{here}, opens",
            )
            bets += 1
            steps.append(Bet(number, opening, unit, bool(entry.get("open_pair", False))))  # type: ignore[arg-type]
    size = down + up
    if not 5 <= size <= 7:
        raise VariantError(f"{where}: every player must end with five to seven cards, here it is {size}")
    if not bets:
        raise VariantError(f"{where}: a game needs at least one betting round")
    dealt = sum(len(step.faces) for step in steps if isinstance(step, Deal))
    most = table.get("max_players", min(8, 52 // dealt))
    assert isinstance(most, int)
    spared = any(isinstance(step, Deal) and step.may_be_common for step in steps)
    if not 2 <= most <= 8 or (dealt - spared) * most > 52:
        raise VariantError(f"{where}: max_players must be 2 to 8, and the deck must be enough for them")
    rules = table.get("rules", {})
    assert isinstance(rules, dict)
    variant = Variant(
        name=str(table["name"]),
        title=str(table["title"]),
        steps=(*steps, Showdown(), Pay()),
        rounds=len(rounds),
        max_players=most,
        hand_size=size,
        shares=bool(table.get("shares", False)),
        low=bool(table.get("low", False)),
        table_talk_reminder=bool(table.get("table_talk_reminder", False)),
        defaults=rules,
    )
    from engine.rules import RulesError, house_rules  # which needs this module

    try:
        house_rules({"variant": variant.name}, {variant.name: variant})
    except RulesError as error:
        raise VariantError(f"{where}, rules: {error}") from None
    return variant


def parse_variant(text: str, where: str = "variant") -> Variant:
    """A variant from the text of a TOML file. Raises VariantError with one sentence that names the place."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VariantError(f"{where}: not a TOML file ({error})") from None
    except RecursionError:
        raise VariantError(f"{where}: not a TOML file (nested too deep)") from None
    return variant_from(table, where)


@cache
def house_variants() -> Mapping[str, Variant]:
    """The games that come with the program, by name: they are part of the code that happens to be TOML."""
    games = sorted(files("engine.games").iterdir(), key=lambda entry: entry.name)
    variants = [parse_variant(game.read_text("utf-8"), game.name) for game in games if game.name.endswith(".toml")]
    return {variant.name: variant for variant in variants}
