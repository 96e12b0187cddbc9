"""A real table in miniature for the state machine: where the cards are. The world knows the truth; the
engine hears what the readers say (``tests.engine.truth``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.cards import Card
from engine.inputs import Input


@dataclass
class World:
    """Where the cards really are in the present hand, and the chips that were ever brought to the table."""

    chips: int = 0
    stub: list[Card] = field(default_factory=list)
    burnt: list[Card] = field(default_factory=list)
    down: dict[int, list[Card]] = field(default_factory=dict)
    up: dict[int, list[Card]] = field(default_factory=dict)
    middle: list[Card] = field(default_factory=list)
    extra: list[Card] = field(default_factory=list)
    gone: list[Card] = field(default_factory=list)
    """Passed to the muck."""
    passing: dict[int, list[Card]] = field(default_factory=dict)
    erred: bool = False
    """A reader told something untrue, or the dealer slipped, in this hand."""


@dataclass
class Step:
    """An input that counted, with the state and the world before it and (once taken back) after it."""

    entry: Input
    world: World
    before: Any
    after: Any = None
    world_after: World = field(default_factory=World)
