"""Every fault has a test that makes it happen; docs/faults-tested.md is written anew by each run."""

from __future__ import annotations

from pathlib import Path

from tests.faults_index import FAULTS, as_text, faults_in, proofs


def test_every_fault_has_a_test(root: Path) -> None:
    """A fault that no test makes happen is one that nobody has seen."""
    table = proofs(root)
    text = as_text(table)
    path = root / "docs" / "faults-tested.md"
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
    missing = [name for name, tests in table.items() if not tests]
    assert not missing, f"no test makes this happen: {', '.join(missing)}"
    known = {kind.name for kind in FAULTS}
    assert set(table) <= known, f"no fault is called so: {', '.join(set(table) - known)}"


def test_faults_are_read_out_of_texts() -> None:
    assert faults_in("Fault: card unread. And more.") == {"card unread"}
    assert faults_in("x. Faults: two tags,\n    glare. y") == {"two tags", "glare"}
    assert faults_in("the fault is: mine.") == set()
