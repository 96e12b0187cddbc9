"""A card as it is drawn, as data."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class CardLook:
    """``card`` None with ``down`` False: face up, but nobody has read it."""

    card: Card | None = None
    down: bool = False
    raised: bool = False
    dim: bool = False
