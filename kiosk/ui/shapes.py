"""Small drawings as textures: suits, corners, arrow heads, computed with smooth edges at the size wanted.

No font, no picture file, no multisampling: the same pixels on every machine. Each texture is white with
the drawing in its alpha channel, to be tinted by a Color. Outlines lie in a unit square, y upward.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, hypot, pi, sin, sqrt
from typing import Any

Point = tuple[float, float]
Outline = tuple[Point, ...]

SUBROWS = 5
"""Rows sampled in each row of pixels; across, the covered part is reckoned exactly."""


def curve(start: Point, *segments: tuple[Point, Point, Point] | Point, steps: int = 10) -> Outline:
    """A closed outline of cubic Bézier segments (two handles, end) and straight lines (end)."""
    points = [start]
    for segment in segments:
        here = points[-1]
        if len(segment) == 3:
            one, two, end = segment
            for step in range(1, steps + 1):
                t = step / steps
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                points.append(
                    (
                        a * here[0] + b * one[0] + c * two[0] + d * end[0],
                        a * here[1] + b * one[1] + c * two[1] + d * end[1],
                    )
                )
        else:
            points.append(segment)
    return tuple(points)


def circle(x: float, y: float, radius: float, steps: int = 28) -> Outline:
    """A circle, anticlockwise."""
    return tuple(
        (x + radius * cos(2 * pi * step / steps), y + radius * sin(2 * pi * step / steps)) for step in range(steps)
    )


_STEM = curve(
    (0.5, 0.42), ((0.47, 0.2), (0.4, 0.07), (0.3, 0.02)), (0.7, 0.02), ((0.6, 0.07), (0.53, 0.2), (0.5, 0.42))
)

SUITS: tuple[tuple[Outline, ...], ...] = (
    (
        circle(0.5, 0.745, 0.235),
        circle(0.245, 0.4, 0.235),
        circle(0.755, 0.4, 0.235),
        circle(0.5, 0.5, 0.14),
        _STEM,
    ),
    (
        curve(
            (0.5, 1.0),
            ((0.42, 0.8), (0.28, 0.63), (0.12, 0.5)),
            ((0.28, 0.37), (0.42, 0.2), (0.5, 0.0)),
            ((0.58, 0.2), (0.72, 0.37), (0.88, 0.5)),
            ((0.72, 0.63), (0.58, 0.8), (0.5, 1.0)),
        ),
    ),
    (
        curve(
            (0.5, 0.03),
            ((0.42, 0.22), (0.02, 0.42), (0.02, 0.7)),
            ((0.02, 0.88), (0.14, 0.97), (0.27, 0.97)),
            ((0.38, 0.97), (0.46, 0.9), (0.5, 0.79)),
            ((0.54, 0.9), (0.62, 0.97), (0.73, 0.97)),
            ((0.86, 0.97), (0.98, 0.88), (0.98, 0.7)),
            ((0.98, 0.42), (0.58, 0.22), (0.5, 0.03)),
        ),
    ),
    (
        curve(
            (0.5, 0.99),
            ((0.42, 0.82), (0.03, 0.64), (0.03, 0.39)),
            ((0.03, 0.24), (0.14, 0.15), (0.27, 0.15)),
            ((0.38, 0.15), (0.46, 0.21), (0.5, 0.3)),
            ((0.54, 0.21), (0.62, 0.15), (0.73, 0.15)),
            ((0.86, 0.15), (0.97, 0.24), (0.97, 0.39)),
            ((0.97, 0.64), (0.58, 0.82), (0.5, 0.99)),
        ),
        _STEM,
    ),
)
"""Clubs, diamonds, hearts, spades."""

ARROW: tuple[Outline, ...] = (((0.0, 0.06), (1.0, 0.5), (0.0, 0.94), (0.22, 0.5)),)
"""An arrow head that points right."""

TRIANGLE: tuple[Outline, ...] = (((0.1, 0.04), (0.96, 0.5), (0.1, 0.96)),)
"""'To act', points right."""


def _undo() -> tuple[Outline, ...]:
    ring = [(0.54 + 0.36 * cos(a), 0.42 + 0.36 * sin(a)) for a in (pi * (0.86 - step / 22 * 1.5) for step in range(23))]
    inner = [
        (0.54 + 0.22 * cos(a), 0.42 + 0.22 * sin(a)) for a in (pi * (0.86 - step / 22 * 1.5) for step in range(23))
    ]
    return ((*ring, *reversed(inner)), ((0.0, 0.58), (0.42, 0.5), (0.16, 0.95)))


UNDO: tuple[Outline, ...] = _undo()
"""An arrow that turns back to the left."""

MENU: tuple[Outline, ...] = (circle(0.18, 0.5, 0.11), circle(0.5, 0.5, 0.11), circle(0.82, 0.5, 0.11))
DISC: tuple[Outline, ...] = (circle(0.5, 0.5, 0.48, 48),)
_OUTER, _INNER = circle(0.5, 0.5, 0.46, 40), circle(0.5, 0.5, 0.28, 40)
RING: tuple[Outline, ...] = ((*_OUTER, _OUTER[0], _INNER[0], *_INNER[:0:-1], _INNER[0]),)
CROSS: tuple[Outline, ...] = (
    ((0.02, 0.2), (0.2, 0.02), (0.98, 0.8), (0.8, 0.98)),
    ((0.8, 0.02), (0.98, 0.2), (0.2, 0.98), (0.02, 0.8)),
)


def coverage(outlines: Sequence[Outline], width: int, height: int) -> bytearray:
    """How much of each pixel lies inside the outlines, 0 to 255, the bottom row first (nonzero winding)."""
    edges = []
    for outline in outlines:
        area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True))
        turned = outline if area > 0 else outline[::-1]  # all one way round, so that overlaps stay filled
        for (x0, y0), (x1, y1) in zip(turned, (*turned[1:], turned[0]), strict=True):
            if y0 != y1:
                edges.append((x0 * width, y0 * height, x1 * width, y1 * height))
    mask = bytearray(width * height)
    for row in range(height):
        line = [0.0] * (width + 1)
        for sub in range(SUBROWS):
            y = row + (sub + 0.5) / SUBROWS
            crossings = sorted(
                (x0 + (y - y0) * (x1 - x0) / (y1 - y0), 1 if y1 > y0 else -1)
                for x0, y0, x1, y1 in edges
                if min(y0, y1) <= y < max(y0, y1)
            )
            winding = 0
            begin = 0.0
            for x, way in crossings:
                if winding == 0:
                    begin = x
                winding += way
                if winding == 0:
                    _span(line, max(begin, 0.0), min(x, float(width)))
        for x in range(width):
            mask[row * width + x] = min(255, round(line[x] * 255 / SUBROWS))
    return mask


def _span(line: list[float], begin: float, end: float) -> None:
    first, last = int(begin), int(end)
    if end <= begin:
        return
    if first == last:
        line[first] += end - begin
        return
    line[first] += first + 1 - begin
    for x in range(first + 1, last):
        line[x] += 1.0
    line[last] += end - last


def _texture(mask: bytearray, width: int, height: int) -> Any:
    from kivy.graphics.texture import Texture

    pixels = bytearray(b"\xff" * (4 * width * height))
    pixels[3::4] = mask
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture


@cache
def drawing(outlines: tuple[Outline, ...], size: int) -> Any:
    """A drawing as a square texture of ``size`` pixels."""
    return _texture(coverage(outlines, size, size), size, size)


@cache
def suit(number: int, size: int) -> Any:
    """A suit's pip, 0 clubs to 3 spades."""
    return drawing(SUITS[number], size)


def _outward(radius: float, dy: float, count: int) -> list[int]:
    """How much of ``count`` pixels, from the middle outward, lies in a circle; ``dy``: the row's distance."""
    sure = (radius - 0.5) ** 2 - dy * dy
    inside = int(sqrt(sure) + 0.5) + 1 if radius > 0.5 and sure >= 0 else 0
    row = [255] * min(inside, count)
    for k in range(len(row), count):
        share = 0.5 - (hypot(max(k - 0.5, 0.0), dy) - radius)
        if share <= 0:
            break
        row.append(round(255 * min(1.0, share)))
    return row + [0] * (count - len(row))


def corner_mask(radius: int, line: int) -> bytearray:
    """A rounded square, 2 * radius + 2 pixels wide, filled or (``line`` > 0) a line of that width along its edge."""
    count = radius + 1
    rows = []
    for k in range(count):
        dy = max(k - 0.5, 0.0)
        row = _outward(radius, dy, count)
        if line:
            row = [outer - inner for outer, inner in zip(row, _outward(radius - line, dy, count), strict=True)]
        rows.append(bytes(row[::-1] + row))
    return bytearray(b"".join([*rows[::-1], *rows]))


@cache
def corner(radius: int, line: int = 0) -> Any:
    """A rounded square for a BorderImage with borders of ``radius``: filled, or a line of that width."""
    size = 2 * radius + 2
    return _texture(corner_mask(radius, line), size, size)
