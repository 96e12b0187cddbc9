"""Nothing is said while hands move, and three frames must agree: a scripted reader over real frames."""

import pytest

from engine.cards import Card
from kiosk.vision.deciding import Reading
from kiosk.vision.watching import Watcher
from tests.vision.pictures import Laid, table


def seen(name: str | None, x: float = 300, y: float = 300) -> Reading:
    card = None if name is None else Card.parse(name)
    return Reading(card, 0.9, ((x, y),) * 4, (x, y), 25.0, 1)


class Script:
    """A reader that gives the next list each time and counts."""

    def __init__(self, *answers: list[Reading]) -> None:
        self.answers, self.asked = list(answers), 0

    def __call__(self, _picture: object) -> list[Reading]:
        self.asked += 1
        return self.answers[min(self.asked, len(self.answers)) - 1]


HERE = Laid("Ac", 300, 300)


def test_three_frames_agree_then_the_scene_costs_no_more() -> None:
    reader = Script([seen("Ac")])
    watcher = Watcher(reader)
    views = [watcher.feed(table(HERE, seed=seed)) for seed in range(8)]
    assert [v.settled for v in views] == [False, False, False, True, True, True, True, True]
    assert [v.fresh for v in views].index(True) == 3 and sum(v.fresh for v in views) == 1
    assert [str(r.card) for r in views[3].readings] == ["Ac"] and views[7].readings == views[3].readings
    assert reader.asked == 3


def test_while_something_moves_nothing_is_read() -> None:
    reader = Script([seen("Ac")])
    watcher = Watcher(reader)
    for step in range(6):
        view = watcher.feed(table(Laid("Ac", 300 + 25 * step, 300), seed=step))
        assert not view.settled and view.readings == ()
    assert reader.asked == 0


@pytest.mark.parametrize("other", ["Ad", None])
def test_frames_that_disagree_make_an_unknown(other: str | None) -> None:
    watcher = Watcher(Script([seen("Ac")], [seen(other)], [seen("Ac")]))
    view = [watcher.feed(table(HERE, seed=seed)) for seed in range(4)][-1]
    assert view.settled and [r.card for r in view.readings] == [None]


def test_what_one_frame_only_shows_is_dropped() -> None:
    watcher = Watcher(Script([seen("Ac"), seen("2d", 900, 500)], [seen("Ac")], [seen("Ac")]))
    view = [watcher.feed(table(HERE, seed=seed)) for seed in range(4)][-1]
    assert [str(r.card) for r in view.readings] == ["Ac"]


def test_a_new_card_is_a_new_scene() -> None:
    reader = Script(*[[seen("Ac")]] * 3, [seen("Ac"), seen("2d", 900, 400)])
    watcher = Watcher(reader)
    for seed in range(4):
        watcher.feed(table(HERE, seed=seed))
    both = (HERE, Laid("2d", 900, 400))
    views = [watcher.feed(table(*both, seed=seed)) for seed in range(10, 14)]
    assert [v.fresh for v in views] == [False, False, False, True]
    assert sorted(str(r.card) for r in views[-1].readings) == ["2d", "Ac"]


def test_small_indices_are_warned_of() -> None:
    small = Reading(Card.parse("Ac"), 0.9, ((0, 0),) * 4, (300, 300), 14.0, 1)
    watcher = Watcher(Script([small]))
    view = [watcher.feed(table(HERE, seed=seed)) for seed in range(4)][-1]
    assert view.small and view.index_pixels == 14.0
