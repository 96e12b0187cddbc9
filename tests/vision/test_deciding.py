"""What the rules make of indices and probabilities: made-up networks' answers, real arithmetic."""

import numpy as np
import pytest

from engine.cards import Card
from kiosk.vision.deciding import decide, in_frame, one_card
from kiosk.vision.finding import FoundIndex
from kiosk.vision.naming import Names


def index(x: float, y: float, turn: float = 0.0, half: float = 20.0, heat: float = 0.9) -> FoundIndex:
    down = (-half * np.sin(turn), half * np.cos(turn))
    return FoundIndex((x, y), down, (half * np.cos(turn), half * np.sin(turn)), heat, 0.55)


def says(*cards: tuple[str, float]) -> Names:
    """Each index says a card with that probability for rank and for suit; the rest is shared out."""
    ranks, suits = [], []
    for name, sure in cards:
        rank = np.full(14, (1 - sure) / 13)
        suit = np.full(5, (1 - sure) / 4)
        if name == "none":
            rank[13] = suit[4] = sure
        else:
            card = Card.parse(name)
            rank[card.rank] = suit[card.suit] = sure
        ranks.append(rank)
        suits.append(suit)
    count = len(cards)
    return Names(
        np.array(ranks, np.float32).reshape(count, 14),
        np.array(suits, np.float32).reshape(count, 5),
        np.zeros((count, 64), np.float32),
    )


# A card with its top left index at (100, 100) and heights of 40 pixels (17 mm): the opposite index lies
# (63 - 2 * 5) / 17 = 3.1 heights right and (88 - 2 * 12) / 17 = 3.8 down.
OPPOSITE = (100 + 3.1 * 40, 100 + 3.8 * 40)


def test_in_frame_counts_in_heights_right_and_down() -> None:
    assert in_frame(index(0, 0), (40, 80)) == pytest.approx((1, 2))
    assert in_frame(index(0, 0, np.pi), (40, 80)) == pytest.approx((-1, -2))


def test_opposite_corners_are_of_one_card_and_neighbours_in_a_row_are_not() -> None:
    assert one_card(index(100, 100), index(*OPPOSITE, np.pi))
    assert one_card(index(100, 100), index(100 + 3.1 * 40, 100))
    assert not one_card(index(100, 100), index(100, 140))
    assert not one_card(index(100, 100), index(*OPPOSITE, np.pi / 2))
    assert not one_card(index(100, 100), index(100, -100, np.pi))
    assert not one_card(index(100, 100), index(700, 700, np.pi))


def test_two_corners_are_one_reading() -> None:
    found = [index(100, 100), index(*OPPOSITE, np.pi)]
    (item,) = decide(found, says(("As", 0.97), ("As", 0.96)))
    assert item.card == Card.parse("As") and item.corners == 2 and item.probability > 0.97**2


def test_doubt_is_said_not_guessed() -> None:
    (item,) = decide([index(100, 100)], says(("As", 0.7)))
    assert item.card is None and item.middle == (100, 100)


def test_what_is_no_index_gives_nothing() -> None:
    assert decide([index(100, 100)], says(("none", 0.9))) == []
    assert decide([], says()) == []


def test_a_cold_place_gives_nothing() -> None:
    assert decide([index(100, 100, heat=0.2)], says(("As", 0.99))) == []


def test_a_faint_corner_alone_needs_more_than_one_that_another_confirms() -> None:
    alone = decide([index(100, 100, heat=0.4)], says(("As", 0.95)))
    assert [r.card for r in alone] == [None]  # 0.95 for rank and for suit: 0.90
    found = [index(100, 100, heat=0.4), index(*OPPOSITE, np.pi, heat=0.4)]
    assert [r.card for r in decide(found, says(("As", 0.95), ("As", 0.95)))] == [Card.parse("As")]
    assert [r.card for r in decide([index(100, 100, heat=0.5)], says(("As", 0.95)))] == [Card.parse("As")]


def test_the_same_card_far_apart_is_named_once() -> None:
    readings = decide([index(100, 100), index(900, 500, 1.0)], says(("As", 0.99), ("As", 0.95)))
    assert [(r.card, r.middle) for r in readings] == [(Card.parse("As"), (100, 100)), (None, (900, 500))]


def test_a_doubtful_corner_of_a_named_card_is_silent() -> None:
    found = [index(100, 100), index(*OPPOSITE, np.pi)]
    (item,) = decide(found, says(("As", 0.99), ("Ah", 0.6)))
    assert item.card == Card.parse("As")


def test_corners_of_one_card_that_contradict_each_other_are_unknown() -> None:
    found = [index(100, 100), index(*OPPOSITE, np.pi)]
    readings = decide(found, says(("8s", 0.93), ("6s", 0.92)))
    assert [r.card for r in readings] == [None]


def test_a_reading_tells_no_card_in_its_repr() -> None:
    (item,) = decide([index(100, 100)], says(("As", 0.99)))
    assert "As" not in repr(item) and "named" in repr(item)


def test_what_else_a_card_may_be_is_told_the_likeliest_first() -> None:
    names = says(("As", 0.7))
    names.suits[0] = (0.02, 0.02, 0.26, 0.7, 0.0)  # clubs, diamonds, hearts, spades, none
    (item,) = decide([index(100, 100)], names)
    assert item.card is None
    (first, sure), (second, less) = item.alternatives[:2]
    assert (first, second) == (Card.parse("As"), Card.parse("Ah"))
    assert sure == pytest.approx(0.7 * 0.7) and less == pytest.approx(0.7 * 0.26)


def test_corners_that_contradict_each_other_are_both_offered() -> None:
    found = [index(100, 100), index(*OPPOSITE, np.pi)]
    (item,) = decide(found, says(("8s", 0.93), ("6s", 0.92)))
    assert [card for card, _ in item.alternatives[:2]] == [Card.parse("8s"), Card.parse("6s")]


def says_with_foreign(cards: list[tuple[str, float]], foreign: int) -> Names:
    """What ``says`` gives, and after it that many indices with a clear king over no French suit."""
    names = says(*cards)
    king, no_suit = np.full((foreign, 14), 0.03 / 13), np.full((foreign, 5), 0.03 / 4)
    king[:, 11], no_suit[:, 4] = 0.97, 0.97
    return Names(
        np.concatenate([names.ranks, king.astype(np.float32)]),
        np.concatenate([names.suits, no_suit.astype(np.float32)]),
        np.zeros((len(cards) + foreign, 64), np.float32),
    )


def test_among_foreign_indices_a_name_must_be_certain() -> None:
    apart = [index(100 + 400 * i, 100) for i in range(4)]
    alone = decide(apart[:1], says(("7c", 0.95)))  # 0.95 for rank and for suit: 0.90
    assert [r.card for r in alone] == [Card.parse("7c")]
    among = decide(apart[:2], says_with_foreign([("7c", 0.95)], 1))
    assert [r.card for r in among] == [None]
    certain = decide(apart[:2], says_with_foreign([("7c", 0.99)], 1))  # 0.98
    assert [r.card for r in certain] == [Card.parse("7c")]


def test_one_foreign_index_does_not_darken_a_table_of_more_french_ones() -> None:
    apart = [index(100 + 400 * i, 100) for i in range(3)]
    read = decide(apart, says_with_foreign([("7c", 0.95), ("8h", 0.95)], 1))
    assert {r.card for r in read} == {Card.parse("7c"), Card.parse("8h")}
    faint = [*apart[:1], index(500, 100, heat=0.3)]
    assert decide(faint, says_with_foreign([("7c", 0.95)], 1))[0].card == Card.parse("7c")
