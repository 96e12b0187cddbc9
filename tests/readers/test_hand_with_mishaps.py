"""A hand in which the shoe is unplugged in the middle of the deal, comes back under another name and restarts once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.inputs import Act, Confirm, Show
from kiosk.demo import ShuffledShoe
from kiosk.session import ScreenState
from tests.live.test_live_session import Table, play_round


@pytest.fixture
def shuffled() -> Iterator[ShuffledShoe]:
    shoe = ShuffledShoe(7)
    yield shoe
    shoe.close()


@pytest.fixture
def table(tmp_path: Path, shuffled: ShuffledShoe) -> Iterator[Table]:
    table = Table(tmp_path, shuffled)
    yield table
    table.session.close()


def until(table: Table, condition: Callable[[ScreenState], bool]) -> None:
    with table._changed:
        assert table._changed.wait_for(lambda: condition(table.session.state), 20), table.session.state


def banners(state: ScreenState) -> set[str]:
    return {banner.kind for banner in state.banners}


def dealt(state: ScreenState) -> int:
    """Cards that lie before the players."""
    return sum(seat.down + len(seat.up) for seat in state.view.seats)


def test_the_hand_is_finished_right(table: Table) -> None:
    """Faults: shoe unplugged, shoe replugged, shoe restarted."""
    shoe = table.shuffled.shoe
    table.begin()
    order = table.shuffled.order(1)
    first_name = shoe.port
    for _ in range(4):
        shoe.draw()
    until(table, lambda state: dealt(state) == 4)

    shoe.unplug()
    until(table, lambda state: "lost" in banners(state))
    assert table.session.state.view.step == "deal"
    shoe.replug()
    assert shoe.port != first_name
    until(table, lambda state: "restarted" in banners(state) and "lost" not in banners(state))
    table.session.clear_banner("shoe", "restarted")
    until(table, lambda state: "restarted" not in banners(state))

    shoe.draw()
    until(table, lambda state: dealt(state) == 5)
    shoe.restart()
    until(table, lambda state: "restarted" in banners(state))
    table.session.clear_banner("shoe", "restarted")
    until(table, lambda state: "restarted" not in banners(state))

    table.deal()
    play_round(table, 1, 6)
    for number in range(4):
        table.deal()
        if number < 3:
            play_round(table, 1, 9 + 3 * number)
    table.enter(Confirm("pass"))
    while (actions := table.session.settle().view.actions) is not None:
        table.enter(Act(actions.seat, "check"))
    table.enter(
        Show(2, (order[0], order[3], order[18])),
        Show(3, (order[1], order[4], order[19])),
        Show(1, (order[2], order[5], order[20])),
        Confirm("pay"),
    )
    view = table.session.state.view
    assert view.status == "complete"
    assert sum(seat.stack for seat in view.seats) == 12000
