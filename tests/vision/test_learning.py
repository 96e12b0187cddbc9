"""The house deck: made-up embeddings, so that what must come out can be worked out."""

from pathlib import Path

import numpy as np
import pytest

from engine.cards import DECK, Card
from kiosk.vision.deciding import Rules
from kiosk.vision.learning import FRAMES, DeckLook, Learning, ProfileError
from kiosk.vision.naming import Names

SURE = Rules().sure
ACE, KING = Card.parse("As"), Card.parse("Ks")
TOWARDS = {ACE: np.array([1.0, 0, 0, 0]), KING: np.array([0, 1.0, 0, 0])}


def learned(*cards: Card) -> DeckLook:
    learning = Learning("Kitchen", "abc")
    for card in cards:
        for frame in range(FRAMES):
            learning.add(card, np.array([TOWARDS[card] * (frame + 1)], np.float32))
    return learning.finish()


def names(embedding: list[float], ace: float, king: float) -> Names:
    """One index: a spade for sure, an ace or a king with these probabilities, the rest no index."""
    ranks = np.zeros((1, 14), np.float32)
    ranks[0, ACE.rank], ranks[0, KING.rank], ranks[0, 13] = ace, king, 1 - ace - king
    suits = np.zeros((1, 5), np.float32)
    suits[0, 3] = 1
    return Names(ranks, suits, np.array([embedding], np.float32))


def test_the_prototype_decides_where_the_network_wavers() -> None:
    weighed = learned(ACE, KING).weigh(names([0.1, 0.9, 0, 0], ace=0.55, king=0.4), SURE)
    # likeness 0.994 and 0.110: the king's odds grow by exp(2 x 0.883) = 5.85, and the 0.05 of no index stays
    assert weighed.ranks[0, KING.rank] == pytest.approx(0.95 * 0.4 * 5.854 / (0.4 * 5.854 + 0.55), abs=0.001)
    assert weighed.ranks[0, ACE.rank] == pytest.approx(0.95 * 0.55 / (0.4 * 5.854 + 0.55), abs=0.001)


def test_no_index_stays_no_index() -> None:
    before = names([1, 0, 0, 0], ace=0.05, king=0.05)
    after = learned(ACE, KING).weigh(before, SURE)
    assert after.ranks[0, 13] == pytest.approx(0.9) and after.ranks.sum() == pytest.approx(1)


def test_a_card_that_was_not_learned_is_not_shut_out() -> None:
    weighed = learned(KING).weigh(names([1, 0, 0, 0], ace=0.9, king=0.05), SURE)
    assert weighed.ranks[0].argmax() == ACE.rank


def test_a_learned_card_takes_nothing_from_one_that_was_not() -> None:
    before = names([0, 1, 0, 0], ace=0.5, king=0.3)
    assert np.array_equal(learned(KING).weigh(before, SURE).ranks, before.ranks)


def test_what_the_network_is_sure_of_stays_whatever_the_prototypes_say() -> None:
    before = names([0, 1, 0, 0], ace=0.9, king=0.05)
    assert np.array_equal(learned(ACE, KING).weigh(before, SURE).ranks, before.ranks)


def test_where_no_index_may_be_the_prototypes_name_nothing() -> None:
    before = names([0, 1, 0, 0], ace=0.4, king=0.35)
    assert np.array_equal(learned(ACE, KING).weigh(before, SURE).ranks, before.ranks)


def test_the_prototype_makes_a_right_name_surer_and_never_less_sure() -> None:
    surer = learned(ACE, KING).weigh(names([1, 0, 0, 0], ace=0.75, king=0.2), SURE)
    # likeness 1 and 0: odds of exp(2) = 7.39, and the 0.05 of no index stays
    assert surer.ranks[0, ACE.rank] == pytest.approx(0.95 * 0.75 * 7.389 / (0.75 * 7.389 + 0.2), abs=0.001)
    # as like the one as the other: nothing new is known
    before = names([1, 1, 0, 0], ace=0.75, king=0.2)
    assert np.allclose(learned(ACE, KING).weigh(before, SURE).ranks, before.ranks)


def test_progress_and_what_is_missing() -> None:
    look = learned(ACE)
    assert look.counts[ACE] == FRAMES and len(look.missing) == 51 and ACE not in look.missing
    with pytest.raises(ProfileError, match="nothing to learn"):
        Learning("Kitchen", "abc").finish()


def test_the_file_travels_but_not_to_another_network(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.look"
    learned(ACE, KING).save(path)
    again = DeckLook.load(path, "abc")
    assert again.name == "Kitchen" and set(DECK) - set(again.missing) == {ACE, KING}
    assert np.allclose(again.prototypes[KING], TOWARDS[KING])
    with pytest.raises(ProfileError, match="learn it again"):
        DeckLook.load(path, "other")


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04 cut off"])
def test_a_file_that_is_none_is_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.look"
    path.write_bytes(data)
    with pytest.raises(ProfileError, match=r"x\.look"):
        DeckLook.load(path, "abc")
