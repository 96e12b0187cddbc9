"""Deck files: what is written is read again, and what is wrong with one is a sentence with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, Card
from kiosk import decks
from kiosk.decks import Deck, DeckError

A, B = "04000000000001", "04000000000002"
AS, TD = Card.parse("As"), Card.parse("Td")


def test_a_deck_file_is_plain_text() -> None:
    deck = Deck("Kitchen blue", 3).enrol("04:a1:b2:c3:d4:e5:80", TD).enrol("x 12", AS)
    assert decks.dumps(deck) == ("liege-deck 1\nname Kitchen blue\nrevision 3\nTd 04A1B2C3D4E580\nAs X 12\n")
    assert deck.card("04a1b2c3d4e580") == TD
    assert deck.card(" x 12 ") == AS
    assert deck.card(A) is None
    assert deck.key(TD) == "04A1B2C3D4E580"
    assert deck.label == "Kitchen blue, revision 3"
    assert len(deck.missing) == 50


@given(st.permutations(range(52)), st.integers(0, 52))
def test_what_is_written_is_read_again(order: list[int], count: int) -> None:
    deck = Deck("Any", 7, {f"{key:014X}": DECK[card] for key, card in enumerate(order[:count])})
    assert decks.loads(decks.dumps(deck), "any.deck") == deck


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "d:1: not a deck file: its first line should be `liege-deck 1`"),
        ("liege-deck one", "d:1: not a deck file: its first line should be `liege-deck 1`"),
        ("liege-deck 2\nname X", "d:1: deck files of version 2 need a newer Liege; this one reads version 1"),
        ("liege-deck 1\n", "d: the deck has no name: a line `name ...` is missing"),
        ("liege-deck 1\nname X\nrevision 0", "d:3: '0' is not a revision: it is a whole number from 1"),
        (
            "liege-deck 1\nname X\n10s 04",
            "d:3: '10s' is not a card (a card is a rank and a suit, as in As, Td, 9c)",
        ),
        ("liege-deck 1\nname X\nAs 01\nTd 01", "d:4: this tag is already A♠ in the deck X"),
        ("liege-deck 1\nname X\nAs 01\nAs 02", "d:4: A♠ already has a tag in the deck X"),
        ("liege-deck 1\nname X\nAs", "d:3: this tag or code is empty"),
    ],
)
def test_what_is_wrong_is_a_sentence_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(DeckError) as caught:
        decks.loads(text, "d")
    assert str(caught.value).startswith(sentence)


def test_comments_empty_lines_and_line_ends_of_windows() -> None:
    deck = decks.loads("\ufeffliege-deck 1\r\n\r\n# mine\r\nname X\r\nAs 01\r\n", "d")
    assert deck == Deck("X", 1, {"01": AS})


@given(st.text(max_size=80))
def test_any_text_is_a_deck_or_a_sentence(text: str) -> None:
    try:
        decks.loads("liege-deck 1\n" + text, "d")
    except DeckError as error:
        assert str(error).startswith("d")


def test_a_lost_card_is_replaced_in_a_new_revision() -> None:
    deck = Deck("X").enrol(A, AS)
    new = deck.replace_card(AS, B)
    assert (new.revision, new.card(B), new.card(A)) == (2, AS, None)
    with pytest.raises(DeckError, match="already A♠"):
        new.replace_card(TD, B)


def test_files(tmp_path: Path) -> None:
    folder = tmp_path / "decks"
    assert decks.all_in(folder) == []
    deck = Deck("Kitchen blue").enrol(A, AS)
    path = decks.file_of(folder, deck.name)
    assert path.name == "kitchen-blue.deck"
    decks.save(deck, path)
    assert decks.load(path) == deck
    assert decks.all_in(folder) == [deck]
    assert list(folder.iterdir()) == [path]
    assert decks.owner_of(A, [deck]) == deck
    assert decks.owner_of(B, [deck]) is None


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="there is no deck file"):
        decks.load(tmp_path / "none.deck")
    (tmp_path / "binary.deck").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DeckError, match="not text"):
        decks.load(tmp_path / "binary.deck")
    with pytest.raises(DeckError, match="cannot be read"):
        decks.load(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(DeckError, match="cannot be written"):
        decks.save(Deck("X"), tmp_path / "file" / "x.deck")


@pytest.mark.parametrize("name", ["", " x", "a/b", "x" * 41, "a\nb"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(DeckError, match="cannot name a deck"):
        Deck(name)
