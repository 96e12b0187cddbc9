"""The reader desk: tests, learning, calibrating and choosing, with readers that the test speaks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.cards import DECK, Card
from kiosk import decks, reader_choice
from kiosk.decks import Deck
from kiosk.machine import Port
from kiosk.reader_choice import ReaderChoice
from kiosk.reader_desk import (
    Attend,
    Choose,
    DrawZone,
    Keep,
    LookAround,
    NameCard,
    SelfTest,
    ShowLamps,
    TakeBack,
    TakePicture,
)
from kiosk.readers.base import CardRead, Fault, FaultOver, Lamp, LinkUp, Receipt
from kiosk.session import Banner
from kiosk.session import Lamp as TableLamp
from kiosk.supervision import Office
from kiosk.vision.calibration import Calibration
from kiosk.vision.learning import DeckLook, namer_mark
from tests.ui.desks import DeskPlace, reading, sight
from tests.ui.tables import MemorySession, feed
from tests.vision.pictures import FIVE, table
from tests.vision.test_calibration import photographed

SPOT = ReaderChoice(shoe="none", camera="/dev/video0")
OVER = ReaderChoice(shoe="/dev/ttyACM0", camera="/dev/video0", place="table")
GREY = np.full((720, 1280, 3), 120, np.uint8)
UID = "04A1B2C3D4E580"


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


class TestLearningByLook:
    def place(self, folder: Path) -> DeskPlace:
        place = place_with(folder, SPOT)
        place.desk._embed = lambda picture: np.full((1, 64), float(picture[0, 0, 0]), np.float32)
        place.desk.do(Attend("look", "camera", "Blue deck"))
        return place

    def lay(self, place: DeskPlace, name: str | None, frames: int = 3) -> None:
        for frame in range(frames):
            place.sees(sight(GREY, reading(name, 300, 300), fresh=frame == 0))

    def count(self, place: DeskPlace, name: str) -> int:
        learning = place.desk.state.learning
        assert learning is not None
        return learning.counts[Card.parse(name)]

    def test_the_spot_is_taken_from_the_game_and_comes_back(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        old = place.reader("camera")
        assert place.station.readers == () and old.closed == 0
        place.desk.do(Attend(""))
        assert old.closed == 1 and place.station.readers == (place.reader("camera"),)
        assert place.reader("camera") is not old and place.reader("camera").started == 1

    def test_three_pictures_of_a_card_under_its_read_name(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        self.lay(place, "Ks", 2)
        assert self.count(place, "Ks") == 2
        self.lay(place, "Ks")
        assert self.count(place, "Ks") == 3
        learning = place.desk.state.learning
        assert learning is not None and learning.learned == 1 and not learning.saved

    def test_a_card_that_cannot_be_named_is_asked_for(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        self.lay(place, None)
        learning = place.desk.state.learning
        assert learning is not None and learning.asks and learning.learned == 0
        place.desk.do(NameCard(Card.parse("7d")))
        assert self.count(place, "7d") == 3

    def test_a_wrong_name_is_put_right_by_a_touch(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        self.lay(place, "6s")
        place.desk.do(NameCard(Card.parse("9s")))
        assert (self.count(place, "6s"), self.count(place, "9s")) == (0, 3)

    def test_undo_takes_back_card_by_card(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        self.lay(place, "Ks")
        self.lay(place, "Qh")
        place.desk.do(TakeBack())
        assert (self.count(place, "Ks"), self.count(place, "Qh")) == (3, 0)
        place.desk.do(TakeBack())
        place.desk.do(TakeBack())
        assert self.count(place, "Ks") == 0

    def test_two_cards_at_once_teach_nothing(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        place.sees(sight(GREY, reading("Ks", 300, 300), reading("Qh", 600, 300), fresh=True))
        learning = place.desk.state.learning
        assert learning is not None and learning.learned == 0
        assert learning.said is not None and learning.said.kind == "one-card"

    def test_saved_it_is_used_at_once_and_after_the_next_start(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        place.desk.do(Keep())
        learning = place.desk.state.learning
        assert learning is not None and learning.said is not None and learning.said.kind == "nothing-learned"
        for card in DECK:
            self.lay(place, str(card))
        place.desk.do(Keep())
        path = tmp_path / "looks" / "blue-deck.look"
        assert DeckLook.load(path, namer_mark()).missing == ()
        place.desk.do(Attend(""))
        assert place.maker.choices["camera"].look == str(path)
        assert reader_choice.load(tmp_path)[0].look == str(path)

    def test_what_is_missing_is_said(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        self.lay(place, "Ks")
        place.desk.do(Keep())
        learning = place.desk.state.learning
        assert learning is not None and learning.said is not None
        assert (learning.said.kind, learning.said.params) == ("saved", {"count": 51})

    def test_a_hand_that_begins_ends_it(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        self.lay(place, "Ks")
        feed(place.session, "hand")
        assert place.desk.state.learning is None and place.desk.state.closed == "hand"
        assert place.station.readers == (place.reader("camera"),)
        self.lay(place, "Qh")
        assert place.desk.picture() is None


class TestLearningByTags:
    def place(self, folder: Path, name: str = "Red deck") -> DeskPlace:
        place = place_with(folder, OVER)
        place.desk.do(Attend("tags", "shoe", name))
        return place

    def draw(self, place: DeskPlace, uid: str | None, seq: int = 1) -> str:
        place.says(CardRead("shoe", uid, None, Receipt("B7F2", seq)))
        learning = place.desk.state.learning
        assert learning is not None and learning.said is not None
        return learning.said.kind

    def saved(self, folder: Path) -> Deck:
        return decks.load(folder / "decks" / "red-deck.deck")

    def test_the_told_order_each_card_saved_before_the_shoe_may_forget_it(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        assert [reader.name for reader in place.station.readers] == ["camera"]
        assert place.reader("shoe").gates == [(True, Lamp.GO)]
        assert self.draw(place, UID) == "enrolled"
        assert self.saved(tmp_path).card(UID) == Card.parse("2s")
        assert place.reader("shoe").acknowledged == [Receipt("B7F2", 1)]
        assert self.draw(place, UID, 2) == "tag-known"
        assert self.draw(place, None, 3) == "tag-unread"
        assert place.maker.taken_elsewhere == [Receipt("B7F2", seq) for seq in (1, 2, 3)]

    def test_any_order_by_a_touch_and_one_taken_back(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        place.desk.do(NameCard(Card.parse("Ah")))
        self.draw(place, UID)
        assert self.saved(tmp_path).card(UID) == Card.parse("Ah")
        place.desk.do(TakeBack())
        assert self.saved(tmp_path).cards == {}
        learning = place.desk.state.learning
        assert learning is not None and learning.wanted == Card.parse("Ah")

    def test_a_tag_of_another_deck_is_refused(self, tmp_path: Path) -> None:
        decks.save(Deck("Blue", cards={UID: Card.parse("As")}), tmp_path / "decks" / "blue.deck")
        assert self.draw(self.place(tmp_path), UID) == "tag-of-other"

    def test_a_deck_file_that_is_none_is_a_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "decks").mkdir()
        (tmp_path / "decks" / "red-deck.deck").write_bytes(b"\xff")
        place = self.place(tmp_path)
        assert place.desk.state.learning is None and place.desk.state.closed == "no-deck"
        assert "is not a deck file" in str(place.desk.state.notes[0].params["why"])
        assert [reader.name for reader in place.station.readers] == ["camera", "shoe"]

    def test_it_is_used_when_the_dealer_says_so(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        self.draw(place, UID)
        place.desk.do(Keep())
        place.desk.do(Attend(""))
        assert place.maker.choices["shoe"].deck == str(tmp_path / "decks" / "red-deck.deck")
        assert reader_choice.load(tmp_path)[0].deck == str(tmp_path / "decks" / "red-deck.deck")
        assert [reader.name for reader in place.station.readers] == ["camera", "shoe"]

    def test_no_tag_is_in_what_the_screen_gets(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        self.draw(place, UID)
        assert UID not in repr(place.desk.state)


class TestCalibrating:
    def place(self, folder: Path) -> DeskPlace:
        place = place_with(folder, OVER)
        place.desk.do(Attend("calibrate", "camera"))
        return place

    def said(self, place: DeskPlace) -> str:
        made = place.desk.state.calibrating
        assert made is not None and made.said is not None
        return made.said.kind

    def test_the_sheet_then_zones_saved_in_millimetres(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        picture, matrix = photographed()
        place.sees(sight(picture))
        made = place.desk.state.calibrating
        assert made is not None and (made.seen, made.ready) == (4, False)
        place.desk.do(TakePicture())
        assert self.said(place) == "calibrated-once"
        # 30 to 90 mm across and 20 to 60 mm down on the sheet, touched in no order
        corners = np.array([[[30.0, 20.0], [90.0, 60.0], [90.0, 20.0], [30.0, 60.0]]])
        import cv2

        pixels = cv2.perspectiveTransform(corners, matrix)[0]
        place.desk.do(DrawZone("3", tuple((x / 1280, y / 960) for x, y in pixels)))
        place.desk.do(Keep())
        assert self.said(place) == "calibration-saved"
        stored = Calibration.load(tmp_path / "camera.json")
        (zone,) = stored.zones
        assert zone.seat == "3"
        assert sorted((round(x), round(y)) for x, y in zone.corners) == [(30, 20), (30, 60), (90, 20), (90, 60)]
        inside = cv2.perspectiveTransform(np.array([[[60.0, 40.0]]]), matrix)[0][0]
        assert stored.seat_of((float(inside[0]), float(inside[1]))) == "3"
        place.desk.do(Attend(""))
        assert place.maker.choices["camera"].calibration == str(tmp_path / "camera.json")

    def test_no_sheet_is_a_sentence_and_nothing_is_saved(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        place.desk.do(TakePicture())
        assert self.said(place) == "no-picture"
        place.sees(sight(GREY))
        place.desk.do(TakePicture())
        assert self.said(place) == "few-markers"
        place.desk.do(Keep())
        assert self.said(place) == "not-calibrated-yet"
        assert not (tmp_path / "camera.json").exists()

    def test_zones_of_before_are_drawn_where_they_were(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        place.sees(sight(photographed()[0]))
        place.desk.do(TakePicture())
        corners = ((0.1, 0.1), (0.3, 0.1), (0.3, 0.4), (0.1, 0.4))
        place.desk.do(DrawZone("spot", corners))
        place.desk.do(Keep())
        place.desk.do(Attend(""))
        place.desk.do(Attend("calibrate", "camera"))
        made = place.desk.state.calibrating
        assert made is not None and made.ready
        for drawn, was in zip(sorted(made.zones["spot"]), sorted(corners), strict=True):
            assert drawn == pytest.approx(was, abs=1e-6)
        place.desk.do(DrawZone("spot", ()))
        made = place.desk.state.calibrating
        assert made is not None and made.zones == {} and not made.saved

    def test_a_slip_of_the_finger_is_no_zone(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        place.sees(sight(photographed()[0]))
        place.desk.do(TakePicture())
        place.desk.do(DrawZone("1", ((0.1, 0.1), (0.11, 0.1), (0.11, 0.11), (0.1, 0.11))))
        assert self.said(place) == "zone-small"

    def test_pictures_of_another_size_need_a_new_calibration(self, tmp_path: Path) -> None:
        place = self.place(tmp_path)
        place.sees(sight(photographed()[0]))
        place.desk.do(TakePicture())
        place.sees(sight(GREY))
        made = place.desk.state.calibrating
        assert made is not None and not made.ready and self.said(place) == "other-size"


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
