"""The doctor's checks of the system: Python, versions, storage, swap, clock, heat, power, the service."""

from __future__ import annotations

import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

from kiosk.journal_schema import SETTINGS
from kiosk.machine import UNIT, Finding, Level, Machine

PARTS = ("liege", "kivy", "opencv-python", "numpy", "onnxruntime", "pyserial", "PyNaCl")
MB = 1_000_000

# What a file system means for the journal (SQLite in WAL mode, one fsync for each input).
SUITS = {"ext4", "ext3", "xfs", "btrfs", "f2fs"}
FORGETS = {"tmpfs", "ramfs", "overlay"}

THROTTLED = (  # vcgencmd get_throttled: bits 0 to 3 now, 16 to 19 since the start
    (0, "the power supply is too weak"),
    (1, "the processor is held back"),
    (2, "the processor is slowed down"),
    (3, "it is near its limit of heat"),
)


def python(machine: Machine) -> Iterator[Finding]:
    facts: dict[str, object] = {
        "version": platform.python_version(),
        "machine": platform.machine(),
        "in": sys.prefix,
    }
    what = f"Python {facts['version']} for {facts['machine']} in {sys.prefix}"
    if sys.maxsize < 2**32:
        yield Finding("python", Level.fault, f"{what}; a 64-bit system is needed", facts)
    else:
        yield Finding("python", Level.ok, what, facts)


def versions(machine: Machine) -> Iterator[Finding]:
    found: dict[str, object] = {}
    for part in PARTS:
        try:
            found[part] = metadata.version(part)
        except metadata.PackageNotFoundError:
            found[part] = None
    missing = [part for part, version in found.items() if version is None]
    system = dict(line.split("=", 1) for line in (machine.text("etc/os-release") or "").splitlines() if "=" in line)
    found |= {
        "system": system.get("PRETTY_NAME", "").strip('"'),
        "kernel": platform.release(),
        "model": machine.model,
    }
    if missing:
        text = f"not installed: {', '.join(missing)}; run `make setup` again"
        yield Finding("versions", Level.fault, text, found)
    else:
        parts = ", ".join(f"{part} {found[part]}" for part in PARTS)
        where = " on ".join(str(each) for each in (found["system"], found["model"]) if each)
        yield Finding("versions", Level.ok, f"{parts}; {where}, kernel {found['kernel']}", found)


def _mount(machine: Machine, path: Path) -> tuple[str, str, set[str]]:
    """Mount point, type and options of the file system that holds `path`."""
    best = ("/", "unknown", set[str]())
    for line in (machine.text("proc/mounts") or "").splitlines():
        _, point, kind, options, *_ = line.split()
        point = point.replace("\\040", " ")
        if path.is_relative_to(point) and len(point) >= len(best[0]):
            best = (point, kind, set(options.split(",")))
    return best


def _existing(folder: Path) -> Path:
    """`folder`, or the nearest one above it that exists."""
    while not folder.exists():
        folder = folder.parent
    return folder


def storage(machine: Machine) -> Iterator[Finding]:
    folder = _existing(machine.data)
    point, kind, options = _mount(machine, machine.data)
    status = os.statvfs(folder)
    free = status.f_bavail * status.f_frsize
    facts: dict[str, object] = {"folder": str(machine.data), "mount": point, "type": kind, "free": free}
    what = f"{machine.data} lies on {kind} ({point}) with {free // MB:,} MB free"
    faults = list(_storage_faults(kind, options, free))
    if faults:
        yield Finding("storage", Level.fault, f"{what}: {'; '.join(faults)}", facts)
    elif kind not in SUITS:
        yield Finding("storage", Level.warning, f"{what}: nobody has tried this file system; use ext4", facts)
    elif free < 1000 * MB:
        yield Finding("storage", Level.warning, f"{what}: that is little, move old sessions away", facts)
    else:
        yield Finding("storage", Level.ok, what, facts)
    if os.access(folder, os.W_OK) and not faults:
        yield _sync(folder)
    elif not faults:
        text = f"{folder} may not be written by you, so its speed was not tried (the kiosk runs as its own user)"
        yield Finding("sync", Level.note, text)


def _storage_faults(kind: str, options: set[str], free: int) -> Iterator[str]:
    if kind in FORGETS:
        yield "everything on it is lost with the power; use a real file system"
    elif kind in ("vfat", "exfat", "ntfs", "nfs", "nfs4", "cifs", "9p", "fuseblk"):
        yield "the journal cannot be kept safely on it; use ext4"
    if "ro" in options:
        yield "it cannot be written"
    if options & {"nobarrier", "barrier=0"}:
        yield "it is mounted without barriers, so a power cut loses what was stored"
    if free < 100 * MB:
        yield "it is full"


def _sync(folder: Path) -> Finding:
    """How long a small write takes until it is on the disk: the dealer waits for it after each touch."""
    took = []
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-") as file:
        for _ in range(10):
            file.write(b"x" * 4096)
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            took.append((time.perf_counter() - began) * 1000)
    typical = statistics.median(took)
    mode = dict(setting.removeprefix("PRAGMA ").split(" = ") for setting in SETTINGS)["synchronous"]
    facts: dict[str, object] = {
        "synchronous": mode,
        "median_ms": round(typical, 2),
        "worst_ms": round(max(took), 2),
    }
    text = f"each input is written through ({mode}): on the disk after {typical:.1f} ms"
    text += f" (worst of ten {max(took):.1f} ms)"
    if typical > 100:
        return Finding("sync", Level.warning, f"{text}: the screen will feel slow, use a better card or an SSD", facts)
    return Finding("sync", Level.ok, text, facts)


def swap(machine: Machine) -> Iterator[Finding]:
    areas = [line.split()[0] for line in (machine.text("proc/swaps") or "").splitlines()[1:]]
    on_disk = [area for area in areas if not area.startswith("/dev/zram")]
    facts: dict[str, object] = {"areas": areas}
    if on_disk:
        text = f"memory may be written to {', '.join(on_disk)}: the kiosk asks to be kept out of it"
        yield Finding("swap", Level.note, f"{text}; to be sure, switch swap off", facts)
    else:
        yield Finding("swap", Level.ok, "no memory is written to a disk", facts)


def clock(machine: Machine) -> Iterator[Finding]:
    now = time.time()
    synced = machine.answer(("timedatectl", "show", "--property=NTPSynchronized", "--value"))
    facts: dict[str, object] = {
        "time": round(now),
        "synchronized": {"yes": True, "no": False}.get(synced or ""),
    }
    text = time.strftime("the clock says %Y-%m-%d %H:%M %Z", time.localtime(now))
    if time.gmtime(now).tm_year < 2025:
        text += ", which is wrong; hands are kept in order all the same, only their dates are wrong"
        yield Finding("clock", Level.warning, text, facts)
    elif facts["synchronized"] is False:
        yield Finding("clock", Level.note, f"{text} and is not set by the network; only dates depend on it", facts)
    else:
        yield Finding("clock", Level.ok, text, facts)


def heat(machine: Machine) -> Iterator[Finding]:
    zones = sorted((machine.root / "sys/class/thermal").glob("thermal_zone*/temp"))
    readings = [machine.text(str(zone.relative_to(machine.root))) or "" for zone in zones]
    degrees = [int(reading) / 1000 for reading in readings if reading.lstrip("-").isdigit()]
    if not degrees:
        yield Finding("heat", Level.note, "this machine does not tell its temperature")
        return
    facts: dict[str, object] = {"celsius": max(degrees)}
    text = f"the processor has {max(degrees):.0f} °C"
    if max(degrees) >= 80:
        yield Finding("heat", Level.warning, f"{text}: it slows down from here on, give it air or a fan", facts)
    else:
        yield Finding("heat", Level.ok, text, facts)


def power(machine: Machine) -> Iterator[Finding]:
    said = machine.answer(("vcgencmd", "get_throttled"))
    if said is None or "=" not in said:
        if machine.model:
            yield Finding("power", Level.note, "vcgencmd does not answer, so the power supply was not checked")
        return
    bits = int(said.partition("=")[2], 16)
    facts: dict[str, object] = {"throttled": hex(bits)}
    now = [text for bit, text in THROTTLED if bits & 1 << bit]
    earlier = [text for bit, text in THROTTLED if bits & 1 << bit + 16 and text not in now]
    if now:
        yield Finding("power", Level.fault, f"{', '.join(now)}: use the official power supply and cool it", facts)
    elif earlier:
        yield Finding("power", Level.warning, f"since the start it happened that {', '.join(earlier)}", facts)
    else:
        yield Finding("power", Level.ok, "the power supply and the cooling are good enough", facts)


def kiosk(machine: Machine) -> Iterator[Finding]:
    if machine.text(UNIT) is None:
        yield Finding("kiosk", Level.note, "it does not start with the power (`sudo .venv/bin/liege install`)")
        return
    state = machine.answer(("systemctl", "show", "--property=ActiveState", "--value", "liege.service"))
    restarts = machine.answer(("systemctl", "show", "--property=NRestarts", "--value", "liege.service"))
    facts: dict[str, object] = {"state": state, "restarts": restarts}
    if state == "active" and restarts not in (None, "", "0"):
        text = f"it runs, after {restarts} restarts; see `journalctl -u liege`"
        yield Finding("kiosk", Level.warning, text, facts)
    elif state == "active":
        yield Finding("kiosk", Level.ok, "it starts with the power and runs", facts)
    else:
        text = f"it should run but is {state or 'not known to systemd'}; see `journalctl -u liege`"
        yield Finding("kiosk", Level.fault, text, facts)


Check = Callable[[Machine], Iterator[Finding]]
CHECKS: tuple[Check, ...] = (python, versions, storage, swap, clock, heat, power, kiosk)
