"""The short forms of the store's proofs (`make proof` runs them in full)."""

from __future__ import annotations

import pytest

from tests.proofs import _disk, bit_flips, power_cut


def test_a_flipped_bit_is_found_at_start() -> None:
    """Fault: damaged row."""
    outcome = bit_flips.run(full=False)
    assert outcome["ok"], outcome["figure"]


@pytest.mark.skipif(_disk.tool() is None, reason="strace is not installed: system calls cannot be recorded")
def test_a_power_cut_loses_nothing() -> None:
    """Fault: power cut."""
    outcome = power_cut.run(full=False)
    assert outcome["ok"], outcome["figure"]
