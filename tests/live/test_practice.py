"""The practice table: evenings that play themselves, held against the independent referee; and live."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from engine.inputs import Confirm, StartHand, Undo
from kiosk.demo import ShuffledShoe, demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.practice import PracticePlayers, practice_lines
from kiosk.readers.shoe import ShoeReader
from kiosk.replay import replay_lines
from kiosk.session import ScreenState
from tests.oracle.compare import differences, essence
from tests.oracle.referee import judge


@pytest.mark.parametrize(
    ("variant", "players"),
    [("liege-lord", 2), ("liege-lord", 5), ("liege-lord", 7), ("stud", 6), ("hi-lo", 8)],
)
def test_an_evening_that_plays_itself_is_settled_as_the_referee_settles_it(variant: str, players: int) -> None:
    """Twenty hands: nothing is refused, no alarm is raised, and all money goes where the referee sends it."""
    lines = list(practice_lines(20, players, 3, variant))
    told = replay_lines(lines)
    assert [hand["refused"] + hand["alarms"] for hand in told["hands"]] == [[]] * len(told["hands"])
    assert differences(essence(judge(lines)), essence(told)) == []


def test_the_players_of_a_practice_table_do_all_but_the_dealers_part(tmp_path: Path) -> None:
    """The dealer announces, takes antes, deals, confirms passes and pays; everything else happens by itself."""
    shuffled = ShuffledShoe(37)
    reader = ShoeReader(shuffled.deck, find=shuffled.shoe.ports)
    session = LiveSession(Journal.open(tmp_path), demo_header(3), [reader], shuffled)
    changed = threading.Condition()

    def told(_: ScreenState) -> None:
        with changed:
            changed.notify_all()

    session.subscribe(told)
    players = PracticePlayers(session, seed=1, pause=0.0)
    try:
        session.submit(StartHand())
        dealers_part = {"announce": "announce", "antes": "antes", "pass": "pass", "pay": "pay"}
        done: list[str] = []
        while session.settle().view.status != "complete":
            step = session.state.view.step
            if step in dealers_part:
                session.submit(Confirm(dealers_part[step]))  # type: ignore[arg-type]
                done.append(step)
            elif step == "deal":
                session.draw_card()
            with changed:
                assert changed.wait_for(lambda step=step: session.state.view.step != step or step == "deal", 30)  # type: ignore[misc]
        assert done == ["announce", "antes", *["pass"] * 5, "pay"]
        assert sum(seat.stack for seat in session.state.view.seats) == 12000
    finally:
        players.close()
        session.close()
        shuffled.close()


def test_after_an_undo_the_players_wait_for_the_dealer(tmp_path: Path) -> None:
    """What a player did can be taken back: it is not done again before the dealer goes on."""
    session = LiveSession(Journal.open(tmp_path), demo_header(2, "stud"))
    players = PracticePlayers(session, seed=1, pause=0.0)
    try:
        for entry in (StartHand(), Confirm("announce"), Undo()):
            session.submit(entry)
        assert session.settle().view.step == "announce"
        assert session.run_there(lambda: session.ask_players(1)) is None
    finally:
        players.close()
        session.close()
