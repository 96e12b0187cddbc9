"""Learning a deck's tags, counting a deck, replacing a card: pure, so that the command line and the screen
can use it.

Each ``saw`` takes one card that came out of a reader and gives a sentence for the person who draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import DECK, Card
from kiosk.decks import Deck, DeckError, normal_key, owner_of

TOLD_ORDER: tuple[Card, ...] = tuple(sorted(DECK, key=lambda card: (-card.suit, card.rank)))
"""Suit by suit, spades first, two to ace: quick to lay out by hand."""

UNREAD = "The tag did not answer: push the card back and draw it again, or give it another tag."


@dataclass(frozen=True)
class Answer:
    """What to tell the person, and whether the card was taken."""

    text: str
    taken: bool


class Enrolment:
    """Fills a deck. ``others`` are the decks whose tags must not be in it."""

    def __init__(self, deck: Deck, others: Sequence[Deck]) -> None:
        self.deck = deck
        self._others = [other for other in others if other.name != deck.name]

    @property
    def wanted(self) -> Card | None:
        """The next card in the told order; None when the deck is whole."""
        missing = set(self.deck.missing)
        return next((card for card in TOLD_ORDER if card in missing), None)

    def objection(self, uid: str | None) -> str | None:
        """Why this tag cannot be taken, whatever its card."""
        if uid is None:
            return UNREAD
        known = self.deck.card(uid)
        if known is not None:
            return f"This tag was seen before: it is {known.sign}. Put the card aside and draw the next."
        owner = owner_of(uid, self._others)
        if owner is not None:
            return f"This tag belongs to the deck {owner.name}: take that card out."
        return None

    def saw(self, uid: str | None, card: Card | None = None) -> Answer:
        """A card was drawn: the next of the told order, or ``card`` where somebody named it."""
        objection = self.objection(uid)
        card = self.wanted if card is None else card
        if objection is not None or uid is None or card is None:
            return Answer(objection or "The deck is whole: nothing more to enrol.", False)
        try:
            self.deck = self.deck.enrol(uid, card)
        except DeckError as error:
            return Answer(f"Not taken: {error}.", False)
        return Answer(f"{card.sign} enrolled, {len(self.deck.missing)} to go.", True)


class Count:
    """Counts a deck that is drawn card by card, and names what is missing or foreign."""

    def __init__(self, deck: Deck, others: Sequence[Deck] = ()) -> None:
        self.deck = deck
        self._others = [other for other in others if other.name != deck.name]
        self._seen: set[Card] = set()
        self.unread = 0
        self.foreign = 0
        self.doubled = 0

    @property
    def done(self) -> bool:
        """Every card of the deck has come out."""
        return self._seen >= set(self.deck.cards.values())

    @property
    def missing(self) -> list[Card]:
        """The enrolled cards that have not come out, in the told order."""
        held = set(self.deck.cards.values())
        return [card for card in TOLD_ORDER if card in held and card not in self._seen]

    def saw(self, uid: str | None) -> str:
        """A card was drawn; a sentence about it."""
        if uid is None:
            self.unread += 1
            return "A card came out unread."
        card = self.deck.card(uid)
        if card is None:
            self.foreign += 1
            owner = owner_of(uid, self._others)
            return f"A card of the deck {owner.name} is among them." if owner else "A foreign tag is among them."
        if card in self._seen:
            self.doubled += 1
            return f"{card.sign} came out twice."
        self._seen.add(card)
        return f"{len(self._seen)} of {len(self.deck.cards)}"

    @property
    def good(self) -> bool:
        """52 cards, each once, all read, nothing foreign."""
        return self.done and not (self.deck.missing or self.unread or self.foreign or self.doubled)

    def verdict(self) -> str:
        """The result in a sentence or more."""
        parts = []
        if self.missing:
            names = " ".join(card.sign for card in self.missing)
            parts.append(f"{len(self.missing)} of {len(self.deck.cards)} cards are missing: {names}.")
        if self.deck.missing:
            names = " ".join(card.sign for card in self.deck.missing)
            parts.append(f"{len(self.deck.missing)} cards were never enrolled: {names}.")
        for count, what in (
            (self.unread, "came out unread"),
            (self.foreign, "do not belong to the deck"),
            (self.doubled, "came out twice"),
        ):
            if count:
                parts.append(f"Cards that {what}: {count}.")
        return " ".join(parts) or f"The deck {self.deck.label} is whole: 52 cards, each once."


def replaced(deck: Deck, others: Sequence[Deck], card: Card, uid: str | None) -> Deck:
    """The deck in which ``card`` has the tag ``uid``. Raises DeckError, a sentence, where that tag cannot
    be taken.
    """
    if uid is None:
        raise DeckError(UNREAD)
    owner = owner_of(uid, [other for other in others if other.name != deck.name])
    if owner is not None:
        raise DeckError(f"this tag belongs to the deck {owner.name}")
    if deck.key(card) == normal_key(uid):
        raise DeckError(f"this is the tag that {card.sign} has already")
    return deck.replace_card(card, uid)
