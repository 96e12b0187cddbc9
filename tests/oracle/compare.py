"""Comparing a result with a hand-worked expectation: dicts key by key, lists whole."""

from __future__ import annotations

from typing import Any


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    """Every place where ``found`` is not what was expected; keys that start with ``_`` are remarks."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [line for key, value in expected.items() if not key.startswith("_")
                for line in (differences(value, found[key], f"{where}.{key}") if key in found
                             else [f"{where}.{key}: missing"])]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [line for at, (one, other) in enumerate(zip(expected, found, strict=True))
                for line in differences(one, other, f"{where}[{at}]")]
    return [] if expected == found else [f"{where}: expected {expected!r}, found {found!r}"]
