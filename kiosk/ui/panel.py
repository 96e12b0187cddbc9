"""Panels by their real size: the screen is thought in millimetres (SCREENS, "Panels and sizes")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Panel:
    """A screen: size in pixels, and how many of them lie on a millimetre."""

    name: str
    width: int
    height: int
    per_mm: float

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and up."""
        return self.width, self.height

    def px(self, millimetres: float) -> float:
        """That length in pixels."""
        return millimetres * self.per_mm

    @property
    def inches(self) -> int:
        """The screen's diagonal."""
        return round(float((self.width**2 + self.height**2) ** 0.5) / self.per_mm / 25.4)

    @property
    def portrait(self) -> bool:
        return self.height > self.width


PANELS: Mapping[str, Panel] = {
    panel.name: panel
    for panel in (
        Panel("7-800x480", 800, 480, 800 / 154.08),  # the official 7-inch display
        Panel("10-1280x800", 1280, 800, 1280 / 216.96),
        Panel("7-720x1280", 720, 1280, 1280 / 154.56),  # Touch Display 2, upright
        Panel("7-1280x720", 1280, 720, 1280 / 154.56),  # Touch Display 2, lying
    )
}
"""By name. The 5-inch Touch Display 2 has the pixels of the 7-inch one and is drawn alike, at 71 % of it:
eight seats, or thirteen cards of 12 mm, do not fit on its 110 mm."""


DEFAULT = "7-800x480"


def panel_named(name: str) -> Panel | None:
    """The panel called ``name``, or one of 7 inches across for ``WIDTHxHEIGHT`` in pixels; else None."""
    if name in PANELS:
        return PANELS[name]
    width, _, height = name.partition("x")
    if width.isdecimal() and height.isdecimal() and min(int(width), int(height)) >= 320:
        return panel_for(int(width), int(height))
    return None


def panel_for(width: int, height: int) -> Panel:
    """The known panel of that size, or one of 7 inches across."""
    for panel in PANELS.values():
        if (panel.width, panel.height) == (width, height):
            return panel
    return Panel(f"{width}x{height}", width, height, float((width**2 + height**2) ** 0.5 / 177.8))
