"""Draw icon sets as signs that are no French suit: ``python -m kiosk.vision.training.make_signs --help``.

A set is what an npm package ``@iconify-json/NAME`` holds. One PNG per icon, cut tight; black on nothing where the icon
has one colour (it is printed in a deck's ink), in its own colours otherwise. Left out is what has a suit's shape.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

HIGH = 160
FORMS = {
    "bi": r".*-fill",
    "healthicons": r"(?!.*(outline|24px|negative)).*",
    "ion": r"(?!.*-(outline|sharp)|md-|ios-|logo-).*",
    "majesticons": r"(?!.*-line).*",
    "ph": r".*-fill",
    "tabler": r".*-filled",
    "vscode-icons": r"file-type-.*",
}
"""Of sets that draw everything in several ways, the filled one: suits are filled."""
SUIT_SHAPES = re.compile(
    "heart|club|spade|diamond|clover|card|suit|poker|casino|love|like|favou?r|rhomb|gem|kite|lozenge|tree|park|forest|"
    "garden|rotated|turn|sign|warning|caution|direction|route|tag|sparkl|pawn|dating|wedding|romance|defibrillator|"
    "keyframe|decision|sketch|git|ruby|sorbet|emerald|ethereum|priority|precommit|spack|podcasts-logo|netlify|bazel|"
    "pix-logo|fsharp|wgsl|bazaar|circles|elevator|caret-up-down|ktor"
)
"""Parts of the names of what is, or may be, a suit's shape: hearts, three discs, squares on their tips, trees. The last
three lines were found by eye, among the icons that an earlier namer took for a suit."""
SAME = re.compile("rdt-result|pillsx|wordmark")
"""Parts of the names of icons that are one picture with other details, or words."""


def icons(package: Path) -> Iterator[tuple[str, bytes]]:
    """Name and SVG of each icon in the package's ``icons.json`` that is to be drawn."""
    data = json.loads((package / "icons.json").read_text(encoding="utf-8"))
    form = re.compile(FORMS.get(data["prefix"], ".*"))
    for name, icon in sorted(data["icons"].items()):
        if SUIT_SHAPES.search(name) or SAME.search(name) or not form.fullmatch(name):
            continue
        wide, high = (icon.get(side, data.get(side, 16)) for side in ("width", "height"))
        head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        box = f'viewBox="{icon.get("left", 0)} {icon.get("top", 0)} {wide} {high}"'
        yield f"{data['prefix']}-{name}", f"{head} {box}>{icon['body']}</svg>".encode()


def drawn(svg: bytes) -> NDArray[np.uint8] | None:
    """The icon HIGH rows high, cut to its ink (h, w, 4); None if it covers its whole square or nothing of it."""
    from cairosvg import svg2png  # of the extra `train`, with Debian's libcairo2

    raw = cv2.imdecode(np.frombuffer(svg2png(svg, output_height=HIGH), np.uint8), cv2.IMREAD_UNCHANGED)
    if raw is None or raw.shape[2:] != (4,):
        return None
    ys, xs = np.nonzero(raw[..., 3] > 127)
    return np.asarray(raw[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1], np.uint8) if len(ys) else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=Path, required=True, help="folder of unpacked packages")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for package in sorted(file.parent for file in given.packages.glob("*/icons.json")):
        for name, svg in icons(package):
            sign = drawn(svg)
            if sign is not None:
                cv2.imwrite(str(given.out / f"{name}.png"), sign)


if __name__ == "__main__":
    main()
