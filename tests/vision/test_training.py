"""The training's geometry: what the finder is taught is what the finder's reader reads back."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import kivy
import numpy as np
import pytest

from kiosk.vision.finding import peaks
from kiosk.vision.measuring import Label
from kiosk.vision.training import make_signs, near_suits
from kiosk.vision.training.faces import NO_RANK, NO_SUIT
from kiosk.vision.training.foreign import ALPHABETS, foreign_print
from kiosk.vision.training.foreign_packs import CLOSE_LETTERS, foreign_sign, on_sheet, pack_print
from kiosk.vision.training.glyphs import SUIT_TEXTS, Fonts, drawn_suit, find_fonts, make_gloss
from kiosk.vision.training.invented_faces import invented_face, make_style, paint
from kiosk.vision.training.make_packs import Pack, write_pack
from kiosk.vision.training.make_test import largest_free, load
from kiosk.vision.training.outlines import SIZE
from kiosk.vision.training.targets import CELLS, FINDER_OUTPUTS, PATCH, POSITIVE, draw_targets, turned

# two indices: middle, down, right, the rank's share; the second one turned and seen from the side
UPRIGHT = (80.0, 60.0, 0.0, 20.0, 20.0, 0.0, 0.55, POSITIVE)
SLANTED = (170.3, 180.6, -14.0, 9.0, 5.0, 12.5, 0.6, POSITIVE)


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    """Those that Kivy brings: DejaVu, which draws suits, and some that do not."""
    return find_fonts(Path(kivy.__file__).parent / "data" / "fonts")


def taught(*rows: tuple[float, ...]) -> np.ndarray:
    """The maps for these truths as the network would give them: heat as a logit."""
    target = np.zeros((FINDER_OUTPUTS + 1, CELLS, CELLS), np.float32)
    draw_targets(np.array(rows, np.float32), target, np.ones((CELLS, CELLS), np.float32))
    maps = target[:FINDER_OUTPUTS].copy()
    heat = np.clip(maps[0], 1e-4, 1 - 1e-4)
    maps[0] = np.log(heat / (1 - heat))
    return maps


def test_what_is_taught_is_read_back() -> None:
    found = sorted(peaks(taught(UPRIGHT, SLANTED), 1.0, 1.0), key=lambda f: f.centre)
    assert len(found) == 2
    for index, row in zip(found, (UPRIGHT, SLANTED), strict=True):
        assert index.centre == pytest.approx(row[0:2], abs=0.01)
        assert index.down == pytest.approx(row[2:4], abs=0.01)
        assert index.right == pytest.approx(row[4:6], abs=0.01)
        assert index.share == pytest.approx(row[6])


def test_truths_turn_with_their_picture() -> None:
    picture = np.zeros((PATCH, PATCH), np.uint8)
    x, y = 30, 200
    picture[y, x] = 255
    row = np.array([[x, y, 0, 10, 10, 0, 0.5, POSITIVE]], np.float32)
    ((tx, ty, *vectors, _, _),) = turned(row)
    assert np.rot90(picture)[int(ty), int(tx)] == 255
    # against the clock: what pointed down points right, what pointed right points up
    assert vectors == [10, 0, 0, -10]


def test_an_invented_card_has_its_ink_where_its_truth_says(fonts: Fonts) -> None:
    for seed in range(5):
        style = make_style(fonts, np.random.default_rng(seed))
        face = invented_face(style, [], np.random.default_rng(seed), rank=12, suit=3)
        assert [t.upside_down for t in face.indices].count(True) * 2 == len(face.indices)
        for truth in face.indices:
            assert (truth.rank, truth.suit) == (12, 3)
            y0, y1 = int(truth.cy - truth.height / 2), int(truth.cy + truth.height / 2)
            # an edge column of the index's half width holds the ink; above and below it there is none
            strip = face.picture[:, max(0, int(truth.cx) - 12) : int(truth.cx) + 12].min(axis=(1, 2))
            assert strip[y0 + 1 : y1 - 1].min() < 0.4
            assert strip[y0 - 4 : y0 - 1].min() > 0.75 and strip[y1 + 2 : y1 + 4].min() > 0.75


def test_a_foreign_index_has_no_full_name(fonts: Fonts) -> None:
    """Whatever it prints, rank or suit is none; and the letters never include the ranks' own."""
    words = {word for _, text in ALPHABETS for word in text.split()}
    assert not words & {"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}
    rng = np.random.default_rng(5)
    style = make_style(fonts, rng)
    kept = set()
    for _ in range(200):
        put = foreign_print(style, fonts, rng, rank=4, suit=2)
        assert put.rank == NO_RANK or put.suit == NO_SUIT
        assert put.rank_sign is not None or put.suit_sign is not None
        kept.add((put.rank, put.suit))
    assert kept == {(NO_RANK, 2), (4, NO_SUIT), (NO_RANK, NO_SUIT)}


def test_a_foreign_pack_has_no_full_name_and_brings_its_own_colours(fonts: Fonts) -> None:
    words = {word for _, text in CLOSE_LETTERS for word in text.split()}
    assert not words & {"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}
    rng = np.random.default_rng(5)
    style = make_style(fonts, rng)
    prints = [pack_print(style, fonts, rng, rank=4, suit=2) for _ in range(200)]
    assert {(p.rank, p.suit) for p in prints} == {(NO_RANK, 2), (4, NO_SUIT), (NO_RANK, NO_SUIT)}
    signs = [p.suit_sign for p in prints if p.suit == NO_SUIT and p.suit_sign is not None]
    coloured = [sign for sign in signs if sign.ndim == 3]
    assert 0 < len(coloured) < len(signs)
    # in blue ink a coloured sign keeps its colours, one without takes the ink
    for sign in signs:
        canvas = np.ones((60, 60, 3), np.float32)
        paint(canvas, sign, 30, 30, 40, 40, (1.0, 0.0, 0.0))
        assert canvas[..., 0].min() < 0.9 if sign.ndim == 3 else canvas[..., 0].min() > 0.999


def test_icons_of_a_suit_s_shape_are_left_out_and_of_a_set_the_filled_ones_taken(tmp_path: Path) -> None:
    body = '<path d="M0 0h8v24H0z"/>'
    names = ("acorn", "bell-fill", "heart-fill", "cards-three-fill", "leaf-fill", "tree-fill")
    icons = {name: {"body": body} for name in names}
    icons["leaf-fill"]["width"] = 12
    for prefix in ("ph", "mine"):
        told = {"prefix": prefix, "width": 24, "height": 24, "icons": icons}
        (tmp_path / prefix).mkdir()
        (tmp_path / prefix / "icons.json").write_text(json.dumps(told), encoding="utf-8")
    assert [name for name, _ in make_signs.icons(tmp_path / "ph")] == ["ph-bell-fill", "ph-leaf-fill"]
    assert [name for name, _ in make_signs.icons(tmp_path / "mine")] == [
        "mine-acorn",
        "mine-bell-fill",
        "mine-leaf-fill",
    ]
    svg = dict(make_signs.icons(tmp_path / "ph"))["ph-leaf-fill"].decode()
    assert 'viewBox="0 0 12 24"' in svg and body in svg


def test_an_icon_is_printed_as_a_foreign_suit(tmp_path: Path, fonts: Fonts) -> None:
    """A tall black bar and a wide red one: printed in the ink or in a colour, with its own shape."""
    for name, shape, ink in (("tall", (150, 40), (0, 0, 0)), ("wide", (40, 150), (0, 0, 255))):
        sign = np.zeros((*shape, 4), np.uint8)
        sign[...] = (*ink, 255)
        cv2.imwrite(str(tmp_path / f"{name}.png"), sign)
    assert not on_sheet(tmp_path / "tall.png")[0]
    coloured, sheet = on_sheet(tmp_path / "wide.png")
    assert coloured
    ys, xs = np.nonzero(sheet[..., 3] > 0.5)
    assert (np.ptp(xs) + 1, np.ptp(ys) + 1) == (180, 48)  # 0.9 of the sheet's 200, and in the middle
    assert xs.min() + xs.max() == ys.min() + ys.max() == 199
    tall = find_fonts(Path(kivy.__file__).parent / "data" / "fonts", tmp_path)
    assert [sign.stem for sign in tall.signs] == ["tall", "wide"]
    rng = np.random.default_rng(8)
    shapes = [foreign_sign(replace(tall, signs=tall.signs[:1]), rng).shape for _ in range(60)]
    assert sum(shape[1] < 0.6 * shape[0] for shape in shapes) > 12
    with pytest.raises(ValueError, match=r"nothing\.png is no picture with a clear ground"):
        on_sheet(tmp_path / "nothing.png")


def on_a_sheet(mask: np.ndarray) -> np.ndarray:
    sheet = np.zeros((SIZE, SIZE), np.uint8)
    sheet[50 : 50 + mask.shape[0], 20 : 20 + mask.shape[1]] = mask * 255
    return sheet


def test_a_french_suit_is_known_as_one_either_way_up_and_what_is_drawn_instead_is_not(fonts: Fonts) -> None:
    rng = np.random.default_rng(77)  # not the seed of those that are known
    for suit in range(4):
        suits = [on_a_sheet(drawn_suit(suit, rng)) for _ in range(20)]
        assert sum(near_suits.like_a_suit(sheet, fonts) for sheet in suits) >= 18
        assert sum(near_suits.like_a_suit(sheet[::-1], fonts) for sheet in suits) >= 18
    square = np.zeros((SIZE, SIZE), np.uint8)
    square[40:160, 40:160] = 255
    assert not near_suits.like_a_suit(square, fonts)
    for _ in range(40):
        assert not near_suits.like_a_suit(near_suits.no_suit(fonts, rng), fonts)


def test_a_good_part_of_a_french_outline_is_spoiled(fonts: Fonts) -> None:
    rng = np.random.default_rng(5)
    (french,) = [kind for kind in near_suits.KINDS if kind.outline is near_suits.french_suit]
    assert french.painted == 1
    for _ in range(60):
        shape = near_suits.french_suit(fonts, rng)
        whole = np.count_nonzero(shape > 127)
        part = np.count_nonzero(near_suits.cut_off(shape, rng, french.least_cut) > 127) / whole
        assert 0.25 < part < 0.7
        for one_ink in (True, False):
            inside = near_suits.something_in(shape, rng, one_ink) > 127
            assert not (inside & (shape <= 127)).any()
            assert 0.1 < np.count_nonzero(inside) / whole < 0.9


def test_a_spade_s_body_without_a_stem_stands_on_a_broad_foot() -> None:
    rng = np.random.default_rng(5)
    for _ in range(100):
        wide = np.count_nonzero(near_suits.stemless(rng) > 127, axis=1)
        rows = np.flatnonzero(wide)
        foot = rows[-1] - (rows[-1] - rows[0]) // 6
        assert wide[foot] > 0.5 * wide.max()


def test_a_leaf_is_the_same_left_and_right_with_gaps_between_its_lobes() -> None:
    rng = np.random.default_rng(5)
    filled = []
    for _ in range(100):
        shape = near_suits.leaf(rng)
        above_the_stalk = shape[:120] > 127
        assert (above_the_stalk != above_the_stalk[:, ::-1]).mean() < 0.05
        outlines, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(outlines, key=cv2.contourArea)
        filled.append(cv2.contourArea(outline) / cv2.contourArea(cv2.convexHull(outline)))
    assert max(filled) < 0.97 and np.median(filled) < 0.8


def test_a_sign_in_one_ink_is_black_and_white(fonts: Fonts) -> None:
    rng = np.random.default_rng(5)
    inks = set()
    for _ in range(40):
        picture, one_ink = near_suits.near_suit(fonts, rng)
        colours = picture[..., :3][picture[..., 3] > 0.99]
        grey = bool(np.ptp(colours, axis=1).max() < 0.01)
        assert grey or not one_ink
        inks.add((one_ink, grey))
    assert {(True, True), (False, False)} <= inks


def test_gloss_takes_a_little_of_a_suit_s_ink() -> None:
    rng = np.random.default_rng(3)
    for suit in range(4):
        mask = drawn_suit(suit, rng)
        glossy = make_gloss(rng).on(mask)
        assert glossy.shape == mask.shape and (glossy <= mask).all() and glossy.min() >= 0
        assert 0.55 * mask.sum() < glossy.sum() < 0.999 * mask.sum()


def test_a_pack_to_measure_on_has_its_index_where_it_is_looked_for(tmp_path: Path, fonts: Fonts) -> None:
    pack = Pack("letters", ("B", "V", "7"), tuple(SUIT_TEXTS))
    write_pack(tmp_path, pack, tmp_path, fonts, np.random.default_rng(2))
    cards = load(tmp_path)
    assert len(cards) == 12
    for card in cards:
        upper, lower = card.face.indices
        assert upper.cx < 63 and upper.cy < 0.26 * 528 and lower.upside_down


def test_a_table_is_cut_where_no_card_lies() -> None:
    # 960 x 720 with a card in the right third: what is left of 600 is free, less the 20 pixels beside the box
    spot = largest_free([Label("As", (600, 100, 900, 600)), Label("Kd")], 960, 720)
    assert spot is not None
    x, y, side = spot
    assert side == 560 and x + side < 580 and y + side <= 720
    # a card in the middle leaves no square of 260
    assert largest_free([Label("As", (220, 220, 740, 500))], 960, 720) is None
