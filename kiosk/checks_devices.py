"""The doctor's checks of what is plugged in: drawing, panel, touch, shoe, cameras."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from collections.abc import Iterator
from typing import NamedTuple

from kiosk import panels
from kiosk.install import RULES
from kiosk.machine import Finding, Level, Machine

ABS_MT_POSITION_X = 0x35  # linux/input-event-codes.h
PICO = (0x2E8A, 0x0005)
SOFTWARE = ("llvmpipe", "softpipe", "swrast")
# Parts of a Pi's own camera and video pipeline that also call themselves video devices.
NOT_CAMERAS = ("bcm2835", "rpi", "pispbe", "unicam", "rp1-cfe", "hevc")
CSI_SENSORS = ("imx", "ov5647", "ov9281", "arducam")


def drawing(machine: Machine) -> Iterator[Finding]:
    said = machine.answer((sys.executable, "-m", "kiosk.probe_gl"))
    if said is None:
        text = "OpenGL does not start: install libegl1 and libgl1-mesa-dri"
        yield Finding("drawing", Level.fault, text)
        return
    facts = json.loads(said)
    text = f"drawn by {facts['renderer']}, {facts['version']}"
    if not facts["renderer"].lower().startswith(SOFTWARE):
        yield Finding("drawing", Level.ok, text, facts)
    elif machine.model:
        text += ": that is the processor, not the Pi's graphics chip, and far too slow"
        yield Finding("drawing", Level.fault, f"{text}; {_why_software(machine)}", facts)
    else:
        text = f"{text}: in software, which is enough to try it"
        yield Finding("drawing", Level.note, text, facts)


def _why_software(machine: Machine) -> str:
    nodes = sorted((machine.root / "dev/dri").glob("renderD*"))
    if not nodes:
        return "there is no /dev/dri/renderD128: config.txt needs dtoverlay=vc4-kms-v3d"
    if not any(machine.may(f"/dev/dri/{node.name}") for node in nodes):
        return "you may not use /dev/dri/renderD128: sudo usermod -aG render,video $USER, then log in again"
    return "install libgl1-mesa-dri and restart"


def panel(machine: Machine) -> Iterator[Finding]:
    screens = panels.connected(machine.root)
    if not screens:
        level = Level.fault if machine.model else Level.note
        yield Finding("panel", level, "no screen is connected, or its driver is not loaded")
        return
    screen = screens[0]
    width, height = screen.pixels
    facts: dict[str, object] = {
        "connector": screen.connector,
        "card": screen.card,
        "pixels": [width, height],
        "mm": list(screen.size_mm) if screen.size_mm else None,
        "dpi": round(screen.dpi) if screen.dpi else None,
        "panel": screen.panel.name if screen.panel else None,
    }
    text = f"{screen.connector}, {width}x{height}"
    if screen.size_mm is None or screen.dpi is None:
        text += "; its size in millimetres is not known, so name it with --panel"
        yield Finding("panel", Level.warning, text, facts)
        return
    text += f", {screen.size_mm[0]:.0f} x {screen.size_mm[1]:.0f} mm, {screen.dpi:.0f} dpi"
    if screen.panel:
        text += f" ({screen.panel.what})"
    if min(width, height) < 480 or max(width, height) < 800:
        yield Finding("panel", Level.warning, f"{text}; Liege needs 800x480 at least", facts)
    else:
        yield Finding("panel", Level.ok, text, facts)


class TouchPanel(NamedTuple):
    name: str
    device: str


def touch_panels(text: str) -> list[TouchPanel]:
    """The multitouch devices in /proc/bus/input/devices (the kernel's input.rst; words are 64 bits wide)."""
    found = []
    for block in text.split("\n\n"):
        name, handlers, axes = "", "", 0
        for line in block.splitlines():
            if line.startswith("N: Name="):
                name = line.removeprefix("N: Name=").strip('"')
            elif line.startswith("H: Handlers="):
                handlers = line.removeprefix("H: Handlers=")
            elif line.startswith("B: ABS="):
                for word in line.removeprefix("B: ABS=").split():
                    axes = axes << 64 | int(word, 16)
        events = [word for word in handlers.split() if word.startswith("event")]
        if axes & 1 << ABS_MT_POSITION_X and events:
            found.append(TouchPanel(name, f"/dev/input/{events[0]}"))
    return found


def touch(machine: Machine) -> Iterator[Finding]:
    found = touch_panels(machine.text("proc/bus/input/devices") or "")
    said = machine.answer((sys.executable, "-m", "kiosk.probe_touch"))
    others = [name for name in json.loads(said) if name != "mouse"] if said else []
    readers = ["SDL", *others]
    facts: dict[str, object] = {"panels": [each._asdict() for each in found], "providers": readers}
    if others:
        text = f"read by {' and '.join(readers)}, so one finger counts twice: take KCFG_INPUT_* out of the "
        yield Finding("touch", Level.warning, text + "environment", facts)
    if not found:
        level = Level.fault if machine.model else Level.note
        text = "no touch panel is connected" + ("" if machine.model else "; the mouse will do")
        yield Finding("touch", level, text, facts)
        return
    text = f"{', '.join(f'{each.name} ({each.device})' for each in found)}, read by {' and '.join(readers)}"
    if not all(machine.may(each.device, os.R_OK) for each in found):
        text += "; you may not read it: sudo usermod -aG input $USER (the service may)"
        yield Finding("touch", Level.warning, text, facts)
    elif not others:
        yield Finding("touch", Level.ok, text, facts)


def shoe(machine: Machine) -> Iterator[Finding]:
    ports = machine.ports()
    if not ports:
        yield Finding("shoe", Level.note, "no serial device is connected; without a shoe the dealer enters cards")
        return
    for port in ports:
        is_pico = (port.vendor, port.product) == PICO
        facts: dict[str, object] = {
            "device": port.device,
            "usb": f"{port.vendor:04x}:{port.product:04x}",
            "shoe": is_pico,
        }
        text = f"{'a Pico, so the shoe' if is_pico else port.what} at {port.device}"
        if not machine.may(port.device):
            text += "; you may not use it: sudo usermod -aG dialout $USER, then log in again"
            yield Finding("shoe", Level.warning, f"{text} (the service may)", facts)
        elif is_pico and machine.text(RULES) is None and _modem_manager(machine):
            text += "; ModemManager talks to it too: `liege install` tells it not to"
            yield Finding("shoe", Level.warning, text, facts)
        else:
            yield Finding("shoe", Level.ok, text, facts)


def _modem_manager(machine: Machine) -> bool:
    names = (machine.root / "proc").glob("[0-9]*/comm")
    return any(machine.text(str(name.relative_to(machine.root))) == "ModemManager" for name in names)


def cameras(machine: Machine) -> Iterator[Finding]:
    folder = machine.root / "sys/class/video4linux"
    found, sensors = [], []
    for path in sorted(folder.glob("*/name")):
        device = path.parent.name
        name = machine.text(str(path.relative_to(machine.root))) or ""
        if device.startswith("v4l-subdev"):
            sensors += [name.split()[0]] if name.startswith(CSI_SENSORS) else []
        elif not name.startswith(NOT_CAMERAS) and (machine.text(f"sys/class/video4linux/{device}/index") or "0") == "0":
            found.append((device, name))
    for device, name in found:
        facts: dict[str, object] = {"device": f"/dev/{device}", "name": name}
        if machine.may(f"/dev/{device}"):
            yield Finding("camera", Level.ok, f"{name} at /dev/{device}", facts)
        else:
            text = f"{name} at /dev/{device}; you may not use it: sudo usermod -aG video $USER (the service may)"
            yield Finding("camera", Level.warning, text, facts)
    for sensor in sensors:
        if importlib.util.find_spec("picamera2"):
            yield Finding("camera", Level.ok, f"{sensor} on the ribbon cable", {"sensor": sensor})
        else:
            text = f"{sensor} on the ribbon cable, but picamera2 is missing (docs/pi.md, cameras)"
            yield Finding("camera", Level.warning, text, {"sensor": sensor})
    if not found and not sensors:
        yield Finding("camera", Level.note, "no camera is connected; without one the dealer enters cards")


CHECKS = (drawing, panel, touch, shoe, cameras)
