"""The sheets to print: one with four markers and the read spot, one with loose markers for the table's edge.

The PDF is written here directly: black squares at exact millimetres are all it holds, and so the sheet is as
true as the printer. Print at 100 %, and check the 100 mm rule on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

DICTIONARY = cv2.aruco.DICT_4X4_50
POINTS_PER_MM = 72 / 25.4
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIDE = 40.0
SHEET_IDS = (0, 1, 2, 3)
"""Markers on the read-spot sheet, whose places on it are known; all other ids are loose table markers."""
TABLE_IDS = tuple(range(10, 18))


@dataclass(frozen=True)
class Square:
    """A marker: id, left and top on the page in millimetres (from the top left), side."""

    marker: int
    left: float
    top: float
    side: float = SIDE

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Top left, top right, bottom right, bottom left: the order in which a detector gives them."""
        x0, y0, x1, y1 = self.left, self.top, self.left + self.side, self.top + self.side
        return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def spot_sheet(paper: str = "a4") -> tuple[Square, ...]:
    """The four markers around the read spot, in the middle of the page."""
    wide, high = PAPERS[paper]
    left, right = wide / 2 - 85, wide / 2 + 85 - SIDE
    top, bottom = high / 2 - 110, high / 2 + 110 - SIDE
    places = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple(Square(i, x, y) for i, (x, y) in zip(SHEET_IDS, places, strict=True))


def table_sheet(paper: str = "a4") -> tuple[Square, ...]:
    """Loose markers to cut out, eight on a page."""
    wide, high = PAPERS[paper]
    squares = []
    for place, marker in enumerate(TABLE_IDS):
        column, row = place % 2, place // 2
        squares.append(Square(marker, wide / 2 - 75 + column * 110, high / 2 - 125 + row * 66))
    return tuple(squares)


def bits(marker: int) -> list[list[bool]]:
    """The marker's cells with its black border, True for black."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    picture = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, 6))
    return [[bool(cell < 128) for cell in row] for row in picture]


def page_content(paper: str, squares: tuple[Square, ...], lines: tuple[str, ...], spot: bool) -> str:
    """One page's drawing commands (PDF 1.4, section 4): cells as filled rectangles, a rule of 100 mm,
    text."""
    wide, high = PAPERS[paper]
    out = [f"{POINTS_PER_MM:.6f} 0 0 {POINTS_PER_MM:.6f} 0 0 cm", "0 g"]
    for square in squares:
        cell = square.side / 6
        for row, cells in enumerate(bits(square.marker)):
            column = 0
            while column < 6:
                end = column
                while end < 6 and cells[end]:
                    end += 1
                if end > column:
                    # a hair higher than the cell, so that no white line shows between rows
                    x, y = square.left + column * cell, high - square.top - (row + 1) * cell
                    out.append(f"{x:.3f} {y:.3f} {(end - column) * cell:.3f} {cell + 0.02:.3f} re f")
                column = max(end, column + 1)
    out.append("0.2 w")
    if spot:
        out.append(f"{wide / 2 - 33:.3f} {high / 2 - 45.5:.3f} 66 91 re S")
    out.append(f"{wide / 2 - 50:.3f} 20 100 0.4 re f")
    for i, line in enumerate(lines):
        text = line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        out.append(f"BT /F1 3.4 Tf {wide / 2 - 85:.3f} {14 - 4.4 * i:.3f} Td ({text}) Tj ET")
    return "\n".join(out)


def board_pdf(paper: str = "a4") -> bytes:
    """Both sheets as one PDF. Raises ValueError for a paper that is not in PAPERS."""
    if paper not in PAPERS:
        raise ValueError(f"No paper is called {paper}: use one of {', '.join(PAPERS)}.")
    pages = (
        page_content(
            paper,
            spot_sheet(paper),
            (
                "Liege read spot. Print at 100 %: the line above must be 100 mm long.",
                "Lay it flat under the camera; after calibrating, it may stay: cards go on the middle field.",
            ),
            True,
        ),
        page_content(
            paper,
            table_sheet(paper),
            (
                "Liege table markers. Print at 100 %, cut out with a white edge, fix four or more at",
                "the felt's edge, in the camera's view, where no card covers them. They show a moved camera.",
            ),
            False,
        ),
    )
    wide, high = (value * POINTS_PER_MM for value in PAPERS[paper])
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [4 0 R 6 0 R] /Count 2 >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for i, content in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide:.2f} {high:.2f}] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * i} 0 R >>"
        )
        objects.append(f"<< /Length {len(content.encode('latin-1'))} >>\nstream\n{content}\nendstream")
    out = bytearray(b"%PDF-1.4\n")
    starts = []
    for number, body in enumerate(objects, 1):
        starts.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += "".join(f"{start:010} 00000 n \n" for start in starts).encode()
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
    return bytes(out)
