"""Sounds at the right moments, movement only where it explains, and neither while nobody watches."""

from dataclasses import replace

import pytest

from kiosk.session import Banner
from kiosk.ui.sounds import RATE, TUNES, samples, sound_for
from kiosk.ui.widgets.movement import along, eased
from tests.ui.tables import MemorySession, feed

THREE = ((1, "Ana", 4000), (2, "Ben", 4000), (3, "Cleo", 4000))


def heard(session, script):
    before = session.state
    feed(session, script)
    return sound_for(before, session.state)


def test_what_is_heard_in_a_hand():
    session = MemorySession(THREE)
    feed(session, "hand 3,announce,antes,deal,pass")
    assert heard(session, "Ks@1 Qh@2") == ""
    assert heard(session, "9d@3") == "reveals"
    assert heard(session, "1 bet") == "turn"
    assert heard(session, "undo") == ""
    before = session.state
    session.say_banner(Banner("shoe", "gone", "The shoe is silent."))
    assert sound_for(before, session.state) == "fault"
    assert sound_for(session.state, replace(session.state, number=99)) == ""


@pytest.mark.parametrize("tune", TUNES)
def test_tunes_are_short_and_do_not_clip_or_click(tune):
    made = samples(tune)
    assert len(made) == sum(int(RATE * seconds) for _, seconds in TUNES[tune])
    assert len(made) / RATE < 0.5
    assert max(made) < 9001 and abs(made[0]) < 100 and abs(made[-1]) < 100


def test_along_a_path():
    path = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert along(path, 0) == (0, 0)
    assert along(path, 0.25) == (5, 0)
    assert along(path, 1) == (10, 10)
    assert along(path, 7) == (10, 10)
    assert (eased(0), eased(0.5), eased(1)) == (0, 0.5, 1)


def drawn(movement):
    return sum(any(box._shown) for box in movement._boxes)


def test_cards_move_once_when_a_pass_begins_and_nothing_runs_afterwards(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    fingers.app.calm = False
    feed(session, "hand 3,announce,antes")
    fingers.wait(lambda: fingers.app.state is session.state)
    movement = fingers.app.table.movement
    assert drawn(movement) == 0
    feed(session, "deal")
    fingers.app._take()
    assert drawn(movement) == 3
    movement._step(0.45)
    ends = [path[-1] for path in movement._paths]
    assert len(ends) == 3
    movement._step(0.5)
    assert drawn(movement) == 0
    assert movement._event is None


def test_nothing_moves_while_nobody_watches(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal")
    fingers.wait(lambda: fingers.app.state is session.state)
    assert drawn(fingers.app.table.movement) == 0
