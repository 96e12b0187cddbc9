"""What a touch means, as data: the app carries it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.cards import Card
from engine.inputs import Input
from kiosk.reader_desk import Command
from kiosk.session import CameraAnswer
from kiosk.supervision import Request


@dataclass(frozen=True, slots=True)
class Submit:
    """Hand in these inputs, one after the other; ``then``: close the screens over the table."""

    entry: Input
    then_close: bool = False


@dataclass(frozen=True, slots=True)
class StartNext:
    """Start the next hand, with what was chosen between the hands."""


@dataclass(frozen=True, slots=True)
class Move:
    """Between hands a player takes another seat, with the same chips."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the next card from the simulated shoe."""


@dataclass(frozen=True, slots=True)
class Open:
    """Open a screen over the table: menu, misdeal, why, ... ``seat``: about whom; ``text``: a detail."""

    screen: str
    seat: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class PickCard:
    """Open the card picker.

    ``purpose``: up (a card lies face up at the seat), common, show (down cards at the showdown), correct
    (``was`` is wrong), unread (the up card at ``place``, street and number). ``count``: how many cards are asked
    for. ``ask``: the camera's question that it answers.
    """

    purpose: str
    seat: int | None
    count: int = 1
    was: Card | None = None
    place: tuple[int, int] | None = None
    ask: int | None = None


@dataclass(frozen=True, slots=True)
class Picked:
    """A card of the picker was touched."""

    card: Card


@dataclass(frozen=True, slots=True)
class PickDone:
    """The cards that were picked are all there are."""


@dataclass(frozen=True, slots=True)
class PadAmount:
    """Open the number pad. ``purpose``: bet (an upward action), rebuy, join (``text``: the name)."""

    purpose: str
    seat: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the number pad or of the letters: characters, or 'back'."""

    text: str


@dataclass(frozen=True, slots=True)
class Amount:
    """The number pad shows this amount from now on."""

    amount: int


@dataclass(frozen=True, slots=True)
class Enter:
    """What was typed is right."""


@dataclass(frozen=True, slots=True)
class TouchSeat:
    """A seat was touched."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClearBanner:
    """A fault has been looked after."""

    reader: str
    kind: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The dealer answers the camera's question of that number."""

    ask: int
    answer: CameraAnswer


@dataclass(frozen=True, slots=True)
class Set:
    """Change a choice of the screen itself: a setting, or a rule for the next hand."""

    name: str
    value: object


@dataclass(frozen=True, slots=True)
class AtReaders:
    """The reader desk is to do this (None: nothing), and the screen goes on: ``open`` opens over the one on top
    (``push``) or in its place (``turn``); ``back`` closes the one on top.
    """

    command: Command | None
    open: Open | None = None
    go: Literal["stay", "push", "turn", "back"] = "stay"


@dataclass(frozen=True, slots=True)
class Look:
    """Look at an earlier moment: ``hand`` and the step in it; None: back to the present."""

    hand: int | None
    step: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """Look at the way of a card of the hand that is over, by its place among those told; -1: all of them, None: back to
    the table."""

    at: int | None


@dataclass(frozen=True, slots=True)
class Close:
    """Close the screen on top; ``everything``: all that lie over the table."""

    everything: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask something of the supervisor's office."""

    request: Request


@dataclass(frozen=True, slots=True)
class PinKey:
    """A key of the PIN pad: one sign, or 'back'. What was typed is never kept as a text."""

    sign: str


@dataclass(frozen=True, slots=True)
class PinEnter:
    """The PIN or the recovery code has been typed."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A part of a money correction was chosen; ``then``: what is asked next."""

    name: str
    value: object
    then: Open | PadAmount


Intent = (
    Submit | StartNext | Move | Draw | Open | PickCard | Picked | PickDone | PadAmount | Key | Amount | Enter
    | TouchSeat | ClearBanner | Answer | Set | AtReaders | Look | Way | Close
    | Ask | PinKey | PinEnter | Draft
)  # fmt: skip
