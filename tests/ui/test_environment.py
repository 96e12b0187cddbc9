"""Kivy's settings, and one provider of touches only."""

import os
import subprocess
import sys

import pytest

from kiosk.ui import environment


def test_settings_that_are_there_already_are_left_alone(monkeypatch):
    for name in (*environment.SETTINGS, "KCFG_GRAPHICS_WIDTH", "KCFG_GRAPHICS_HEIGHT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("KIVY_WINDOW", "x11")
    environment.prepare(1280, 800)
    assert os.environ["KIVY_WINDOW"] == "x11"
    assert (os.environ["KCFG_GRAPHICS_WIDTH"], os.environ["KCFG_GRAPHICS_HEIGHT"]) == ("1280", "800")
    assert os.environ["KCFG_GRAPHICS_MAXFPS"] == "60"
    monkeypatch.undo()


def test_it_is_too_late_after_kivy_has_been_imported(monkeypatch):
    monkeypatch.setitem(sys.modules, "kivy", sys)
    monkeypatch.delenv("KIVY_WINDOW", raising=False)
    with pytest.raises(RuntimeError, match="before its settings"):
        environment.prepare(800, 480)


def test_fingers_are_told_once():
    """In a process of its own, as the kiosk starts."""
    code = (
        "from kiosk.ui import environment; environment.prepare(800, 480, offscreen=True); import kiosk.ui.app;"
        "from kivy.config import Config; print(sorted(Config.items('input')))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[('mouse', 'mouse,disable_multitouch')]"


def test_a_machine_without_libmtdev_is_not_told_so():
    """SDL reads the touches; Kivy would log a traceback at each start."""
    code = """
import ctypes
load = ctypes.cdll.LoadLibrary
def without(name):
    if "mtdev" in name:
        raise OSError(name)
    return load(name)
ctypes.cdll.LoadLibrary = without
from kiosk.ui import environment
environment.prepare(800, 480, offscreen=True)
import kiosk.ui.app, kivy.input.providers
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "mtdev" not in said.stderr.lower()
    assert "Traceback" not in said.stderr
