"""A whole hand on the offscreen screen: real firmware, real touches, real widgets, and what they say.

What the screen must say was reckoned by hand from the cards of deck 37: Cleo ends with 7 7 7 6 6, Ben has
folded in round 1, so Cleo's nearest neighbour on the right who is still in is Ana. Of the pot of 29.25 each
gets 14.50, and the odd chip of 0.25 goes to the winner (RULES 3.11).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from kiosk.demo import ShuffledShoe, demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.readers.shoe import ShoeReader
from kiosk.recorder import Recorder
from kiosk.recording import read_session
from kiosk.replay import replay_recording
from tests import offscreen


def test_a_hand_by_taps_from_the_shoe_to_the_payout(tmp_path: Path) -> None:
    """The prompt, the actions and the payout on the widgets; the recording gives the same payout."""
    window = offscreen.window()
    for left_over in list(window.children):
        window.remove_widget(left_over)
    from kiosk.demo_hand import HandPlayer
    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers

    shuffled = ShuffledShoe(37)
    recording = tmp_path / "hand.session.jsonl"
    session = LiveSession(
        Journal.open(tmp_path / "store"),
        demo_header(),
        [ShoeReader(shuffled.deck, find=shuffled.shoe.ports)],
        shuffled,
        lambda header: Recorder(recording, header.line()),
    )
    try:
        app = LiegeApp(session)
        fingers = Fingers(app)
        moments: dict[str, list[str]] = {}

        class Watcher(HandPlayer):
            def _picture(self, moment: str) -> None:
                if moment not in moments:
                    fingers.wait(lambda: app.state.number == session.state.number)
                    moments[moment] = fingers.texts()
                super()._picture(moment)

        said: list[str] = []
        Watcher(session, fingers, said.append, tmp_path / "pictures").play_hand()
        assert app.failures == []
        assert "Announced" in moments["announce"]
        assert any("right" in text.lower() for text in moments["announce"])
        assert "All passed" in moments["pass"]
        assert {"Fold", "Call"} <= set(moments["bet"]), moments["bet"]
        payout = " / ".join(moments["payout"])
        assert "Pay Cleo 14.75, Ana 14.50" in payout
        assert "full house, sevens over sixes" in payout
        assert "Paid" in moments["payout"]
        told = "\n".join(said)
        assert "nearest on Cleo's right" in told
    finally:
        session.close()
        shuffled.close()
        window.remove_widget(app.root)
    result = replay_recording(read_session(recording))
    (hand,) = result["hands"]
    assert hand["status"] == "complete"
    assert hand["folded"] == [2]
    assert hand["won"] == {"1": 1450, "3": 1475}
    assert sum(result["stacks"].values()) == 20000


def test_a_player_with_an_unread_card_mucks_in_the_demo_and_the_hand_ends(tmp_path: Path) -> None:
    """Deck 37 again: Ben folds, and the first card that Cleo gets goes by the reader unread."""
    window = offscreen.window()
    for left_over in list(window.children):
        window.remove_widget(left_over)
    from kiosk.demo_hand import HandPlayer
    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers

    shuffled = ShuffledShoe(37)
    session = LiveSession(
        Journal.open(tmp_path / "store"),
        demo_header(),
        [ShoeReader(shuffled.deck, find=shuffled.shoe.ports)],
        shuffled,
        lambda header: Recorder(tmp_path / "hand.session.jsonl", header.line()),
    )
    drawn: list[str] = []

    def draw() -> None:
        drawn.append("card")
        if len(drawn) == 2:  # Ben's first card, then Cleo's
            shuffled.shoe.draw_unread()
        else:
            shuffled.shoe.draw()

    shuffled.draw = draw  # type: ignore[method-assign]
    try:
        app = LiegeApp(session)
        said: list[str] = []
        HandPlayer(session, Fingers(app), said.append, tmp_path / "pictures").play_hand()
        assert app.failures == []
        assert "Ben folds" in " ".join(said)
        assert said[-1].startswith("Start the next hand")
        assert not any(sentence.strip().startswith("Cleo wins") for sentence in said)
        assert sum(seat.stack for seat in session.state.view.seats) == 20000
    finally:
        session.close()
        shuffled.close()
        window.remove_widget(app.root)


def test_liege_run_demo_without_a_display_plays_a_hand_and_ends_well(tmp_path: Path) -> None:
    """The command as ``make run`` starts it: prompts, openers, the payout and pictures; exit status 0."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"SDL_VIDEODRIVER": "offscreen", "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "run", "--demo", "--pictures", str(tmp_path / "pictures")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "opens" in done.stdout
    assert "Cleo wins 14.75: full house, sevens over sixes" in done.stdout
    pictures = sorted((tmp_path / "pictures").glob("*.png"))
    assert len(pictures) >= 4
    assert str(tmp_path / "pictures") in done.stdout
