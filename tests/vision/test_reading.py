"""The whole reader with the networks that ship, on pictures of our own: public-domain faces on a felt."""

import cv2
import numpy as np
import pytest

from kiosk.vision.deciding import Reading
from kiosk.vision.reading import CardEye
from tests.vision.pictures import FIVE, Laid, table


@pytest.fixture(scope="module")
def eye() -> CardEye:
    return CardEye()


def named(readings: list[Reading]) -> list[str]:
    return sorted(str(r.card) for r in readings if r.card is not None)


@pytest.mark.parametrize("name", ["Ts", "Qh", "4c", "Ac", "6d", "9h", "Ks", "2d", "8c"])
@pytest.mark.parametrize("turn", [0, 77, 180])
def test_a_card_alone_at_any_rotation(eye: CardEye, name: str, turn: float) -> None:
    assert named(eye.read(table(Laid(name, 640, 360, turn, 420)))) == [name]


def test_six_and_nine_are_told_apart_upside_down(eye: CardEye) -> None:
    cards = (Laid("6d", 400, 350, 180), Laid("9h", 850, 350, 180))
    assert named(eye.read(table(*cards))) == ["6d", "9h"]


def test_five_cards_and_where_they_lie(eye: CardEye) -> None:
    readings = eye.read(table(*FIVE))
    assert named(readings) == sorted(card.name for card in FIVE)
    places = {card.name: np.array((card.x, card.y)) for card in FIVE}
    for item in readings:
        if item.card is not None:
            # a corner index is at most half a diagonal (182 pixels) from its card's middle
            assert np.hypot(*(np.array(item.middle) - places[str(item.card)])) < 182


def test_a_row_of_up_cards_that_cover_each_other(eye: CardEye) -> None:
    names = ("Ac", "9h", "4c", "Ts", "2d")
    row = [Laid(name, 400 + 75 * i, 350, 4, 330) for i, name in enumerate(names)]
    assert named(eye.read(table(*row))) == sorted(names)


def test_pale_table(eye: CardEye) -> None:
    assert named(eye.read(table(Laid("8c", 600, 350), Laid("Qh", 850, 350, 30), felt=(190, 205, 215)))) == [
        "8c",
        "Qh",
    ]


def test_nothing_is_read_on_an_empty_table_and_on_backs(eye: CardEye) -> None:
    assert eye.read(table()) == []
    assert named(eye.read(table(Laid("back", 400, 350), Laid("back", 800, 350, 40)))) == []


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080), (37, 23)])
def test_any_size_of_picture(eye: CardEye, size: tuple[int, int]) -> None:
    wide, high = size
    picture = table(Laid("Ac", wide / 2, high / 2, 0, 0.55 * high), size=size)
    assert named(eye.read(picture)) == (["Ac"] if high > 100 else [])


def test_a_very_large_picture_of_one_card_is_read(eye: CardEye) -> None:
    """12 megapixels, one card: its index is far higher than what the finder was trained for."""
    close = table(Laid("Ks", 540, 560, 8, 1000), size=(1000, 750))
    picture = np.asarray(cv2.resize(close, (4000, 3000), interpolation=cv2.INTER_CUBIC), np.uint8)
    assert named(eye.read(picture)) == ["Ks"]
