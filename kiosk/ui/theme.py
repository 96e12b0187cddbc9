"""Colours. Text stands at 7:1 or more on what lies under it, large glyphs at 3:1 or more (SCREENS)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Colour = tuple[float, float, float, float]


def hexed(code: str, alpha: float = 1.0) -> Colour:
    """'#1b4f9c' as red, green, blue, alpha from 0 to 1."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue, alpha


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, two: Colour) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour by its use."""

    name: str
    ground: Colour
    felt: Colour
    rim: Colour
    seat: Colour
    seat_edge: Colour
    text: Colour
    muted: Colour
    accent: Colour
    """Who is to act, arrows, what is paid."""
    on_accent: Colour
    primary: Colour
    on_primary: Colour
    raise_: Colour
    on_raise: Colour
    plain: Colour
    on_plain: Colour
    danger: Colour
    on_danger: Colour
    warning: Colour
    """Text of refusals and faults."""
    card: Colour
    card_edge: Colour
    back: Colour
    back_line: Colour
    suits: tuple[Colour, Colour, Colour, Colour]
    """Clubs, diamonds, hearts, spades."""
    four_suits: tuple[Colour, Colour, Colour, Colour]
    good: Colour


NIGHT = Theme(
    name="night",
    ground=hexed("#0a0f13"),
    felt=hexed("#123528"),
    rim=hexed("#23604a"),
    seat=hexed("#0f171d"),
    seat_edge=hexed("#33434e"),
    text=hexed("#f5f2e9"),
    muted=hexed("#b4c2cc"),
    accent=hexed("#ffc145"),
    on_accent=hexed("#1a1200"),
    primary=hexed("#17509f"),
    on_primary=hexed("#ffffff"),
    raise_=hexed("#ffb52e"),
    on_raise=hexed("#1a1200"),
    plain=hexed("#2a363f"),
    on_plain=hexed("#f5f2e9"),
    danger=hexed("#8c1c1c"),
    on_danger=hexed("#ffffff"),
    warning=hexed("#ffb0a0"),
    card=hexed("#fbf8ef"),
    card_edge=hexed("#6f7a80"),
    back=hexed("#274b86"),
    back_line=hexed("#9db8e6"),
    suits=(hexed("#111111"), hexed("#c2141b"), hexed("#c2141b"), hexed("#111111")),
    four_suits=(hexed("#00663a"), hexed("#0a53b0"), hexed("#c2141b"), hexed("#111111")),
    good=hexed("#3ddc84"),
)

DAY = Theme(
    name="day",
    ground=hexed("#eef1f2"),
    felt=hexed("#cfe3d8"),
    rim=hexed("#7fae97"),
    seat=hexed("#ffffff"),
    seat_edge=hexed("#8c9aa3"),
    text=hexed("#10171c"),
    muted=hexed("#3c4a54"),
    accent=hexed("#653200"),
    on_accent=hexed("#ffffff"),
    primary=hexed("#17509f"),
    on_primary=hexed("#ffffff"),
    raise_=hexed("#ffb52e"),
    on_raise=hexed("#1a1200"),
    plain=hexed("#d4dbdf"),
    on_plain=hexed("#10171c"),
    danger=hexed("#8c1c1c"),
    on_danger=hexed("#ffffff"),
    warning=hexed("#8c1c1c"),
    card=hexed("#fffdf6"),
    card_edge=hexed("#6f7a80"),
    back=hexed("#274b86"),
    back_line=hexed("#9db8e6"),
    suits=NIGHT.suits,
    four_suits=NIGHT.four_suits,
    good=hexed("#0b6b3a"),
)

THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (NIGHT, DAY)}
