"""What ``liege camera watch`` and ``liege deck learn`` write at a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import RANKS, SUITS, Card
from kiosk.vision.learning import FRAMES
from kiosk.vision.watching import LEAST_RANK_PIXELS, View


def state_of(view: View) -> str:
    """The scene in a few words, with the warning about small indices."""
    if view.covered:
        return "nothing to be seen: lens covered, or dark"
    if not view.settled:
        return "still, reading" if view.still else "moving"
    if view.index_pixels is None:
        return "still, no card"
    size = f"indices {view.index_pixels:.0f} px"
    return f"{size}: BELOW {LEAST_RANK_PIXELS:.0f}, move the camera nearer" if view.small else size


def line_of(view: View) -> str:
    """A scene as one line: the cards, how many could not be named, the state."""
    names = " ".join(str(item.card) for item in view.readings if item.card is not None)
    unknown = sum(item.card is None for item in view.readings)
    return "  ".join(part for part in (names, f"{unknown} unknown" if unknown else "", state_of(view)) if part)


def grid(counts: Mapping[Card, int]) -> str:
    """Learning so far: a row for each suit, the rank where the card is learned, a dot where it is not."""
    rows = []
    for suit, letter in enumerate(SUITS):
        marks = (RANKS[rank] if counts[Card(4 * rank + suit)] >= FRAMES else "." for rank in range(13))
        rows.append(f"{letter}  {' '.join(marks)}")
    return "\n".join(rows)
