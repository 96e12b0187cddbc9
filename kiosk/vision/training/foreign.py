"""What stands where an index stands and names no card: other alphabets, numerals, other suits, jokers, number cards.

The hard ones come most: what has nearly the shape of a rank (B and 8, Cyrillic Ve and 8, R and K, 1 and 7).
Cyrillic or Greek letters that have exactly the shape of J, Q, K or A are left out: nobody could tell.
"""

from __future__ import annotations

import cv2
import numpy as np

from kiosk.vision.training import glyphs
from kiosk.vision.training.faces import NO_RANK, NO_SUIT
from kiosk.vision.training.glyphs import Fonts, Mask
from kiosk.vision.training.invented_faces import Print, Style

LATIN = "V D R B T F C U O X W S P N E H G I L M Y Z D V R B"
CYRILLIC = (
    "\u0414 \u0412 \u0422 \u0425 \u041f \u0411 \u0427 \u0417 \u042d \u042f \u0418 \u0424 \u0416 \u0414 \u0412 \u0422"
)
GREEK = "\u0392 \u03a1 \u0394 \u039b \u03a3 \u03a9 \u03a6 \u0393 \u0398 \u03a8"
HEBREW = "\u05d0 \u05d1 \u05d2 \u05d4 \u05dc \u05de \u05e7 \u05e9"
NUMERALS = "0 1 1 1 11 12 13 14 15 16 17 18 19 20 21 22 II III IV VI VII VIII IX XI XII XIII XV XX XXI"
SIGNS = "? ! & + +2 +4 % # \u2605 \u2606 \u263a \u25cf \u25b2 JOKER Joker"
ALPHABETS = (
    (0.40, LATIN),
    (0.24, CYRILLIC),
    (0.06, GREEK),
    (0.04, HEBREW),
    (0.20, NUMERALS),
    (0.06, SIGNS),
)
LETTERS = "JOKERABCDEFGHILMNPSTUVXYZ0123456789"


def foreign_text(rng: np.random.Generator) -> str:
    shares = np.array([share for share, _ in ALPHABETS])
    letters = ALPHABETS[int(rng.choice(len(ALPHABETS), p=shares / shares.sum()))][1]
    return str(rng.choice(letters.split()))


def foreign_print(style: Style, fonts: Fonts, rng: np.random.Generator, rank: int, suit: int) -> Print:
    """The card (rank, suit) of ``style`` with something else in its index."""
    own_rank = glyphs.text_mask(style.font, glyphs.RANK_TEXTS[rank])
    kind = rng.random()
    if kind < 0.55:  # an Ace, Dame, Bube, Roi, Valet of another country
        return Print(text(style, fonts, foreign_text(rng), rng), style.suits[suit], NO_RANK, suit)
    if kind < 0.78:  # bells, acorns, cups, stars
        return Print(own_rank, foreign_suit(rng), rank, NO_SUIT)
    if kind < 0.86:  # a word from top to bottom, or a number over a number
        two = [text(style, fonts, str(rng.choice(list(LETTERS))), rng) for _ in range(2)]
        return Print(two[0], two[1], NO_RANK, NO_SUIT)
    if kind < 0.93:  # numbers of a card without suits, light on a coloured ground now and then
        word = text(style, fonts, str(rng.integers(0, 22)), rng) if rng.random() < 0.6 else own_rank
        named = rank if word is own_rank else NO_RANK
        below = None if rng.random() < 0.6 else foreign_suit(rng)
        return Print(word, below, named, NO_SUIT, bool(rng.random() < 0.5))
    return Print(None, style.suits[suit], NO_RANK, suit)


def text(style: Style, fonts: Fonts, word: str, rng: np.random.Generator) -> Mask | None:
    """The word in the deck's font, or in any that has it: fonts draw the same box for all they lack."""
    if glyphs.has(style.font, word):
        return glyphs.text_mask(style.font, word)
    for _ in range(12):
        font = fonts.text[int(rng.integers(len(fonts.text)))]
        if glyphs.has(font, word):
            return glyphs.text_mask(font, word)
    return glyphs.text_mask(style.font, "B")


def foreign_suit(rng: np.random.Generator) -> Mask:
    """A sign that is no French suit: star, ring, blob of discs, bell, bar, acorn, cup, sword."""
    n = 200
    canvas = np.zeros((n, n), np.uint8)
    kind = int(rng.integers(0, 8))
    if kind == 0:
        spikes = int(rng.integers(4, 9))
        t = np.arange(2 * spikes) * np.pi / spikes - np.pi / 2
        r = np.where(np.arange(2 * spikes) % 2 == 0, 90, rng.uniform(30, 60))
        cv2.fillPoly(canvas, [np.stack([100 + r * np.cos(t), 100 + r * np.sin(t)], 1).astype(np.int32)], 255)
    elif kind == 1:
        cv2.circle(canvas, (100, 100), 85, 255, int(rng.choice([-1, 15, 30])))
    elif kind == 2:
        for _ in range(int(rng.integers(2, 5))):
            cx, cy = (int(v) for v in rng.integers(60, 140, 2))
            axes = (int(rng.integers(15, 60)), int(rng.integers(15, 60)))
            cv2.ellipse(canvas, (cx, cy), axes, float(rng.uniform(0, 180)), 0, 360, 255, -1)
    elif kind == 3:
        cv2.ellipse(canvas, (100, 110), (60, 80), 0, 180, 360, 255, -1)
        cv2.rectangle(canvas, (30, 105), (170, 140), 255, -1)
        cv2.circle(canvas, (100, 160), 22, 255, -1)
    elif kind == 4:
        cv2.rectangle(canvas, (20, 20), (180, 180), 255, int(rng.choice([-1, 20])))
    elif kind == 5:
        cv2.ellipse(canvas, (100, 120), (48, 65), 0, 0, 360, 255, -1)
        cv2.ellipse(canvas, (100, 70), (66, 34), 0, 180, 360, 255, -1)
        cv2.line(canvas, (100, 40), (int(rng.integers(80, 120)), 8), 255, 12)
    elif kind == 6:
        cv2.ellipse(canvas, (100, 40), (70, 80), 0, 0, 180, 255, -1)
        cv2.rectangle(canvas, (90, 100), (110, 170), 255, -1)
        cv2.ellipse(canvas, (100, 180), (50, 18), 0, 180, 360, 255, -1)
    else:
        cv2.line(canvas, (100, 10), (100, 190), 255, int(rng.integers(8, 26)))
        cv2.line(canvas, (55, 140), (145, 140), 255, int(rng.integers(8, 20)))
    mask = glyphs.tight(canvas.astype(np.float32) / 255)
    assert mask is not None
    return mask
