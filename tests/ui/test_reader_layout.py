"""The readers' screens: nothing clipped, nothing over anything else, each target large enough; no tag anywhere."""

import pytest

from kiosk.ui.panel import PANELS
from kiosk.wording.catalogue import LANGUAGES
from tests.ui.audit import audit
from tests.ui.reader_moments import reader_moments


@pytest.fixture
def no_waiting():
    from kivy.clock import Clock

    pace, Clock._max_fps = Clock._max_fps, 0
    yield
    Clock._max_fps = pace


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("panel", PANELS)
def test_every_readers_screen_fits(panel, language, tmp_path, no_waiting):
    faults = {}
    names = []
    for name, fingers in reader_moments(tmp_path, PANELS[panel], language):
        names.append(name)
        for fault in audit(fingers):
            faults.setdefault(fault, name)
    assert len(names) == 28
    assert faults == {}
