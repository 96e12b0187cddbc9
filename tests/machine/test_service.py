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
    screen = panels.Screen(3, "DSI-1", (800, 480), (154.1, 85.9), panels.named("pi-7"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    _, became = serve(monkeypatch, [screen], "--data", "/var/lib/liege", "--rotate", "180")
    ((program, words, environment),) = became
    assert program == sys.executable
    assert words[1:] == ["-m", "kiosk", "run", "--data", "/var/lib/liege"]
    assert environment["SDL_KMSDRM_DEVICE_INDEX"] == "3"
    assert environment["KCFG_GRAPHICS_ROTATION"] == "180"
    assert environment["KIVY_HOME"] == str(tmp_path / "kivy")
    assert environment["PATH"] == os.environ["PATH"]


def test_no_screen_and_an_unknown_panel_are_one_sentence(monkeypatch, capsys):
    assert serve(monkeypatch, [])[0] == 1
    assert capsys.readouterr().err.startswith("liege service: no screen is connected")
    assert serve(monkeypatch, [], "--panel", "x")[0] == 1
    assert "there is no panel 'x'" in capsys.readouterr().err
