"""The commands, as a person types them."""

import argparse
import json
from pathlib import Path

import cv2
import pytest

from kiosk import camera_cli
from kiosk.vision.calibration import Calibration
from tests.vision.pictures import FIVE, Laid, table
from tests.vision.test_calibration import photographed


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    camera_cli.add_parser(commands)
    camera_cli.add_deck_learn(commands.add_parser("deck").add_subparsers())
    given = parser.parse_args(list(words))
    return int(given.func(given))


def test_board_writes_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("camera", "board", str(tmp_path / "b.pdf"), "--paper", "letter") == 0
    assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")
    assert run("camera", "board", str(tmp_path / "no" / "b.pdf")) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_calibrate_stores_what_it_sees(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    cv2.imwrite(str(tmp_path / "in" / "a.png"), photographed()[0])
    out = tmp_path / "camera.json"
    zone = "spot=500,400,700,600"
    assert run("camera", "calibrate", str(tmp_path / "in"), "--out", str(out), "--zone", zone) == 0
    assert Calibration.load(out).seat_of((600, 500)) == "spot"
    assert "pixels a millimetre" in capsys.readouterr().out
    assert run("camera", "calibrate", str(tmp_path / "in"), "--out", str(out), "--zone", "spot=1,2") == 2
    assert "is no zone" in capsys.readouterr().err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "five.png"), table(*FIVE))
    (tmp_path / "LABELS.csv").write_text("file,labels\nfive.png," + " ".join(card.name for card in FIVE) + "\n")
    return tmp_path


def test_measure_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("camera", "measure", str(folder), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["cards"], told["right"], told["wrong"], told["false"]) == (5, 5, 0, 0)
    assert told["ms_median"] > 0 and told["decode_ms_median"] > 0


def test_measure_says_what_is_wrong_with_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("camera", "measure", str(tmp_path / "nowhere")) == 2
    assert "no LABELS.csv" in capsys.readouterr().err


def test_watch_prints_each_scene_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(10):
        cards = () if number < 5 else (Laid("Ac", 600, 350),)
        cv2.imwrite(str(tmp_path / f"{number}.png"), table(*cards, seed=number))
    assert run("camera", "watch", str(tmp_path), "--text") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 and lines[0] == "still, no card" and lines[1].startswith("Ac  indices ")


def test_learn_from_a_labelled_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["file,labels"]
    for name in ("Ac", "2d"):
        for number in range(3):
            cv2.imwrite(str(tmp_path / f"{name}{number}.png"), table(Laid(name, 600, 350, 40 * number), seed=number))
            rows.append(f"{name}{number}.png,{name}")
    (tmp_path / "LABELS.csv").write_text("\n".join(rows) + "\n")
    look = tmp_path / "kitchen.look"
    assert run("deck", "learn", str(tmp_path), "--name", "Kitchen", "--out", str(look)) == 0
    assert "2 of 52 cards learned" in capsys.readouterr().out
    assert run("camera", "measure", str(tmp_path), "--deck", str(look), "--json") == 0
    assert json.loads(capsys.readouterr().out)["right"] == 6


def test_a_missing_source_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("camera", "watch", str(tmp_path / "nowhere"), "--text") == 2
    assert "no folder" in capsys.readouterr().err
