"""The short form of the proof on photos."""

from pathlib import Path

from tests.proofs import camera_photos


def test_photos_as_they_are_and_made_worse(shared: Path) -> None:
    assert camera_photos.PHOTOS.is_relative_to(shared)
    outcome = camera_photos.run(full=False)
    assert outcome["ok"], outcome["figure"]
