"""What the service says to systemd, and what it turns into."""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk import panels, service, systemd


@pytest.fixture
def listener(tmp_path: Path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(str(tmp_path / "notify"))
        channel.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield channel


def test_systemd_hears_ready_alive_and_stopping(listener):
    assert systemd.ready() and systemd.alive() and systemd.stopping()
    assert [listener.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_an_abstract_socket_is_heard_too(monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind("")  # the kernel picks an abstract name
        channel.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", "@" + channel.getsockname()[1:].decode())
        assert systemd.notify("STATUS=dealing", "READY=1")
        assert channel.recv(100) == b"STATUS=dealing\nREADY=1"


def test_without_systemd_nothing_happens(monkeypatch, tmp_path: Path):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not systemd.ready()
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    assert not systemd.ready()


@pytest.mark.parametrize(
    ("micros", "pid", "seconds"),
    [
        ("20000000", None, 10.0),
        ("", None, None),
        ("20000000", "1", None),
        ("20000000", str(os.getpid()), 10.0),
    ],
)
def test_the_watchdog_is_fed_twice_as_often_as_it_asks(monkeypatch, micros, pid, seconds):
    monkeypatch.setenv("WATCHDOG_USEC", micros)
    if pid is None:
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
    else:
        monkeypatch.setenv("WATCHDOG_PID", pid)
    assert systemd.watchdog_seconds() == seconds


def test_memory_is_locked_where_it_may_be():
    program = (
        "import resource; from kiosk import systemd; granted = systemd.keep_out_of_swap()\n"
        "locked = [l for l in open('/proc/self/status') if l.startswith('VmLck')][0].split()[1]\n"
        "print(granted, int(locked) > 0)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    granted, locked = said.stdout.split()
    assert granted == locked


def serve(monkeypatch, screens: list[panels.Screen], *words: str) -> tuple[int | None, list]:
    became = []
    monkeypatch.setattr(panels, "connected", lambda: screens)
    monkeypatch.setattr(os, "execve", lambda *call: became.append(call))
    parser = argparse.ArgumentParser()
    service.add_parser(parser.add_subparsers())
    args = parser.parse_args(["service", *words])
    return args.func(args), became


def test_the_service_becomes_the_kiosk_on_the_panel(monkeypatch, tmp_path: Path):
    screen = panels.Screen(3, "DSI-1", (800, 480), (154.1, 85.9), panels.named("7-800x480"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    _, became = serve(monkeypatch, [screen], "--data", "/var/lib/liege", "--rotate", "180", "--", "--language", "de")
    ((program, words, environment),) = became
    assert program == sys.executable
    given = ["--data", "/var/lib/liege", "--panel", "7-800x480", "--language", "de"]
    assert words[1:] == ["-m", "kiosk", "run", *given]
    assert environment["SDL_KMSDRM_DEVICE_INDEX"] == "3"
    assert environment["KCFG_GRAPHICS_ROTATION"] == "180"
    assert environment["KIVY_HOME"] == str(tmp_path / "kivy")
    assert environment["PATH"] == os.environ["PATH"]


def test_a_panel_of_unknown_size_is_told_by_its_pixels_and_a_named_one_by_its_layout(monkeypatch):
    unknown = panels.Screen(0, "DSI-2", (720, 1280), None, None)
    _, became = serve(monkeypatch, [unknown])
    assert became[0][1][1:] == ["-m", "kiosk", "run", "--panel", "720x1280"]
    _, became = serve(monkeypatch, [unknown], "--panel", "5-720x1280", "--rotate", "90")
    assert became[0][1][-2:] == ["--panel", "7-1280x720"]
    assert became[0][2]["KIVY_DPI"] == "294"


def test_what_cannot_be_shown_is_one_sentence(monkeypatch, capsys):
    assert serve(monkeypatch, [])[0] == 1
    assert capsys.readouterr().err == "liege service: no screen is connected; plug in the panel\n"
    lying = panels.Screen(0, "DSI-1", (800, 480), (154.1, 85.9), panels.named("7-800x480"))
    assert serve(monkeypatch, [lying], "--panel", "x")[0] == 1
    assert "there is no panel 'x'" in capsys.readouterr().err
    assert serve(monkeypatch, [lying], "--rotate", "90")[0] == 1
    assert "can be turned by 180 degrees only" in capsys.readouterr().err


def test_every_panel_has_a_layout():
    from kiosk.ui.panel import PANELS

    for panel in panels.PANELS:
        layout = PANELS[panel.turned(0)]
        assert (layout.width, layout.height) == panel.pixels
        if panel.name == layout.name:  # the others are drawn smaller
            assert layout.per_mm == pytest.approx(panel.dpi / 25.4, rel=0.02)
        if panel.pixels[1] > panel.pixels[0]:
            assert panel.turned(90) in PANELS
