"""The short form of the proof."""

from tests.proofs import monkey


def test_a_thousand_random_touches():
    from kivy.clock import Clock

    pace = Clock._max_fps
    outcome = monkey.run(full=False)
    Clock._max_fps = pace
    assert outcome["ok"], outcome["figure"]
