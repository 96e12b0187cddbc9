"""What every screen over the table is made of, and made from, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cards import Card
from engine.view import SeatView
from kiosk.reader_desk import Corners, DeskState
from kiosk.session import ScreenState
from kiosk.supervision import AuditEntry
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
    upright: int = 0
    """Columns on an upright panel; 0: as few as leave room for all tiles, two at least."""
    actions: tuple[ButtonLook, ...] = ()
    display: str = ""
    warning: str = ""
    plot: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Lines of figures, each with its name, drawn beside the sentences."""
    back: str = ""
    """Label of the way back; empty: Back."""
    no_back: bool = False
    """There is nothing to go back to: one of the actions must be taken."""


@dataclass(frozen=True, slots=True)
class PictureLook:
    """A screen with the camera's picture. ``zones``: what is drawn over it; ``active``: whose corners a touch moves
    or sets (empty: the picture cannot be touched).
    """

    title: str
    lines: tuple[str, ...] = ()
    warning: str = ""
    tiles: tuple[ButtonLook, ...] = ()
    columns: int = 3
    actions: tuple[ButtonLook, ...] = ()
    zones: tuple[tuple[str, Corners], ...] = ()
    active: str = ""
    live: bool = True
    """False: nothing may be seen, and what was on the screen is gone."""
    back: str = ""


@dataclass(frozen=True, slots=True)
class LearnLook:
    """The 52 cards of a deck being learned: ``counts`` in the order of the deck, full at ``goal``."""

    title: str
    note: str
    warning: str
    counts: tuple[int, ...]
    goal: int
    wanted: Card | None
    four_suits: bool
    actions: tuple[ButtonLook, ...]
    pictured: bool
    """With the camera's picture."""
    enabled: bool = True
    back: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a sheet is made from."""

    state: ScreenState
    words: Wording
    desk: Desk
    hands: tuple[tuple[int, str, int], ...] = ()
    """Hands that can be looked at: number, what it was, how many steps."""
    evening: Evening = field(default_factory=Evening)
    readers: DeskState | None = None
    """The reader desk, where there is one."""
    audit: tuple[AuditEntry, ...] = ()


def playing(scene: Scene) -> bool:
    """A hand is in play."""
    return scene.state.view.status == "open"


def seat_of(scene: Scene, number: int | None) -> SeatView | None:
    """That seat, where somebody sits there."""
    return next((seat for seat in scene.state.view.seats if seat.seat == number), None)
