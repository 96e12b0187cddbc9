"""The doctor's checks on made-up machines: what is said, how bad it is, and the exit status."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk import checks_devices, checks_system, doctor
from kiosk import machine as machine_module
from kiosk.machine import Finding, Level, Machine, Port

PI = "Raspberry Pi 4 Model B Rev 1.5\0"
# A keyboard without axes, a pen with two, and a touch panel (axis 0x35, bit 53).
INPUT_DEVICES = """\
I: Bus=0003 Vendor=046d Product=c31c Version=0110
N: Name="Logitech USB Keyboard"
H: Handlers=sysrq kbd event0 leds
B: EV=120013
B: KEY=1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe

I: Bus=0003 Vendor=056a Product=0374 Version=0110
N: Name="Wacom Intuos S Pen"
H: Handlers=mouse0 event4
B: PROP=1
B: EV=1f
B: ABS=1000003

I: Bus=0018 Vendor=0416 Product=038f Version=1060
N: Name="Goodix Capacitive TouchScreen"
H: Handlers=event5
B: ABS=2e1800000000003
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path


def put(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def machine(root: Path, answers: dict[str, str] | None = None, ports: list[Port] | None = None) -> Machine:
    """A machine whose commands, told by their first word, give `answers`."""
    return Machine(
        root=root,
        data=root / "data",
        answer=lambda command: (answers or {}).get(command[0]),
        ports=lambda: ports or [],
    )


def only(findings: Iterator[Finding]) -> Finding:
    (finding,) = findings
    return finding


def mounted(root: Path, kind: str, options: str = "rw,noatime") -> Finding:
    put(
        root,
        "proc/mounts",
        f"/dev/a / ext4 rw 0 0\n/dev/b {root}/data {kind} {options} 0 0\n/dev/c {root}/d ext4 ro 0 0\n",
    )
    return next(checks_system.storage(machine(root)))


@pytest.mark.parametrize(
    ("kind", "options", "level", "words"),
    [
        ("ext4", "rw,noatime", Level.ok, "MB free"),
        ("tmpfs", "rw", Level.fault, "lost with the power"),
        ("overlay", "rw", Level.fault, "lost with the power"),
        ("vfat", "rw", Level.fault, "use ext4"),
        ("nfs4", "rw", Level.fault, "use ext4"),
        ("ext4", "ro,noatime", Level.fault, "cannot be written"),
        ("ext4", "rw,nobarrier", Level.fault, "without barriers"),
        ("zfs", "rw", Level.warning, "nobody has tried"),
    ],
)
def test_storage(root: Path, kind, options, level, words):
    finding = mounted(root, kind, options)
    assert (finding.level, finding.facts["type"]) == (level, kind)
    assert words in finding.text


def test_the_speed_of_the_storage_is_tried_and_leaves_nothing(root: Path):
    (root / "data").mkdir()
    mounted(root, "ext4")
    _, sync = checks_system.storage(machine(root))
    assert sync.check == "sync"
    assert "written through (FULL)" in sync.text
    assert 0 <= sync.facts["median_ms"] <= sync.facts["worst_ms"]
    assert list((root / "data").iterdir()) == []


@pytest.mark.parametrize(
    ("swaps", "level"),
    [
        ("Filename Type Size Used Priority\n", Level.ok),
        ("Filename Type Size Used Priority\n/dev/zram0 partition 2097148 0 100\n", Level.ok),
        ("Filename Type Size Used Priority\n/var/swap file 524272 0 -2\n", Level.note),
    ],
)
def test_swap(root: Path, swaps, level):
    put(root, "proc/swaps", swaps)
    assert only(checks_system.swap(machine(root))).level == level


@pytest.mark.parametrize(("millis", "level"), [("48686", Level.ok), ("79999", Level.ok), ("80000", Level.warning)])
def test_heat(root: Path, millis, level):
    put(root, "sys/class/thermal/thermal_zone0/temp", "21000\n")
    put(root, "sys/class/thermal/thermal_zone1/temp", millis + "\n")
    finding = only(checks_system.heat(machine(root)))
    assert (finding.level, finding.facts["celsius"]) == (level, int(millis) / 1000)


@pytest.mark.parametrize(
    ("bits", "level", "words"),
    [
        ("0x0", Level.ok, "good enough"),
        ("0x50005", Level.fault, "the power supply is too weak, the processor is slowed down: use"),
        ("0x50000", Level.warning, "since the start it happened that the power supply is too weak"),
        ("0x80000", Level.warning, "limit of heat"),
    ],
)
def test_power(root: Path, bits, level, words):
    finding = only(checks_system.power(machine(root, {"vcgencmd": f"throttled={bits}"})))
    assert finding.level == level
    assert words in finding.text


def test_power_is_no_matter_on_a_machine_without_vcgencmd(root: Path):
    assert list(checks_system.power(machine(root))) == []
    put(root, "proc/device-tree/model", PI)
    assert only(checks_system.power(machine(root))).level == Level.note


@pytest.mark.parametrize(("synced", "level"), [("yes", Level.ok), ("no", Level.note)])
def test_clock(root: Path, monkeypatch, synced, level):
    monkeypatch.setattr(checks_system.time, "time", lambda: 1_780_000_000.0)  # May 2026
    assert only(checks_system.clock(machine(root, {"timedatectl": synced}))).level == level


def test_a_clock_without_battery_is_named_and_does_no_harm(root: Path, monkeypatch):
    monkeypatch.setattr(checks_system.time, "time", lambda: 86_400.0 * 30)
    finding = only(checks_system.clock(machine(root)))
    assert finding.level == Level.warning
    assert "the clock says 1970-01-31" in finding.text and "kept in order all the same" in finding.text


@pytest.mark.parametrize(("state", "level"), [(None, Level.fault), ("failed", Level.fault), ("active", Level.warning)])
def test_the_installed_kiosk(root: Path, state, level):
    put(root, "etc/systemd/system/liege.service", "[Unit]\n")
    answers = {}
    if state:  # both questions get this answer: "active" restarts are more than none
        answers["systemctl"] = state
    assert only(checks_system.kiosk(machine(root, answers))).level == level


def test_versions_name_the_system_and_the_model(root: Path):
    put(root, "etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n')
    put(root, "proc/device-tree/model", PI)
    finding = only(checks_system.versions(machine(root)))
    assert finding.facts["system"] == "Debian GNU/Linux 12 (bookworm)"
    assert finding.facts["model"] == "Raspberry Pi 4 Model B Rev 1.5"


def test_a_missing_part_is_a_fault(root: Path, monkeypatch):
    monkeypatch.setattr(checks_system, "PARTS", ("pytest", "no-such-distribution"))
    finding = only(checks_system.versions(machine(root)))
    assert finding.level == Level.fault
    assert finding.text == "not installed: no-such-distribution; run `make setup` again"


LLVMPIPE = '{"renderer": "llvmpipe (LLVM 15.0.6, 128 bits)", "version": "OpenGL ES 3.2 Mesa 22.3.6"}'
V3D = '{"renderer": "V3D 4.2", "version": "OpenGL ES 3.1 Mesa 22.3.6"}'


@pytest.mark.parametrize(
    ("model", "said", "level"),
    [
        (PI, V3D, Level.ok),
        (PI, LLVMPIPE, Level.fault),
        ("", LLVMPIPE, Level.note),
        ("", None, Level.fault),
    ],
)
def test_drawing_in_software_is_a_fault_on_a_pi_only(root: Path, model, said, level):
    if model:
        put(root, "proc/device-tree/model", model)
    answers = {checks_devices.sys.executable: said} if said else {}
    finding = only(checks_devices.drawing(machine(root, answers)))
    assert finding.level == level
    assert said is None or json.loads(said)["renderer"] in finding.text


def test_why_a_pi_draws_in_software(root: Path):
    put(root, "proc/device-tree/model", PI)
    answers = {checks_devices.sys.executable: LLVMPIPE}
    assert "dtoverlay=vc4-kms-v3d" in only(checks_devices.drawing(machine(root, answers))).text
    put(root, "dev/dri/renderD128", "")
    assert "install libgl1-mesa-dri" in only(checks_devices.drawing(machine(root, answers))).text


def test_the_driver_is_really_asked_here():
    finding = only(checks_devices.drawing(Machine()))
    assert finding.facts["version"].startswith("OpenGL ES")


def test_multitouch_devices_are_told_from_others():
    assert checks_devices.touch_panels(INPUT_DEVICES) == [
        ("Goodix Capacitive TouchScreen", "/dev/input/event5"),
    ]
    assert checks_devices.touch_panels("") == []


def test_a_panel_without_touch_is_a_fault_on_a_pi(root: Path):
    assert only(checks_devices.touch(machine(root))).level == Level.note
    put(root, "proc/device-tree/model", PI)
    assert only(checks_devices.touch(machine(root))).level == Level.fault


def test_touch(root: Path):
    put(root, "proc/bus/input/devices", INPUT_DEVICES)
    put(root, "dev/input/event5", "")
    finding = only(checks_devices.touch(machine(root)))
    assert (finding.level, finding.facts["providers"]) == (Level.ok, ["SDL"])
    assert "Goodix Capacitive TouchScreen (/dev/input/event5), read by SDL" in finding.text
    said = {checks_devices.sys.executable: '["mouse", "mtdev"]'}
    finding = only(checks_devices.touch(machine(root, said)))
    assert finding.level == Level.warning
    assert "read by SDL and mtdev, so one finger counts twice" in finding.text
    (root / "dev/input/event5").unlink()  # cannot be read
    assert "usermod -aG input" in only(checks_devices.touch(machine(root))).text


def test_kivy_is_really_asked_who_reads_touches(monkeypatch: pytest.MonkeyPatch):
    """The kiosk's own settings, and somebody's second reader beside them."""
    asked = (checks_devices.sys.executable, "-m", "kiosk.probe_touch")
    assert json.loads(machine_module.answer(asked) or "") == ["mouse"]
    monkeypatch.setenv("KCFG_INPUT_PANEL", "mtdev,/dev/input/event5")
    assert json.loads(machine_module.answer(asked) or "") == ["mouse", "mtdev"]


def test_the_folder_of_the_journal_is_that_of_the_service(root: Path):
    from kiosk.install import unit_text

    own = machine_module.data_folder(machine(root))
    assert own.name == "liege"
    put(root, "etc/systemd/system/liege.service", unit_text("ana", [], ["liege"], Path("/mnt/100 % ssd")))
    assert machine_module.data_folder(machine(root)) == Path("/mnt/100 % ssd")


def screen(root: Path, name: str, mode: str) -> None:
    for file, text in (("status", "connected\n"), ("modes", mode + "\n"), ("edid", "")):
        put(root, f"sys/class/drm/{name}/{file}", text)


def test_panel(root: Path):
    assert only(checks_devices.panel(machine(root))).level == Level.note
    screen(root, "card1-DSI-1", "800x480")
    finding = only(checks_devices.panel(machine(root)))
    assert finding.level == Level.ok
    assert finding.text == "DSI-1, 800x480, 154 x 86 mm, 132 dpi (Raspberry Pi Touch Display, 7 inch)"


def test_a_panel_of_unknown_size_and_none_on_a_pi(root: Path):
    screen(root, "card0-HDMI-A-1", "1920x1080")
    finding = only(checks_devices.panel(machine(root)))
    assert (finding.level, finding.facts["dpi"]) == (Level.warning, None)
    assert "--panel" in finding.text
    put(root, "sys/class/drm/card0-HDMI-A-1/status", "disconnected\n")
    put(root, "proc/device-tree/model", PI)
    assert only(checks_devices.panel(machine(root))).level == Level.fault


def test_shoe(root: Path):
    assert only(checks_devices.shoe(machine(root))).level == Level.note
    pico = Port("/dev/ttyACM0", 0x2E8A, 0x0005, "Board in FS mode")
    scanner = Port("/dev/ttyUSB0", 0x1A86, 0x7523, "USB Serial")
    put(root, "dev/ttyACM0", "")
    first, second = checks_devices.shoe(machine(root, ports=[pico, scanner]))
    assert (first.level, first.text, first.facts["shoe"]) == (
        Level.ok,
        "a Pico, so the shoe at /dev/ttyACM0",
        True,
    )
    assert (second.level, second.facts["usb"]) == (Level.warning, "1a86:7523")
    assert "usermod -aG dialout" in second.text


def test_a_modem_manager_on_the_shoe_is_a_warning_until_the_rules_are_there(root: Path):
    ports = [Port("/dev/ttyACM0", 0x2E8A, 0x0005, "Pico")]
    put(root, "dev/ttyACM0", "")
    put(root, "proc/812/comm", "ModemManager\n")
    assert only(checks_devices.shoe(machine(root, ports=ports))).level == Level.warning
    put(root, "etc/udev/rules.d/70-liege.rules", "")
    assert only(checks_devices.shoe(machine(root, ports=ports))).level == Level.ok


def test_cameras(root: Path, monkeypatch):
    assert only(checks_devices.cameras(machine(root))).level == Level.note
    devices = {  # as on a Pi 4 with a USB camera and a ribbon camera
        "video0": ("HD Pro Webcam C920", "0"),
        "video1": ("HD Pro Webcam C920", "1"),  # its metadata
        "video10": ("bcm2835-codec-decode", "0"),
        "video19": ("rpi-hevc-dec", "0"),
        "video20": ("unicam-image", "0"),
        "v4l-subdev0": ("imx708_wide 10-001a", ""),
    }
    for device, (name, index) in devices.items():
        put(root, f"sys/class/video4linux/{device}/name", name + "\n")
        if index:
            put(root, f"sys/class/video4linux/{device}/index", index + "\n")
    put(root, "dev/video0", "")
    monkeypatch.setattr(checks_devices.importlib.util, "find_spec", lambda name: None)
    usb, ribbon = checks_devices.cameras(machine(root))
    assert (usb.level, usb.text) == (Level.ok, "HD Pro Webcam C920 at /dev/video0")
    assert ribbon.level == Level.warning
    assert ribbon.text.startswith("imx708_wide on the ribbon cable, but picamera2 is missing")


def test_the_status_is_that_of_the_worst():
    levels = {Level.ok: 0, Level.note: 0, Level.warning: 1, Level.fault: 2}
    for level, expected in levels.items():
        assert doctor.status([Finding("a", Level.ok, ""), Finding("b", level, "")]) == expected
    assert doctor.status([]) == 0


def test_a_check_that_breaks_does_not_hide_the_others(root: Path):
    def broken(_: Machine) -> Iterator[Finding]:
        raise OSError(5, "Input/output error")
        yield

    found = doctor.examine(machine(root), (broken, checks_system.swap))
    assert [(each.check, each.level) for each in found] == [("broken", Level.warning), ("swap", Level.ok)]
    assert "Input/output error" in found[0].text


def test_the_command_prints_a_line_each_or_json(capsys, tmp_path: Path):
    parser = argparse.ArgumentParser()
    doctor.add_parser(parser.add_subparsers())
    words = ["doctor", "--data", str(tmp_path / "journal")]
    args = parser.parse_args(words)
    status = args.func(args)
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines} <= {level.name for level in Level}
    assert {line.split()[1] for line in lines} >= {"python", "storage", "drawing", "panel", "touch", "shoe"}
    args = parser.parse_args([*words, "--json"])
    assert args.func(args) == status
    told = json.loads(capsys.readouterr().out)
    assert (told["version"], len(told["findings"])) == (1, len(lines))
    assert told["findings"][0]["facts"]["version"] == ".".join(str(part) for part in os.sys.version_info[:3])
