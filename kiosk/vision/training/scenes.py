"""Cards on a table as a camera sees them, with the truth about every index.

A scene is a square picture (uint8 BGR). Cards lie on a plane in millimetres that a pinhole camera looks at;
light, blur, noise and JPEG come last. No scene is ever mirrored: a mirrored index does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.vision.training import backgrounds
from kiosk.vision.training.exposure import light, photograph
from kiosk.vision.training.faces import PX_PER_MM, Face, IndexTruth, Picture
from kiosk.vision.training.foreign import foreign_print
from kiosk.vision.training.glyphs import Fonts
from kiosk.vision.training.invented_faces import Print, Style, back, invented_face, make_style
from kiosk.vision.training.real_decks import RealDeck, real_face

Matrix = NDArray[np.float64]
SIZE = 512
OUT_OF_PLAY = 255
Stranger = Callable[[Style, Fonts, np.random.Generator, int, int], Print]


@dataclass(frozen=True)
class SeenIndex:
    """An index in a scene, in pixels: centre, vectors to its foot and (as long on the card) to its right.

    ``visible`` is the share of its area that nothing covers and that lies in the picture.
    """

    rank: int
    suit: int
    centre: tuple[float, float]
    down: tuple[float, float]
    right: tuple[float, float]
    rank_share: float
    visible: float


@dataclass(frozen=True)
class Scene:
    picture: NDArray[np.uint8]
    indices: tuple[SeenIndex, ...]


def look_at(scale: float, size: int, rng: np.random.Generator) -> Matrix:
    """A camera over the table's origin: millimetres on the table to pixels, ``scale`` pixels per mm there."""
    focal = size * rng.uniform(0.9, 2.2)
    tilt = np.deg2rad(rng.uniform(0, 60) * (1.0 if rng.random() < 0.4 else rng.random()))
    turn = rng.uniform(0, 2 * np.pi)
    roll = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    twist = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1.0]])
    rotation = twist @ lean @ spin
    lens = np.array([[focal, 0, size / 2], [0, focal, size / 2], [0, 0, 1.0]])
    return np.asarray(lens @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, focal / scale]]))


def project(matrix: Matrix, x: float, y: float) -> NDArray[np.float64]:
    point = matrix @ (x, y, 1.0)
    return np.asarray(point[:2] / point[2])


def layout(reach: float, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Places of cards (x, y, angle) within ``reach`` mm: alone, scattered, in a row, staggered, fanned."""
    kind = rng.random()
    count = int(rng.integers(2, 8))
    if kind < 0.12:
        return [(rng.uniform(-0.5, 0.5) * reach, rng.uniform(-0.5, 0.5) * reach, rng.uniform(0, 2 * np.pi))]
    if kind < 0.42:
        return [
            (rng.uniform(-1, 1) * reach, rng.uniform(-1, 1) * reach, rng.uniform(0, 2 * np.pi))
            for _ in range(count + 2)
        ]
    angle = rng.uniform(0, 2 * np.pi)
    heading = rng.uniform(0, 2 * np.pi)
    step = rng.uniform(12, 75)
    turn = rng.uniform(-0.25, 0.25) if kind < 0.7 else 0.0
    start = rng.uniform(-0.6, 0.6, 2) * reach - np.array([np.cos(heading), np.sin(heading)]) * step * count / 2
    places = []
    for i in range(count):
        x, y = start + np.array([np.cos(heading + turn * i), np.sin(heading + turn * i)]) * step * i
        places.append(
            (
                float(x + rng.normal(0, 2)),
                float(y + rng.normal(0, 2)),
                float(angle + turn * i + rng.normal(0, 0.06)),
            )
        )
    return places


def lay_card(
    canvas: Picture,
    owner: NDArray[np.uint8],
    number: int,
    face: Face,
    matrix: Matrix,
    rng: np.random.Generator,
) -> Matrix | None:
    """Draw a face over the canvas and claim its pixels in ``owner``; gives face pixels -> scene pixels."""
    high, wide = face.picture.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    depth = np.column_stack([corners, np.ones(4)]) @ matrix[2]
    if depth.min() <= 1e-6:
        return None
    seen = np.array([project(matrix, x, y) for x, y in corners])
    x0, y0 = np.floor(seen.min(0)).astype(int) - 2
    x1, y1 = np.ceil(seen.max(0)).astype(int) + 2
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, canvas.shape[1]), min(y1, canvas.shape[0])
    if x1 - x0 < 3 or y1 - y0 < 3:
        return None
    picture, shrink = face.picture, 1.0
    across = float(np.linalg.norm(seen[1] - seen[0]))
    if across < wide * 0.7:
        shrink = max(0.15, across * 1.2 / wide)
        picture = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    local = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ matrix @ np.diag([1 / shrink, 1 / shrink, 1.0])
    size = (int(x1 - x0), int(y1 - y0))
    mask = np.zeros(picture.shape[:2], np.float32)
    r = max(1, round(3.2 * PX_PER_MM * shrink))
    h, w = picture.shape[:2]
    cv2.rectangle(mask, (r, 0), (w - r, h), 1, -1)
    cv2.rectangle(mask, (0, r), (w, h - r), 1, -1)
    for cx, cy in ((r, r), (w - r, r), (r, h - r), (w - r, h - r)):
        cv2.circle(mask, (cx, cy), r, 1, -1)
    drawn = cv2.warpPerspective(picture, local, size, flags=cv2.INTER_LINEAR)
    alpha = cv2.warpPerspective(mask, local, size, flags=cv2.INTER_LINEAR)[..., None]
    if rng.random() < 0.6:
        soft = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(1, 5))
        move = np.array([[1, 0, rng.uniform(-4, 4)], [0, 1, rng.uniform(-4, 4)]])
        shadow = cv2.warpAffine(soft, move, size)
        canvas[y0:y1, x0:x1] *= 1 - (rng.uniform(0.1, 0.5) * shadow)[..., None]
    canvas[y0:y1, x0:x1] += alpha * (drawn * rng.uniform(0.8, 1.0) - canvas[y0:y1, x0:x1])
    if rng.random() < 0.5:  # the card's edge: a thin line, darker or (worn) lighter
        rim = alpha[..., 0] - cv2.erode(alpha[..., 0], np.ones((3, 3), np.uint8))
        canvas[y0:y1, x0:x1] *= 1 - (rng.uniform(-0.15, 0.5) * rim)[..., None]
    owner[y0:y1, x0:x1][alpha[..., 0] > 0.5] = number
    return matrix


def see(truth: IndexTruth, matrix: Matrix, owner: NDArray[np.uint8], number: int) -> SeenIndex:
    """The index through the camera, and how much of it shows."""
    sign = -1.0 if truth.upside_down else 1.0
    half = sign * truth.height / 2
    centre = project(matrix, truth.cx, truth.cy)
    down = project(matrix, truth.cx, truth.cy + half) - centre
    right = project(matrix, truth.cx + half, truth.cy) - centre
    grid_v, grid_u = np.meshgrid(np.linspace(-0.95, 0.95, 17), np.linspace(-0.42, 0.42, 9), indexing="ij")
    xs = np.round(centre[0] + grid_v * down[0] + grid_u * right[0]).astype(int)
    ys = np.round(centre[1] + grid_v * down[1] + grid_u * right[1]).astype(int)
    size = len(owner)
    inside = (xs >= 0) & (ys >= 0) & (xs < size) & (ys < size)
    mine = owner[np.clip(ys, 0, size - 1), np.clip(xs, 0, size - 1)] == number
    return SeenIndex(
        truth.rank,
        truth.suit,
        (float(centre[0]), float(centre[1])),
        (float(down[0]), float(down[1])),
        (float(right[0]), float(right[1])),
        truth.rank_share,
        float((inside & mine).mean()),
    )


def cover(canvas: Picture, owner: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Fingers, chips and sleeves over the cards."""
    size = canvas.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(0, size, 2)
        angle, length, thick = rng.uniform(0, 2 * np.pi), rng.uniform(30, 250), int(rng.integers(8, 60))
        end = (int(x + np.cos(angle) * length), int(y + np.sin(angle) * length))
        skin = rng.random() < 0.6
        colour = tuple(
            float(v) for v in (np.array([0.5, 0.6, 0.85]) * rng.uniform(0.3, 1.1) if skin else rng.random(3))
        )
        mask = np.zeros((size, size), np.float32)
        if rng.random() < 0.7:
            cv2.line(mask, (int(x), int(y)), end, 1, thick, cv2.LINE_AA)
        else:
            cv2.circle(mask, (int(x), int(y)), thick, 1, -1, cv2.LINE_AA)
        shade = 1 + 0.3 * (backgrounds.smooth_noise(size, 12, rng) - 0.5)
        canvas += mask[..., None] * (np.asarray(colour, np.float32) * shade - canvas)
        owner[mask > 0.5] = OUT_OF_PLAY


def make_scene(
    fonts: Fonts,
    decks: list[RealDeck],
    rng: np.random.Generator,
    size: int = SIZE,
    close: bool = False,
    foreign: float = 0.08,
    strange: Stranger = foreign_print,
) -> Scene:
    """One scene: mostly one deck on the table, sometimes two, sometimes only backs or nothing.

    ``close`` looks at one index from near by, for the namer: a small picture around it. ``foreign`` is the share
    of cards whose rank or suit names no card, ``strange`` prints their indices.
    """
    rank_pixels = float(np.exp(rng.uniform(np.log(9), np.log(min(75, 0.4 * size)))))
    style = make_style(fonts, rng)
    real = decks[int(rng.integers(len(decks)))] if rng.random() < 0.25 else None
    printed = 9.0 if real is None else (17.0 if real.reach[0] > 0.2 else 11.0)
    scale = rank_pixels / (style.rank_height if real is None else printed)
    canvas = backgrounds.table_top(size, fonts, rng)
    owner = np.zeros((size, size), np.uint8)
    camera = look_at(scale, size, rng)
    places = layout(min(0.5 * size / scale, 150.0) if close else 0.5 * size / scale, rng)
    if not close and rng.random() < 0.04:
        places = []
    if close:
        camera = aimed(camera, places[int(rng.integers(len(places)))], size, rng)
    laid: list[tuple[int, Face, Matrix]] = []
    for number, (x, y, angle) in enumerate(places, 1):
        if not in_view(camera, x, y, size):
            continue
        chance = rng.random()
        if chance < 0.06:
            face = back(rng)
        elif real is not None:
            face = real_face(real, rng)
        else:
            rank, suit = int(rng.integers(13)), int(rng.integers(4))
            face = invented_face(
                style,
                decks,
                rng,
                rank,
                suit,
                strange(style, fonts, rng, rank, suit) if chance < 0.06 + foreign else None,
            )
        high, wide = face.picture.shape[:2]
        matrix = lay_card(canvas, owner, number, face, camera @ placed(x, y, angle, wide, high), rng)
        if matrix is not None:
            laid.append((number, face, matrix))
    if rng.random() < (0.15 if close else 0.3):
        cover(canvas, owner, rng)
    picture = photograph(light(canvas, rng), rng, rank_pixels)
    seen = [see(t, matrix, owner, number) for number, face, matrix in laid for t in face.indices]
    return Scene(picture, tuple(s for s in seen if s.visible > 0))


def placed(x: float, y: float, angle: float, wide: int, high: int) -> Matrix:
    """A card's face pixels to millimetres on the table."""
    turn = np.array([[np.cos(angle), -np.sin(angle), x], [np.sin(angle), np.cos(angle), y], [0, 0, 1.0]])
    shrink = np.array(
        [[1 / PX_PER_MM, 0, -wide / 2 / PX_PER_MM], [0, 1 / PX_PER_MM, -high / 2 / PX_PER_MM], [0, 0, 1.0]]
    )
    return np.asarray(turn @ shrink)


def aimed(camera: Matrix, place: tuple[float, float, float], size: int, rng: np.random.Generator) -> Matrix:
    """The camera's picture shifted so that a corner of that card is near its middle."""
    x, y, angle = place
    sign = 1 if rng.random() < 0.5 else -1
    corner = np.array([-25.0, -33.0]) * sign
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    spot = project(camera, *(turn @ corner + (x, y)))
    shift = np.eye(3)
    shift[:2, 2] = size / 2 + rng.normal(0, 0.1 * size, 2) - spot
    return np.asarray(shift @ camera)


def in_view(camera: Matrix, x: float, y: float, size: int) -> bool:
    """Whether a card there can show in the picture."""
    if (camera @ (x, y, 1.0))[2] <= 1e-6:
        return False
    middle = project(camera, x, y)
    reach = max(
        float(np.hypot(*(project(camera, x + dx, y + dy) - middle)))
        for dx, dy in ((60, 0), (0, 60), (-60, 0), (0, -60))
    )
    return bool((middle > -reach).all() and (middle < size + reach).all())
