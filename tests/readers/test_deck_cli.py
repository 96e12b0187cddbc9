"""`liege deck`: enrolling in a told order and in any order, counting, replacing; with the simulated shoe."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cards import DECK, Card
from kiosk import deck_cli, decks
from kiosk.decks import Deck, DeckError
from kiosk.enrolling import TOLD_ORDER, Count, Enrolment, replaced
from kiosk.readers.shoe import LinkTiming, ShoeReader
from kiosk.readers.simulated_shoe import SimulatedShoe, simulated_deck

AS, TD = Card.parse("As"), Card.parse("Td")
REAL = simulated_deck("Kitchen blue")
FOREIGN = "04FFFFFFFFFFFF"


@pytest.fixture
def shoe(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedShoe]:
    with SimulatedShoe(TOLD_ORDER, REAL) as simulated:
        timing = LinkTiming(first_delay=0.02)
        monkeypatch.setattr(deck_cli, "reader_for", lambda _: ShoeReader(None, find=simulated.ports, timing=timing))
        yield simulated


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    deck_cli.add_parser(parser.add_subparsers())
    return parser.parse_args(["deck", *words])


def run(*words: str) -> int:
    arguments = parsed(*words)
    status: int = arguments.func(arguments)
    return status


def test_enrolling_in_the_told_order(shoe: SimulatedShoe, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shoe.draw_tag(REAL.key(TOLD_ORDER[0]) or "")
    shoe.draw_tag(FOREIGN)  # takes the place of the second card: it will be replaced
    shoe.load(TOLD_ORDER[1:])
    shoe.draw_tag("04FFFFFFFFFFFE")
    for _ in range(49):
        shoe.draw()
    assert run("enrol", "Kitchen blue", "--decks", str(tmp_path)) == 0
    deck = decks.load(tmp_path / "kitchen-blue.deck")
    assert deck.missing == ()
    assert deck.card(FOREIGN) == TOLD_ORDER[1]
    assert capsys.readouterr().out.splitlines()[:4] == [
        "Draw 2♠.",
        f"The shoe is ready ({shoe.port}).",
        "2♠ enrolled, 51 to go.",
        "Draw 3♠.",
    ]


def test_enrolling_goes_on_where_it_was_left(shoe: SimulatedShoe, tmp_path: Path) -> None:
    half = Deck("Kitchen blue", cards={key: card for key, card in REAL.cards.items() if card.suit > 0})
    decks.save(half, tmp_path / "kitchen-blue.deck")
    shoe.load([card for card in TOLD_ORDER if card.suit == 0])
    for _ in range(13):
        shoe.draw()
    assert run("enrol", "Kitchen blue", "--decks", str(tmp_path)) == 0
    assert decks.load(tmp_path / "kitchen-blue.deck").cards == REAL.cards


def test_enrolling_in_any_order_asks_which_card_it_was(
    shoe: SimulatedShoe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = list(DECK)
    random.Random(5).shuffle(order)
    answers = iter(["nonsense", *(f"{card.sign[:-1]}{'cdhs'[card.suit]}" for card in order)])
    monkeypatch.setattr(deck_cli, "ask", lambda _: next(answers))
    shoe.load(order)
    for _ in range(52):
        shoe.draw()
    assert run("enrol", "Kitchen blue", "--any-order", "--decks", str(tmp_path)) == 0
    assert decks.load(tmp_path / "kitchen-blue.deck").cards == REAL.cards


def test_a_whole_deck_is_counted(shoe: SimulatedShoe, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decks.save(REAL, tmp_path / "kitchen-blue.deck")
    for _ in range(52):
        shoe.draw()
    assert run("check", "Kitchen blue", "--decks", str(tmp_path)) == 0
    assert capsys.readouterr().out.endswith("The deck Kitchen blue, revision 1 is whole: 52 cards, each once.\n")


def test_what_is_missing_is_named(shoe: SimulatedShoe, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decks.save(REAL, tmp_path / "kitchen-blue.deck")
    shoe.load([card for card in TOLD_ORDER if card not in (AS, TD)])
    for _ in range(49):
        shoe.draw()
    shoe.draw_unread()
    shoe.draw_tag(FOREIGN)
    assert run("check", "Kitchen blue", "--quiet", "1.5", "--decks", str(tmp_path)) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    lost = TOLD_ORDER[-1].sign
    assert last == (
        f"3 of 52 cards are missing: A♠ 10♦ {lost}. Cards that came out unread: 1. "
        "Cards that do not belong to the deck: 1."
    )


def test_a_card_gets_another_tag(shoe: SimulatedShoe, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decks.save(REAL, tmp_path / "kitchen-blue.deck")
    shoe.draw_tag(FOREIGN)
    assert run("replace", "Kitchen blue", "10d", "--decks", str(tmp_path)) == 0
    deck = decks.load(tmp_path / "kitchen-blue.deck")
    assert (deck.card(FOREIGN), deck.revision) == (TD, 2)
    assert "10♦ has a new tag; the deck is now Kitchen blue, revision 2." in capsys.readouterr().out
    shoe.draw()
    assert run("replace", "Kitchen blue", "As", "--decks", str(tmp_path)) == 2
    assert capsys.readouterr().err == "liege deck: this tag is already 2♠ in the deck Kitchen blue\n"


def test_sentences_for_what_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "No such", "--decks", str(tmp_path)) == 2
    assert "there is no deck file" in capsys.readouterr().err
    decks.save(REAL, tmp_path / "kitchen-blue.deck")
    assert run("replace", "Kitchen blue", "11x", "--decks", str(tmp_path)) == 2
    assert capsys.readouterr().err.startswith("liege deck: '11x' is not a card")
    assert run("check", "Kitchen blue", "--reader", "scanner", "--decks", str(tmp_path)) == 2
    assert capsys.readouterr().err == "liege deck: name the port of the scanner with --port\n"
    assert run("enrol", "a/b", "--decks", str(tmp_path)) == 2
    assert "cannot name a deck" in capsys.readouterr().err


def test_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "--decks", str(tmp_path)) == 0
    assert "There are no decks" in capsys.readouterr().out
    decks.save(REAL, tmp_path / "kitchen-blue.deck")
    decks.save(Deck("Zoo").enrol("01", AS), tmp_path / "zoo.deck")
    assert run("list", "--decks", str(tmp_path)) == 0
    assert capsys.readouterr().out == "Kitchen blue, revision 1: whole\nZoo, revision 1: 51 cards to enrol\n"


def test_objections() -> None:
    enrolment = Enrolment(Deck("X"), [Deck("Y", cards={"0A": TD}), Deck("X", cards={"0B": TD})])
    assert enrolment.saw("0A").text == "This tag belongs to the deck Y: take that card out."
    assert "did not answer" in enrolment.saw(None).text
    assert enrolment.saw("0B").taken  # the file of the deck itself is no other deck
    assert enrolment.saw("0B").text == ("This tag was seen before: it is 2♠. Put the card aside and draw the next.")
    assert enrolment.saw("0C", Card.parse("2s")).text.startswith("Not taken: 2♠ already has a tag")


def test_replacing() -> None:
    deck = Deck("X", cards={"0A": AS})
    with pytest.raises(DeckError, match="did not answer"):
        replaced(deck, [], AS, None)
    with pytest.raises(DeckError, match="has already"):
        replaced(deck, [], AS, "0a")
    with pytest.raises(DeckError, match="belongs to the deck Y"):
        replaced(deck, [Deck("Y", cards={"0B": TD})], AS, "0B")


def test_a_deck_that_was_never_whole_is_not_good() -> None:
    count = Count(Deck("X", cards={"0A": AS}), [Deck("Y", cards={"0B": TD})])
    assert count.saw("0B") == "A card of the deck Y is among them."
    assert count.saw("0A") == "1 of 1"
    assert count.saw("0A") == "A♠ came out twice."
    assert count.done
    assert not count.good
    assert count.verdict().startswith("51 cards were never enrolled: 2♣ 2♦")
