"""The settings file: whatever stands in it, nothing falls over and nothing is changed in silence."""

from __future__ import annotations

import json
import os
import string
import tempfile
from dataclasses import asdict, fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.settings import FILE, LONGEST, UNSAVED, Settings, SettingsKeeper, load, parse, render, write
from kiosk.ui.panel import PANELS
from kiosk.wording import Wording

CHOSEN = Settings("de", "day", True, False, "7-1280x720", "12")
LEGAL = {
    "language": ["en", "de"],
    "theme": ["night", "day"],
    "four_suits": [False, True],
    "sounds": [False, True],
    "panel": ["", *PANELS],
    "clock": ["off", "24", "12"],
}


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write(tmp_path / "new" / "folder", CHOSEN)
    assert load(tmp_path / "new" / "folder", PANELS) == (CHOSEN, None)


def test_without_a_file_the_usual_settings_hold_and_nothing_is_said(tmp_path: Path) -> None:
    assert load(tmp_path, PANELS) == (Settings(), None)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_setting_is_the_usual_one(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"theme": "day"}')
    assert load(tmp_path, PANELS) == (Settings(theme="day"), None)


@pytest.mark.parametrize("language", ["en", "de"])
def test_bad_bytes_are_kept_aside_and_told_once(tmp_path: Path, language: str) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe not json")
    settings, banner = load(tmp_path, PANELS)
    assert settings == Settings()
    assert banner is not None and banner.needs_confirm
    assert {
        "en": "The settings file is damaged: the usual settings hold; the old file is settings.bad-1.json.",
        "de": "Die Datei der Einstellungen ist beschädigt: es gelten die üblichen; die alte Datei ist "
        "settings.bad-1.json.",
    }[language] == Wording(language).told(banner.sentence)
    assert (tmp_path / "settings.bad-1.json").read_bytes() == b"\xff\xfe not json"
    assert load(tmp_path, PANELS) == (Settings(), None)


def test_an_unknown_value_is_named_and_the_others_hold(tmp_path: Path) -> None:
    text = '{"language": "xx", "theme": "day", "clock": 24, "colour": "red", "sounds": 0}'
    (tmp_path / FILE).write_text(text)
    settings, banner = load(tmp_path, PANELS)
    assert settings == Settings(theme="day")
    assert banner is not None
    assert banner.sentence == (
        "Not understood among the settings: clock, colour, language, sounds. The usual ones hold there; "
        "the old file is settings.bad-1.json."
    )
    assert (tmp_path / "settings.bad-1.json").read_text() == text


def test_an_earlier_bad_file_is_not_lost(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        (tmp_path / FILE).write_text("no " * number)
        load(tmp_path, PANELS)
        assert (tmp_path / f"settings.bad-{number}.json").read_text() == "no " * number


def test_a_file_that_cannot_be_read_or_moved_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    settings, banner = load(tmp_path, PANELS)
    assert settings == Settings()
    assert banner is not None
    assert banner.sentence == "The settings cannot be read (Is a directory): the usual ones hold."


def usual_but_for(told: object) -> Settings:
    """Worked out by another way than the program's: each setting is the file's where its JSON text is a legal one."""
    values = {}
    for one in fields(Settings):
        texts = {json.dumps(value): value for value in LEGAL[one.name]}
        text = json.dumps(told[one.name]) if isinstance(told, dict) and one.name in told else ""
        values[one.name] = texts.get(text, getattr(Settings(), one.name))
    return Settings(**values)


def whole(told: object) -> bool:
    """Every value that stands in the file is in force, and none stands there that means nothing."""
    return isinstance(told, dict) and all(
        name in LEGAL and json.dumps(value) in map(json.dumps, LEGAL[name]) for name, value in told.items()
    )


def check_load(data: bytes, told: object) -> None:
    """``told``: what JSON the data is; a number where it is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / FILE).write_bytes(data)
        settings, banner = load(path, PANELS)
        assert settings == usual_but_for(told)
        if whole(told):
            assert banner is None
            assert (path / FILE).read_bytes() == data
        else:
            assert banner is not None
            assert (path / "settings.bad-1.json").read_bytes() == data
            for language in ("en", "de"):
                said = Wording(language).told(banner.sentence)
                assert said.endswith(".") and "\n" not in said and said.isprintable()
            assert load(path, PANELS) == (settings, None)


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    try:
        told = json.loads(data.decode("utf-8"))
    except ValueError:
        told = 0
    check_load(data, told)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    | st.sampled_from([value for choices in LEGAL.values() for value in choices]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
names = st.sampled_from([*LEGAL, "sound", "Panel", "{names}"]) | st.text(string.printable, max_size=6)


@given(st.dictionaries(names, values, max_size=8) | values)
def test_any_json(told: object) -> None:
    data = json.dumps(told).encode()
    # NaN and infinity are written by Python alone; read again they are what they were.
    check_load(data, json.loads(data))


@given(st.fixed_dictionaries({name: st.sampled_from(choices) for name, choices in LEGAL.items()}))
def test_every_legal_choice_is_kept(chosen: dict[str, object]) -> None:
    settings = Settings(**chosen)  # type: ignore[arg-type]
    assert parse(render(settings), PANELS) == (settings, ())
    assert json.loads(render(settings)) == asdict(settings)


@pytest.mark.parametrize("data", [b"[" * 50_000, b'{"a":' * 9000, b"1" * 5000, b" " * (LONGEST + 1)])
def test_what_would_tire_the_parser(tmp_path: Path, data: bytes) -> None:
    (tmp_path / FILE).write_bytes(data)
    settings, banner = load(tmp_path, PANELS)
    assert settings == Settings()
    assert banner is not None and "damaged" in banner.sentence


def test_the_keeper_writes_the_newest_on_a_thread_of_its_own(tmp_path: Path) -> None:
    keeper = SettingsKeeper(tmp_path)
    for clock in ("24", "12", "off"):
        keeper.save(Settings(clock=clock, theme="day"))
    keeper.close()
    assert load(tmp_path, PANELS) == (Settings(theme="day"), None)
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE]


def test_what_cannot_be_saved_is_told_and_taken_back_when_it_can(tmp_path: Path) -> None:
    place = tmp_path / "data"
    place.write_text("a file where the folder should be")
    heard: list[object] = []
    keeper = SettingsKeeper(place)
    keeper.told = lambda banner: (heard.append(banner), place.unlink() if banner else None)  # type: ignore[assignment, func-returns-value]
    keeper.save(CHOSEN)
    while not heard:  # a thread of its own: wait for its first answer
        os.sched_yield()
    keeper.save(CHOSEN)
    keeper.close()
    assert [getattr(one, "kind", None) for one in heard] == [UNSAVED, None]
    assert load(place, PANELS) == (CHOSEN, None)


def test_a_write_that_breaks_off_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, CHOSEN)
    monkeypatch.setattr(os, "fsync", lambda handle: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        write(tmp_path, Settings())
    monkeypatch.undo()
    assert load(tmp_path, PANELS) == (CHOSEN, None)
