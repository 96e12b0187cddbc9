"""What the readers screen sees and may do: data and one Protocol, apart from the session in play.

Nothing here holds a tag, a code or a face-down card: lines of a link name a card by its number, a picture has
covered what nobody may see, and a box has a name only where the card lies face up for everyone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from engine.cards import Card

Params: TypeAlias = Mapping[str, str | int]
Point: TypeAlias = tuple[float, float]
"""A place in a picture: right and down, each from 0 to 1."""
Corners: TypeAlias = tuple[Point, ...]

Mode = Literal["", "lines", "live", "look", "tags", "calibrate"]
"""What the dealer looks at: the lines of a link, the live picture, a deck being learned by the camera
(``look``) or by its tags, the calibration. Empty: nothing of these."""


@dataclass(frozen=True, slots=True)
class Told:
    """A fact to be said in the screen's language: ``kind`` and what goes into its sentence."""

    kind: str
    params: Params = field(default_factory=dict)
    at: str = ""
    """Time of day, ``21:14:03``; empty where it does not matter."""
    times: int = 1
    """So often in a row."""


@dataclass(frozen=True, slots=True)
class SelfTestReport:
    """What a self-test found: one fact for each part; ``good`` where nothing is wrong."""

    at: str
    good: bool
    parts: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class ReaderReport:
    """One reader. ``what``: shoe, simulated-shoe, scanner, rfid, spot-camera or table-camera."""

    reader: str
    what: str
    lamp: Literal["ok", "waiting", "fault"]
    where: str = ""
    """The port or the source."""
    since: str = ""
    """Time of day when it was linked; empty: not yet, or no more."""
    firmware: str = ""
    faults: tuple[str, ...] = ()
    """Sentences about what is wrong now, as the banners say them."""
    last_fault: str = ""
    """The last one, also one that is over."""
    last_fault_at: str = ""
    test: SelfTestReport | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that is plugged in or stored, and may be chosen: ``field`` of the choice, its value, its name."""

    field: str
    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class LiveBox:
    """An index that the camera sees; ``card`` only where it lies face up for everyone."""

    corners: Corners
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class LivePicture:
    """One picture for the screen: ``rgb`` holds width x height pixels of three bytes, the lowest row first."""

    number: int
    width: int
    height: int
    rgb: bytes = field(repr=False)
    boxes: tuple[LiveBox, ...] = ()
    markers: tuple[Corners, ...] = ()
    scene: Literal["moving", "still", "covered"] = "moving"
    index_pixels: int | None = None
    """Height of the ranks in the camera's own picture; None: no index is seen."""
    small: bool = False
    """They are below what the reader needs."""


@dataclass(frozen=True, slots=True)
class Learning:
    """A deck being learned. ``counts``: 52 numbers in the order of ``engine.cards.DECK``, full at ``goal``."""

    name: str
    goal: int
    counts: tuple[int, ...]
    wanted: Card | None = None
    """With tags: the card that is to be drawn next."""
    asks: bool = False
    """A card lies there that the reader cannot name: the dealer touches it."""
    last: Card | None = None
    """What undo takes back."""
    said: Told | None = None
    saved: bool = False
    """Nothing was learned since it was saved."""

    @property
    def learned(self) -> int:
        """How many cards are full."""
        return sum(count >= self.goal for count in self.counts)


@dataclass(frozen=True, slots=True)
class Calibrating:
    """A calibration being made. ``zones``: seat (or ``spot``) -> four corners in the picture."""

    taken: int = 0
    """Pictures of the sheet that were taken."""
    seen: int = 0
    """How many of the sheet's four markers are in view now."""
    ready: bool = False
    """There is a calibration: zones can be drawn."""
    lens: bool = False
    """The lens was measured too."""
    index_pixels: int | None = None
    """How high a usual index (9 mm) is in the picture."""
    zones: Mapping[str, Corners] = field(default_factory=dict)
    said: Told | None = None
    saved: bool = False


@dataclass(frozen=True, slots=True)
class DeskState:
    """All that the readers screens draw from, but for the picture: immutable, a new one after every change."""

    readers: tuple[ReaderReport, ...] = ()
    offers: tuple[Offer, ...] = ()
    camera_place: Literal["spot", "table"] = "spot"
    has_camera: bool = False
    notes: tuple[Told, ...] = ()
    """What else there is to say: a choice that could not be read, a part that was left out."""
    mode: Mode = ""
    reader: str = ""
    """Whose lines are looked at."""
    lines: tuple[Told, ...] = ()
    """The last lines of that link, the newest last."""
    closed: str = ""
    """Why the mode cannot be had now: ``hand`` (a hand is in play), ``no-camera``, ``no-reader``, ``no-deck``,
    ``supervisor`` (the PIN is needed)."""
    busy: str = ""
    """The reader that is being tested or exchanged."""
    learning: Learning | None = None
    calibrating: Calibrating | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class Attend:
    """The dealer looks at this from now on. ``reader``: whose lines, or whose cards are enrolled; ``name``: the
    deck's, for learning.
    """

    mode: Mode
    reader: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Test this reader."""

    reader: str


@dataclass(frozen=True, slots=True)
class ShowLamps:
    """The shoe shows gate and lamps like this, for an eye to check: go, stop, wrong, open or shut.

    Empty: the check is over, and ``bad`` names what did not look as it should.
    """

    what: str
    bad: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LookAround:
    """Look again at what is plugged in and stored."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Use this from now on and remember it."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class NameCard:
    """While a deck is learned: this card lies there, or was just learned under a wrong name."""

    card: Card


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last learned card back, or the last picture of a calibration."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Save what was learned or calibrated, and use it at once."""


@dataclass(frozen=True, slots=True)
class TakePicture:
    """Calibrate with the sheet as it lies there now."""


@dataclass(frozen=True, slots=True)
class DrawZone:
    """A seat's zone (or ``spot``) has these four corners; none: it has no zone."""

    seat: str
    corners: Corners


Command: TypeAlias = (
    Attend | SelfTest | ShowLamps | LookAround | Choose | NameCard | TakeBack | Keep | TakePicture | DrawZone
)


class ReaderDesk(Protocol):
    """What the screen may do with the readers."""

    @property
    def state(self) -> DeskState:
        """The newest state."""

    def do(self, command: Command) -> None:
        """Hand in what the dealer wants; never waits. The answer is a new state."""

    def picture(self) -> LivePicture | None:
        """The newest picture, once; None while there is no newer one. Asking is what makes the next one."""

    def subscribe(self, listener: Callable[[DeskState], None]) -> None:
        """``listener`` is called on the desk's thread with each new state."""
