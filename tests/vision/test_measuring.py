"""The counting of `measure`: a folder of three labelled pictures and made-up readings, worked out by hand."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import Card
from kiosk.vision.deciding import Reading
from kiosk.vision.measuring import FolderError, Label, compare, measure_folder, read_labels, totals
from kiosk.vision.report import as_json, as_text


def seen(name: str | None, x: float = 0, y: float = 0) -> Reading:
    card = None if name is None else Card.parse(name)
    return Reading(card, 0.9, ((x, y),) * 4, (x, y), 25.0, 1)


def test_without_boxes_labels_are_a_bag() -> None:
    labels = [Label("As"), Label("Kd"), Label("Q?"), Label("2c")]
    right, wrong, missed, false = compare(labels, [seen("As"), seen("Qh"), seen("9s"), seen(None)])
    assert [label.text for label in right] == ["As", "Q?"]
    # 9s belongs to one of the two that are left, which one cannot be known
    assert len(wrong) == 1 and len(missed) == 1 and not false


def test_a_reading_beyond_the_labels_is_false() -> None:
    right, wrong, missed, false = compare([Label("As")], [seen("As"), seen("As")])
    assert len(right) == 1 and not wrong and not missed and len(false) == 1


def test_with_boxes_a_reading_counts_only_in_its_place() -> None:
    labels = [Label("As", (0, 0, 100, 100)), Label("Kd", (200, 0, 300, 100))]
    right, wrong, missed, false = compare(labels, [seen("Kd", 50, 50), seen("7h", 600, 50)])
    assert not right and [(label.text, str(r.card)) for label, r in wrong] == [("As", "Kd")]
    assert [label.text for label in missed] == ["Kd"] and [str(r.card) for r in false] == ["7h"]


def test_overlapping_boxes_give_each_reading_its_own_label() -> None:
    labels = [Label("As", (0, 0, 100, 100)), Label("Kd", (50, 0, 150, 100))]
    right, wrong, missed, false = compare(labels, [seen("Kd", 60, 50), seen("As", 55, 50)])
    assert len(right) == 2 and not wrong and not missed and not false


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.png", "b.png", "c.png"):
        cv2.imwrite(str(tmp_path / name), np.zeros((40, 60, 3), np.uint8))
    (tmp_path / "LABELS.csv").write_text("file,labels\na.png,As Kd\nb.png,Q?\nc.png,\n")
    (tmp_path / "BOXES.csv").write_text("file,label,x0,y0,x1,y1\na.png,As,0,0,20,20\n")
    return tmp_path


def test_labels_get_their_boxes(folder: Path) -> None:
    labels = read_labels(folder)
    assert labels["a.png"] == [Label("As", (0, 0, 20, 20)), Label("Kd")] and labels["c.png"] == []


def test_a_folder_is_summed_up(folder: Path) -> None:
    answers = iter([[seen("As", 10, 10), seen("Kh", 30, 30), seen(None)], [seen("Qc")], [seen("2c")]])
    results = measure_folder(folder, lambda _picture: next(answers))
    sums = totals(results)
    assert (sums.cards, sums.right, sums.wrong, sums.missed, sums.false) == (3, 2, 1, 0, 1)
    # the king was read as the wrong suit only
    assert (sums.rank_right, sums.wrong_rank, sums.wrong_suit, sums.unknown) == (3, 0, 1, 1)
    assert sums.index_px_median == 25.0
    told = json.loads(as_json(folder, results))
    wanted = "cards right wrong missed false rank_right unknown index_px_median ms_median ms_p95 decode_ms_median"
    assert set(wanted.split()) <= set(told)
    assert told["pictures"][0]["read"] == ["As", "Kh"] and told["pictures"][0]["wrong"] == [["Kd", "Kh"]]
    assert "read wrong       1" in as_text(folder, results)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("file,labels\na.png,Xx\n", "'Xx' is no card label"),
        ("name\na.png\n", "needs the columns file and labels"),
    ],
)
def test_a_bad_table_is_named(folder: Path, text: str, says: str) -> None:
    (folder / "LABELS.csv").write_text(text)
    with pytest.raises(FolderError, match=says):
        read_labels(folder)


def test_no_table_and_no_picture_are_named(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="no LABELS"):
        read_labels(tmp_path / "nowhere")
    (folder / "b.png").write_text("no picture")
    with pytest.raises(FolderError, match="is no picture"):
        measure_folder(folder, lambda _picture: [])
