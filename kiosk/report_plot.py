"""The stacks over the hands as a picture (SVG) that stands inside a page: no script, no other file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from kiosk.evening import Player

WIDTH: Final = 960
HEIGHT: Final = 440
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 190, 16, 44

COLOURS: Final = (
    "#0063a8", "#b64a00", "#00704f", "#a3266f", "#6b4a00", "#1d1d1d", "#5a4fcf", "#5f6b73",
)  # fmt: skip
"""Lines on white, 4.5:1 or more. Players are told apart by the stroke and the name at the line's end as well."""

DASHES: Final = ("", "9 4", "2 3", "12 3 2 3")
LINE: Final = 'fill="none" stroke-width="2.6" stroke-linejoin="round"'
_GRID: Final = 'fill="none" stroke="#d5dade"'
_TICK: Final = 'fill="none" stroke="#414b52"'
_LEADER: Final = 'fill="none" stroke="#9aa4ab"'
_LABEL_GAP: Final = 19.0


def stroke(number: int) -> tuple[str, str]:
    """Colour and dashes of the line of player ``number``; no pair twice among 32 players."""
    return COLOURS[number % len(COLOURS)], DASHES[(number + number // len(COLOURS)) % len(DASHES)]


def scale(most: int) -> int:
    """The step between the marks of an axis that goes from nothing to ``most``: 1, 2 or 5 with noughts, at
    most six steps."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if step * factor * 6 >= most:
                return step * factor
        step *= 10


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near to the wanted ones as they can be with ``gap`` between them, in the same order."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    places = list(wanted)
    floor = low
    for index in order:
        places[index] = floor = max(floor, wanted[index])
        floor += gap
    ceiling = high
    for index in reversed(order):
        places[index] = min(places[index], ceiling)
        ceiling = places[index] - gap
    return places


def plot(players: Sequence[Player], hands: int, money: Callable[[int], str]) -> str:
    """The picture; empty where nobody has played."""
    points = [point for player in players for line in player.lines for point in line]
    if not points or not hands:
        return ""
    step = scale(max(1, *(stack for _, stack in points)))
    top = step * -(-max(1, *(stack for _, stack in points)) // step)

    def x(hand: float) -> float:
        return _LEFT + hand / hands * (WIDTH - _LEFT - _RIGHT)

    def y(stack: float) -> float:
        return HEIGHT - _BOTTOM - stack / top * (HEIGHT - _TOP - _BOTTOM)

    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="plot-title plot-about" '
        'font-size="14" fill="#14181b" xmlns="http://www.w3.org/2000/svg">',
        '<title id="plot-title">Stacks over the hands</title>',
        f'<desc id="plot-about">{escape(_about(players, money))}</desc>',
    ]
    for amount in range(0, top + 1, step):
        parts.append(f'<path {_GRID} d="M{_LEFT} {y(amount):.1f}H{WIDTH - _RIGHT}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y(amount) + 5:.1f}" text-anchor="end">{money(amount)}</text>')
    apart = max(1, scale(hands))
    for hand in range(0, hands + 1, apart):
        parts.append(f'<path {_TICK} d="M{x(hand):.1f} {HEIGHT - _BOTTOM}v6"/>')
        parts.append(f'<text x="{x(hand):.1f}" y="{HEIGHT - _BOTTOM + 22}" text-anchor="middle">{hand}</text>')
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 4}" text-anchor="middle">hands played</text>')
    ends = [player.lines[-1][-1] for player in players]
    labels = spread([y(stack) for _, stack in ends], _LABEL_GAP, _TOP + 4, HEIGHT - _BOTTOM)
    for number, player in enumerate(players):
        colour, dash = stroke(number)
        drawn = f'stroke="{colour}"' + (f' stroke-dasharray="{dash}"' if dash else "")
        for line in player.lines:
            way = "L".join(f"{x(hand):.1f} {y(stack):.1f}" for hand, stack in line)
            parts.append(f'<path {LINE} {drawn} d="M{way}"/>')
        hand, stack = ends[number]
        parts.append(f'<circle cx="{x(hand):.1f}" cy="{y(stack):.1f}" r="4" fill="{colour}"/>')
        right, label = WIDTH - _RIGHT, labels[number]
        if hand == hands:
            parts.append(f'<path {_LEADER} d="M{x(hand) + 5:.1f} {y(stack):.1f}L{right + 18} {label:.1f}"/>')
        parts.append(f'<path {LINE} {drawn} d="M{right + 20} {label:.1f}h26"/>')
        parts.append(f'<text x="{right + 52}" y="{label + 5:.1f}">{escape(_short(player.name))}</text>')
    parts.append("</svg>")
    return "\n".join(parts)


def _short(name: str) -> str:
    return name if len(name) <= 16 else f"{name[:15]}…"


def _about(players: Sequence[Player], money: Callable[[int], str]) -> str:
    return "; ".join(
        f"{player.name} bought {money(player.bought)} and ended with {money(player.taken)}" for player in players
    )
