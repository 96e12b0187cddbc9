"""How the screen looks and sounds: kept in ``settings.json`` in the data folder, between one evening and the next.

What cannot be used is never dropped in silence: the file is kept aside under another name, the usual value holds,
and a banner says so in one sentence. Writing happens on a thread of its own and is atomic.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

from kiosk.said import Said
from kiosk.session import Banner
from kiosk.wording.catalogue import LANGUAGES

LOG = logging.getLogger("liege.settings")

FILE: Final = "settings.json"
LONGEST: Final = 64 * 1024
"""Bytes. No settings file is longer than this."""

SCREEN: Final = "screen"
"""The banners of the screen itself, which no session knows of, come from this ``reader``."""
UNREAD: Final = "settings-unread"
UNSAVED: Final = "settings-unsaved"

THEMES: Final = ("night", "day")
CLOCKS: Final = ("off", "24", "12")


@dataclass(frozen=True, slots=True)
class Settings:
    """How the screen looks and sounds. ``panel``: the name of its layout; empty: the one that was found."""

    language: str = "en"
    theme: str = "night"
    four_suits: bool = False
    sounds: bool = True
    panel: str = ""
    clock: str = "off"
    """off, 24 or 12 hours. Wall time is a label only: a kiosk has no clock battery."""


def _choices(panels: Collection[str]) -> dict[str, Collection[object]]:
    flags: Collection[object] = (False, True)
    return {
        "language": tuple(LANGUAGES),
        "theme": THEMES,
        "four_suits": flags,
        "sounds": flags,
        "panel": ("", *panels),
        "clock": CLOCKS,
    }


assert set(_choices(())) == {one.name for one in fields(Settings)}


def parse(data: bytes, panels: Collection[str]) -> tuple[Settings, tuple[str, ...]]:
    """The settings that stand in a file, and the names of those that were not understood, for which the usual ones
    hold. ``panels``: the layouts that there are. Raises ValueError where it is no settings file at all."""
    if len(data) > LONGEST:
        raise ValueError("it is too long")
    try:
        told = json.loads(data.decode("utf-8"))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(told, dict):
        raise ValueError("it is no list of settings")
    choices = _choices(panels)
    good = {
        name: value
        for name, value in told.items()
        if name in choices and any(type(value) is type(choice) and value == choice for choice in choices[name])
    }
    unknown = sorted(set(told) - set(good))
    return replace(Settings(), **good), tuple(unknown)


def render(settings: Settings) -> bytes:
    """The file as it is written."""
    told = {one.name: getattr(settings, one.name) for one in fields(settings)}
    return (json.dumps(told, indent=2, sort_keys=True) + "\n").encode()


def load(folder: Path, panels: Collection[str]) -> tuple[Settings, Banner | None]:
    """The settings of the data folder; where there are none, or none that can be used, the usual ones, and a banner.

    A file that could not be used as a whole is kept aside and written anew with what holds.
    """
    path = folder / FILE
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        told = Said("The settings cannot be read ({why}): the usual ones hold.", why=error.strerror)
        return Settings(), Banner(SCREEN, UNREAD, told, True)
    names = ""
    try:
        settings, unknown = parse(data, panels)
    except ValueError:
        settings = Settings()
    else:
        if not unknown:
            return settings, None
        names = ", ".join(_printable(name) for name in unknown[:6])
    kept = _keep_aside(path)
    if kept:
        try:
            write(folder, settings)
        except OSError as error:
            LOG.error("the settings cannot be written anew: %s", error.strerror)
    return settings, Banner(SCREEN, UNREAD, _sentence(names, kept), True)


def _sentence(names: str, kept: str) -> Said:
    """``names``: the settings that were not understood, empty where the whole file was not; ``kept``: its new name."""
    match bool(names), bool(kept):
        case True, True:
            return Said(
                "Not understood among the settings: {names}. The usual ones hold there; the old file is {kept}.",
                names=names,
                kept=kept,
            )
        case True, False:
            return Said("Not understood among the settings: {names}. The usual ones hold there.", names=names)
        case False, True:
            return Said("The settings file is damaged: the usual settings hold; the old file is {kept}.", kept=kept)
        case _:
            return Said("The settings file is damaged: the usual settings hold.")


def _printable(name: str) -> str:
    """A setting's name for a sentence: it may be anything that stood in the file."""
    short = "".join(letter if letter.isprintable() else "?" for letter in name[:20])
    return short.strip() or "?"


def _keep_aside(path: Path) -> str:
    """Give the file another name, which no earlier one has; that name, empty where it cannot be done."""
    for number in range(1, 1000):
        kept = path.with_name(f"settings.bad-{number}.json")
        if kept.exists():
            continue
        try:
            path.rename(kept)
        except OSError as error:
            LOG.error("the bad settings file cannot be kept aside: %s", error.strerror)
            return ""
        return kept.name
    return ""


def write(folder: Path, settings: Settings) -> None:
    """Write the file, whole or not at all, through to the disk. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = folder / f"{FILE}.new"
    with fresh.open("wb") as file:
        file.write(render(settings))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(folder / FILE)
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class SettingsKeeper:
    """Writes settings on a thread of its own; of several that wait only the newest.

    ``told`` is called on that thread with a banner where it fails, and with None when a later save went well.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: Callable[[Banner | None], None] = lambda banner: None
        self._news = threading.Condition()
        self._waiting: Settings | None = None
        self._closing = False
        self._thread: threading.Thread | None = None

    def save(self, settings: Settings) -> None:
        """Write these soon; never waits."""
        with self._news:
            self._waiting = settings
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="settings", daemon=True)
                self._thread.start()
            self._news.notify()

    def close(self) -> None:
        """Write what waits, and end the thread."""
        with self._news:
            self._closing = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        failed = False
        while True:
            with self._news:
                while self._waiting is None and not self._closing:
                    self._news.wait()
                settings, self._waiting = self._waiting, None
            if settings is None:
                return
            try:
                write(self.folder, settings)
            except OSError as error:
                LOG.error("the settings cannot be saved: %s", error.strerror)
                failed = True
                told = Said(
                    "The settings cannot be saved ({why}): they hold until the kiosk is switched off.",
                    why=error.strerror,
                )
                self.told(Banner(SCREEN, UNSAVED, told, True))
            else:
                if failed:
                    failed = False
                    self.told(None)
