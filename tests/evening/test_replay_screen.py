"""A recording on the screen: the same states, played, stepped, sought; a picture for every prompt."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.inputs import Confirm, StartHand
from kiosk.cli import main
from kiosk.practice import practice_lines
from kiosk.recording import Recording, entry_of, parse_header, read_session
from kiosk.replay import Replay
from kiosk.replay_readers import inputs_of
from kiosk.replay_screen import LONGEST, PACE, RecordedSession, moments, times_of, write_pictures
from kiosk.ui.panel import PANELS
from tests import offscreen

SESSIONS = Path(__file__).resolve().parent.parent / "sessions"


@pytest.fixture(scope="module")
def recording() -> Recording:
    lines = list(practice_lines(2, 5, 7))
    header = parse_header(lines[0])
    return Recording(header, tuple((n, entry_of(line, header.variants)) for n, line in enumerate(lines[1:], 2)))


@pytest.fixture
def on_screen() -> Iterator[Callable]:  # type: ignore[type-arg]
    """Puts a playback on the screen; gives the fingers. No exception may have reached the app at the end."""
    from kivy.clock import Clock

    from kiosk.ui.hands_off import Fingers
    from kiosk.ui.playback import PlaybackApp

    pace, Clock._max_fps = Clock._max_fps, 0
    apps = []

    def show(session: RecordedSession, **options: object) -> Fingers:
        offscreen.clear()
        app = PlaybackApp(session, **options)
        apps.append(app)
        return Fingers(app)

    yield show
    for app in apps:
        app.on_stop()
        assert app.failures == []
    Clock._max_fps = pace
    offscreen.clear()


# States.


@pytest.mark.parametrize("path", sorted(SESSIONS.glob("*.session.jsonl")), ids=lambda path: path.name[:-14])
def test_the_states_are_those_of_the_replay(path: Path) -> None:
    recording = read_session(path)
    shown = moments(recording)
    replay = Replay(recording.header)
    views = {1: [replay.view]}  # a picture may show several cards: its line gives several inputs
    prompts = 1
    for line, entry in inputs_of(recording):
        event = replay.play(line, entry)
        views.setdefault(line, []).append(replay.view)
        prompts += event.prompt is not None
    assert [moment.line for moment in shown] == sorted(moment.line for moment in shown)
    for moment in shown:
        assert moment.state.view in views[moment.line]
    assert shown[-1].state.view == replay.view
    assert sum(bool(moment.asks) for moment in shown) == prompts
    refused = [told["line"] for hand in replay.result()["hands"] for told in hand["refused"]]
    assert {moment.line for moment in shown if moment.state.refused} >= set(refused)


def test_undo_is_shown_as_it_was() -> None:
    shown = moments(read_session(SESSIONS / "ll-undo-pass.session.jsonl"))
    assert any(moment.state.redo is not None for moment in shown)
    assert all(moment.state.undo is not None for moment in shown[1:] if moment.state.view.hand)


def test_a_recording_cannot_be_played_on(recording: Recording) -> None:
    session = RecordedSession(moments(recording))
    heard = []
    session.subscribe(heard.append)
    session.go(3)
    before = session.state.view
    session.submit(StartHand())
    session.submit(Confirm("pay"))
    session.draw_card()
    session.clear_banner("shoe", "gone")
    assert session.state.view == before
    assert session.state.refused == "this is a recording: nothing in it can be changed"
    assert [state.number for state in heard] == [1, 2, 3], "each one newer than the last"


def test_going_anywhere_stays_inside(recording: Recording) -> None:
    session = RecordedSession(moments(recording))
    session.go(-5)
    assert session.position == 0
    session.go(10_000)
    assert session.position == session.last
    assert session.state.view.hand == 2
    assert session.moments[session.start_of(2)].state.view.step == "announce"
    assert session.moments[session.start_of(2) - 1].state.view.hand == 1
    assert session.start_of(3) == session.last


def test_the_pace_is_that_of_the_table(tmp_path: Path) -> None:
    path = tmp_path / "timed.session.jsonl"
    seats = [{"seat": 1, "name": "Ana", "stack": 4000}, {"seat": 2, "name": "Ben", "stack": 4000}]
    lines: list[dict[str, object]] = [
        {"type": "session", "version": 1, "seats": seats},
        {"type": "hand", "t": 1500},
        {"type": "confirm", "step": "announce", "t": 2000},
        {"type": "confirm", "step": "antes", "t": 602000},
        {"type": "card", "card": "As"},
        {"type": "card", "card": "Ks", "t": 602001},
    ]
    path.write_text("\n".join(map(json.dumps, lines)) + '\n{"type":"ca', "utf-8")
    session = RecordedSession(moments(read_session(path)), times_of(path))
    assert times_of(path) == {2: 1500, 3: 2000, 4: 602000, 6: 602001}
    waits = []
    for position in range(session.last + 1):
        session.go(position)
        waits.append(session.delay())
    # 1.5 s to the first line, 0.5 s to the next, ten minutes cut short; a line without a time: the usual pace.
    assert waits[:5] == [1.5, 0.5, LONGEST, PACE, PACE]


# The screen.


def test_play_pause_step_back_and_seek(recording: Recording, on_screen: Callable) -> None:  # type: ignore[type-arg]
    session = RecordedSession(moments(recording))
    fingers = on_screen(session, speed=1000)
    app = fingers.app
    assert app.playing and not fingers.has("play")
    assert fingers.wait(lambda: session.position > 5)
    fingers.tap("pause")
    at = session.position
    assert not app.playing and fingers.has("play") and not fingers.has("pause")
    fingers.tap("step")
    assert session.position == at + 1
    fingers.tap("back")
    fingers.tap("back")
    assert session.position == at - 1
    assert app.state.view == session.moments[at - 1].state.view
    assert app.table.bar.timeline.text == f"1/2 · {at - 1}/{session.last} · ×1000"
    track = fingers.find("timeline").track
    fingers.tap_at(track.x + 0.5 * track.width, fingers.find("timeline").center_y)
    assert session.position == round(0.5 * session.last)
    fingers.tap("play")
    assert fingers.wait(lambda: not app.playing)
    assert session.position == session.last
    fingers.tap("play")
    assert fingers.wait(lambda: session.position < 40), "from the beginning again"


def test_space_and_arrow_keys(recording: Recording, on_screen: Callable) -> None:  # type: ignore[type-arg]
    from kivy.core.window import Window

    session = RecordedSession(moments(recording))
    app = on_screen(session).app
    space, right, left = 32, 275, 276
    Window.dispatch("on_key_down", space, 44, " ", [])
    assert not app.playing
    at = session.position
    for key in (right, right, left):
        Window.dispatch("on_key_down", key, 0, "", [])
    assert session.position == at + 1
    Window.dispatch("on_key_down", space, 44, " ", [])
    assert app.playing


def test_nothing_of_the_dealers_can_be_touched(recording: Recording, on_screen: Callable) -> None:  # type: ignore[type-arg]
    session = RecordedSession(moments(recording))
    fingers = on_screen(session)
    fingers.tap("pause")
    for position in (1, 2, 40, 90, session.last):
        session.go(position)
        fingers.wait(lambda: fingers.app.state.number == session.state.number)
        names = {button.name for button in fingers.buttons() if not button.name.startswith("seat-")}
        assert names == {"menu", "back", "play", "step", "timeline"}
        fingers.tap("seat-2")
        assert fingers.app.over == []


def test_what_lies_ahead_is_not_among_the_hands_played(recording: Recording, on_screen: Callable) -> None:  # type: ignore[type-arg]
    session = RecordedSession(moments(recording))
    fingers = on_screen(session)
    fingers.tap("pause")
    for position, hands in ((session.last, [1, 2]), (20, [1])):
        fingers.app._go(position)
        fingers.wait(lambda: fingers.app.state.number == session.state.number)
        assert list(fingers.app.history.hands) == hands
    ahead = session.start_of(2)
    fingers.app._go(ahead + 3)
    fingers.wait(lambda: fingers.app.state.number == session.state.number)
    fingers.tap("menu")
    fingers.tap("hands")
    hand = next(button for button in fingers.buttons() if "1" in button.text)
    fingers.tap(hand.name)
    assert session.state.view.hand == 1
    assert fingers.app.over == []


@pytest.mark.parametrize("panel", PANELS)
def test_the_bar_fits(panel: str, recording: Recording, on_screen: Callable) -> None:  # type: ignore[type-arg]
    from tests.ui.audit import audit

    session = RecordedSession(moments(recording))
    fingers = on_screen(session, panel=PANELS[panel])
    fingers.tap("pause")
    for position in (0, session.last // 3, session.last):
        session.go(position)
        fingers.wait(lambda: fingers.app.state.number == session.state.number)
        assert audit(fingers) == []


# Pictures and commands.


def test_a_picture_for_every_prompt(tmp_path: Path) -> None:
    offscreen.clear()
    path = SESSIONS / "ll-ordinary.session.jsonl"
    shown = moments(read_session(path))
    written = write_pictures(RecordedSession(shown), tmp_path / "new", PANELS["7-800x480"])
    assert len(written) == sum(bool(moment.asks) for moment in shown) > 10
    names = [picture.name for picture in written]
    assert names[0] == "0001-hand-0-start-hand.png" and names == sorted(names)
    assert {name.split("-", 3)[3] for name in names} >= {"pass.png", "reveal.png", "act.png", "pay.png"}
    for picture in written:
        head = picture.read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:]) == (800, 480)
    assert len({picture.read_bytes() for picture in written}) > 0.8 * len(written), "they differ"
    offscreen.clear()


def test_the_command_says_what_it_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(SESSIONS / "ll-ordinary.session.jsonl")
    assert main(["replay", path, "--screen"]) == 2
    assert capsys.readouterr().err == "liege: there is no display here; --pictures FOLDER needs none\n"
    assert main(["replay", path, "--screen", "--panel", "none"]) == 2
    assert "there is no panel 'none'" in capsys.readouterr().err
    for speed in ("0", "-1", "fast", "nan"):
        with pytest.raises(SystemExit):
            main(["replay", path, "--screen", "--speed", speed])
        assert "the speed is a number from 0.01 to 1000" in capsys.readouterr().err
    (tmp_path / "taken").write_text("")
    assert main(["replay", path, "--pictures", str(tmp_path / "taken")]) == 2
    assert "taken cannot be written" in capsys.readouterr().err
    offscreen.clear()
