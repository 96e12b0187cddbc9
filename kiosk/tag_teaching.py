"""A deck's tags are learned from the screen: each card drawn once, in the told order or named by a touch.

Every card is in the deck file before its reader may forget it, as with ``liege deck enrol``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.cards import DECK, Card
from kiosk import decks
from kiosk.decks import Deck, DeckError
from kiosk.enrolling import Enrolment
from kiosk.reader_desk import Learning, Told
from kiosk.readers.base import CardRead


class TagTeaching:
    """Takes cards that came out of a reader and fills a deck file."""

    def __init__(self, deck: Deck, others: Sequence[Deck], path: Path) -> None:
        self.path = path
        self._others = others
        self._enrolment = Enrolment(deck, others)
        self._named: Card | None = None
        self._last: list[Card] = []
        self._said: Told | None = None

    @property
    def deck(self) -> Deck:
        """The deck so far."""
        return self._enrolment.deck

    @property
    def state(self) -> Learning:
        """How far it is."""
        held = set(self.deck.cards.values())
        return Learning(
            self.deck.name,
            1,
            tuple(int(card in held) for card in DECK),
            wanted=self._named or self._enrolment.wanted,
            last=self._last[-1] if self._last else None,
            said=self._said,
            saved=True,
        )

    def card(self, read: CardRead) -> None:
        """A card came out: it is the wanted one."""
        wanted = self._named or self._enrolment.wanted
        why = self._why_not(read.uid)
        if why is not None or wanted is None:
            self._said = why or Told("deck-whole")
            return
        before = self.deck
        answer = self._enrolment.saw(read.uid, wanted)
        if not answer.taken:
            self._said = Told("tag-unusable")
            return
        if self._written(before):
            self._last.append(wanted)
            self._named = None
            left = len(self.deck.missing)
            self._said = Told("enrolled", {"card": wanted.sign, "count": left}) if left else Told("deck-whole")

    def _why_not(self, uid: str | None) -> Told | None:
        if uid is None:
            return Told("tag-unread")
        known = self.deck.card(uid)
        if known is not None:
            return Told("tag-known", {"card": known.sign})
        owner = decks.owner_of(uid, [other for other in self._others if other.name != self.deck.name])
        return Told("tag-of-other", {"deck": owner.name}) if owner is not None else None

    def name(self, card: Card) -> None:
        """The next card drawn is this one; one that has a tag already keeps it until that is taken back."""
        if self.deck.key(card) is not None:
            self._said = Told("enrolled-already", {"card": card.sign})
            return
        self._named = card
        self._said = None

    def take_back(self) -> None:
        """The last card has no tag any more."""
        if not self._last:
            return
        before, card = self.deck, self._last[-1]
        rest = {key: other for key, other in before.cards.items() if other != card}
        self._enrolment.deck = replace(before, cards=rest)
        if self._written(before):
            self._last.pop()
            self._named = card
            self._said = Told("tag-taken-back", {"card": card.sign})

    def _written(self, before: Deck) -> bool:
        try:
            decks.save(self.deck, self.path)
        except DeckError as error:
            self._enrolment.deck = before
            self._said = Told("not-saved", {"why": str(error)})
            return False
        return True
