"""Deck files: which tag (or bar code) is which card. Plain text, versioned, edited by hand if need be.

::

    liege-deck 1
    name Kitchen blue
    revision 3
    # card, then the tag's UID or the code as the reader sends it
    As 04A1B2C3D4E580
    Td 04A1B2C3D4E581

The first line names the format's version. ``revision`` counts the changes, so that a hand's record can
name the deck exactly (``Deck.label``). A key stands for one card and a card has one key. A deck need not
be whole: ``Deck.missing`` names what is not enrolled.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from engine.cards import DECK, Card

FORMAT = 1
SUFFIX = ".deck"
LONGEST_KEY = 128
_NAME = re.compile(r"[^\W_][\w .'-]{0,39}")


class DeckError(Exception):
    """A deck file that cannot be used, or a change that would spoil it; the message is a sentence."""


def normal_key(key: str) -> str:
    """A tag or code in the form in which it is compared: outer white space off, upper case, no ``:`` in a
    UID.
    """
    key = key.strip().upper()
    return key.replace(":", "") if re.fullmatch(r"[0-9A-F]{2}(:[0-9A-F]{2})+", key) else key


@dataclass(frozen=True)
class Deck:
    """A deck by name: key -> card. Its ``repr`` gives the name and how many cards, never a key."""

    name: str
    revision: int = 1
    cards: Mapping[str, Card] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise DeckError(
                f"{self.name!r} cannot name a deck: use 1 to 40 letters, digits, spaces, dots, dashes "
                "or apostrophes, the first a letter or a digit"
            )
        object.__setattr__(self, "cards", MappingProxyType(dict(self.cards)))

    @property
    def label(self) -> str:
        """Names this state of the deck in a hand's record: ``Kitchen blue, revision 3``."""
        return f"{self.name}, revision {self.revision}"

    def card(self, key: str) -> Card | None:
        """The card of a tag or code; None where the deck does not know it."""
        return self.cards.get(normal_key(key))

    def key(self, card: Card) -> str | None:
        """The tag or code enrolled for a card."""
        return next((key for key, other in self.cards.items() if other == card), None)

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards that no key stands for, in the order of ``engine.cards.DECK``."""
        held = set(self.cards.values())
        return tuple(card for card in DECK if card not in held)

    def enrol(self, key: str, card: Card) -> Deck:
        """The deck with one more card. DeckError where the key or the card is there already, or the key is
        no key.
        """
        key = normal_key(key)
        if not key or len(key) > LONGEST_KEY or not key.isprintable() or key.startswith("#"):
            raise DeckError("this tag or code is empty, too long or holds characters that cannot be stored")
        if key in self.cards:
            raise DeckError(f"this tag is already {self.cards[key].sign} in the deck {self.name}")
        if self.key(card) is not None:
            raise DeckError(f"{card.sign} already has a tag in the deck {self.name}: use `liege deck replace`")
        return replace(self, cards={**self.cards, key: card})

    def replace_card(self, card: Card, key: str) -> Deck:
        """The next revision, where ``card`` has another tag: a lost card and its stand-in."""
        rest = {old: other for old, other in self.cards.items() if other != card}
        held = self.cards.get(normal_key(key))
        if held is not None:
            raise DeckError(f"this tag is already {held.sign} in the deck {self.name}")
        return replace(self, revision=self.revision + 1, cards=rest).enrol(key, card)


def dumps(deck: Deck) -> str:
    """The deck file's text, cards in the order of ``engine.cards.DECK``."""
    lines = [f"liege-deck {FORMAT}", f"name {deck.name}", f"revision {deck.revision}"]
    lines += [f"{card} {key}" for key, card in sorted(deck.cards.items(), key=lambda item: item[1])]
    return "\n".join(lines) + "\n"


def loads(text: str, where: str) -> Deck:
    """The deck in a deck file's text. ``where`` names the file in DeckError's ``FILE:LINE: sentence``."""
    lines = text.lstrip("\ufeff").splitlines()
    version = re.fullmatch(r"liege-deck (\d{1,6})", lines[0].strip()) if lines else None
    if version is None:
        raise DeckError(f"{where}:1: not a deck file: its first line should be `liege-deck {FORMAT}`")
    if int(version[1]) != FORMAT:
        raise DeckError(
            f"{where}:1: deck files of version {version[1]} need a newer Liege; this one reads version {FORMAT}"
        )
    deck = Deck("unnamed")
    for number, line in enumerate(map(str.strip, lines[1:]), 2):
        if line and not line.startswith("#"):
            try:
                deck = _with_line(deck, line)
            except (DeckError, ValueError) as error:
                raise DeckError(f"{where}:{number}: {error}") from None
    if deck.name == "unnamed":
        raise DeckError(f"{where}: the deck has no name: a line `name ...` is missing")
    return deck


def _with_line(deck: Deck, line: str) -> Deck:
    word, _, rest = line.partition(" ")
    rest = rest.strip()
    if word == "name":
        return replace(deck, name=rest)
    if word == "revision":
        if not re.fullmatch(r"[1-9]\d{0,8}", rest):
            raise DeckError(f"{rest!r} is not a revision: it is a whole number from 1")
        return replace(deck, revision=int(rest))
    return deck.enrol(rest, Card.parse(word))


def load(path: Path) -> Deck:
    """The deck file at ``path``. DeckError, a sentence with file and line, for anything that is not one."""
    try:
        return loads(path.read_text(encoding="utf-8"), str(path))
    except FileNotFoundError:
        raise DeckError(f"there is no deck file {path}") from None
    except UnicodeDecodeError:
        raise DeckError(f"{path} is not a deck file: it is not text") from None
    except OSError as error:
        raise DeckError(f"the deck file {path} cannot be read: {error.strerror}") from None


def save(deck: Deck, path: Path) -> None:
    """Write the deck file whole or not at all: a new file is synced and then takes the old one's place."""
    new = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("w", encoding="utf-8") as file:
            file.write(dumps(deck))
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except OSError as error:
        raise DeckError(f"the deck file {path} cannot be written: {error.strerror}") from None


def file_of(folder: Path, name: str) -> Path:
    """Where a deck of that name lies in a folder of decks: ``Kitchen blue`` is ``kitchen-blue.deck``."""
    return folder / (re.sub(r"[^\w.-]+", "-", name.strip().lower()) + SUFFIX)


def all_in(folder: Path) -> list[Deck]:
    """The decks in a folder, by file name; an empty list where the folder does not exist."""
    return [load(path) for path in sorted(folder.glob("*" + SUFFIX))]


def owner_of(key: str, decks: Iterable[Deck]) -> Deck | None:
    """The deck that holds a tag, None where none does."""
    return next((deck for deck in decks if deck.card(key) is not None), None)
