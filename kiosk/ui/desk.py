"""What the screen itself remembers: settings, choices for the next hand, what is being typed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.cards import Card
from kiosk.session import Banner
from kiosk.settings import Settings


@dataclass(frozen=True, slots=True)
class Money:
    """A money correction as far as it has been chosen. Seat 0 is the table: chips that come onto it or leave it."""

    hand: int = 0
    source: int = 0
    target: int = 0
    amount: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Desk:
    """The screen's own state; nothing here is the game's."""

    settings: Settings = field(default_factory=Settings)
    chosen: int | None = None
    """The seat that the dealer touched."""
    panels: tuple[str, ...] = ()
    """Layouts to choose from; empty: this screen has one."""
    time: str = ""
    """What the clock says; empty where none is shown."""
    next_rules: Mapping[str, object] = field(default_factory=dict)
    """House rules that change from the next hand on."""
    sitting_out: frozenset[int] = frozenset()
    button: int | None = None
    """Who was given the button of the next hand; None: it moves on by itself."""
    way: int | None = None
    """The card whose way round the table is looked at (``intents.Way``)."""
    typed: str = ""
    dots: int = 0
    """Signs of a PIN or a recovery code that were typed."""
    pin_says: Literal["", "weak", "differ"] = ""
    money: Money = field(default_factory=Money)
    banners: tuple[Banner, ...] = ()
    """Faults of the screen itself, over those of the session."""
    picked: tuple[Card, ...] = ()
    refused: str = ""
    """Why what was entered in the open screen was not taken."""


def clock_text(clock: str, seconds: float) -> str:
    """The local time as the clock of that setting (off, 24, 12) shows it; ``seconds`` since 1970."""
    if clock == "off":
        return ""
    local = time.localtime(seconds)
    hour = local.tm_hour if clock == "24" else (local.tm_hour + 11) % 12 + 1
    return f"{hour}:{local.tm_min:02}"
