"""Contrast of text 7:1, of large glyphs 3:1; suits told apart by those who see colours differently."""

import pytest

from kiosk.ui.theme import DAY, NIGHT, THEMES, contrast, hexed, luminance
from kiosk.ui.widgets.button import colours

TEXT, GLYPH = 7.0, 3.0

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def test_black_on_white_is_twenty_one_to_one():
    assert contrast(hexed("#000000"), hexed("#ffffff")) == pytest.approx(21)
    assert luminance(hexed("#777777")) == pytest.approx(0.184, abs=0.001)


def tinted(theme):
    """A seat that is to act lies on a mixture (widgets/seat.py)."""
    return tuple(a * 0.86 + b * 0.14 for a, b in zip(theme.seat, theme.accent, strict=True))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_text_stands_out(theme, capsys):
    pairs = {
        "text on ground": (theme.text, theme.ground),
        "muted on ground": (theme.muted, theme.ground),
        "warning on ground": (theme.warning, theme.ground),
        "accent on ground": (theme.accent, theme.ground),
        "text on felt": (theme.text, theme.felt),
        "text on seat": (theme.text, theme.seat),
        "muted on seat": (theme.muted, theme.seat),
        "text on a lit seat": (theme.text, tinted(theme)),
        "name on a lit seat": (theme.accent, tinted(theme)),
        "bet on its box": (theme.accent, theme.ground),
        "pay on accent": (theme.on_accent, theme.accent),
        **{
            f"{style} button": colours(theme, style)[::-1] for style in ("primary", "raise", "plain", "danger", "quiet")
        },
    }
    figures = {name: contrast(*pair) for name, pair in pairs.items()}
    glyphs = {
        "arrows on felt": contrast(theme.accent, theme.felt),
        "lamp": contrast(theme.good, theme.ground),
        **{f"suit {index}": contrast(ink, theme.card) for index, ink in enumerate(theme.suits)},
        **{f"suit {index} of four": contrast(ink, theme.card) for index, ink in enumerate(theme.four_suits)},
    }
    with capsys.disabled():
        for name, figure in (figures | glyphs).items():
            print(f"\n{theme.name}: {name} {figure:.1f}:1", end="")
    assert {name: figure for name, figure in figures.items() if figure < TEXT} == {}
    assert {name: figure for name, figure in glyphs.items() if figure < GLYPH} == {}


def seen_by(matrix, colour):
    """A colour as it is seen, in CIE Lab (D65)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    red, green, blue = (min(1, max(0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in matrix)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_four_suit_colours_stay_apart_for_everyone(capsys):
    """Differences of 10 in Lab are seen at a glance; the shape tells the suit anyway."""
    plain = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    least = {}
    for name, matrix in {"usual sight": plain, **BLINDNESS}.items():
        labs = [seen_by(matrix, colour) for colour in NIGHT.four_suits]
        least[name] = min(
            sum((a - b) ** 2 for a, b in zip(labs[i], labs[j], strict=True)) ** 0.5 for i in range(4) for j in range(i)
        )
    with capsys.disabled():
        for name, distance in least.items():
            print(f"\nfour suits, {name}: nearest two differ by {distance:.0f}", end="")
    assert min(least.values()) >= 10
    assert DAY.four_suits == NIGHT.four_suits


def test_who_is_to_act_is_told_by_shape_and_not_only_by_colour(at_table):
    from tests.ui.tables import MemorySession, feed

    session = MemorySession()
    fingers = at_table(session)
    feed(session, "hand 5,announce,antes,deal,pass,Ks@1 Qh@2 9d@3 Ah@4 Jc@5")
    fingers.wait(lambda: fingers.app.state is session.state)
    marked = [seat.seat for seat in fingers.app.table.seats if seat._turn._shown]
    assert marked == [4]
