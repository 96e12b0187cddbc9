"""What the screen itself remembers: settings, choices for the next hand, what is being typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Settings:
    """How the screen looks and sounds."""

    language: str = "en"
    theme: str = "night"
    four_suits: bool = False
    sounds: bool = True


@dataclass(frozen=True, slots=True)
class Desk:
    """The screen's own state; nothing here is the game's."""

    settings: Settings = Settings()
    chosen: int | None = None
    """The seat that the dealer touched."""
    next_rules: Mapping[str, object] = field(default_factory=dict)
    """House rules that change from the next hand on."""
    told_rules: Mapping[str, object] = field(default_factory=dict)
    """House rules that were changed here for earlier hands."""
    sitting_out: frozenset[int] = frozenset()
    typed: str = ""
    picked: tuple[Card, ...] = ()
    refused: str = ""
    """Why what was entered in the open screen was not taken."""
