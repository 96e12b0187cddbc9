"""On a German screen nothing is said in English: every text drawn differs from the English screen's, but for names."""

from __future__ import annotations

import re

import pytest

from kiosk.said import N_, Said
from kiosk.ui.panel import PANELS
from kiosk.ui.widgets.text import Text
from kiosk.wording import Wording
from kiosk.wording.catalogue import catalogue
from tests.ui.moments import EIGHT, moments

NAMES = {name for _, name, _ in EIGHT} | {"Maximilian", "/media/alexander", "KINGSTON-64GB"}
CODE = re.compile("[A-Z0-9]{5}(-[A-Z0-9]{5})+")
ALIKE = {
    "Liege Lord", "Anaconda", "Roll Your Own", "No Limit",  # games and limits are called so in both
    "Deutsch", "English",  # a language by its own name
    "Ante", "Bring-in", "all-in", "Backup", "Chips …",
}  # fmt: skip
"""What is the same word in both languages."""


@pytest.fixture
def no_waiting():
    from kivy.clock import Clock

    pace, Clock._max_fps = Clock._max_fps, 0
    yield
    Clock._max_fps = pace


def drawn(language: str) -> dict[str, set[str]]:
    """Moment -> every text with a letter in it that the screen draws then."""
    seen: dict[str, set[str]] = {}
    for name, fingers in moments(PANELS["7-800x480"], language):
        texts = {widget.text for widget in fingers.widgets() if isinstance(widget, Text) and widget.width > 0}
        seen.setdefault(name, set()).update(text for text in texts if any(map(str.isalpha, text)))
    return seen


def test_a_german_screen_says_nothing_in_english(no_waiting):
    english, german = drawn("en"), drawn("de")
    assert english.keys() == german.keys()
    alike = {
        text: moment
        for moment, texts in german.items()
        for text in texts & english[moment]
        # A key of one letter, a card (its rank and its suit) and a code are the same in both.
        if text not in NAMES | ALIKE and len(text) > 1 and not is_cards(text) and not CODE.fullmatch(text)
    }
    assert not alike, "\n".join(f"{moment}: {text}" for text, moment in sorted(alike.items()))


def is_cards(text: str) -> bool:
    return all((len(word) == 2 and word[0] in "23456789TJQKA" and word[1] in "♣♦♥♠") or word in list("JQKA")
               for word in text.split())  # fmt: skip


def test_every_fault_of_a_reader_has_its_german_sentence():
    from kiosk.readers.camera import SENTENCES as CAMERA
    from kiosk.readers.sentences import READERS, SENTENCES, UNKNOWN

    german = catalogue("de").messages
    sentences = {*SENTENCES.values(), *CAMERA.values(), UNKNOWN}
    assert {sentence for sentence in sentences if sentence not in german} == set()
    assert {name.message for name in READERS.values() if isinstance(name, Said)} <= german.keys()


def test_a_sentence_of_another_part_is_said_in_the_language_of_the_screen():
    loss = Said("the last input was not taken")
    said = Said(N_("The storage is gone: {path} is not there any more, and {loss}."), path="/data", loss=loss)
    assert said == "The storage is gone: /data is not there any more, and the last input was not taken."
    assert Wording("en").told(said) == said
    assert Wording("de").told(said) == (
        "Der Speicher ist fort: /data ist nicht mehr da, und die letzte Eingabe ist nicht angenommen."
    )
    assert Wording("de").told("from elsewhere") == "from elsewhere"


def test_a_place_that_nobody_filled_stays_empty():
    assert Said("The port {port} is held by another program{by}: close that program.", port="/dev/ttyACM0") == (
        "The port /dev/ttyACM0 is held by another program: close that program."
    )
