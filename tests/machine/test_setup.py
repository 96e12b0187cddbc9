"""What `make setup` says and asks for, on machines made of stand-in commands. It never gets to pip here."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

LIST = "python3-venv  # why\nlibgl1  # why\n\n# a remark\nlibglib2.0-0  # why\n"
INSTALLED = "installed libgl1, \ninstalled libglib2.0-0t64, libglib2.0-0 (= 2.84)\nconfig-files python3-venv, \n"
OLD_PYTHON = 'case "$1" in -V) echo Python 3.9.2;; *) exit 1;; esac'


class Box:
    """A copy of the set-up script with its own commands in front of the machine's."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder = folder
        self.said = folder / "said"
        (folder / "tools").mkdir()
        (folder / "bin").mkdir()
        (folder / "tools/setup").write_text((root / "tools/setup").read_text())
        (folder / "tools/apt-packages.txt").write_text(LIST)
        for name in ("python3", "python3.11", "python3.12", "python3.13"):
            self.command(name, OLD_PYTHON)
        self.command("dpkg-query", f"printf '%s' '{INSTALLED}'")
        self.command("apt-get", f'echo "apt-get $*" >> {self.said}')
        self.command("id", "echo 1000")
        self.command("sudo", "exit 1")

    def command(self, name: str, script: str) -> None:
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def run(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", self.folder / "tools/setup"],
            env={"PATH": f"{self.folder}/bin:{os.defpath}"},
            capture_output=True,
            text=True,
            check=False,
        )

    def asked_of_apt(self) -> list[str]:
        return self.said.read_text().splitlines() if self.said.exists() else []


@pytest.fixture
def box(tmp_path: Path, root: Path) -> Box:
    return Box(tmp_path, root)


def test_without_root_one_line_names_what_is_missing(box: Box):
    ended = box.run()
    assert "please install what is missing:  sudo apt-get install python3-venv \n" in ended.stderr
    assert box.asked_of_apt() == []


@pytest.mark.parametrize(("name", "script"), [("id", "echo 0"), ("sudo", 'case $1 in -n) ;; *) "$@";; esac')])
def test_root_or_sudo_installs_only_what_is_missing(box: Box, name, script):
    box.command(name, script)
    box.run()
    update, install = box.asked_of_apt()
    assert update == "apt-get update -qq"
    assert install.endswith(" python3-venv")
    assert "libgl" not in install


def test_nothing_is_asked_when_nothing_is_missing(box: Box):
    box.command("dpkg-query", f"printf '%s' '{INSTALLED.replace('config-files', 'installed')}'")
    box.command("id", "echo 0")
    ended = box.run()
    assert box.asked_of_apt() == []
    assert "missing" not in ended.stderr


def test_an_old_python_is_one_sentence(box: Box):
    ended = box.run()
    assert ended.returncode == 1
    last = ended.stderr.splitlines()[-1]
    assert last == "setup: Liege needs Python 3.11 or newer; this machine has Python 3.9.2."


def test_a_python_that_cannot_make_environments_is_one_sentence(box: Box):
    box.command("python3", 'case "$2" in *ensurepip*) exit 1;; esac')
    ended = box.run()
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1] == "setup: python3 cannot make environments: install python3-venv."
    assert not (box.folder / ".venv").exists()
