"""Everything that can happen, as frozen dataclasses: what the lines of a session file become (SESSION-FORMAT).

The ``repr`` of an input that can name a face-down card does not show the card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from engine.cards import Card

ConfirmStep = Literal["announce", "antes", "deal", "pass", "reveal", "showdown", "pay"]
Reader = Literal["shoe", "camera", "dealer", "pad"]
Action = Literal["fold", "check", "call", "bet", "raise", "bring_in", "complete"]

CONFIRM_STEPS: Final = get_args(ConfirmStep)
READERS: Final = get_args(Reader)
ACTIONS: Final = get_args(Action)
UPWARD: Final = frozenset({"bet", "raise", "complete"})
"""One upward action: any of the three names is taken where one is legal."""


@dataclass(frozen=True, slots=True)
class StartHand:
    """``hand``: a hand begins. ``rules`` are the house rules that change from this hand on."""

    dealer: int | None = None
    rules: Mapping[str, object] = field(default_factory=dict)
    sitting_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Confirm:
    """The dealer says that a prompted step is done."""

    step: ConfirmStep


@dataclass(frozen=True, slots=True)
class CardRead:
    """``card``: a card was read; ``card`` None: it came out and could not be read.

    ``seat`` is where it was seen; without one it is the next card of the deal.
    """

    card: Card | None = field(repr=False)
    reader: Reader | None = None
    seat: int | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class PassRead:
    """``pass``: a passed card whose identity was read at ``seat``, the giver."""

    seat: int
    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class Act:
    """A betting action; ``to`` is what the player has in this round after it."""

    seat: int
    action: Action
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """At the showdown a player turned down cards up; no cards: those that the kiosk knows."""

    seat: int
    cards: tuple[Card, ...] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Muck:
    """At the showdown the player gives the hand up unseen (RULES 6.5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Correct:
    """A read was wrong: ``was`` is what the kiosk holds, or ``street`` and ``index`` (both from 1) say
    which unread card."""

    seat: int | None
    card: Card = field(repr=False)
    was: Card | None = field(default=None, repr=False)
    street: int | None = None
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the last line that counted; right after an undo it takes that undo back (a redo).

    ``deeper`` goes on back instead: it takes back the line before those already taken back.
    """

    deeper: bool = False


@dataclass(frozen=True, slots=True)
class Void:
    """Misdeal: every chip of this hand goes back, the button stays."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    seat: int
    name: str
    stack: int


@dataclass(frozen=True, slots=True)
class Leave:
    seat: int


@dataclass(frozen=True, slots=True)
class Rebuy:
    """``rebuy``. With ``corrects``, the number of a hand that is over, it puts the money of that hand right
    (docs/readings.md): ``amount`` comes to ``seat`` from the seat ``source``, or onto the table where there is none;
    with ``back`` it leaves the seat and the table. ``by`` and ``why`` are for the record."""

    seat: int
    amount: int
    corrects: int | None = None
    source: int | None = None
    back: bool = False
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Free text; changes nothing."""

    text: str = field(default="", repr=False)


HandInput = Confirm | CardRead | PassRead | Act | Show | Muck | Correct | Void
TableInput = StartHand | Join | Leave | Rebuy | HandInput
Input = TableInput | Undo | Note


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an input was not taken: a kind and public parameters; ``kiosk.wording`` makes the sentence."""

    kind: str
    seat: int | None = None
    other: int | None = None
    amount: int = 0
    limit: int = 0
    text: str = ""
    """A word of the rules: an action, a step, a house rule's key or an already worded sentence about it."""
    card: Card | None = None
    """Only ever a card that lies face up."""


UNCHANGED: Final = Refusal("unchanged")
"""Taken, but it told nothing new: it does not count as a line that an undo takes back."""
