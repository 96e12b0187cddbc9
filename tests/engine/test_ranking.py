"""Hand ranks against books, phevaluator and PokerKit (RULES 1.1, 2.1, 5.2)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pokerkit
import pytest

from engine.cards import DECK, Card
from engine.ranking import five_of_low, rank_board, rank_high, rank_low
from tests.proofs import ranks_exhaustive


def cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


def test_short_form_of_the_exhaustive_proof() -> None:
    """RULES 1.1: categories the long way, the order of seven cards by phevaluator."""
    assert ranks_exhaustive.run(full=False)["ok"]


def test_printed_counts_are_all_hands() -> None:
    assert sum(ranks_exhaustive.PRINTED.values()) == 2_598_960


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts 2c 2d", "Ac Ad Ah As Kc Kd Kh"),  # straight flush over four of a kind
        ("2s 2c 2d 2h 3c 9s Jd", "As Ac Ad Kh Kc Qs Jd"),
        ("5s 4c 3d 2h Ac 9s 9d", "As Ac Ad Kh Qc 7s 5d"),  # the wheel is a straight
        ("6s 5c 4d 3h 2c Ks Qd", "5s 4c 3d 2h Ac Ks Qd"),  # and the lowest
        ("Kc Kd Ks 4h 4c 2s 3d", "Qc Qd Qs Ah Ac 2s 3d"),  # full house by its three
        ("Ac Ad 3h 3s Kd 5c 6c", "Ah As 3d 3c Qd 5s 6h"),  # two pair by the kicker
    ],
)
def test_one_hand_beats_the_other(better: str, worse: str) -> None:
    """RULES 1.1: standard hand ranks."""
    assert rank_high(cards(better)) > rank_high(cards(worse))


def test_suits_never_rank_hands() -> None:
    """RULES 1.1: the same hand in other suits is a tie."""
    assert rank_high(cards("As Ks Qs Js 9s 2c 3d")) == rank_high(cards("Ac Kc Qc Jc 9c 2h 3s"))
    assert rank_high(cards("As Kc Qs Jd 9h 2c 3d")) == rank_high(cards("Ac Kd Qh Js 9c 2h 3s"))


@pytest.mark.parametrize("count", [5, 6, 7])
def test_lows_against_pokerkit(count: int) -> None:
    """RULES 5.2: the eight-or-better low of random hands: whether there is one, which, and the order of two."""
    rng = random.Random(count)
    low_cards = [card for card in DECK if card.rank < 8 or card.rank == 12]
    last = None
    lows = 0
    for number in range(600):
        hand = rng.sample(low_cards if number % 2 else DECK, count)
        ours = rank_low(hand)
        text = "".join(map(str, hand))
        theirs = pokerkit.EightOrBetterLowHand.from_game_or_none(text)
        assert (ours is None) == (theirs is None)
        if ours is None:
            continue
        lows += 1
        five = five_of_low(hand, ours)
        assert pokerkit.EightOrBetterLowHand("".join(map(str, five))) == theirs
        if last is not None:
            assert (ours < last[0], ours == last[0]) == (theirs > last[1], theirs == last[1])
        last = ours, theirs
    assert lows > 30


def test_every_low_is_counted() -> None:
    """RULES 5.2: of the 56 sets of five ranks from ace to eight, in their order: 5-4-3-2-A first, 8-7-6-5-4 last."""
    clubs = [card for card in DECK if card.suit == 0 and (card.rank < 7 or card.rank == 12)]
    lows = sorted(low for five in combinations(clubs, 5) if (low := rank_low(five)) is not None)
    assert len(lows) == 56 and lows[0] == (5, 4, 3, 2, 1) and lows[-1] == (8, 7, 6, 5, 4)
    assert rank_low(cards("9c 2c 3c 4c 5c")) is None


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_boards_against_the_plain_rule(count: int) -> None:
    """RULES 2.1: groups of equal ranks, then kickers downward; no straight, no flush among up cards."""

    def plain(board: tuple[Card, ...]) -> list[tuple[int, int]]:
        return sorted(((size, rank) for rank, size in Counter(card.rank for card in board).items()), reverse=True)

    rng = random.Random(count)
    boards = [tuple(rng.sample(DECK[:28] if rng.random() < 0.5 else DECK, count)) for _ in range(1500)]
    for one, other in pairwise(boards):
        sizes = [[size for size, _ in plain(board)] for board in (one, other)]
        ranks = [[rank for _, rank in plain(board)] for board in (one, other)]
        expected = (sizes[0], ranks[0]) > (sizes[1], ranks[1])
        assert (rank_board(one) > rank_board(other)) == expected


def test_boards_by_hand() -> None:
    """RULES 2.1: a four-straight or a four-flush is a high card; with a common card three and a pair beats three."""
    assert rank_board(cards("9c Tc Jc Qc")) < rank_board(cards("2c 2d 3c 4d"))
    assert rank_board(cards("Ac 2d 3h 4s")) > rank_board(cards("Kc Qc Jc Tc"))  # the ace is high
    assert rank_board(cards("2c 2d 2h 3c 3d")) > rank_board(cards("Ac Ad Ah Kc Qd"))
    assert rank_board(cards("2c 2d 2h 2s 3d")) > rank_board(cards("Ac Ad Ah Kc Kd"))
