"""Which screen is found, how large it is taken to be, and what Kivy is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk import panels

# What matters of an EDID: header, size in cm (52 x 29), and a detailed timing whose bytes 12 to 14
# say 521 x 293 mm (0x209, 0x125: low bytes 09 25, high halves 2 and 1).
HEADER = b"\0\xff\xff\xff\xff\xff\xff\0"


def edid(cm: tuple[int, int], detail: bytes = b"\0" * 18) -> bytes:
    block = bytearray(128)
    block[:8] = HEADER
    block[21:23] = bytes(cm)
    block[54:72] = detail
    return bytes(block)


TIMING = bytes([0x02, 0x3A, *(0,) * 10, 0x09, 0x25, 0x21, 0, 0, 0])


def connect(root: Path, name: str, modes: str, edid_bytes: bytes = b"", status: str = "connected") -> None:
    folder = root / "sys/class/drm" / name
    folder.mkdir(parents=True)
    (folder / "status").write_text(status + "\n")
    (folder / "modes").write_text(modes)
    (folder / "edid").write_bytes(edid_bytes)


def test_nothing_connected(tmp_path: Path):
    assert panels.connected(tmp_path) == []
    connect(tmp_path, "card1-HDMI-A-1", "", status="disconnected")
    assert panels.connected(tmp_path) == []


def test_a_dsi_panel_comes_before_hdmi_whatever_the_numbers(tmp_path: Path):
    connect(tmp_path, "card0-HDMI-A-1", "1920x1080\n1280x720\n", edid((52, 29), TIMING))
    connect(tmp_path, "card2-DSI-1", "800x480\n")
    first, second = panels.connected(tmp_path)
    assert (first.card, first.connector, first.pixels) == (2, "DSI-1", (800, 480))
    assert first.panel is not None and first.panel.name == "7-800x480"
    assert (second.card, second.connector, second.size_mm) == (0, "HDMI-A-1", (521.0, 293.0))
    assert second.dpi == pytest.approx(1920 / 521 * 25.4)


@pytest.mark.parametrize(
    ("place", "compatible", "name"),
    [
        ("soc/dsi@7e700000/panel@0", b"raspberrypi,dsi-5inch\0ilitek,ili9881c\0", "5-720x1280"),
        ("axi/pcie@120000/rp1/dsi@110000/panel@0", b"raspberrypi,dsi-7inch\0ilitek,ili9881c\0", "7-720x1280"),
        ("soc/dsi@7e700000/panel@0", b"somebody,else\0", None),
    ],
)
def test_two_panels_of_as_many_pixels_are_told_by_the_device_tree(tmp_path: Path, place, compatible, name):
    connect(tmp_path, "card1-DSI-2", "720x1280\n")
    folder = tmp_path / "proc/device-tree" / place
    folder.mkdir(parents=True)
    (folder / "compatible").write_bytes(compatible)
    (screen,) = panels.connected(tmp_path)
    assert (screen.panel and screen.panel.name) == name
    assert (screen.dpi is None) == (name is None)


@pytest.mark.parametrize(
    ("block", "size"),
    [
        (b"", None),
        (b"\0" * 128, None),
        (edid((0, 0)), None),  # a projector
        (edid((22, 14)), (220.0, 140.0)),
        (edid((52, 29), TIMING), (521.0, 293.0)),
        (edid((52, 29), TIMING)[:100], None),
    ],
)
def test_the_size_in_an_edid(block: bytes, size):
    assert panels.edid_size(block) == size


def test_targets_come_out_as_many_pixels_as_the_panel_needs():
    # 12 mm on the official 7-inch panel (5.19 px/mm) are 62 px, on the 5-inch one (11.59 px/mm) 139 px.
    assert panels.named("7-800x480").dpi * 12 / 25.4 == pytest.approx(62.3, abs=0.1)
    assert panels.named("5-720x1280").dpi * 12 / 25.4 == pytest.approx(139.1, abs=0.1)


def test_the_layout_of_a_turned_panel():
    for rotation, name in ((0, "7-720x1280"), (90, "7-1280x720"), (180, "7-720x1280"), (270, "7-1280x720")):
        assert panels.named("7-720x1280").turned(rotation) == name
        assert panels.named("5-720x1280").turned(rotation) == name  # the same layout, drawn smaller
    assert panels.named("10-1280x800").turned(180) == "10-1280x800"


def test_what_kivy_is_told(tmp_path: Path):
    connect(tmp_path, "card1-DSI-1", "720x1280\n")
    (screen,) = panels.connected(tmp_path)
    told = panels.kivy_environment(screen, rotation=90)
    assert (told["SDL_VIDEODRIVER"], told["SDL_KMSDRM_DEVICE_INDEX"]) == ("kmsdrm", "1")
    assert told["SDL_TOUCH_MOUSE_EVENTS"] == "0"
    assert (told["KCFG_GRAPHICS_SHOW_CURSOR"], told["KCFG_GRAPHICS_ROTATION"]) == ("0", "90")
    assert "KIVY_DPI" not in told
    assert panels.kivy_environment(screen, panels.named("5-720x1280"))["KIVY_DPI"] == "294"


def test_kivy_takes_the_settings_from_the_environment(tmp_path: Path):
    import os
    import subprocess
    import sys

    connect(tmp_path, "card0-DSI-1", "800x480\n")
    told = panels.kivy_environment(panels.connected(tmp_path)[0], rotation=180)
    told |= {"SDL_VIDEODRIVER": "offscreen", "KIVY_HOME": str(tmp_path)}
    program = (
        "from kivy.core.window import Window as w; from kivy.metrics import Metrics, mm\n"
        "from kivy.config import Config\n"
        "print(w.rotation, *w.size, round(mm(12)), w.show_cursor, *sorted(dict(Config.items('input'))))"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | told, capture_output=True, text=True, check=True
    )
    assert said.stdout.split() == ["180", "800", "480", "62", "False", "%(name)s", "mouse"]
