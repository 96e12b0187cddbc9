"""The house rules: each with its name, its default and its check (RULES 7).

A table keeps the rules that it was told (``told``); what it was not told has the default of the
variant. Every house rule is changed between hands, never inside one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal, Protocol

Limit = Literal["fixed", "spread", "pot", "none"]


class RulesError(ValueError):
    """A house rule is unknown or out of range; the text is one sentence that names the key."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules in force in one hand, checked (RULES 7). Money in minor units (RULES 1.4)."""

    variant: str
    limit: Limit
    ante: int
    small_bet: int
    big_bet: int
    min_bet: int
    """Smallest bet where the limit leaves a choice (spread, pot, none); default: the small bet."""
    max_bet: int | None
    """Largest bet or raise in ``spread``; default: the big bet. None: no bound but the stack or the pot."""
    bring_in: int
    """0: the highest up card opens and may check (RULES 4.3)."""
    smallest_chip: int
    max_raises: int | None
    """Raises after the first bet in fixed and spread limit; None: no cap (RULES 4.5)."""
    uncapped_heads_up: bool
    share_side: Literal["right", "left"]
    opener_tie: Literal["position", "suit"]
    must_open: bool
    open_pair_option: bool
    burn: bool
    tie_split: Literal["partners", "winners-only"]
    odd_chip: Literal["left-of-dealer", "high-card-by-suit"]
    min_buy_in: int
    provenance: Literal["off", "winner", "all"]
    """Which cards' ways round the table are told after the payout."""


def _whole(least: int) -> Callable[[object], str | None]:
    def check(value: object) -> str | None:
        good = isinstance(value, int) and not isinstance(value, bool) and value >= least
        return None if good else f"must be a whole number, {least} or more"

    return check


def _whole_or_null(value: object) -> str | None:
    return None if value is None or _whole(0)(value) is None else "must be a whole number or null"


def _flag(value: object) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _one_of(*choices: str) -> Callable[[object], str | None]:
    def check(value: object) -> str | None:
        return None if isinstance(value, str) and value in choices else f"must be one of {', '.join(choices)}"

    return check


_CHECKS: Final[Mapping[str, Callable[[object], str | None]]] = {
    "limit": _one_of("fixed", "spread", "pot", "none"),
    "ante": _whole(0),
    "small_bet": _whole(1),
    "big_bet": _whole(1),
    "min_bet": _whole(1),
    "max_bet": _whole_or_null,
    "bring_in": _whole(0),
    "smallest_chip": _whole(1),
    "max_raises": _whole_or_null,
    "uncapped_heads_up": _flag,
    "share_side": _one_of("right", "left"),
    "opener_tie": _one_of("position", "suit"),
    "must_open": _flag,
    "open_pair_option": _flag,
    "burn": _flag,
    "tie_split": _one_of("partners", "winners-only"),
    "odd_chip": _one_of("left-of-dealer", "high-card-by-suit"),
    "min_buy_in": _whole(0),
    "provenance": _one_of("off", "winner", "all"),
}
assert {field.name for field in fields(HouseRules)} == {"variant", *_CHECKS}

_CHIP_MULTIPLES: Final = ("ante", "small_bet", "big_bet", "min_bet", "max_bet", "bring_in")
_NULLABLE: Final = ("min_bet", "max_bet", "min_buy_in")
"""Told as null: the default, which follows from the bets."""

_DEFAULTS: Final[Mapping[str, object]] = {
    "variant": "liege-lord",
    "limit": "fixed",
    "ante": 25,
    "small_bet": 100,
    "smallest_chip": 25,
    "max_raises": 3,
    "uncapped_heads_up": False,
    "share_side": "right",
    "opener_tie": "position",
    "must_open": False,
    "open_pair_option": False,
    "burn": False,
    "tie_split": "partners",
    "odd_chip": "left-of-dealer",
    "provenance": "off",
}


class Game(Protocol):
    """What the rules need of a game: its name, and the house rules that it begins with (Variant, GameView)."""

    @property
    def name(self) -> str: ...

    @property
    def defaults(self) -> Mapping[str, object]: ...


def check_keys(told: Mapping[str, object], variants: Mapping[str, Game]) -> None:
    """Check every key by itself. Raises RulesError naming the first wrong one."""
    for key, value in told.items():
        if key == "variant":
            if not isinstance(value, str) or value not in variants:
                raise RulesError(f"variant: must be one of {', '.join(sorted(variants))}")
        elif key not in _CHECKS:
            raise RulesError(f"{key}: there is no such house rule")
        elif not (value is None and key in _NULLABLE) and (wrong := _CHECKS[key](value)):
            raise RulesError(f"{key}: {wrong}")


def house_rules(told: Mapping[str, object], variants: Mapping[str, Game]) -> HouseRules:
    """The rules in force where ``told`` is what the table has said, by the names of RULES 7.

    Raises RulesError, one sentence that names the key, for an unknown key, a wrong kind of
    value, a value out of range, or one that is no multiple of the smallest chip (RULES 1.4).
    """
    check_keys(told, variants)
    told = {key: value for key, value in told.items() if not (value is None and key in _NULLABLE)}
    variant = variants[str(told.get("variant", _DEFAULTS["variant"]))]
    check_keys(variant.defaults, variants)
    merged: dict[str, object] = {**_DEFAULTS, **variant.defaults, **told, "variant": variant.name}
    chip = _int(merged, "smallest_chip")
    small = _int(merged, "small_bet")
    if "big_bet" not in merged:
        merged["big_bet"] = max(200, small)
    half = -(-small // (2 * chip)) * chip
    merged.setdefault("bring_in", half)
    merged.setdefault("min_bet", small)
    spread = merged["limit"] == "spread"
    merged.setdefault("max_bet", max(_int(merged, "big_bet"), _int(merged, "min_bet")) if spread else None)
    merged.setdefault("min_buy_in", 10 * small)
    for key in _CHIP_MULTIPLES:
        if merged[key] is not None and _int(merged, key) % chip:
            raise RulesError(f"{key}: {merged[key]} is not a multiple of the smallest chip, {chip}")
    if _int(merged, "big_bet") < small:
        raise RulesError(f"big_bet: {merged['big_bet']} is less than the small bet, {small}")
    if _int(merged, "bring_in") > small:
        raise RulesError(f"bring_in: {merged['bring_in']} is more than the small bet, {small}")
    if spread and merged["max_bet"] is None:
        raise RulesError("max_bet: a spread limit needs one")
    if merged["max_bet"] is not None and _int(merged, "max_bet") < _int(merged, "min_bet"):
        raise RulesError(f"max_bet: {merged['max_bet']} is less than the smallest bet, {merged['min_bet']}")
    return HouseRules(**merged)  # type: ignore[arg-type]  # every value has passed its check


def _int(rules: Mapping[str, object], key: str) -> int:
    value = rules[key]
    assert isinstance(value, int)
    return value


PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "liege-lord": {"variant": "liege-lord"},
    "stud-bring-in": {"variant": "stud", "opener_tie": "position", "open_pair_option": False},
    "card-room": {"variant": "stud", "max_raises": 3, "open_pair_option": True, "burn": True},
    "home-no-bring-in": {"variant": "stud", "bring_in": 0},
    "hi-lo": {"variant": "hi-lo"},
}
"""House presets (RULES 7): rules to begin from, by name."""


def proposed_ante(small_bet: int, smallest_chip: int) -> int:
    """The ante for a lower limit: 1 -> 0.25, 10 -> 1.00, in proportion between, rounded to the chip (RULES 7).

    >>> proposed_ante(100, 25), proposed_ante(1000, 25), proposed_ante(500, 25)
    (25, 100, 50)
    """
    exact = 25 + (small_bet - 100) * 75 / 900
    return max(smallest_chip, round(exact / smallest_chip) * smallest_chip)
