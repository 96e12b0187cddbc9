"""Screens: which one is connected, how large it really is, and what Kivy must know to draw on it in
millimetres.

Without a desktop a Raspberry Pi tells Kivy 96 dpi whatever hangs on it, so the size comes from here:
from the EDID of an HDMI screen, or for a DSI panel (which has none) from the device tree and the table
`PANELS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MM_PER_INCH = 25.4


@dataclass(frozen=True)
class Panel:
    """A panel that is known by name: inches and pixels, as `liege run --panel` takes it.

    `pixels` as its own driver counts them, `size_mm` the visible area.
    """

    name: str
    what: str
    pixels: tuple[int, int]
    size_mm: tuple[float, float]
    compatible: str = ""  # its name in the device tree, where only that tells it from another one
    layout_inches: str = "7"  # the 5-inch panel is drawn like the 7-inch one, smaller

    @property
    def dpi(self) -> float:
        return self.pixels[0] / self.size_mm[0] * MM_PER_INCH

    def turned(self, rotation: int) -> str:
        """The layout (kiosk.ui.panel) for this panel when its picture is turned by `rotation` degrees.

        ValueError for a lying panel put upright: no layout is narrow enough for that.
        """
        if rotation % 180 and self.pixels[0] > self.pixels[1]:
            raise ValueError(f"the picture of panel {self.name} can be turned by 180 degrees only")
        width, height = self.pixels if rotation % 180 == 0 else reversed(self.pixels)
        return f"{self.layout_inches}-{width}x{height}"


PANELS = (
    Panel("7-800x480", "Raspberry Pi Touch Display, 7 inch", (800, 480), (154.1, 85.9)),
    Panel(
        "7-720x1280",
        "Raspberry Pi Touch Display 2, 7 inch",
        (720, 1280),
        (88.0, 155.0),
        "raspberrypi,dsi-7inch",
    ),
    Panel(
        "5-720x1280",
        "Raspberry Pi Touch Display 2, 5 inch",
        (720, 1280),
        (62.1, 110.4),
        "raspberrypi,dsi-5inch",
    ),
    Panel("10-1280x800", "10.1 inch, 1280x800", (1280, 800), (217.0, 135.6), layout_inches="10"),
)


@dataclass(frozen=True)
class Screen:
    """A connected screen: /dev/dri/card`card`, its connector (`DSI-1`), pixels, and its size where it is
    known.
    """

    card: int
    connector: str
    pixels: tuple[int, int]
    size_mm: tuple[float, float] | None
    panel: Panel | None

    @property
    def dpi(self) -> float | None:
        """Dots per inch, or None where nothing tells the size."""
        return self.pixels[0] / self.size_mm[0] * MM_PER_INCH if self.size_mm else None


def named(name: str) -> Panel:
    """The panel called `name`. ValueError names those that there are."""
    for panel in PANELS:
        if panel.name == name:
            return panel
    raise ValueError(f"there is no panel {name!r}: known are {', '.join(panel.name for panel in PANELS)}")


def connected(root: Path = Path("/")) -> list[Screen]:
    """The screens that are connected, DSI panels first. The card's number changes between boots: ask each
    time.
    """
    found = list(_screens(root))
    return sorted(found, key=lambda screen: (not screen.connector.startswith("DSI"), screen.card, screen.connector))


def layout_of(screen: Screen, panel: Panel | None = None, rotation: int = 0) -> str:
    """The layout (kiosk.ui.panel) for what hangs on `screen`, or for `panel` where it is named.

    A screen that is not in the table is drawn on as if it were 7 inches across: `1920x1080`.
    ValueError as `Panel.turned`.
    """
    panel = panel or screen.panel
    if panel:
        return panel.turned(rotation)
    width, height = screen.pixels if rotation % 180 == 0 else reversed(screen.pixels)
    return f"{width}x{height}"


def _screens(root: Path) -> Iterator[Screen]:
    for status in sorted((root / "sys/class/drm").glob("card*-*/status")):
        if status.read_text().strip() != "connected":
            continue
        card, _, connector = status.parent.name.removeprefix("card").partition("-")
        modes = (status.parent / "modes").read_text().split()
        if not modes:
            continue
        width, height = (int(side) for side in modes[0].rstrip("i").split("x"))
        pixels = (width, height)
        panel = _dsi_panel(root, pixels) if connector.startswith("DSI") else None
        size = panel.size_mm if panel else edid_size(_bytes(status.parent / "edid"))
        yield Screen(int(card), connector, pixels, size, panel)


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _dsi_panel(root: Path, pixels: tuple[int, int]) -> Panel | None:
    """The panel of this many pixels; where several have as many, the one that the device tree names."""
    alike = [panel for panel in PANELS if panel.pixels == pixels]
    if len(alike) == 1:
        return alike[0]
    tree = root / "proc/device-tree"
    places = ("soc*/dsi@*/*/compatible", "axi/pcie@*/rp1/dsi@*/*/compatible")  # Pi 4, Pi 5
    names = {name for place in places for path in tree.glob(place) for name in path.read_bytes().decode().split("\0")}
    return next((panel for panel in alike if panel.compatible in names), None)


def edid_size(edid: bytes) -> tuple[float, float] | None:
    """Width and height in mm from an EDID block (VESA E-EDID 1.4): the first detailed timing (3.10.2),
    else the centimetres of the header (3.6.2); None where it says nothing, as projectors do.
    """
    if len(edid) < 128 or edid[:8] != b"\0\xff\xff\xff\xff\xff\xff\0":
        return None
    detail = edid[54:72]
    if detail[0] or detail[1]:
        width, height = detail[12] | (detail[14] & 0xF0) << 4, detail[13] | (detail[14] & 0x0F) << 8
        if width > 1 and height > 1:
            return float(width), float(height)
    return (edid[21] * 10.0, edid[22] * 10.0) if edid[21] and edid[22] else None


def kivy_environment(screen: Screen, panel: Panel | None = None, rotation: int = 0) -> dict[str, str]:
    """What must stand in the environment before Kivy is imported, to draw on `screen` without a desktop.

    `panel` overrides what was found, `rotation` (0, 90, 180, 270) is that of the picture; Kivy turns
    the touches with it. One touch provider only: SDL reads the panel (kiosk.ui.environment keeps Kivy's own
    readers out) and must not make a second, mouse-like touch of each one.
    """
    dpi = panel.dpi if panel else screen.dpi
    width, height = screen.pixels
    return {
        "SDL_VIDEODRIVER": "kmsdrm",
        "SDL_KMSDRM_DEVICE_INDEX": str(screen.card),
        "SDL_TOUCH_MOUSE_EVENTS": "0",
        "KIVY_WINDOW": "sdl2",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_FILELOG": "1",
        "KCFG_GRAPHICS_WIDTH": str(width),
        "KCFG_GRAPHICS_HEIGHT": str(height),
        "KCFG_GRAPHICS_ROTATION": str(rotation),
        "KCFG_GRAPHICS_SHOW_CURSOR": "0",
        "KCFG_GRAPHICS_MULTISAMPLES": "0",
        "KCFG_GRAPHICS_MAXFPS": "60",
    } | ({"KIVY_DPI": f"{dpi:.0f}"} if dpi else {})
