"""Foreign packs to measure on, put together from other people's drawings and fonts that were not trained on.

``python -m kiosk.vision.training.make_packs --help``; seeded. Writes one folder per pack for the ``--foreign`` of
``make_test``. A file's name (``As.png``) is only a slot: none of these cards has a name.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import RANKS, SUITS
from kiosk.vision.training import glyphs
from kiosk.vision.training.faces import PX_PER_MM, Picture
from kiosk.vision.training.glyphs import Mask
from kiosk.vision.training.invented_faces import PIPS, paint

WIDE, HIGH = 63 * PX_PER_MM, 88 * PX_PER_MM
STYLES = 3
RED, BLACK, GREEN, BLUE = (0.1, 0.1, 0.8), (0.1, 0.08, 0.08), (0.15, 0.45, 0.1), (0.6, 0.25, 0.1)
Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Pack:
    """``signs`` are the names of drawings, or French suits where they are single signs; a drawing of one colour is
    printed in the ``inks``, one for each."""

    name: str
    ranks: tuple[str, ...]
    signs: tuple[str, ...]
    inks: tuple[Colour, ...] = (BLACK, GREEN, RED, BLUE)


PACKS = (
    Pack("german", ("7", "8", "9", "10", "U", "O", "K", "A"), ("acorn", "linden-leaf", "ringing-bell", "oak-leaf")),
    Pack("swiss", ("6", "7", "8", "9", "10", "U", "O", "K", "A"), ("chestnut", "bell", "shield", "blossom")),
    Pack("italian", ("2", "3", "4", "5", "6", "7", "F", "C", "R", "A"), ("coin", "wine-glass", "dagger", "wood")),
    Pack("spanish", ("1", "2", "3", "4", "5", "6", "7", "S", "C", "R"), ("gold", "trophy", "crossed-swords", "herb")),
    Pack(
        "letters",
        ("B", "V", "D", "R", "1", "W", "E", "Kn", "U", "O", "\u0414", "\u0412", "\u0422"),
        tuple(glyphs.SUIT_TEXTS),
        (BLACK, RED, RED, BLACK),
    ),
)


def drawing(folder: Path, name: str, font: Path) -> Mask:
    """A sign as (h, w) to be printed in an ink, or with colours of its own (h, w, 4). Raises ValueError."""
    if name in glyphs.SUIT_TEXTS:
        mask = glyphs.text_mask(font, name)
        if mask is None:
            raise ValueError(f"{font} does not draw {name}.")
        return mask
    raw = cv2.imread(str(folder / f"{name}.png"), cv2.IMREAD_UNCHANGED)
    if raw is None or raw.ndim != 3 or raw.shape[2] != 4:
        raise ValueError(f"{folder} has no drawing {name}.png with a clear ground.")
    ys, xs = np.nonzero(raw[..., 3] > 127)
    cut = raw[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32) / 255
    return cut if cut[..., :3][cut[..., 3] > 0.5].max() > 0.1 else cut[..., 3]


def card(text: Mask, sign: Mask, ink: Colour, pips: int, rng: np.random.Generator) -> Picture:
    """A face with the index in two corners and ``pips`` signs, or one large one, in its middle."""
    canvas = np.ones((HIGH, WIDE, 3), np.float32)
    tall = float(rng.uniform(8, 12)) * PX_PER_MM
    low = tall * float(rng.uniform(0.7, 1.0))
    x, top = 5.5 * PX_PER_MM, 4 * PX_PER_MM
    wide = min(tall * text.shape[1] / text.shape[0], 0.9 * tall)
    broad = low * sign.shape[1] / sign.shape[0]
    parts = [(text, x, top + tall / 2, wide, tall), (sign, x, top + tall * 1.12 + low / 2, broad, low)]
    many = pips if 2 <= pips <= 10 else 1
    size = (26 if many == 1 else 13) * PX_PER_MM
    spots = ((0.5, 0.5),) if many == 1 else PIPS[many]
    for across, down in spots:
        px, py = WIDE * (0.34 + 0.32 * across), HIGH * (0.2 + 0.6 * down)
        paint(canvas, sign, px, py, size * sign.shape[1] / sign.shape[0], size, ink, down > 0.5)
    for mask, px, py, w, h in parts:
        paint(canvas, mask, px, py, w, h, ink)
        paint(canvas, mask, WIDE - px, HIGH - py, w, h, ink, True)
    return canvas


def write_pack(out: Path, pack: Pack, signs: Path, fonts: glyphs.Fonts, rng: np.random.Generator) -> None:
    """One pack in a style of its own: a font that has all its letters, and sizes."""
    out.mkdir(parents=True, exist_ok=True)
    choice = [
        font
        for font in (fonts.suits if pack.signs[0] in glyphs.SUIT_TEXTS else fonts.text)
        if all(glyphs.has(font, rank) for rank in pack.ranks)
    ]
    font, sizes = choice[int(rng.integers(len(choice)))], int(rng.integers(1 << 30))
    slots = [rank + suit for suit in SUITS for rank in RANKS]
    cards = [(rank, sign, ink) for sign, ink in zip(pack.signs, pack.inks, strict=True) for rank in pack.ranks]
    for slot, (rank, sign, ink) in zip(slots, cards, strict=False):
        text = glyphs.text_mask(font, rank)
        if text is None:
            raise ValueError(f"{font} does not draw {rank}.")
        pips = int(rank) if rank.isdigit() else 0
        face = card(text, drawing(signs, sign, font), ink, pips, np.random.default_rng(sizes))
        cv2.imwrite(str(out / f"{slot}.png"), np.round(face * 255).astype(np.uint8))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--signs", type=Path, required=True, help="folder of drawings, NAME.png (see MODEL.md)")
    parser.add_argument("--fonts", type=Path, required=True, help="folder with font files not trained on")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    rng, fonts = np.random.default_rng(given.seed), glyphs.find_fonts(given.fonts)
    for style in range(STYLES):
        for pack in PACKS:
            write_pack(given.out / f"{pack.name}-{style + 1}", pack, given.signs, fonts, rng)


if __name__ == "__main__":
    main()
