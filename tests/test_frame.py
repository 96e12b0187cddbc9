"""The frame of the project: what is installed, the import rules, the two runners."""

from __future__ import annotations

import fnmatch
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import workers
from tests.benchmarks.__main__ import number, wrong


@pytest.fixture(scope="module")
def project(root: Path) -> dict:
    return tomllib.loads((root / "pyproject.toml").read_text())


def test_every_data_file_of_the_packages_is_installed(root: Path, project: dict):
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    left_out = [
        str(path.relative_to(root))
        for package in ("engine", "kiosk", "firmware")
        for path in sorted((root / package).rglob("*"))
        if path.is_file()
        and "build" not in path.relative_to(root).parts  # what tools leave when called inside a package
        and path.suffix not in (".py", ".pyc")
        and not any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns)
    ]
    assert left_out == []


def test_firmware_files_are_found_as_data():
    from importlib.resources import files

    assert any(entry.name.endswith(".py") for entry in files("firmware").joinpath("shoe").iterdir())


@pytest.fixture
def small_project(tmp_path: Path, root: Path) -> Path:
    """A project of the same shape that keeps all import rules."""
    for name in ("engine", "kiosk", "kiosk/ui", "kiosk/readers", "kiosk/vision", "tools"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    modules = {
        "engine/hand.py": "",
        "engine/pots.py": "import dataclasses",
        "engine/cards.py": "",
        "engine/view.py": "from engine import cards",
        "kiosk/store.py": "import time, sqlite3\nfrom engine import hand",
        "kiosk/session.py": "from kiosk import store",
        "kiosk/ui/app.py": "import kivy\nfrom engine import cards, view\nfrom kiosk import session",
        "kiosk/readers/shoe.py": "import serial\nfrom engine.cards import Card",
    }
    for name, text in modules.items():
        (tmp_path / name).write_text(text + "\n")
    for name in ("tools/contracts.py", "pyproject.toml"):
        (tmp_path / name).write_text((root / name).read_text())
    return tmp_path


@pytest.mark.parametrize(
    ("module", "line", "complaint"),
    [
        ("engine.hand", "import time", "may not import time"),
        ("engine.hand", "import numpy", "may not import numpy"),
        ("engine.hand", "from kiosk import store", "may not import kiosk.store"),
        ("kiosk.ui.board", "from engine.hand import x", "may not import engine.hand"),
        ("kiosk.ui.board", "from kiosk import store", "may not import kiosk.store"),
        ("kiosk.readers.line", "from engine import pots", "may not import engine.pots"),
        ("kiosk.readers.line", "import kivy.app", "may not import kivy"),
    ],
)
def test_import_rules_catch_what_they_are_for(small_project: Path, module, line, complaint):
    def lint() -> subprocess.CompletedProcess[str]:
        command = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
        return subprocess.run(command, cwd=small_project, capture_output=True, text=True, check=False)

    before = lint()
    assert before.returncode == 0, before.stdout
    (small_project / (module.replace(".", "/") + ".py")).write_text(line + "\n")
    after = lint()
    assert after.returncode == 1
    assert f"{module} line 1: {complaint}" in " ".join(after.stdout.split())


def test_a_benchmark_entry_has_all_four_fields_and_no_other():
    good = {"value": 1.5, "unit": "ms", "peer": None, "ratio": None}
    assert wrong(good) is None
    assert wrong(good | {"unit": 3}) == "has a wrong unit: 3"
    assert wrong({key: good[key] for key in ("value", "unit", "peer")}) is not None
    assert wrong(good | {"note": ""}) is not None


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (0.01234, "0.0123"), (1.2345, "1.23"), (99.96, "100"), (12345.6, "12,346")],
)
def test_figures_are_short(value, text):
    assert number(value) == text


def test_a_worker_runs_in_its_own_process_and_a_failure_is_named(monkeypatch, tmp_path: Path):
    (tmp_path / "tests").mkdir()
    for name in ("__init__.py", "workers.py"):
        (tmp_path / "tests" / name).write_text((workers.ROOT / "tests" / name).read_text())
    (tmp_path / "tests/asks.py").write_text("import os\ndef run(n):\n    return {'pid': os.getpid(), 'n': n + 1}\n")
    (tmp_path / "tests/fails.py").write_text("import sys\ndef run():\n    sys.exit(3)\n")
    monkeypatch.setattr(workers, "ROOT", tmp_path)
    answers = [workers.call("tests.asks", {"n": n}) for n in (1, 2)]
    assert [answer["n"] for answer in answers] == [2, 3]
    assert answers[0]["pid"] != answers[1]["pid"]
    with pytest.raises(workers.WorkerFailed, match=r"tests\.fails ended with status 3"):
        workers.call("tests.fails", {})


def test_a_report_of_a_part_keeps_the_rest(monkeypatch, tmp_path: Path):
    monkeypatch.setattr(workers, "ROOT", tmp_path)
    path = workers.write_report("bench.json", {"b": 1, "a": 2}, keep=False)
    workers.write_report("bench.json", {"b": 3}, keep=True)
    assert json.loads(path.read_text()) == {"a": 2, "b": 3}
    workers.write_report("bench.json", {"b": 4}, keep=False)
    assert json.loads(path.read_text()) == {"b": 4}
