"""The reader desk: what it tells, tests and chooses, with readers that the test speaks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kiosk import decks, reader_choice
from kiosk.decks import Deck
from kiosk.machine import Port
from kiosk.reader_choice import ReaderChoice
from kiosk.reader_desk import (
    Attend,
    Choose,
    LookAround,
    SelfTest,
    ShowLamps,
)
from kiosk.readers.base import Fault, FaultOver, Lamp, LinkUp
from kiosk.session import Banner
from kiosk.session import Lamp as TableLamp
from kiosk.supervision import Office
from tests.ui.desks import DeskPlace, reading, sight
from tests.ui.tables import MemorySession, feed
from tests.vision.pictures import FIVE, table

SPOT = ReaderChoice(shoe="none", camera="/dev/video0")
OVER = ReaderChoice(shoe="/dev/ttyACM0", camera="/dev/video0", place="table")
GREY = np.full((720, 1280, 3), 120, np.uint8)


def place_with(folder: Path, choice: ReaderChoice) -> DeskPlace:
    return DeskPlace(folder, MemorySession(), choice)


def kinds(parts: Any) -> list[str]:
    return [part.kind for part in parts]


class TestSupervisor:
    """Decks and readers are the supervisor's, where there is one (RELIABILITY, "Roles")."""

    def place(self, folder: Path) -> DeskPlace:
        place = place_with(folder, OVER)
        place.session.office = Office(has_pin=True)
        place.session.say_banner()
        return place

    @pytest.mark.parametrize("mode", ["look", "tags"])
    def test_learning_a_deck_waits_for_the_pin(self, tmp_path: Path, mode: Any) -> None:
        place = self.place(tmp_path)
        wanted = Attend(mode, "camera" if mode == "look" else "shoe", "Red deck")
        place.desk.do(wanted)
        assert place.desk.state.closed == "supervisor" and place.desk.state.learning is None
        place.session.office = Office(has_pin=True, open=True)
        place.session.say_banner()
        place.desk.do(wanted)
        assert place.desk.state.closed == "" and place.desk.state.learning is not None

    def test_choosing_a_reader_too_but_not_a_look_at_the_camera(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        place.desk.do(Choose("shoe", "none"))
        assert kinds(place.desk.state.notes) == ["supervisors"]
        assert [reader.name for reader in place.station.readers] == ["camera", "shoe"]
        place.desk.do(Attend("live", "camera"))
        assert place.desk.state.closed == ""


class TestOverview:
    def test_tells_what_where_and_since_when(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, OVER)
        place.session.lamps = (TableLamp("shoe", "ok"), TableLamp("camera", "waiting"))
        place.says(LinkUp("shoe", {"port": "/dev/ttyACM0", "firmware": "0.1.0", "boot": "B7F2"}))
        place.session.say_banner()
        camera, shoe = place.desk.state.readers
        assert (shoe.what, shoe.where, shoe.firmware, shoe.lamp) == ("shoe", "/dev/ttyACM0", "0.1.0", "ok")
        assert shoe.since and not shoe.last_fault
        assert (camera.what, camera.where, camera.since, camera.lamp) == ("table-camera", "/dev/video0", "", "waiting")

    def test_the_last_fault_is_remembered_when_it_is_over(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, OVER)
        place.says(LinkUp("shoe", {"port": "/dev/ttyACM0"}))
        place.says(Fault("shoe", "lost"))
        shoe = place.desk.state.readers[1]
        assert shoe.since == "" and shoe.last_fault.startswith("The shoe does not answer") and shoe.last_fault_at
        place.says(FaultOver("shoe", "lost"))
        place.says(LinkUp("shoe", {"port": "/dev/ttyACM0"}))
        shoe = place.desk.state.readers[1]
        assert shoe.since and shoe.last_fault.startswith("The shoe does not answer")

    def test_a_doubt_that_only_the_dealer_ends_stands_as_the_session_has_it(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, OVER)
        place.session.say_banner(Banner("shoe", "restarted", "The shoe restarted: count the cards.", True))
        assert place.desk.state.readers[1].faults == ("The shoe restarted: count the cards.",)
        place.session.clear_banner("shoe", "restarted")
        assert place.desk.state.readers[1].faults == ()


class TestSelfTests:
    def test_the_shoes_parts_each_have_a_result(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, OVER)
        place.desk.do(SelfTest("shoe"))
        report = place.desk.state.readers[1].test
        assert report is not None and report.good and kinds(report.parts) == ["reader-ok", "barrier-ok"]
        place.reader("shoe").parts = {"reader": "reader-lost", "barrier": "ok"}
        place.desk.do(SelfTest("shoe"))
        report = place.desk.state.readers[1].test
        assert report is not None and not report.good and kinds(report.parts) == ["reader-lost", "barrier-ok"]
        place.reader("shoe").parts = None
        place.desk.do(SelfTest("shoe"))
        report = place.desk.state.readers[1].test
        assert report is not None and not report.good and kinds(report.parts) == ["shoe-silent"]

    def test_not_while_a_hand_is_in_play(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, OVER)
        feed(place.session, "hand")
        place.desk.do(SelfTest("shoe"))
        assert place.desk.state.readers[1].test is None
        assert kinds(place.desk.state.notes) == ["between-hands"]

    def test_lamps_and_gate_for_an_eye(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, OVER)
        for what in ("go", "stop", "wrong", "open", "shut"):
            place.desk.do(ShowLamps(what))
        place.desk.do(ShowLamps("", ("wrong",)))
        assert place.reader("shoe").gates == [
            (False, Lamp.GO), (False, Lamp.STOP), (False, Lamp.WRONG), (True, Lamp.STOP), (False, Lamp.STOP),
            (False, Lamp.STOP),
        ]  # fmt: skip
        report = place.desk.state.readers[1].test
        assert report is not None and not report.good and kinds(report.parts) == ["bad-wrong"]

    def test_a_hand_that_begins_ends_the_lamp_test(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, OVER)
        place.desk.do(ShowLamps("open"))
        feed(place.session, "hand")
        assert place.reader("shoe").gates[-1] == (False, Lamp.STOP)

    def camera_test(self, place: DeskPlace, picture: Any, *readings: Any, **options: Any) -> Any:
        place.desk.do(SelfTest("camera"))
        assert place.desk.state.busy == "camera"
        for _ in range(5):
            place.sees(sight(picture, *readings, **options))
        assert place.desk.state.busy == ""
        return place.desk.state.readers[0].test

    def test_the_camera_tells_pace_light_size_and_sharpness(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, SPOT)
        picture = table(*FIVE)
        corner = reading("Ts", 128, 80, 70)
        report = self.camera_test(place, picture, corner, pixels=30.0)
        assert kinds(report.parts) == ["frames", "light", "index-large", "sharp", "uncalibrated"]
        assert report.good
        assert report.parts[0].params == {"rate": 10, "width": 1280, "height": 720}
        assert report.parts[2].params == {"pixels": 30}

    @pytest.mark.parametrize(
        ("picture", "pixels", "kind"),
        [
            (np.full((720, 1280, 3), 20, np.uint8), 25.0, "dark"),
            (np.full((720, 1280, 3), 255, np.uint8), 25.0, "burnt"),
            (GREY, 14.0, "index-small"),
        ],
    )
    def test_what_is_wrong_has_its_sentence(self, tmp_path: Path, picture: Any, pixels: float, kind: str) -> None:
        report = self.camera_test(place_with(tmp_path, SPOT), picture, reading("Ts", 300, 300), pixels=pixels)
        assert not report.good and kind in kinds(report.parts)

    def test_a_blurred_picture_is_told(self, tmp_path: Path) -> None:
        import cv2

        picture = cv2.GaussianBlur(table(*FIVE), (0, 0), 6)
        report = self.camera_test(place_with(tmp_path, SPOT), picture, reading("Ts", 128, 80, 70))
        assert "blurred" in kinds(report.parts)

    def test_a_camera_over_the_table_has_to_be_calibrated(self, tmp_path: Path) -> None:
        report = self.camera_test(place_with(tmp_path, OVER), GREY)
        assert "table-uncalibrated" in kinds(report.parts) and "no-index" in kinds(report.parts)

    def test_a_camera_that_gives_no_picture_is_not_waited_for_for_ever(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, SPOT)
        place.desk.do(SelfTest("camera"))
        place.time = 3.9
        place.desk.look_round()
        assert place.desk.state.busy == "camera"
        place.time = 4.1
        place.desk.look_round()
        report = place.desk.state.readers[0].test
        assert report is not None and kinds(report.parts) == ["no-frames"]

    def test_a_scanner_can_tell_only_of_its_port(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, ReaderChoice(scanner="/dev/ttyUSB0"))
        place.desk.do(SelfTest("scanner"))
        report = place.desk.state.readers[0].test
        assert report is not None and kinds(report.parts) == ["port-closed"]
        place.says(LinkUp("scanner", {"port": "/dev/ttyUSB0"}))
        place.lines.heard("scanner", "/dev/ttyUSB0", b"AS\r")
        place.desk.do(SelfTest("scanner"))
        report = place.desk.state.readers[0].test
        assert report is not None and report.good
        assert [(part.kind, part.params) for part in report.parts] == [
            ("port-open", {"port": "/dev/ttyUSB0"}),
            ("heard", {"count": 3}),
        ]


class TestChoosing:
    PORTS = (Port("/dev/ttyACM0", 0x2E8A, 0x0005, "Pico"), Port("/dev/ttyUSB0", 0x1A86, 0x7523, "CH340"))

    def test_offers_what_looks_right(self, tmp_path: Path) -> None:
        video = tmp_path / "machine/sys/class/video4linux"
        for device, name in (("video0", "HD Webcam"), ("video10", "bcm2835-codec-decode")):
            (video / device).mkdir(parents=True)
            (video / device / "name").write_text(name + "\n")
        decks.save(Deck("Kitchen blue"), tmp_path / "decks" / "kitchen-blue.deck")
        place = DeskPlace(tmp_path, MemorySession(), ReaderChoice(), self.PORTS)
        place.desk.do(LookAround())
        offered = {(one.field, one.value): one for one in place.desk.state.offers}
        assert ("shoe", "/dev/ttyACM0") in offered and ("scanner", "/dev/ttyACM0") not in offered
        assert ("scanner", "/dev/ttyUSB0") in offered and ("rdm6300", "/dev/ttyUSB0") in offered
        assert offered["camera", "/dev/video0"].label == "HD Webcam"
        assert ("camera", "/dev/video10") not in offered
        assert offered["deck", str(tmp_path / "decks/kitchen-blue.deck")].label == "Kitchen blue"
        assert offered["shoe", "auto"].chosen

    def test_a_scanner_that_is_chosen_takes_the_shoes_place_and_is_remembered(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, ReaderChoice())
        shoe = place.reader("shoe")
        place.desk.do(Choose("scanner", "/dev/ttyUSB0"))
        assert [reader.name for reader in place.station.readers] == ["scanner"]
        assert shoe.closed == 1
        assert reader_choice.load(tmp_path)[0] == ReaderChoice(scanner="/dev/ttyUSB0")
        assert [report.reader for report in place.desk.state.readers] == ["scanner"]

    def test_only_what_changes_is_made_anew(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, OVER)
        camera = place.reader("camera")
        place.desk.do(Choose("shoe", "/dev/ttyACM1"))
        assert camera.closed == 0 and camera in place.station.readers

    def test_a_deck_that_cannot_be_read_is_told(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, OVER)
        place.desk.do(Choose("deck", str(tmp_path / "no.deck")))
        assert place.desk.state.notes[0].params == {"why": f"there is no deck file {tmp_path / 'no.deck'}"}

    def test_not_while_a_hand_is_in_play(self, tmp_path: Path) -> None:
        place = place_with(tmp_path, OVER)
        feed(place.session, "hand")
        place.desk.do(Choose("shoe", "none"))
        assert kinds(place.desk.state.notes) == ["between-hands"]
        assert [reader.name for reader in place.station.readers] == ["camera", "shoe"]

    def test_a_folder_that_cannot_be_written_is_a_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "data").write_text("a file where the folder should be")
        place = place_with(tmp_path / "data", ReaderChoice())
        place.desk.do(Choose("shoe", "none"))
        assert kinds(place.desk.state.notes) == ["not-saved"]
