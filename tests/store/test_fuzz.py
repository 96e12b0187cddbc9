"""Damage of every kind to a store's files: one sentence, or the same rows and a finding; never less."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.journal import Journal, JournalError
from tests.proofs.bit_flips import killed

FILES = ("liege.db", "liege.db-wal", "liege.head", "liege.mark", "liege.key")


@pytest.fixture(scope="module")
def whole() -> Iterator[Path]:
    """A store whose process was killed, with rows in the store file and in the log."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "whole")
        killed(folder)
        yield folder


damage = st.one_of(
    st.tuples(st.just("overwrite"), st.floats(0, 1), st.binary(min_size=1, max_size=64)),
    st.tuples(st.just("zero"), st.floats(0, 1), st.just(bytes(4096))),
    st.tuples(st.just("cut"), st.floats(0, 1), st.just(b"")),
    st.tuples(st.just("append"), st.just(1.0), st.binary(min_size=1, max_size=600)),
    st.tuples(st.just("remove"), st.just(0.0), st.just(b"")),
)


def spoil(path: Path, how: str, where: float, data: bytes) -> None:
    content = path.read_bytes()
    at = int(where * len(content))
    match how:
        case "remove":
            path.unlink()
        case "cut":
            path.write_bytes(content[:at])
        case _:
            path.write_bytes(content[:at] + data + content[at + len(data) :])


@settings(max_examples=150)
@given(st.lists(st.tuples(st.sampled_from(FILES), damage), min_size=1, max_size=2, unique_by=lambda hit: hit[0]))
def test_damage_is_never_silent(whole: Path, hits: list[tuple[str, tuple[str, float, bytes]]]) -> None:
    """Fault: damaged row."""
    with tempfile.TemporaryDirectory() as scratch:
        sound = Journal.open(Path(shutil.copytree(whole, Path(scratch, "sound"))))
        expected = sound.end
        sound.close()
        folder = Path(shutil.copytree(whole, Path(scratch, "spoiled")))
        for name, (how, where, data) in hits:
            spoil(folder / name, how, where, data)
        before = {path.name: path.read_bytes() for path in folder.iterdir() if path.name in FILES}
        if not before.get("liege.db-wal"):
            before.pop("liege.db-wal", None)
        try:
            journal = Journal.open(folder)
        except JournalError as error:
            assert "\n" not in str(error)
            left = {path.name: path.read_bytes() for path in folder.iterdir() if path.name in FILES}
            if not left.get("liege.db-wal"):
                left.pop("liege.db-wal", None)  # where it was removed SQLite makes an empty one
            if "liege.db" in before:
                assert left == before  # nothing is repaired silently
            return
        assert journal.end == expected or journal.findings
        journal.close()
