"""The printed sheets and what is found of them: the PDF's own rectangles are drawn and photographed by a
camera whose place we choose."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.vision.boards import PAPERS, SHEET_IDS, TABLE_IDS, board_pdf, spot_sheet
from kiosk.vision.calibration import Calibration, CalibrationError, Zone, calibrate, find_markers

DOTS = 4  # to the millimetre


def printed(page: int, paper: str = "a4") -> np.ndarray:
    """A page of the PDF as a printer would lay it down: its filled rectangles, nothing else."""
    wide, high = PAPERS[paper]
    sheet = np.full((round(high * DOTS), round(wide * DOTS), 3), 255, np.uint8)
    content = re.findall(rb"stream\n(.*?)\nendstream", board_pdf(paper), re.DOTALL)[page].decode("latin-1")
    for found in re.finditer(r"^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f$", content, re.MULTILINE):
        x, y, w, h = (float(v) for v in found.groups())
        top, left = round((high - y - h) * DOTS), round(x * DOTS)
        sheet[top : round((high - y) * DOTS), left : round((x + w) * DOTS)] = 0
    return sheet


# where the sheet's corners come to lie in a picture of 1280 x 960: seen from the side and turned
CORNERS = np.array([[300, 120], [930, 160], [1010, 880], [220, 820]], np.float32)


def photographed(corners: np.ndarray = CORNERS, page: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """The sheet in a picture, and the homography from millimetres on it to pixels."""
    sheet = printed(page)
    wide, high = PAPERS["a4"]
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), corners)
    dots = matrix @ np.diag([1 / DOTS, 1 / DOTS, 1])
    picture = np.full((960, 1280, 3), 90, np.uint8)
    laid = cv2.warpPerspective(sheet, dots, (1280, 960), flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.ones(sheet.shape[:2], np.uint8), dots, (1280, 960))
    picture[inside > 0] = laid[inside > 0]
    return cv2.GaussianBlur(picture, (0, 0), 0.8), matrix


def test_the_pdf_is_whole_and_its_markers_are_found() -> None:
    data = board_pdf()
    assert data.startswith(b"%PDF-1.4") and data.rstrip().endswith(b"%%EOF")
    start = int(data.split(b"startxref\n")[1].split()[0])
    assert data[start : start + 4] == b"xref"
    for line, offset in enumerate(re.findall(rb"^(\d{10}) 00000 n", data, re.MULTILINE), 1):
        assert data[int(offset) :].startswith(f"{line} 0 obj".encode())
    assert sorted(find_markers(printed(0))) == list(SHEET_IDS)
    assert sorted(find_markers(printed(1))) == list(TABLE_IDS)


def test_paper_that_nobody_has_is_named() -> None:
    with pytest.raises(ValueError, match="a4, letter"):
        board_pdf("a0")


def test_pixels_become_millimetres() -> None:
    picture, matrix = photographed()
    made = calibrate([picture])
    for x, y in ((60, 60), (105, 148.5), (150, 240)):
        point = matrix @ (x, y, 1)
        assert made.millimetres([point[:2] / point[2]])[0] == pytest.approx((x, y), abs=0.4)


def test_the_scale_is_that_of_a_sheet_seen_from_straight_above() -> None:
    corners = np.array([[200, 50], [200 + 210 * 3, 50], [200 + 210 * 3, 50 + 297 * 3], [200, 50 + 297 * 3]])
    made = calibrate([photographed(corners.astype(np.float32))[0]])
    assert made.pixels_per_mm() == pytest.approx(3.0, rel=0.005)


def test_zones_hold_what_lies_in_them() -> None:
    picture, matrix = photographed()
    square = Zone("3", ((80, 120), (130, 120), (130, 170), (80, 170)))
    made = calibrate([picture]).with_zones([square])
    for place, seat in (((105, 148), "3"), ((60, 148), None)):
        point = matrix @ (*place, 1)
        assert made.seat_of((point[0] / point[2], point[1] / point[2])) == seat


def test_a_moved_camera_is_seen_and_a_card_over_markers_is_no_movement() -> None:
    picture, _ = photographed()
    made = calibrate([picture])
    assert made.moved(picture) is False
    assert made.moved(np.roll(picture, 20, axis=1)) is True
    # one marker pushed aside: the others still say where the camera is
    square = spot_sheet()[0]
    pushed = picture.copy()
    x0, y0 = (int(v) - 8 for v in np.array(made.markers[square.marker]).min(0))
    x1, y1 = (int(v) + 8 for v in np.array(made.markers[square.marker]).max(0))
    pushed[y0:y1, x0 + 15 : x1 + 15] = picture[y0:y1, x0:x1]
    assert made.moved(pushed) is False
    assert made.moved(np.full_like(picture, 90)) is None


def test_it_is_the_same_after_saving(tmp_path: Path) -> None:
    made = calibrate([photographed()[0]]).with_zones([Zone("spot", ((0, 0), (10, 0), (10, 10)))])
    made.save(tmp_path / "camera.json")
    assert Calibration.load(tmp_path / "camera.json") == made


@pytest.mark.parametrize("text", ["", "{}", '{"format": "liege-camera 0"}', "[1]"])
def test_a_file_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "camera.json"
    path.write_text(text)
    with pytest.raises(CalibrationError, match=r"camera\.json"):
        Calibration.load(path)


def test_no_sheet_in_view_is_a_sentence() -> None:
    with pytest.raises(CalibrationError, match="Only 0 of the sheet's 4 markers"):
        calibrate([np.full((480, 640, 3), 120, np.uint8)])


def bulged(picture: np.ndarray, focal: float, k1: float) -> np.ndarray:
    """The picture through a lens that bends: each bent pixel takes its colour from where it belongs."""
    high, wide = picture.shape[:2]
    matrix = np.array([[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1.0]])
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32)
    bent = np.stack([xs.ravel(), ys.ravel()], 1)[:, None]
    straight = cv2.undistortPoints(bent, matrix, np.array([k1, 0, 0, 0.0]), P=matrix)[:, 0].astype(np.float32)
    return cv2.remap(picture, straight[:, 0].reshape(high, wide), straight[:, 1].reshape(high, wide), 1)


def test_the_lens_is_measured_from_tilted_views() -> None:
    # a pinhole camera of 1100 pixels looks at the sheet from three places; then its pictures are bulged
    lens = np.array([[1100, 0, 640], [0, 1100, 480], [0, 0, 1.0]])
    wide, high = PAPERS["a4"]
    views = []
    for tilt, lean in ((0.5, 0.1), (-0.5, 0.3), (0.1, -0.6), (0.0, 0.0)):
        turn, _ = cv2.Rodrigues(np.array([tilt, lean, 0.2]))
        edge = np.array(
            [
                [-wide / 2, -high / 2, 0],
                [wide / 2, -high / 2, 0],
                [wide / 2, high / 2, 0],
                [-wide / 2, high / 2, 0],
            ]
        )
        seen = (lens @ (turn @ edge.T + np.array([[0], [0], [420.0]]))).T
        views.append(bulged(photographed((seen[:, :2] / seen[:, 2:]).astype(np.float32))[0], 1100, -0.2))
    made = calibrate(views)
    assert made.lens[0] == pytest.approx(1100, rel=0.05)
    assert made.lens[3] == pytest.approx(-0.2, abs=0.06)
