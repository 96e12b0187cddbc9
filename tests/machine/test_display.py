"""Where a window can be seen, told apart from where one is only promised."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk import display, panels
from tests.offscreen import environment

DSI = panels.Screen(1, "DSI-1", (720, 1280), (88.0, 155.0), panels.named("7-720x1280"))
HDMI = panels.Screen(0, "HDMI-A-1", (1920, 1080), None, None)


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No display named, no screen connected, and an environment that is as before afterwards."""
    before = dict(os.environ)
    monkeypatch.setattr(panels, "connected", list)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR"):
        os.environ.pop(name, None)
    yield
    os.environ.clear()
    os.environ.update(before)


def free_display() -> int:
    """The number of an X display that nobody serves."""
    return next(number for number in range(90, 200) if not Path(f"/tmp/.X11-unix/X{number}").exists())


def test_nothing_is_nothing() -> None:
    assert display.find_display() == display.Display(False)


def test_what_sdl_was_told_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", f":{free_display()}")
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    assert not display.find_display().seen
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    assert display.find_display().seen


def test_a_display_that_nobody_serves_is_one_sentence_and_is_forgotten(
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = f":{free_display()}"
    os.environ["DISPLAY"] = name
    found = display.find_display()
    assert not found.seen
    assert "DISPLAY" not in os.environ
    display.say_trouble(found, "the demo goes on without a screen")
    assert capsys.readouterr().err == (
        f"liege: the display {name} that DISPLAY names cannot be used: nothing answers there; "
        "the demo goes on without a screen\n"
    )


@pytest.mark.parametrize("name", ["nonsense", ":", "host:x"])
def test_what_is_no_name_of_a_display(name: str) -> None:
    assert display.x11_trouble(name) == "that is no name of a display"


def test_a_forwarded_display_is_asked_by_its_port(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def refused(address: tuple[str, int], timeout: float) -> socket.socket:
        asked.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refused)
    assert display.x11_trouble("localhost:10.0") == "nothing answers there"
    assert display.x11_trouble("tcp/[::1]:3") == "nothing answers there"
    assert asked == [("localhost", 6010), ("::1", 6003)]


def test_a_desktop_that_answers_is_seen_and_one_that_refuses_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f":{free_display()}"
    with socket.socket(socket.AF_UNIX) as desktop:
        desktop.bind(f"\0/tmp/.X11-unix/X{name[1:]}")
        desktop.listen()
        for refusal in ("", "it does not let this user in"):
            os.environ["DISPLAY"] = name
            monkeypatch.setattr(display, "_x11_refusal", lambda _, refusal=refusal: refusal)
            assert display.find_display().seen == (not refusal)


def test_somebody_who_hangs_up_is_no_x_server() -> None:
    """The real library is asked, where there is one: the connection is closed in its face."""
    name = f":{free_display()}"
    program = (
        "import socket, sys\n"
        "desktop = socket.socket(socket.AF_UNIX); desktop.bind(sys.argv[1]); desktop.listen()\n"
        "print('up', flush=True)\n"
        "while True:\n    desktop.accept()[0].close()\n"
    )
    path = f"\0/tmp/.X11-unix/X{name[1:]}"
    serving = subprocess.Popen(
        [sys.executable, "-c", program.replace("sys.argv[1]", repr(path))], stdout=subprocess.PIPE, text=True
    )
    try:
        assert serving.stdout is not None
        assert serving.stdout.readline() == "up\n"
        assert display.x11_trouble(name) in ("it does not let this user in", "libX11 is not installed")
    finally:
        serving.kill()
        serving.wait()


def test_a_wayland_socket_counts_when_somebody_listens(tmp_path: Path) -> None:
    os.environ["WAYLAND_DISPLAY"] = "wayland-0"
    assert "XDG_RUNTIME_DIR is not set" in display.find_display().trouble[0]
    os.environ |= {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert not display.find_display().seen
    with socket.socket(socket.AF_UNIX) as desktop:
        desktop.bind(str(tmp_path / "wayland-0"))
        desktop.listen()
        os.environ["WAYLAND_DISPLAY"] = "wayland-0"
        assert display.find_display() == display.Display(True)


def test_without_a_desktop_the_first_free_screen_is_drawn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "connected", lambda: [DSI, HDMI])
    monkeypatch.setattr(display, "screen_trouble", lambda card: "")
    assert display.find_display() == display.Display(True, "7-720x1280")
    assert os.environ["SDL_VIDEODRIVER"] == "kmsdrm"
    assert os.environ["SDL_KMSDRM_DEVICE_INDEX"] == "1"
    del os.environ["SDL_VIDEODRIVER"]
    monkeypatch.setattr(display, "screen_trouble", lambda card: "it is taken" if card == 1 else "")
    found = display.find_display()
    assert (found.seen, found.layout) == (True, "1920x1080")
    assert found.trouble == ("the screen DSI-1 cannot be used: it is taken",)


def test_a_screen_that_is_not_ours_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def opens(error: OSError | None, descriptor: int = -1) -> None:
        def fake(path: str, flags: int) -> int:
            if error:
                raise error
            return descriptor

        monkeypatch.setattr(os, "open", fake)

    opens(PermissionError())
    assert display.screen_trouble(3).startswith("you may not use /dev/dri/card3 (sudo usermod")
    opens(FileNotFoundError(2, "No such file or directory"))
    assert display.screen_trouble(3) == "/dev/dri/card3: No such file or directory"
    reading, writing = os.pipe()  # no graphics device: the kernel refuses to make us its master
    opens(None, reading)
    assert display.screen_trouble(3).startswith("another program draws on it")
    os.close(writing)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(reading)  # it was closed


def test_a_demo_with_a_dead_display_plays_on(tmp_path: Path) -> None:
    settings = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
    settings |= {"DISPLAY": f":{free_display()}", "HOME": str(tmp_path), "KIVY_HOME": str(tmp_path / "kivy")}
    command = [sys.executable, "-m", "kiosk", "run", "--demo", "--pictures", str(tmp_path / "pictures")]
    ended = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "nothing answers there; the demo goes on without a screen" in ended.stderr
    assert list((tmp_path / "pictures").glob("*.png"))


def test_systemd_hears_that_the_first_prompt_stands_and_that_the_screen_lives(tmp_path: Path) -> None:
    """The whole kiosk under a stand-in for systemd (sd_notify(3)): ready, then alive, then stopping."""
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.settimeout(300)
        settings = os.environ | environment(str(tmp_path / "kivy"))
        settings |= {"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": "100000", "HOME": str(tmp_path)}
        settings["SDL_VIDEODRIVER"] = "offscreen"
        command = [sys.executable, "-m", "kiosk", "run", "--shoe", "none", "--data", str(tmp_path / "data")]
        kiosk = subprocess.Popen([*command, "--until", "first-prompt"], env=settings)
        heard = [systemd.recv(100)]
        while heard[-1] != b"STOPPING=1":
            heard.append(systemd.recv(100))
        assert kiosk.wait(300) == 0
    assert heard[0] in (b"READY=1", b"WATCHDOG=1")
    assert heard.count(b"READY=1") == 1
    assert set(heard) <= {b"READY=1", b"WATCHDOG=1", b"STOPPING=1"}
