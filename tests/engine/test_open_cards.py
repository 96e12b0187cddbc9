"""What lies open, and where public facts let a card lie: the same whatever lies face down."""

from __future__ import annotations

import random

from engine.cards import DECK, Card
from engine.hand import Hand
from engine.inputs import Act, CardRead, Confirm, Input, StartHand
from engine.open_cards import OpenCards
from engine.table import Seat, Table


def card(name: str) -> Card:
    return Card.parse(name)


def dealt(down: str, *entries: Input, variant: str = "liege-lord") -> Hand:
    """Three players, button at seat 3; the first cards from the shoe in the order of the deal."""
    names = enumerate(("Ana", "Ben", "Cleo"), start=1)
    table = Table([Seat(seat, name, 4000) for seat, name in names], {"variant": variant, "burn": False})
    cards = [CardRead(card(name), "shoe") for name in down.split()]
    for entry in (StartHand(dealer=3), Confirm("announce"), Confirm("antes"), *cards, *entries):
        assert table.apply(entry) is None, entry
    assert table.hand is not None
    return table.hand


NINE = "As Kd 9c 8c 7c 6c 5d 4d 3d"
"""Ana: A♠ 8♣ 5♦, Ben: K♦ 7♣ 4♦, Cleo: 9♣ 6♣ 3♦."""
REVEAL = (Confirm("pass"),)


def up(name: str, seat: int, reader: str = "dealer") -> CardRead:
    return CardRead(card(name), reader, seat)  # type: ignore[arg-type]


def test_what_lies_open_at_a_seat() -> None:
    hand = dealt(NINE, *REVEAL, up("8c", 1))
    cards = OpenCards(hand)
    assert cards.at(1) == (card("8c"),)  # the reveal is not complete, and yet the card lies there
    assert cards.at(2) == () and cards.at(7) == ()


def test_a_card_that_lies_up_elsewhere_cannot_be() -> None:
    hand = dealt(NINE, *REVEAL, up("8c", 1))
    cards = OpenCards(hand)
    assert not cards.possible(2, card("8c"))
    assert cards.possible(2, card("Qh"))


def test_a_card_that_lies_face_down_somewhere_else_can_be_for_all_that_is_public() -> None:
    """The shoe dealt the nine of clubs to Cleo, two seats from Ana: in one pass it cannot have come to Ana's left
    neighbour's other side. Who is shown the names must not learn that."""
    hand = dealt(NINE, *REVEAL)
    cards = OpenCards(hand)
    assert all(cards.possible(seat, one) for seat in (1, 2, 3) for one in DECK)


def test_a_card_turned_up_by_mistake_can_only_be_where_passes_bring_it() -> None:
    """Ana's eight lies face up by mistake before the pass (RULES 8.4): after it she or Ben on her left can have it,
    Cleo cannot. All of that everyone has seen."""
    hand = dealt(NINE, up("8c", 1), *REVEAL)
    cards = OpenCards(hand)
    assert hand.public == {card("8c")}
    assert [cards.possible(seat, card("8c")) for seat in (1, 2, 3)] == [True, True, False]


def test_two_hands_that_differ_only_in_down_cards_give_the_same_answers() -> None:
    chance = random.Random(5)
    others = [str(one) for one in DECK if str(one) not in ("8c", "Qh")]
    answers = set()
    for _ in range(12):
        names = chance.sample(others, 9)
        names[3] = "8c"  # Ana's second card, which everyone sees by mistake
        hand = dealt(" ".join(names), up("8c", 1), *REVEAL, up("Qh", 2))
        cards = OpenCards(hand)
        answers.add(tuple(cards.possible(seat, one) for seat in (1, 2, 3) for one in DECK))
    assert len(answers) == 1


def test_the_last_card_of_the_deal_by_street_and_number() -> None:
    assert OpenCards(dealt("As Kd 9c 8c")).last_dealt() == (1, 1, 2)  # Ana's second
    assert OpenCards(dealt("")).last_dealt() is None


def test_a_card_of_a_seat_without_a_reader_fills_the_newest_place() -> None:
    """Stud without a shoe: the door card stayed unread, the camera sees the fourth-street card."""
    names = enumerate(("Ana", "Ben"), start=1)
    table = Table([Seat(seat, name, 4000) for seat, name in names], {"variant": "stud", "burn": False, "bring_in": 0})
    for entry in (
        StartHand(dealer=2),
        Confirm("announce"),
        Confirm("antes"),
        up("5s", 1, "camera"),
        Confirm("deal"),
    ):
        assert table.apply(entry) is None
    assert table.apply(Act(1, "check")) is None  # the dealer says who opens: Ben's door is unread
    while table.hand is not None and table.hand.step.name == "bet":
        betting = table.hand.betting
        assert betting is not None
        assert table.apply(Act(table.hand.players[betting.actor].seat, "check")) is None
    hand = table.hand
    assert hand is not None and hand.step.name == "deal"
    assert table.apply(up("9h", 2, "camera")) is None
    assert hand.players[hand.index_of[2]].up == [None, card("9h")]


def test_with_a_shoe_a_card_before_the_next_one_has_come_is_the_older() -> None:
    """As in st-unread-door: what the shoe has not dealt yet cannot lie there."""
    hand = dealt(
        "2s 3s 4s 5s 6s 7s", CardRead(card("Ah"), "shoe"), CardRead(card("Kh"), "shoe"), CardRead(None, "shoe"),
        variant="stud",
    )  # fmt: skip
    assert hand.one_by_one
