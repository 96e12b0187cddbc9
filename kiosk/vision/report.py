"""The measurements of one folder as a table for people and as JSON for programs."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from kiosk.vision.measuring import PictureResult, Totals, totals


def as_json(folder: Path, results: list[PictureResult]) -> str:
    """One object: the totals by name, and ``pictures`` with what was read in each."""
    rows = [
        {**asdict(result), "ms": round(result.ms, 2), "decode_ms": round(result.decode_ms, 2)} for result in results
    ]
    return json.dumps({"folder": folder.name, **asdict(totals(results)), "pictures": rows}, indent=1)


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none"


def as_text(folder: Path, results: list[PictureResult]) -> str:
    """A few lines a person reads at a glance."""
    sums: Totals = totals(results)
    size = "no index seen" if sums.index_px_median is None else f"{sums.index_px_median} px"
    return "\n".join(
        [
            f"{folder.name}: {len(results)} pictures, {sums.cards} cards labelled",
            f"  read right   {sums.right:5}  {share(sums.right, sums.cards)}"
            f"  (rank right {share(sums.rank_right, sums.cards)})",
            f"  read wrong   {sums.wrong:5}  {share(sums.wrong, sums.cards)}"
            f"  (rank wrong {sums.wrong_rank}, suit wrong {sums.wrong_suit})",
            f"  missed       {sums.missed:5}  {share(sums.missed, sums.cards)}",
            f"  false reads  {sums.false:5}  seen but not named {sums.unknown}",
            f"  index height {size} (median); one picture {sums.ms_median} ms (median), "
            f"{sums.ms_p95} ms (95 %);"
            f" its decoding {sums.decode_ms_median} ms",
        ]
    )
