"""Still, changed, covered: tables with and without movement."""

import numpy as np

from kiosk.vision.stillness import Stillness
from tests.vision.pictures import Laid, table


def test_noise_is_still_and_a_card_that_moves_is_not() -> None:
    still = Stillness()
    assert not still.feed(table(Laid("Ac", 300, 300), seed=1))
    assert still.feed(table(Laid("Ac", 300, 300), seed=2))
    assert not still.feed(table(Laid("Ac", 330, 300), seed=3))
    assert still.feed(table(Laid("Ac", 330, 300), seed=4))


def test_a_light_that_is_dimmed_is_no_movement() -> None:
    still = Stillness()
    picture = table(Laid("Ac", 300, 300), seed=1)
    still.feed(picture)
    assert still.feed((picture * 0.97).astype(np.uint8))


def test_changed_is_against_the_scene_that_was_kept() -> None:
    still = Stillness()
    assert still.changed
    still.feed(table(seed=1))
    still.keep()
    still.feed(table(seed=2))
    assert not still.changed
    still.feed(table(Laid("2d", 640, 360), seed=3))
    assert still.changed


def test_a_cap_on_the_lens_is_covered_and_dark_felt_is_not() -> None:
    still = Stillness()
    noise = np.random.default_rng(3)
    for _ in range(3):
        still.feed(np.clip(noise.normal(8, 2, (720, 1280, 3)), 0, 255).astype(np.uint8))
    assert still.covered
    still = Stillness()
    lamp = np.linspace(1.0, 0.4, 1280).reshape(1, 1280, 1)
    for seed in range(3):
        still.feed((table(seed=seed, felt=(40, 60, 30)) * lamp).astype(np.uint8))
    assert not still.covered
