"""The short form of the proof shoe-noise, and proof that its check would find what it looks for."""

from __future__ import annotations

import pytest

from kiosk.readers.base import Fault, Receipt
from tests.proofs import shoe_noise
from tests.simulated.noise_run import UNREAD, Outcome


def test_cards_over_a_bad_cable() -> None:
    """Faults: shoe babbling, shoe slow, shoe replugged, shoe restarted."""
    answer = shoe_noise.run(full=False)
    print(answer["figure"])
    assert answer["ok"], answer["figure"]


def outcome(*journal: tuple[int, str]) -> Outcome:
    return Outcome(drawn=["a", "b", "c"], journal=[(Receipt("B7F2", seq), uid) for seq, uid in journal])


def test_the_check_lets_a_good_run_pass() -> None:
    assert outcome((1, "a"), (2, "b"), (3, "c")).wrong() == []
    assert outcome((1, "a"), (2, UNREAD), (3, "c")).wrong() == []


@pytest.mark.parametrize(
    "journal",
    [
        [(1, "a"), (2, "b")],  # lost at the end
        [(1, "a"), (2, "c")],  # lost in the middle
        [(1, "a"), (2, "c"), (3, "b")],  # out of order
        [(1, "a"), (2, "b"), (3, "b"), (4, "c")],  # doubled
        [(1, "a"), (2, "x"), (3, "c")],  # a card that nobody drew
        [(1, "a"), (3, "b"), (4, "c")],  # a number left out
    ],
)
def test_the_check_finds_what_must_not_be(journal: list[tuple[int, str]]) -> None:
    assert outcome(*journal).wrong() != []


def test_a_restart_without_an_alarm_is_found() -> None:
    run = outcome((1, "a"), (2, "b"))
    run.restarts = [3]
    assert run.wrong() == ["the shoe restarted and nobody was alarmed"]
    run.alarms = [Fault("shoe", "restarted", {"boot": "B7F3"})]
    assert run.wrong() == []
