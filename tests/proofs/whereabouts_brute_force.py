"""The pass tracker against a walk through every history of small hands: the same answer to every question.

2 to 4 seats, up to 3 rounds, up to 3 cards down at first, with folds, reads on the way, unread cards,
cards turned up by mistake, misreads, passes of one or two cards to the left, to the right and across.
"""

from __future__ import annotations

import random
from typing import Any

from tests.engine.whereabouts_check import Oracle, TooMany, difference, random_case


def run(full: bool) -> dict[str, Any]:
    """2,000 hands (150 in short); those with more histories than we wait for are replaced by the next."""
    wanted, limit = (2000, 50_000) if full else (150, 2_000)
    compared = skipped = seed = 0
    wrong: list[str] = []
    while compared < wanted:
        events, deck = random_case(random.Random(seed))
        try:
            found = difference(events, deck, Oracle(events, deck, limit))
        except TooMany:
            skipped += 1
        else:
            compared += 1
            if found is not None:
                wrong.append(f"hand {seed}: {found}")
        seed += 1
    figure = f"{compared:,} hands, {len(wrong)} differ ({skipped} too long to walk through left out)"
    return {"figure": "; ".join([figure, *wrong[:3]]), "ok": not wrong}
