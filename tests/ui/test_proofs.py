"""The short forms of the screen's proofs."""

import pytest

from tests.proofs import evening_by_touch, monkey


@pytest.fixture(autouse=True)
def pace():
    from kivy.clock import Clock

    before = Clock._max_fps
    yield
    Clock._max_fps = before


def test_a_thousand_random_touches():
    outcome = monkey.run(full=False)
    assert outcome["ok"], outcome["figure"]


def test_three_hands_of_three_games_by_taps_alone():
    outcome = evening_by_touch.run(full=False)
    assert outcome["ok"], outcome["figure"]
