"""The camera learns the house deck from the screen: 52 cards, each laid down alone, a few frames of each.

A card is learned under the name that the reader gives it, or that the dealer touches; a wrong one is taken back
or put under its right name as long as it is the last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cards import DECK, Card
from kiosk.reader_desk import Learning, Told
from kiosk.vision.learning import FRAMES, SUFFIX, DeckLook, ProfileError, namer_mark
from kiosk.vision.learning import Learning as Prototypes

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight
    from kiosk.vision.crops import Picture
    from kiosk.vision.network import Floats


@dataclass
class _Lying:
    """The one card in view since the scene last changed: the frames taken of it, and its name once there is one."""

    card: Card | None
    frames: list[Floats] = field(default_factory=list, repr=False)


class LookTeaching:
    """Takes sights and gives a deck profile. ``embed``: the embeddings of the indices in a picture."""

    def __init__(self, name: str, embed: Callable[[Picture], Floats], mark: str | None = None) -> None:
        self._name = name
        self._embed = embed
        self._mark = mark or namer_mark()
        self._learned: dict[Card, list[Floats]] = {}
        self._before: list[tuple[Card, list[Floats] | None]] = []
        """What undo brings back, the newest last: a card, and what stood under its name before."""
        self._lying: _Lying | None = None
        self._said: Told | None = None
        self._saved = True

    @property
    def state(self) -> Learning:
        """How far it is."""
        return Learning(
            self._name,
            FRAMES,
            tuple(len(self._learned.get(card, ())) for card in DECK),
            asks=self._lying is not None and self._lying.card is None,
            last=self._before[-1][0] if self._before else None,
            said=self._said,
            saved=self._saved,
        )

    def sight(self, sight: Sight) -> None:
        """One frame: a card that came to lie there, or a further frame of the one that lies there."""
        view = sight.view
        if view.fresh:
            self._came(sight)
        elif not view.settled:
            return
        lying = self._lying
        if lying is None or len(lying.frames) >= FRAMES:
            return
        embeddings = self._embed(sight.picture)
        if len(embeddings):
            lying.frames.append(embeddings)
            if lying.card is not None:
                self._put(lying.card, lying.frames)

    def _came(self, sight: Sight) -> None:
        readings = sight.view.readings
        self._lying = None
        if len(readings) > 1:
            self._said = Told("one-card")
            return
        if not readings:
            return
        card = readings[0].card
        if card is not None and len(self._learned.get(card, ())) >= FRAMES:
            # lies there still, or again; should it be another card under a wrong name, a touch says so
            self._lying = _Lying(None)
            self._said = Told("known-already", {"card": card.sign})
            return
        self._lying = _Lying(card)
        self._said = Told("which-card") if card is None else None
        if card is not None:
            self._begin(card)

    def _begin(self, card: Card) -> None:
        """Frames are put under this name from now on."""
        held = self._learned.get(card)
        self._before.append((card, None if held is None else list(held)))

    def _put(self, card: Card, frames: list[Floats]) -> None:
        self._learned[card] = list(frames)
        self._saved = False
        left = FRAMES - len(frames)
        self._said = (
            Told("learned", {"card": card.sign}) if left <= 0 else Told("learning", {"card": card.sign, "count": left})
        )

    def name(self, card: Card) -> None:
        """The dealer touched a card: it is the one that lies there."""
        lying = self._lying
        if lying is None or lying.card == card:
            self._said = Told("lay-down")
            return
        if lying.card is not None:  # it was learned under a wrong name: that one gets back what it had
            self._undo_last()
        lying.card = card
        self._begin(card)
        if lying.frames:
            self._put(card, lying.frames)
        else:
            self._said = Told("learning", {"card": card.sign, "count": FRAMES})

    def take_back(self) -> None:
        """The last card is not learned any more."""
        if not self._before:
            return
        card = self._undo_last()
        self._saved = False
        self._said = Told("taken-back", {"card": card.sign})
        if self._lying is not None and self._lying.card == card:
            self._lying = None

    def _undo_last(self) -> Card:
        card, held = self._before.pop()
        if held is None:
            self._learned.pop(card, None)
        else:
            self._learned[card] = held
        return card

    def profile(self) -> DeckLook:
        """What was learned so far. Raises ProfileError where there is nothing."""
        prototypes = Prototypes(self._name, self._mark)
        for card, frames in self._learned.items():
            for embeddings in frames:
                prototypes.add(card, embeddings)
        return prototypes.finish()

    def keep(self, folder: Path) -> Path | None:
        """Save the profile in ``folder``; the path, or None where it could not be saved (``state`` says why)."""
        path = folder / (file_name(self._name) + SUFFIX)
        try:
            look = self.profile()
            folder.mkdir(parents=True, exist_ok=True)
            look.save(path)
        except ProfileError:
            self._said = Told("nothing-learned")
            return None
        except OSError as error:
            self._said = Told("not-saved", {"why": error.strerror or str(error)})
            return None
        self._saved = True
        missing = len(look.missing)
        self._said = Told("saved", {"count": missing}) if missing else Told("saved-whole")
        return path


def file_name(name: str) -> str:
    """A deck's name as a file's: ``Kitchen blue`` is ``kitchen-blue``."""
    return "".join(letter if letter.isalnum() else "-" for letter in name.strip().lower()) or "deck"
