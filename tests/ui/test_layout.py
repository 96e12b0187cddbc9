"""Nothing clipped, nothing over anything else, every target large enough: each moment, panel and language."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from kiosk.ui.layout import Rect, slots, table_layout
from kiosk.ui.looks import table_look
from kiosk.ui.panel import PANELS, panel_for
from kiosk.ui.placing import free_place, points
from kiosk.wording import Wording
from kiosk.wording.catalogue import LANGUAGES
from tests.ui.audit import audit
from tests.ui.moments import moments
from tests.ui.tables import MemorySession


@pytest.fixture
def no_waiting():
    from kivy.clock import Clock

    pace, Clock._max_fps = Clock._max_fps, 0
    yield
    Clock._max_fps = pace


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("panel", PANELS)
def test_every_moment_fits(panel, language, no_waiting):
    faults = {}
    count = 0
    for name, fingers in moments(PANELS[panel], language):
        count += 1
        for fault in audit(fingers):
            faults.setdefault(fault, name)
        if fingers.app.stage.children == [fingers.app.table]:
            header = fingers.app.table.header
            # 5.8 mm are 20 arc minutes at one metre; Roboto's capitals are 0.711 of its font size.
            if header.headline.opacity and header.headline.used_size * 0.711 / PANELS[panel].per_mm < 5.8:
                faults[f"prompt in small letters: {header.headline.text}"] = name
    assert count == 78
    assert faults == {}


def test_the_audit_sees_what_is_wrong(no_waiting):
    panel = PANELS["7-800x480"]
    for moment, fingers in moments(panel):
        if moment != "bet":
            continue
        table = fingers.app.table
        table.header.headline.text = (
            "An endless headline that no panel of this size can ever hold in letters of that size"
        )
        table.actions[0].size = (40, 40)
        table.seats[1].pos = table.seats[0].pos
        found = audit(fingers)
        assert any(fault.startswith("cut: 'An endless") for fault in found)
        assert any(fault.startswith("small: fold is 7.7 x 7.7 mm") for fault in found)
        assert any(fault == "seat-1 lies over seat-2" for fault in found)
        break


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("seats", range(2, 9))
def test_seats_lie_apart_and_inside_the_table(panel, seats):
    layout = table_layout(PANELS[panel])
    boxes = [slot.box for slot in slots(layout, seats)]
    assert len(boxes) == max(4, seats)
    for index, box in enumerate(boxes):
        assert box.x >= layout.felt.x - 0.5 and box.right <= layout.felt.right + 0.5
        assert box.y >= layout.felt.y - 0.5 and box.top <= layout.felt.top + 0.5
        assert not any(box.overlaps(other) for other in boxes[index + 1 :])


def test_seats_follow_each_other_clockwise():
    layout = table_layout(PANELS["7-800x480"])
    x, y = layout.felt.centre
    for highest in range(4, 9):
        from math import atan2, tau

        angles = [atan2(slot.box.centre[1] - y, slot.box.centre[0] - x) for slot in slots(layout, highest)]
        turns = [(one - two) % tau for one, two in zip(angles, [*angles[1:], angles[0]], strict=True)]
        assert sum(turns) == pytest.approx(tau)


def test_an_unknown_panel_is_taken_for_seven_inches():
    panel = panel_for(1024, 600)
    assert panel.width / panel.per_mm == pytest.approx(177.8 * 1024 / (1024**2 + 600**2) ** 0.5)
    assert panel_for(800, 480) is PANELS["7-800x480"]


def test_boxes_that_touch_do_not_overlap():
    assert not Rect(0, 0, 10, 10).overlaps(Rect(10, 0, 10, 10))
    assert Rect(0, 0, 10, 10).overlaps(Rect(5, 5, 10, 10))


@pytest.mark.parametrize("panel", PANELS)
def test_the_pot_stands_where_no_arrow_of_a_pass_goes(panel):
    """Every way of passing at a table of five and of seven: beside the arrows, or on a plate over them."""
    from tests import offscreen

    offscreen.window()
    from kiosk.ui.theme import NIGHT
    from kiosk.ui.widgets.felt import Felt

    layout = table_layout(PANELS[panel])
    felt = Felt(NIGHT, layout)
    look = table_look(MemorySession().state, Wording())
    beside = 0
    for count in (5, 7):
        places = slots(layout, count)
        for live in (live for number in range(2, count + 1) for live in combinations(range(1, count + 1), number)):
            arrows = tuple(pairwise((*live, live[0])))
            felt.show(replace(look, arrows=arrows, pot="123.75", pot_label="pot", highest_seat=count), places)
            x, y, wide, high = felt.pot.drawn
            box = Rect(x, y + high * 0.2, wide, high * 0.6)
            crossed = any(box.x < px < box.right and box.y < py < box.top
                          for px, py in points(felt.paths(replace(look, arrows=arrows), places), 2.0))  # fmt: skip
            assert not crossed or felt.plated, (count, live)
            assert box.x >= layout.felt.x and box.right <= layout.felt.right
            beside += not felt.plated
    assert beside > 20


def test_a_place_is_found_beside_a_line_and_none_where_there_is_none():
    room = Rect(0, 0, 100, 40)
    assert free_place((20, 10), room, [], 2) == Rect(40, 15, 20, 10)
    found = free_place((20, 10), room, [[(0, 20), (100, 20)]], 2)
    assert found is not None and (found.top <= 18 or found.y >= 22) and found.centre[0] == 50
    assert free_place((20, 30), room, [[(0, 20), (100, 20)]], 2) is None
    assert free_place((120, 10), room, [], 2) is None
