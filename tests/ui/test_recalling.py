"""After a kill and a restart the screen looks back as before: hands played, the evening, who sits out."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

from engine.inputs import StartHand
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.practice import practice_lines
from kiosk.recording import entry_of, parse_header
from kiosk.ui.evening import Evening
from kiosk.ui.hands_off import idle
from kiosk.ui.history import History
from tests.proofs.twin_hands import hidden_cards, swapped, with_secrets
from tests.ui.tables import MemorySession

HAND_TWELVE_STEPS = 40
PLAY = """
import os, signal, sys
from pathlib import Path
from tests.ui.test_recalling import evening, play
play(Path(sys.argv[1]), *evening())
os.kill(os.getpid(), signal.SIGKILL)
"""


def evening():
    """Header and inputs of twelve hands, the last one cut in its middle."""
    lines = list(practice_lines(12, 5, seed=3))
    header = parse_header(lines[0])
    entries = [entry_of(line, header.variants) for line in lines[1:]]
    starts = [at for at, entry in enumerate(entries) if isinstance(entry, StartHand)]
    return header, entries[: starts[11] + HAND_TWELVE_STEPS]


def play(folder, header, entries):
    session = LiveSession(Journal.open(folder), header)
    for entry in entries:
        session.submit(entry)
    return session.settle(timeout=300)


def has_recalled(fingers):
    """Wait until the screen knows what was before."""
    idle(2)
    for thread in threading.enumerate():
        if thread.name == "recalling":
            thread.join(30)
    idle(2)


def views(history):
    return {hand: [state.view for state in steps] for hand, steps in history.hands.items()}


def seen_live():
    """What a screen kept that was there all the time."""
    header, entries = evening()
    session = MemorySession([(seat.seat, seat.name, seat.stack) for seat in header.seats], header.rules)
    history, figures = History(), Evening()
    figures.keep(session.state.view)
    session.subscribe(history.keep)
    session.subscribe(lambda state: figures.keep(state.view))
    for entry in entries:
        session.submit(entry)
    return history, figures, session.state


def test_killed_in_the_middle_of_hand_twelve(tmp_path: Path, at_table):
    killed = subprocess.run([sys.executable, "-c", PLAY, str(tmp_path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    before, figures, state = seen_live()
    assert state.view.hand == 12 and state.view.status == "open"
    header, _ = evening()
    session = LiveSession(Journal.open(tmp_path), header)
    try:
        fingers = at_table(session)
        app = fingers.app
        has_recalled(fingers)
        assert app.state.view == state.view
        assert list(app.history.hands) == list(range(2, 13))
        assert views(app.history) == views(before)
        assert (app.evening.stacks, app.evening.bought) == (figures.stacks, figures.bought)
        assert (app.evening.won, app.evening.shared) == (figures.won, figures.shared)
        fingers.tap("menu")
        fingers.tap("hands")
        assert {f"hand-{number}" for number in range(2, 13)} <= {one.name for one in fingers.buttons()}
        fingers.tap("hand-12")
        steps = len(before.hands[12])
        assert any(f"step 1 of {steps}" in text for text in fingers.texts())
        fingers.tap("present")
        session.submit(entries_after()[0])
        session.settle()
        fingers.wait(lambda: app.state.row == session.state.row)
        assert len(app.history.hands[12]) == steps + 1
    finally:
        session.close()


def entries_after():
    lines = list(practice_lines(12, 5, seed=3))
    header = parse_header(lines[0])
    return [entry_of(line, header.variants) for line in lines[1 + len(evening()[1]) :]]


def test_who_sat_out_and_what_was_told_stand_after_a_restart(tmp_path: Path, at_table):
    header, _ = evening()
    first = LiveSession(Journal.open(tmp_path), header)
    first.submit(StartHand(rules={"provenance": "winner"}, sitting_out=(4,)))
    first.settle()
    first.close()
    session = LiveSession(Journal.open(tmp_path), header)
    try:
        fingers = at_table(session)
        has_recalled(fingers)
        assert fingers.app.desk.sitting_out == {4}
        assert dict(fingers.app.state.view.told)["provenance"] == "winner"
    finally:
        session.close()


def test_what_is_looked_back_at_is_what_everyone_saw(tmp_path: Path):
    """The same inputs with other cards where nobody saw them: the same past, and the same audit."""
    lines = with_secrets(2, 5, 1, "liege-lord")
    pasts = []
    for number, told in enumerate((lines, swapped(lines, hidden_cards(lines), random.Random(1)))):
        header = parse_header(told[0])
        session = LiveSession(Journal.open(tmp_path / str(number)), header)
        for line in told[1:]:
            session.submit(entry_of(line, header.variants))
        session.settle()
        pasts.append((session.past(), [replace(entry, time=0.0) for entry in session.audit()]))
        session.close()
    assert pasts[0] == pasts[1]
    assert len(pasts[0][0].states) > 50
