"""The one loop: input -> journal -> engine -> view. What the screen sees of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from engine.cards import Card
from engine.inputs import Input, Refusal
from engine.view import PublicView
from kiosk.supervision import HOME_GAME, AuditEntry, Office, Request, TakenBack


@dataclass(frozen=True, slots=True)
class Lamp:
    """How one reader (or the room) stands, for the lamps at the top right."""

    reader: str
    state: Literal["ok", "waiting", "fault", "off"]


@dataclass(frozen=True, slots=True)
class Banner:
    """A fault that stands: one plain sentence that stays until it is over."""

    reader: str
    kind: str
    sentence: str
    """In English, or ``Said``: then the screen says it in its own language."""
    needs_confirm: bool = False
    """The dealer must say that it has been looked after (the shoe restarted: count the cards)."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A small picture: ``rgb`` holds three bytes a pixel, the top row first."""

    width: int
    height: int
    rgb: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class CameraAsk:
    """What the camera could not settle about a card that the hand waits for; one touch answers it.

    All of it is public: the card lies face up where one is due, or nothing of it is told (``again``: a down card on
    the read spot that could not be read). ``names`` are the likely cards with their chances, best first.
    """

    number: int
    seat: int | None
    """Whose card; None: the card in the middle."""
    why: Literal["unknown", "contradicted", "again", "laid-again"]
    """``laid-again``: the dealer has said that the same card is laid on the read spot once more."""
    crop: Crop | None = None
    names: tuple[tuple[Card, float], ...] = field(default=(), repr=False)


CameraAnswer = Card | Literal["no-card", "again", "unread"]
"""What the dealer says: which card it is; that there lies none; of a down card, that it is laid down once more or
stays unread."""


@dataclass(frozen=True, slots=True)
class ScreenState:
    """All that the screen draws from: immutable, a new one after every input."""

    view: PublicView
    undo: TakenBack | None = None
    redo: TakenBack | None = None
    lamps: tuple[Lamp, ...] = ()
    banners: tuple[Banner, ...] = ()
    refused: str = ""
    """Why the last input was not taken, one sentence; empty after one that was."""
    refused_kind: str = ""
    """The kind of that refusal (``Refusal.kind``), so that the screen can ask for what is missing."""
    can_draw: bool = False
    """True where ``draw_card`` draws: a simulated shoe stands at the table."""
    number: int = 0
    """Counts up with every state."""
    refusal: Refusal | None = None
    """The last refusal as data, where the session gives it: the screen says it in its own language."""
    asks: tuple[CameraAsk, ...] = ()
    """What the camera asks, the first one first."""
    row: int = 0
    """The last row of the journal that it shows; 0 where there is no journal."""
    taken_up: int = 0
    """Counts up where the session was taken up anew, or another one begins: what a screen kept of it is over,
    and ``past`` tells what was before."""
    office: Office = HOME_GAME


HANDS_KEPT: Final = 11
"""The last ten hands and the one in play can be looked at, step by step (RELIABILITY)."""


@dataclass(frozen=True, slots=True)
class Past:
    """What the session has been so far: public states, the oldest first, the present one last."""

    states: tuple[ScreenState, ...] = ()
    sitting_out: frozenset[int] = frozenset()
    """Who sat out when the last hand began."""


class TableSession(Protocol):
    """What the screen may do: hand in inputs, and be told of every new state."""

    @property
    def state(self) -> ScreenState:
        """The newest state."""

    @property
    def busy_for(self) -> float:
        """Seconds for which it has been at one thing, 0.0 while it waits: long where the disk does not answer."""

    def submit(self, entry: Input) -> None:
        """Hand in one input; never waits. The answer is a new state."""

    def draw_card(self) -> None:
        """With a simulated shoe at the table: draw the next card (the demo's 'deal'). Nothing otherwise."""

    def clear_banner(self, reader: str, kind: str) -> None:
        """The dealer says that a fault which needs it has been looked after."""

    def supervise(self, request: Request) -> None:
        """Ask something of the supervisor's office; never waits. The answer is in a new state."""

    def audit(self) -> tuple[AuditEntry, ...]:
        """What was put right, taken back, voided, changed or tried in this session, oldest first. Quick."""

    def past(self) -> Past:
        """What the session has been so far, from its journal. Slow: not for the screen's thread."""

    def answer_camera(self, ask: int, answer: CameraAnswer) -> None:
        """The dealer answers a question of the camera by its number; one that is over by now changes nothing."""

    def subscribe(self, listener: Callable[[ScreenState], None]) -> None:
        """``listener`` is called on the session's thread with each new state."""


class DemoShoe(Protocol):
    """A simulated shoe at a demo table: somebody has to draw its cards."""

    def prepare(self, hand: int, drawn: int) -> None:
        """Load the deck of that hand, of which so many cards are out already."""

    def draw(self) -> None:
        """Draw the next card."""
