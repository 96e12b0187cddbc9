"""The readers' screens by touch: what they say, what they do, and what they never show."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.cards import Card
from firmware.shoe.lines import seal
from kiosk import reader_choice
from kiosk.live_picture import COVER
from kiosk.readers.base import CardRead, LinkUp, Receipt
from kiosk.session import Banner
from kiosk.supervision import Office
from kiosk.vision.calibration import Calibration
from tests import offscreen
from tests.ui.desks import reading, sight
from tests.ui.reader_moments import (
    CORNERS,
    at_readers,
    felt,
    fetch_picture,
    five,
    sheet,
    shown,
    touch_picture,
)
from tests.ui.tables import feed
from tests.vision.pictures import Laid

UID = "04A1B2C3D4E580"


@pytest.fixture
def readers(tmp_path):
    """A table between hands with the readers screen open; no exception may have reached the app at the end."""
    from kivy.clock import Clock

    pace, Clock._max_fps = Clock._max_fps, 0
    place, fingers = at_readers(tmp_path)
    yield place, fingers
    fingers.app.on_stop()
    assert fingers.app.failures == []
    Clock._max_fps = pace
    offscreen.clear()


def play(place: Any, fingers: Any, script: str) -> None:
    """A hand begins, which closes what lay over the table; then the readers screen again."""
    feed(place.session, script)
    assert fingers.wait(lambda: fingers.app.stage.children == [fingers.app.table], 60)
    fingers.tap("menu")
    fingers.tap("readers")


def dump(fingers: Any) -> str:
    """Everything that the widgets hold, as a memory dump of the tree would show it; without those that always hold
    all 52 cards to choose from."""
    layers = fingers.app.layers
    screens = [fingers.app.root, *(one for one in vars(layers).values() if one not in (layers._picker, layers._learn))]
    widgets = [widget for screen in screens if hasattr(screen, "walk") for widget in screen.walk()]
    return repr([vars(widget) for widget in widgets]) + repr([getattr(widget, "text", "") for widget in widgets])


def test_each_reader_has_its_lamp_and_words(readers):
    _place, fingers = readers
    assert fingers.find("reader-shoe").text == "● Card shoe"
    assert fingers.find("reader-scanner").text == "○ Line scanner"
    fingers.tap("reader-shoe")
    assert any(text.startswith("On /dev/ttyACM0, linked since ") for text in fingers.texts())
    assert "No fault since the start." in fingers.texts()


def test_the_self_tests_result_is_a_sentence(readers):
    place, fingers = readers
    fingers.tap("reader-shoe")
    place.reader("shoe").parts = {"reader": "ok", "barrier": "barrier-lost"}
    fingers.tap("self-test")
    texts = fingers.texts()
    assert any(text.endswith(": something is wrong.") for text in texts)
    assert "The tag reader and its antenna answer." in texts
    assert "The light barrier does not see: clean it, or look at its cable." in texts


def test_lines_name_a_card_by_its_number_only(readers):
    place, fingers = readers
    fingers.tap("reader-shoe")
    fingers.tap("lines")
    place.lines.heard("shoe", "/dev/ttyACM0", seal(f"CARD B7F2 12 {UID}") + seal("BEAT B7F2 12 1"))
    fingers.wait(lambda: any("heartbeat" in text for text in fingers.texts()), 60)
    said = [text.partition("  ")[2] for text in fingers.texts()]
    assert said.index("card 12 left, tag read") < said.index("heartbeat: last card 12, 1 not acknowledged")
    assert UID not in dump(fingers)
    assert UID not in repr(place.desk.state)


def test_the_link_of_a_hand_in_play_can_be_looked_at(readers):
    place, fingers = readers
    play(place, fingers, "hand 3,announce,antes")
    fingers.tap("reader-shoe")
    assert not fingers.has("self-test")
    fingers.tap("lines")
    place.says(CardRead("shoe", UID, Card.parse("As"), Receipt("B7F2", 1)))
    place.lines.heard("shoe", "", seal(f"CARD B7F2 1 {UID}"))
    assert fingers.wait(lambda: any("card 1 left" in text for text in fingers.texts()), 60)
    assert UID not in dump(fingers) and "A♠" not in dump(fingers)


def test_the_live_picture_has_boxes_names_and_sizes(readers):
    place, fingers = readers
    fingers.tap("live")
    place.sees(five(fresh=True, pixels=14.0))
    fetch_picture(fingers)
    texts = fingers.texts()
    assert {"10♠", "Q♥", "4♣", "6♦", "9♥"} <= set(texts)
    assert "Corners 14 pixels high: below 20, move the camera nearer!" in texts


def test_the_next_picture_is_made_only_when_the_last_was_fetched(readers):
    place, fingers = readers
    fingers.tap("live")
    for _ in range(10):
        place.sees(five())
    fingers.app.readers.fetch()
    assert shown(fingers) == 1
    place.sees(five())
    fingers.app.readers.fetch()
    assert shown(fingers) == 2


def test_one_texture_takes_all_pictures(readers):
    place, fingers = readers
    fingers.tap("live")
    textures = set()
    for _ in range(3):
        place.sees(five())
        fetch_picture(fingers)
        textures.add(id(fingers.app.stage.children[0].picture._texture))
    assert len(textures) == 1


def test_nothing_of_a_picture_stays_when_the_dealer_goes_back(readers):
    place, fingers = readers
    fingers.tap("live")
    place.sees(five())
    fetch_picture(fingers)
    screen = fingers.app.stage.children[0]
    fingers.tap("back")
    assert screen.picture._texture is None and screen.picture.number == 0
    place.sees(five())
    assert place.desk.picture() is None


def test_on_the_read_spot_a_hand_shuts_the_live_picture(readers):
    place, fingers = readers
    fingers.tap("plugged")
    fingers.tap("plugged-place")
    fingers.tap("choose-spot")
    for _ in range(2):
        fingers.tap("back")
    fingers.tap("live")
    place.sees(five())
    fetch_picture(fingers)
    screen = fingers.app.stage.children[0]
    play(place, fingers, "hand 3,announce,antes")
    assert screen.picture._texture is None
    assert not fingers.has("live")
    # and where the screen is still open for a moment, the desk gives nothing
    place.sees(five())
    assert place.desk.picture() is None


def test_over_the_table_only_public_cards_are_named_and_all_others_covered(readers):
    place, fingers = readers
    play(place, fingers, "hand 3,announce,antes,deal,pass,Ts@1 Qh@2 9d@3 Ah@4 Jc@5 2c@6 2h@7")
    fingers.tap("live")
    picture = felt(Laid("Qh", 300, 360), Laid("Ks", 900, 360))
    queen, king = reading("Qh", 215, 240, 54), reading("Ks", 815, 240, 54)
    place.sees(sight(picture, queen, king, settled=False))
    assert place.desk.picture() is None  # while hands move nothing new is shown
    place.sees(sight(picture, queen, king, fresh=True))
    fetch_picture(fingers)
    texts = set(fingers.texts())
    assert "Q♥" in texts and "K♠" not in texts and "K♠" not in dump(fingers)
    assert "Cards that are not face up for everyone are covered." in texts
    seen = fingers.app.stage.children[0].picture._texture.pixels
    width, height = fingers.app.stage.children[0].picture._texture.size
    rows = np.frombuffer(seen, np.uint8).reshape(height, width, -1)[:, :, :3]
    # the king, 206 x 300 pixels round (900, 360), has its corners at (398, 105) to (502, 255) on the screen
    for row, column in ((106, 399), (106, 500), (253, 399), (253, 500), (180, 450)):
        assert tuple(rows[row, column]) == COVER
    assert tuple(rows[120, 107]) != COVER


def test_a_deck_is_learned_by_touch_and_undone(readers):
    place, fingers = readers
    place.desk._work.embed = lambda picture: np.ones((1, 64), np.float32)
    for name in ("deck", "deck-camera", "deck-1"):
        fingers.tap(name)
    for frame in range(3):
        place.sees(sight(felt(), reading(None, 300, 300), fresh=frame == 0))
    fingers.wait(lambda: "Which card is this? Touch it." in fingers.texts(), 60)
    fingers.tap("pick-7d")
    assert "House deck: 1 of 52" in fingers.texts()
    fingers.tap("take-back")
    assert "House deck: 0 of 52" in fingers.texts()
    assert not (place.folder / "looks").exists()
    for frame in range(3):
        place.sees(sight(felt(), reading("Ks", 300, 300), fresh=frame == 0))
    fingers.wait(lambda: "House deck: 1 of 52" in fingers.texts(), 60)
    fingers.tap("keep")
    assert "Saved, 51 cards are missing: you can go on later." in fingers.texts()
    assert (place.folder / "looks" / "house-deck.look").exists()


def test_tags_are_learned_by_touch(readers):
    place, fingers = readers
    for name in ("deck", "deck-shoe", "deck-2"):
        fingers.tap(name)
    assert "Red deck: 0 of 52 · draw 2♠" in fingers.texts()
    fingers.tap("pick-Ah")
    assert "Red deck: 0 of 52 · draw A♥" in fingers.texts()
    place.says(CardRead("shoe", UID, None, Receipt("B7F2", 1)))
    fingers.wait(lambda: "Red deck: 1 of 52 · draw 2♠" in fingers.texts(), 60)
    assert UID in (place.folder / "decks" / "red-deck.deck").read_text()
    assert UID not in dump(fingers)


def test_zones_are_drawn_and_a_corner_dragged(readers):
    place, fingers = readers
    fingers.tap("calibrate")
    place.sees(sight(sheet()))
    fetch_picture(fingers)
    fingers.tap("take-picture")
    fingers.tap("zone-4")
    touch_picture(fingers, *CORNERS)
    box = fingers.app.stage.children[0].picture
    x, y, wide, high = box._area()

    def at(across: float, down: float) -> tuple[float, float]:
        return x + across * wide, y + (1 - down) * high

    offscreen.drag(at(0.32, 0.4), at(0.5, 0.6))
    made = place.desk.state.calibrating
    assert made is not None and list(made.zones) == ["4"]
    assert max(made.zones["4"]) == pytest.approx((0.5, 0.6), abs=0.01)
    fingers.tap("keep")
    assert [zone.seat for zone in Calibration.load(place.folder / "camera.json").zones] == ["4"]
    fingers.tap("clear-zone")
    made = place.desk.state.calibrating
    assert made is not None and made.zones == {}


def test_what_is_plugged_in_is_chosen_and_remembered(readers):
    place, fingers = readers
    fingers.tap("plugged")
    fingers.tap("plugged-scanner")
    assert fingers.find("choose-/dev/ttyUSB1").text == "FT232R USB UART"
    fingers.tap("choose-/dev/ttyUSB1")
    assert reader_choice.load(place.folder)[0].scanner == "/dev/ttyUSB1"
    place.says(LinkUp("scanner", {"port": "/dev/ttyUSB1"}))
    for _ in range(2):
        fingers.tap("back")
    fingers.tap("reader-scanner")
    assert any(text.startswith("On /dev/ttyUSB1, linked since ") for text in fingers.texts())


def test_no_picture_rebuilds_the_widget_tree(readers):
    place, fingers = readers
    fingers.tap("live")
    place.sees(five())
    fetch_picture(fingers)
    before = [id(widget) for widget in fingers.app.stage.walk()]
    for _ in range(3):
        place.sees(five(fresh=True))
        fetch_picture(fingers)
    assert [id(widget) for widget in fingers.app.stage.walk()] == before


def test_with_a_supervisor_decks_and_readers_wait_for_the_pin(readers):
    place, fingers = readers
    place.session.office = Office(has_pin=True)
    place.session.say_banner()
    fingers.tap("plugged")
    assert "Decks and readers are the supervisor's: the PIN is needed first." in fingers.texts()
    assert not any(button.name.startswith("plugged-") for button in fingers.buttons())
    fingers.tap("back")
    fingers.tap("deck")
    assert fingers.app.over[-1].screen == "pin"


def test_a_camera_that_moved_is_said_here_too(readers):
    place, fingers = readers
    moved = "The camera stands elsewhere than when it was calibrated: calibrate it again."
    place.session.say_banner(Banner("camera", "camera-moved", moved))
    assert fingers.wait(lambda: moved in fingers.texts(), 60)


def test_lines_are_the_same_to_the_pixel_whatever_the_cards_are(tmp_path):
    """Two hands that differ only in their tags and cards (RELIABILITY, "the deciding test")."""
    from kivy.clock import Clock

    from kiosk.ui.hands_off import pixels

    pace, Clock._max_fps = Clock._max_fps, 0
    seen = []
    for uid, card in ((UID, "As"), ("04FFEEDDCCBB80", "2d")):
        place, fingers = at_readers(tmp_path / uid)
        play(place, fingers, "hand 3,announce,antes")
        fingers.tap("reader-shoe")
        fingers.tap("lines")
        place.says(CardRead("shoe", uid, Card.parse(card), Receipt("B7F2", 1)))
        place.lines.heard("shoe", "", seal(f"CARD B7F2 1 {uid}"))
        assert fingers.wait(lambda fingers=fingers: any("card 1 left" in text for text in fingers.texts()), 60)
        seen.append((fingers.texts(), pixels()))
        fingers.app.on_stop()
    Clock._max_fps = pace
    offscreen.clear()
    assert seen[0] == seen[1]
