"""Pot limit where a bring-in is due: what is not in the pot does not count."""

from __future__ import annotations

import pytest

from tests.engine.play import Play

STUD = {"variant": "stud", "limit": "pot", "small_bet": 100, "smallest_chip": 25, "max_raises": None, "min_buy_in": 200}
DOORS = "Ah Kh Qh As Ks Qs 2s 2c 2d"


@pytest.mark.parametrize(
    ("ante", "most"),
    [
        (100, 300),  # three antes are in the pot, the bring-in is only due: the pot is 300
        (25, 100),  # less than the least full bet: then that one
    ],
)
def test_completing_at_once_is_at_most_the_antes(ante: int, most: int) -> None:
    """RULES 4.2, 6.1: seat 2 with the two of clubs brings in 50 or completes; as card rooms do, up to the pot."""
    play = Play({**STUD, "ante": ante, "bring_in": 50}, [2000] * 3)
    play.deal(DOORS)
    assert (play.may.seat, play.may.bring_in, play.may.least, play.may.most) == (2, 50, 100, most)


def test_after_the_bring_in_the_next_raises_by_the_pot_with_the_call() -> None:
    """RULES 4.2: antes 300 and the bring-in 50; with the call of 50 it is 400, so to 450."""
    play = Play({**STUD, "ante": 100, "bring_in": 50}, [2000] * 3)
    play.deal(DOORS)
    play.act("2 bring_in")
    assert (play.may.seat, play.may.call, play.may.most) == (3, 50, 450)
