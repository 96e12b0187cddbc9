"""What every screen over the table is made of, and made from, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.view import SeatView
from kiosk.session import ScreenState
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.desk import Desk
from kiosk.ui.evening import Evening
from kiosk.wording import Wording


@dataclass(frozen=True, slots=True)
class SheetLook:
    """One screen over the table. ``display``: what is being typed, in large letters."""

    title: str
    lines: tuple[str, ...] = ()
    tiles: tuple[ButtonLook, ...] = ()
    columns: int = 3
    actions: tuple[ButtonLook, ...] = ()
    display: str = ""
    warning: str = ""
    plot: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Lines of figures, each with its name, drawn beside the sentences."""
    back: str = ""
    """Label of the way back; empty: Back."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a sheet is made from."""

    state: ScreenState
    words: Wording
    desk: Desk
    hands: tuple[tuple[int, str, int], ...] = ()
    """Hands that can be looked at: number, what it was, how many steps."""
    evening: Evening = field(default_factory=Evening)


def playing(scene: Scene) -> bool:
    """A hand is in play."""
    return scene.state.view.status == "open"


def seat_of(scene: Scene, number: int | None) -> SeatView | None:
    """That seat, where somebody sits there."""
    return next((seat for seat in scene.state.view.seats if seat.seat == number), None)
