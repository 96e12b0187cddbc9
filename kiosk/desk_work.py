"""What the dealer is at on the readers screen: learning a deck's look or its tags, or calibrating the camera.

On the desk's thread; its reader is taken from the table meanwhile (``ReaderBench.take_aside``).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cards import Card
from kiosk.decks import Deck, DeckError, file_of, load
from kiosk.reader_bench import CALIBRATION, DECKS, LOOKS, ReaderBench
from kiosk.reader_desk import Attend, Calibrating, Corners, Learning, Told
from kiosk.readers.base import CardRead, Lamp, Receipt
from kiosk.tag_teaching import TagTeaching

if TYPE_CHECKING:
    from kiosk.calibrating import CalibrationMaking
    from kiosk.look_teaching import LookTeaching
    from kiosk.readers.camera import Sight
    from kiosk.vision.crops import Picture
    from kiosk.vision.network import Floats


class DeskWork:
    """One piece of work at a time, or none. ``folder`` holds the decks, looks and the calibration."""

    def __init__(self, folder: Path, bench: ReaderBench) -> None:
        self._folder, self._bench = folder, bench
        self._teaching: LookTeaching | TagTeaching | None = None
        self._begun: LookTeaching | None = None
        """A deck that was left before it was whole: the dealer may come back to it."""
        self._calibrating: CalibrationMaking | None = None
        self.embed: Callable[[Picture], Floats] | None = None
        """What the naming network sees in a picture of one card; made at the first one."""

    def begin(self, wanted: Attend) -> Told | None:
        """Begin what the mode asks for, if anything; what keeps a deck of tags from being opened."""
        if wanted.mode == "look":
            self._teach_look(wanted.name)
        elif wanted.mode == "calibrate":
            from kiosk.calibrating import CalibrationMaking

            self._calibrating = CalibrationMaking(self._bench.used_parts().calibration)
        elif wanted.mode == "tags":
            return self._teach_tags(wanted)
        return None

    def leave(self, reader: str) -> None:
        """End it; ``reader`` is the one that read tags."""
        teaching, self._teaching, self._calibrating = self._teaching, None, None
        if isinstance(teaching, TagTeaching) and (used := self._bench.get(reader)) is not None:
            used.gate(False, Lamp.STOP)
            if self._bench.choice.deck == str(teaching.path):
                self._bench.parts = None  # the deck in use has changed

    def card(self, read: CardRead) -> Receipt | None:
        """A reader that is aside read a tag; its receipt, where the card is none of the game's."""
        if not isinstance(self._teaching, TagTeaching) or not self._bench.aside(read.reader):
            return None
        self._teaching.card(read)
        reader = self._bench.get(read.reader)
        if read.receipt is None or reader is None:
            return None
        reader.acknowledge(read.receipt)  # it is in the deck file, or was told to be put aside
        return read.receipt

    def sight(self, sight: Sight) -> None:
        """The camera saw something."""
        work = self._teaching or self._calibrating
        if work is not None and not isinstance(work, TagTeaching):
            work.sight(sight)

    # What the dealer may do in it; nothing where it is not at that work.

    def name(self, card: Card) -> None:
        if self._teaching is not None:
            self._teaching.name(card)

    def take_back(self) -> None:
        if (work := self._teaching or self._calibrating) is not None:
            work.take_back()

    def take(self) -> None:
        if self._calibrating is not None:
            self._calibrating.take()

    def draw(self, seat: str, corners: Corners) -> None:
        if self._calibrating is not None:
            self._calibrating.draw(seat, corners)

    def keep(self) -> Told | None:
        """Save, remember and use it; what went wrong with that."""
        from kiosk.look_teaching import LookTeaching

        if isinstance(self._teaching, LookTeaching):
            if (path := self._teaching.keep(self._folder / LOOKS)) is None:
                return None
            said = self._bench.remember(look=str(path))
            self._bench.outdated("camera")
            return said
        if isinstance(self._teaching, TagTeaching):
            said = self._bench.remember(deck=str(self._teaching.path))
            for name in ("shoe", "scanner", "rfid"):
                if self._bench.get(name) is not None:
                    self._bench.outdated(name)
            return said
        path = self._folder / CALIBRATION
        if self._calibrating is None or not self._calibrating.keep(path):
            return None
        said = self._bench.remember(calibration=str(path))
        self._bench.outdated("camera")
        return said

    # What the screen sees of it.

    @property
    def learning(self) -> Learning | None:
        return None if self._teaching is None else self._teaching.state

    @property
    def calibrating(self) -> Calibrating | None:
        return None if self._calibrating is None else self._calibrating.state

    @property
    def markers(self) -> tuple[Corners, ...]:
        """Those of the sheet that the camera sees."""
        return () if self._calibrating is None else self._calibrating.markers

    def _teach_look(self, name: str) -> None:
        from kiosk.look_teaching import LookTeaching

        if self._begun is None or self._begun.state.name != name:
            self._begun = LookTeaching(name, self._embeddings)
        self._teaching = self._begun

    def _embeddings(self, picture: Picture) -> Floats:
        if self.embed is None:
            from kiosk.vision.reading import CardEye

            self.embed = CardEye().index_embeddings  # not the reader's: each thread has its own
        return self.embed(picture)

    def _teach_tags(self, wanted: Attend) -> Told | None:
        from kiosk.reader_offers import known_decks

        path = file_of(self._folder / DECKS, wanted.name)
        try:
            deck = load(path) if path.exists() else Deck(wanted.name)
        except DeckError as error:
            return Told("trouble", {"why": str(error)})
        reader = self._bench.take_aside(wanted.reader)
        if reader is not None:
            self._teaching = TagTeaching(deck, known_decks(self._folder), path)
            reader.gate(True, Lamp.GO)
        return None
