"""The readers that were chosen: remembered, overruled by options, and a damaged file costs nothing else."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from kiosk import reader_choice, run_cli
from kiosk.decks import save as save_deck
from kiosk.reader_choice import ReaderChoice
from kiosk.reader_making import ReaderMaker, Sights, load_parts
from kiosk.readers.simulated_shoe import simulated_deck


def test_what_was_chosen_is_remembered(tmp_path: Path) -> None:
    assert reader_choice.load(tmp_path) == (ReaderChoice(), "")
    chosen = ReaderChoice(shoe="none", camera="/dev/video2", place="table", calibration="/x/camera.json")
    reader_choice.save(chosen, tmp_path / "data")
    assert reader_choice.load(tmp_path / "data") == (chosen, "")


@pytest.mark.parametrize(
    ("held", "why"),
    [
        (b"\xff\xfe\x00", "it is not text"),
        (b'{"version": 1, "shoe"', "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"[]", "it is of another version"),
        (b'{"version": 2}', "it is of another version"),
        (b'{"version": 1, "scanner": 7}', "scanner is not a text"),
        (b'{"version": 1, "place": "ceiling"}', "a camera looks at a spot or at the table, not at 'ceiling'"),
    ],
)
def test_a_file_that_cannot_be_used_is_kept_aside(tmp_path: Path, held: bytes, why: str) -> None:
    (tmp_path / "readers.json").write_bytes(held)
    chosen, trouble = reader_choice.load(tmp_path)
    assert chosen == ReaderChoice()
    assert trouble == (
        f"readers.json cannot be used ({why}): it is kept as readers.json.broken, and the readers are looked for anew."
    )
    assert (tmp_path / "readers.json.broken").read_bytes() == held
    assert reader_choice.load(tmp_path) == (ReaderChoice(), "")


def test_what_a_newer_version_adds_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "readers.json").write_text(json.dumps({"version": 1, "shoe": "none", "drone": "x"}))
    assert reader_choice.load(tmp_path) == (ReaderChoice(shoe="none"), "")


def chosen(folder: Path, *options: str) -> ReaderChoice:
    """What ``liege run`` makes of the stored choice and its options."""
    parser = argparse.ArgumentParser()
    run_cli.add_parser(parser.add_subparsers())
    return run_cli._chosen(parser.parse_args(["run", *options]), reader_choice.load(folder)[0])


def test_an_option_goes_before_what_was_chosen(tmp_path: Path) -> None:
    over_table = ReaderChoice(camera="/dev/video0", place="table", calibration="/c.json", look="/blue.look")
    reader_choice.save(over_table, tmp_path)
    assert chosen(tmp_path) == over_table
    assert chosen(tmp_path, "--shoe", "none") == over_table.with_changed(shoe="none")
    # another camera is not where the chosen one was calibrated
    assert chosen(tmp_path, "--camera", "1") == over_table.with_changed(camera="1", place="spot", calibration="")
    assert chosen(tmp_path, "--camera", "1", "--calibration", "/d.json") == over_table.with_changed(
        camera="1", calibration="/d.json"
    )


def made(choice: ReaderChoice) -> list[str]:
    readers = ReaderMaker(lambda: (), Sights()).all_of(choice, load_parts(choice))
    return [reader.name for reader in readers]


def test_the_shoe_that_is_only_looked_for_gives_way() -> None:
    assert made(ReaderChoice()) == ["shoe"]
    assert made(ReaderChoice(shoe="none")) == []
    assert made(ReaderChoice(scanner="/dev/ttyUSB0")) == ["scanner"]
    assert made(ReaderChoice(rdm6300="/dev/ttyUSB0")) == ["rfid"]
    assert made(ReaderChoice(shoe="/dev/ttyACM0", scanner="/dev/ttyUSB0")) == ["scanner", "shoe"]
    assert made(ReaderChoice(camera="0")) == ["camera"]  # a read spot takes the shoe's place
    assert made(ReaderChoice(camera="0", place="table")) == ["camera", "shoe"]


def test_a_part_that_cannot_be_used_is_told_and_left_out(tmp_path: Path) -> None:
    save_deck(simulated_deck("Blue"), tmp_path / "blue.deck")
    (tmp_path / "bad.json").write_text("{}")
    parts = load_parts(
        ReaderChoice(
            deck=str(tmp_path / "blue.deck"),
            camera="0",
            calibration=str(tmp_path / "bad.json"),
            look=str(tmp_path / "no.look"),
        )
    )
    assert parts.deck is not None and parts.deck.name == "Blue"
    assert parts.calibration is None and parts.look is None
    assert sorted(parts.troubles) == ["calibration", "look"]
    assert parts.troubles["calibration"].endswith("bad.json is no camera calibration: calibrate again.")
    assert load_parts(ReaderChoice(deck=str(tmp_path / "no.deck"))).troubles == {
        "deck": f"there is no deck file {tmp_path / 'no.deck'}"
    }
