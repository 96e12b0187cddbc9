"""A recorded evening's hand under the camera: pictures from folders, the real networks, the whole session.

The pictures and what must come out are those of tests/sessions/ll-camera: no shoe, four players, two worn cards.
"""

from __future__ import annotations

import json
import queue
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import cv2
import pytest

from engine.inputs import Act, Confirm, Input, Note, StartHand, Void
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.readers.camera import CameraReader, Pace, Sight
from kiosk.recorder import Recorder
from kiosk.recording import read_session
from kiosk.replay import replay_recording
from kiosk.session import CameraAsk, ScreenState
from kiosk.vision.calibration import Calibration
from kiosk.vision.crops import Picture
from kiosk.vision.sources import FolderSource, SourceEnded
from tests.live.test_camera_table import card
from tests.test_sessions import differences
from tests.vision.film import ZONES

SESSIONS = Path(__file__).resolve().parents[1] / "sessions"
FRAMES = SESSIONS / "ll-camera.frames"
ENDS = object()


class Scenes:
    """A camera before which one folder of pictures after the other lies; between them it waits."""

    live = False

    def __init__(self) -> None:
        self._folders: queue.Queue[object] = queue.Queue()
        self._now: FolderSource | None = None

    def show(self, folder: Path) -> None:
        self._folders.put(folder)

    def end(self) -> None:
        self._folders.put(ENDS)

    def open(self) -> None:
        pass

    def next(self) -> Picture:
        while True:
            if self._now is not None:
                try:
                    return self._now.next()
                except SourceEnded:
                    self._now = None
            folder = self._folders.get()
            if folder is ENDS:
                raise SourceEnded
            assert isinstance(folder, Path)
            self._now = FolderSource(folder)
            self._now.open()

    def close(self) -> None:
        pass


class Table:
    """The kiosk with a camera and no shoe."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scenes = Scenes()
        self.recording = folder / "sessions" / "evening.session.jsonl"
        header = read_session(SESSIONS / "ll-camera.session.jsonl").header
        calibration = Calibration.load(SESSIONS / "ll-camera.calibration")
        self.reader = CameraReader(
            lambda: self.scenes,
            calibration=calibration,
            spot=False,
            show=self.see,
            pace=Pace(patience=600.0),
        )
        self._changed = threading.Condition()
        self.pictures = 0
        self.session = LiveSession(
            Journal.open(folder),
            header,
            [self.reader],
            make_recorder=lambda header: Recorder(self.recording, header.line()),
        )
        self.session.subscribe(self._told)

    def see(self, sight: Sight) -> None:
        """What the reader makes of one picture."""
        self.session.see(sight)
        with self._changed:
            self.pictures += 1
            self._changed.notify_all()

    def _told(self, _: ScreenState) -> None:
        with self._changed:
            self._changed.notify_all()

    def show(self, scene: str, frames: int = 5) -> None:
        """The camera sees that scene, so many times."""
        folder = self.folder / f"{scene}-{frames}"
        folder.mkdir()
        for number in range(frames):
            shutil.copy(FRAMES / f"{scene}.jpg", folder / f"{number}.jpg")
        self.scenes.show(folder)

    def until(self, wanted: Callable[[ScreenState], bool]) -> ScreenState:
        with self._changed:
            assert self._changed.wait_for(lambda: wanted(self.session.state), 120), self.session.state.asks
            return self.session.state

    def enter(self, *entries: Input) -> None:
        for entry in entries:
            self.session.submit(entry)
            assert self.session.settle().refused == ""

    def answer(self, scene: str, name: str) -> CameraAsk:
        """Wait for the question that this scene raises and answer it; the question."""
        self.show(scene)
        (ask,) = self.until(lambda state: bool(state.asks)).asks
        self.session.answer_camera(ask.number, card(name))
        return ask

    def close(self) -> None:
        self.scenes.end()
        self.session.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    at = Table(tmp_path)
    yield at
    at.close()


def step(name: str) -> Callable[[ScreenState], bool]:
    return lambda state: state.view.step == name


def played(table: Table) -> list[CameraAsk]:
    """The hand of ll-camera; the two questions."""
    next_round = (Confirm("deal"), Confirm("pass"))
    table.enter(StartHand(dealer=1), Confirm("announce"), Confirm("antes"), *next_round)
    table.show("reveal-1")
    table.until(step("bet"))
    table.enter(Act(2, "check"), Act(3, "bet", 100), Act(4, "call"), Act(1, "call"), Act(2, "fold"), *next_round)
    unknown = table.answer("reveal-2", "7s")
    table.until(step("bet"))
    table.enter(Act(3, "check"), Act(4, "check"), Act(1, "check"), *next_round)
    contradicted = table.answer("reveal-3", "Kh")
    table.until(step("bet"))
    table.enter(Act(3, "bet", 200), Act(4, "call"), Act(1, "call"), *next_round)
    table.show("reveal-4")
    table.until(step("bet"))
    table.enter(Act(4, "check"), Act(1, "check"), Act(3, "check"), *next_round)
    table.enter(Act(4, "bet", 200), Act(1, "call"), Act(3, "call"))
    table.show("showdown-1")
    table.until(lambda state: state.view.prompt.seats == (1, 3))
    table.show("showdown-2")
    table.until(step("pay"))
    table.enter(Confirm("pay"))
    return [unknown, contradicted]


def test_a_hand_without_a_shoe_under_the_camera(table: Table) -> None:
    """Reveals and showdown from pictures, two cards named by touch; result, session file and pictures."""
    unknown, contradicted = played(table)
    assert (unknown.seat, unknown.why) == (4, "unknown")
    assert card("7s") in dict(unknown.names) and unknown.crop is not None
    assert (contradicted.seat, contradicted.why) == (1, "contradicted")
    assert card("Kd") not in dict(contradicted.names)  # it lay before Ben, and everyone saw it
    table.close()
    recording = read_session(table.recording)
    expected = json.loads((SESSIONS / "ll-camera.expected.json").read_text("utf-8"))
    found = json.loads(json.dumps(replay_recording(recording)))
    assert differences(expected, found) == []
    notes = [entry.text for _, entry in recording.entries if isinstance(entry, Note)]
    assert sum("dealer named the card" in text for text in notes) == 2


def test_the_pictures_beside_the_session_file_show_nothing_but_what_was_read(table: Table) -> None:
    played(table)
    table.close()
    frames = sorted((table.folder / "sessions" / "evening.frames").iterdir())
    # four reveals and two showdowns, and the two that the dealer named
    assert len(frames) == 8
    second = cv2.imread(str(frames[1]))  # round 2: Ana and Cem are read, Dee is not, Ben has folded
    assert second is not None
    bright = {}
    for seat, (x0, y0, x1, y1) in ZONES.items():
        bright[seat] = float(second[y0 + 6 : y1 - 6, x0 + 6 : x1 - 6].mean())
    assert bright[1] > 50 and bright[3] > 50 and bright[2] < 2 and bright[4] < 2


def test_two_frames_that_agree_are_not_enough(table: Table) -> None:
    """The first frame of a scene shows that something has changed; only the three after it can agree."""
    table.enter(StartHand(dealer=1), Confirm("announce"), Confirm("antes"), Confirm("deal"), Confirm("pass"))
    table.show("reveal-1", frames=3)
    table.show("showdown-2", frames=1)  # a movement
    table.until(lambda _: table.pictures == 4)
    assert table.session.settle().view.prompt.seats == (2, 3, 4, 1)
    assert not reads(table)
    table.show("reveal-1", frames=4)
    state = table.until(step("bet"))
    assert [str(seat.up[0]) for seat in state.view.seats] == ["9c", "Kd", "Ks", "Qh"]
    assert len(reads(table)) == 4


def reads(table: Table) -> list[Mapping[str, object]]:
    """The cards in the journal."""
    return [row.line for row in table.session._journal.lines() if row.line["type"] == "card"]


def test_a_hand_that_is_void_leaves_no_picture_of_a_card_that_was_not_shown(table: Table) -> None:
    """Ana's and Cem's second cards are in, Dee's is not: they are no public cards when the hand is void."""
    begin = (StartHand(dealer=1), Confirm("announce"), Confirm("antes"), Confirm("deal"), Confirm("pass"))
    table.enter(*begin)
    table.show("reveal-1")
    table.until(step("bet"))
    table.enter(Act(2, "check"), Act(3, "bet", 100), Act(4, "call"), Act(1, "call"), Act(2, "fold"))
    table.enter(Confirm("deal"), Confirm("pass"))
    table.show("reveal-2")
    table.until(lambda state: bool(state.asks))
    assert len(reads(table)) == 6
    table.enter(Void("misdeal"))
    table.close()
    (only,) = (table.folder / "sessions" / "evening.frames").iterdir()
    first = cv2.imread(str(only))
    assert first is not None and first[30:300, 700:1200].mean() > 50  # Ben's king: that of round 1
    assert '"6d"' not in table.recording.read_text("utf-8")
