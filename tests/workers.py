"""Runs one function of one module in a process of its own and brings its answer back, for the two runners.

A benchmark or proof may open a window, start threads or spoil caches: none of that may reach the next one.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


class WorkerFailed(Exception):
    """The process ended badly; its own words are already on standard error."""


def found(folder: str, prefix: str = "") -> list[str]:
    """Names of the modules in tests/`folder` that start with `prefix`, which is cut off; not those with
    `_`.
    """
    paths = sorted((ROOT / "tests" / folder).glob(f"{prefix}*.py"))
    return [path.stem.removeprefix(prefix) for path in paths if not path.stem.startswith("_")]


def call(module: str, arguments: dict[str, Any]) -> Any:
    """The JSON value that `module.run(**arguments)` returns, run in a fresh interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        command = [sys.executable, "-m", "tests.workers", module, json.dumps(arguments), str(answer)]
        ended = subprocess.run(command, cwd=ROOT, check=False)
        if ended.returncode != 0 or not answer.exists():
            raise WorkerFailed(f"{module} ended with status {ended.returncode}")
        return json.loads(answer.read_text())


def write_report(name: str, entries: dict[str, Any], keep: bool) -> Path:
    """Writes build/`name`; with `keep`, entries of the earlier report that were not measured now stay in
    it.
    """
    path = ROOT / "build" / name
    path.parent.mkdir(exist_ok=True)
    old = json.loads(path.read_text()) if keep and path.exists() else {}
    path.write_text(json.dumps(dict(sorted((old | entries).items())), indent=1, ensure_ascii=False) + "\n")
    return path


def _main() -> None:
    module, arguments, answer = sys.argv[1:]
    result = importlib.import_module(module).run(**json.loads(arguments))
    Path(answer).write_text(json.dumps(result))


if __name__ == "__main__":
    _main()
