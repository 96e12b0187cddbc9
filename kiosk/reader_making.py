"""From a choice of readers to the readers themselves, with the deck, the calibration and the look they need.

What OpenCV or pyserial need is imported only where such a reader is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.decks import Deck, DeckError
from kiosk.decks import load as load_deck
from kiosk.reader_choice import ReaderChoice
from kiosk.readers.base import CardReader, Receipt

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight
    from kiosk.vision.calibration import Calibration
    from kiosk.vision.learning import DeckLook

Tap = Callable[[str, str, bytes], None]
"""Is told the reader, its port and the raw bytes; b"" when the port was opened."""


class Sights:
    """Hands on what the camera sees. ``table`` goes to the game too; of a read spot the game gets the cards that are
    laid down (``laid``), and ``spot`` goes only to who looks."""

    def __init__(self) -> None:
        self.game: Callable[[Sight], None] = lambda sight: None
        self.lay: Callable[[Sight], None] = lambda sight: None
        self.looked_at_by: Callable[[Sight], None] = lambda sight: None

    def table(self, sight: Sight) -> None:
        self.game(sight)
        self.looked_at_by(sight)

    def spot(self, sight: Sight) -> None:
        self.looked_at_by(sight)

    def laid(self, sight: Sight) -> None:
        self.lay(sight)


@dataclass(frozen=True)
class Parts:
    """What the chosen readers read with. ``troubles``: field of the choice -> why that part is left out."""

    deck: Deck | None = None
    calibration: Calibration | None = None
    look: DeckLook | None = field(default=None, repr=False)
    troubles: dict[str, str] = field(default_factory=dict)


def load_parts(choice: ReaderChoice) -> Parts:
    """The files that a choice names; one that cannot be used is left out and told."""
    parts = Parts()
    if choice.deck:
        try:
            parts = replace(parts, deck=load_deck(Path(choice.deck)))
        except DeckError as error:
            parts.troubles["deck"] = str(error)
    if not choice.camera:
        return parts
    from kiosk.vision.calibration import Calibration, CalibrationError
    from kiosk.vision.learning import DeckLook, ProfileError, namer_mark

    if choice.calibration:
        try:
            parts = replace(parts, calibration=Calibration.load(Path(choice.calibration)))
        except CalibrationError as error:
            parts.troubles["calibration"] = str(error)
    if choice.look:
        try:
            parts = replace(parts, look=DeckLook.load(Path(choice.look), namer_mark()))
        except ProfileError as error:
            parts.troubles["look"] = str(error)
    return parts


class ReaderMaker:
    """Makes readers for one place. ``receipts``: the last journaled card of each boot of a shoe; ``simulated``: the
    deck of a demo's shoe, which stands in the place of a real one, and how it is found.
    """

    def __init__(
        self,
        receipts: Callable[[], Iterable[Receipt]],
        sights: Sights,
        tap: Tap | None = None,
        simulated: tuple[Deck, Callable[[], list[str]]] | None = None,
    ) -> None:
        self.receipts = receipts
        self._sights = sights
        self._tap = tap
        self.simulated = simulated
        self.taken_elsewhere: list[Receipt] = []
        """Cards of a shoe that went to something else than the journal: into a deck file."""

    def names(self, choice: ReaderChoice) -> list[str]:
        """The readers that a choice wants, by name. A shoe that is only looked for gives way to another source of
        cards."""
        table = choice.place == "table"
        if self.simulated is not None:
            return ["camera", "shoe"] if choice.camera and table else ["shoe"]
        wanted = {"scanner": choice.scanner, "rfid": choice.rdm6300, "camera": choice.camera}
        names = [name for name, where in wanted.items() if where]
        others = choice.scanner or choice.rdm6300 or (choice.camera and not table)
        if choice.shoe != "none" and not (choice.shoe == "auto" and others):
            names.append("shoe")
        return names

    def all_of(self, choice: ReaderChoice, parts: Parts) -> list[CardReader]:
        """Every reader of a choice."""
        return [self.one(name, choice, parts) for name in self.names(choice)]

    def one(self, name: str, choice: ReaderChoice, parts: Parts) -> CardReader:
        """The reader of that name: ``shoe``, ``scanner``, ``rfid`` or ``camera``."""
        if name == "camera":
            return self._camera(choice, parts)
        tap = self._tapped(name)
        if name == "shoe":
            return self._shoe(choice, parts, tap)
        from kiosk.readers.serial_codes import CodeReader

        kind, port = ("scanner", choice.scanner) if name == "scanner" else ("rdm6300", choice.rdm6300)
        return CodeReader(kind, port, parts.deck, tap=tap)

    def _shoe(self, choice: ReaderChoice, parts: Parts, tap: Callable[[str, bytes], None] | None) -> CardReader:
        from kiosk.readers.ports import pico_ports
        from kiosk.readers.shoe import ShoeReader

        deck, find = parts.deck, pico_ports if choice.shoe == "auto" else lambda: [choice.shoe]
        if self.simulated is not None:
            deck, find = self.simulated
        receipts = [*self.receipts(), *self.taken_elsewhere]
        return ShoeReader(deck, receipts, find) if tap is None else ShoeReader(deck, receipts, find, tap)

    def _tapped(self, reader: str) -> Callable[[str, bytes], None] | None:
        tap = self._tap
        return None if tap is None else lambda port, data: tap(reader, port, data)

    def _camera(self, choice: ReaderChoice, parts: Parts) -> CardReader:
        """Over the table it shows the up cards to the game, on a read spot it takes the shoe's place."""
        from kiosk.readers.camera import CameraReader
        from kiosk.vision.reading import CardEye
        from kiosk.vision.sources import source_of

        spot = choice.place == "spot"
        return CameraReader(
            lambda: source_of(choice.camera),
            lambda: CardEye(look=parts.look),
            parts.calibration,
            spot=spot,
            show=self._sights.spot if spot else self._sights.table,
            lay=self._sights.laid if spot else None,
        )
