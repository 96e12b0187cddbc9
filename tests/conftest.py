"""What every test gets: no traces on the machine, a window that needs no screen, the folder of samples."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest

from tests import offscreen

# Before anything imports kivy: its settings are read once, at import.
offscreen.prepare()

# The kiosk's own folders, should a test forget to name one: never those of the person who runs the tests.
_home = tempfile.TemporaryDirectory(prefix="liege-tests-")
for _name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"):
    os.environ[_name] = _home.name
for _name in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ[_name] = "C.UTF-8"

# The same examples in each run and no time limits: a slow machine is no failure, one that emulates another takes a
# minute for what takes a moment here. `--hypothesis-profile=search` looks for new ones.
PATIENT = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("steady", derandomize=True, database=None, **PATIENT)
hypothesis.settings.register_profile("search", max_examples=2000, **PATIENT)
hypothesis.settings.load_profile("steady")


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared(root: Path) -> Path:
    """The folder of samples beside the project; tests that need it are skipped where it is missing."""
    folder = root.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"the samples are not here: {folder}")
    return folder
