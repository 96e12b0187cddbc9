"""The reader desk teaches decks and calibrates the camera, with readers that the test speaks for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.cards import DECK, Card
from kiosk import decks, reader_choice
from kiosk.decks import Deck
from kiosk.reader_desk import (
    Attend,
    DrawZone,
    Keep,
    NameCard,
    TakeBack,
    TakePicture,
)
from kiosk.readers.base import CardRead, Lamp, Receipt
from kiosk.vision.calibration import Calibration
from kiosk.vision.learning import DeckLook, namer_mark
from tests.live.test_reader_desk import GREY, OVER, SPOT, place_with
from tests.ui.desks import DeskPlace, reading, sight
from tests.ui.tables import feed
from tests.vision.test_calibration import photographed

UID = "04A1B2C3D4E580"


class TestLearningByLook:
    def place(self, folder: Path) -> DeskPlace:
        place = place_with(folder, SPOT)
        place.desk._work.embed = lambda picture: np.full((1, 64), float(picture[0, 0, 0]), np.float32)
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
