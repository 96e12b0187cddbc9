"""The supervisor's office as public data: how it stands, what may be asked of it, what it answered.

A request that carries a secret does not show it in its ``repr``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from engine.prompts import Notice

CODE_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The signs of a recovery code: no I, L, O, U."""
CODE_LENGTH: Final = 20
SHORTEST_PIN: Final = 6

AnswerKind = Literal[
    "wrong-pin", "wrong-code", "wait", "locked", "weak-pin", "pin-set", "pin-removed", "needs-pin", "no-store",
    "failed", "between-hands", "backup-runs", "backup-done", "new-evening",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What an undo (or redo) would take back, as public data: 'Undo: Ben folds'."""

    kind: str
    """The input's line type: act, confirm, card, pass, show, muck, correct, hand, join, leave, rebuy,
    void."""
    seat: int | None = None
    action: str = ""
    """Of an act: fold, check, ...; of a confirm: its step."""
    amount: int = 0


AuditKind = Literal[
    "correct", "undo", "redo", "misdeal", "game", "rule", "money", "money-on", "money-off", "alarm", "fault",
    "fault-over", "office", "left-out", "finding",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One thing for the record, all of it public.

    ``time``: seconds, a label; ``hand``: the hand that it is about, 0 before the first. ``seat`` and ``other``: who
    was put right, who got chips and from whom. ``text``: a sentence of the kiosk's, the name of a house rule, what
    the supervisor tried, or the reason that was given; ``value``: the house rules as they became, what came of
    the try.
    """

    time: float
    hand: int
    kind: AuditKind
    seat: int | None = None
    other: int | None = None
    amount: int = 0
    text: str = ""
    value: object = None
    by: str = ""
    what: TakenBack | None = None
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of the last request. ``number``: tries left, seconds to wait; ``text``: a folder, or a sentence
    of the storage."""

    kind: AnswerKind
    number: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Office:
    """How the office stands. The default is that of a home game: no PIN, everything is the dealer's."""

    has_pin: bool = False
    open: bool = False
    """The PIN was entered, and the office has not locked itself since."""
    sealed: bool = False
    """The cards of the hand in play wait for the PIN: nothing can be played."""
    count_chips: bool = False
    """Without the PIN the stacks are not sure: something was taken back since they were noted."""
    answer: Answer | None = None
    code: str = field(default="", repr=False)
    """The new recovery code, until it has been written down."""
    places: tuple[str, ...] = ()
    """Folders that a backup can go to: sticks and disks that are mounted."""

    @property
    def may(self) -> bool:
        """Whether what is the supervisor's may be done now."""
        return not self.sealed and (self.open or not self.has_pin)


HOME_GAME: Final = Office()


@dataclass(frozen=True, slots=True)
class EnterPin:
    """Unlock the office; after a start also the sealed cards."""

    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class EnterCode:
    """The same by the recovery code; it lifts the lock too."""

    code: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SetPin:
    """The first PIN, or another one."""

    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class RemovePin:
    """Everything is the dealer's again."""


@dataclass(frozen=True, slots=True)
class Lock:
    """The supervisor goes."""


@dataclass(frozen=True, slots=True)
class GoOnWithout:
    """Play on without the sealed cards: the hand that was in play is void."""


@dataclass(frozen=True, slots=True)
class FindPlaces:
    """Look where a backup could go."""


@dataclass(frozen=True, slots=True)
class BackUp:
    """Copy the store into a new folder below ``place`` (or into ``place`` itself), while it is used."""

    place: str
    below: bool = True


@dataclass(frozen=True, slots=True)
class NewEvening:
    """The evening is over: a new session begins, with the same rules and empty seats."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The answer and the recovery code have been read."""


Request = EnterPin | EnterCode | SetPin | RemovePin | Lock | GoOnWithout | FindPlaces | BackUp | NewEvening | Seen
