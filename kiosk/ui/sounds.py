"""Short sounds for: your turn, a fault, all reveals in. Made of sine waves here, so that no file is needed."""

from __future__ import annotations

import array
import math
import tempfile
import wave
from pathlib import Path
from typing import Any, Final

from kiosk.session import ScreenState

RATE: Final = 22_050
TUNES: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "turn": ((660.0, 0.07),),
    "reveals": ((523.0, 0.08), (784.0, 0.12)),
    "fault": ((220.0, 0.16), (196.0, 0.24)),
}
"""Name -> tones: hertz, seconds."""


def sound_for(before: ScreenState, now: ScreenState) -> str:
    """The sound that a new state deserves; empty for none. A fault comes before all else."""
    if now.banners and now.banners != before.banners:
        return "fault"
    if now.view.faults and now.view.faults != before.view.faults:
        return "fault"
    if before.view.step == "reveal" and now.view.step == "bet" and now.redo is None:
        return "reveals"
    if now.asks and not before.asks:
        return "turn"
    turn, last = now.view.prompt, before.view.prompt
    if turn.kind in ("act", "bring-in") and turn.seat != last.seat and now.redo is None:
        return "turn"
    return ""


def samples(tune: str) -> array.array[int]:
    """A tune as 16-bit samples, each tone faded in and out so that it does not click."""
    made = array.array("h")
    for hertz, seconds in TUNES[tune]:
        count = int(RATE * seconds)
        for index in range(count):
            fade = min(1.0, index / 200, (count - index) / 900)
            made.append(int(9000 * fade * math.sin(2 * math.pi * hertz * index / RATE)))
    return made


class Sounds:
    """Plays tunes through Kivy's audio; silent where the machine has none."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def play(self, tune: str) -> None:
        """Play it, from the beginning where it is playing already."""
        if tune not in self._loaded:
            self._loaded[tune] = self._load(tune)
        sound = self._loaded[tune]
        if sound is not None:
            sound.stop()
            sound.play()

    def _load(self, tune: str) -> Any:
        from kivy.core.audio import SoundLoader

        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="liege-sounds-")
        path = Path(self._folder.name) / f"{tune}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(tune).tobytes())
        return SoundLoader.load(str(path))
