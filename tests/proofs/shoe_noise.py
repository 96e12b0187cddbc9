"""`make proof`, entry shoe-noise: 10,000 cards over a bad cable, with hang-ups and restarts at both ends.

Real firmware in MicroPython, real pyserial; 2 % of the bytes dropped and 2 % flipped, both ways, lines cut
and merged. Every card must reach the journal once and in order, or an alarm must say which may be missing.
"""

from __future__ import annotations

from typing import Any

from tests.simulated import noise_run
from tests.simulated.noisy_line import Noise


def run(full: bool) -> dict[str, Any]:
    """10,000 cards and 40 mishaps of each kind; in the short form 120 cards and 2."""
    cards, mishaps = (10_000, 40) if full else (120, 2)
    outcome = noise_run.run(cards, 1, Noise(), hang_ups=mishaps, host_restarts=mishaps, shoe_restarts=mishaps)
    wrong = outcome.wrong()
    figure = (
        f"{len(outcome.journal)} of {cards} cards once and in order, {outcome.missing()} under an alarm at "
        f"{mishaps} restarts of the shoe; {mishaps} of the host, {mishaps} hang-ups; "
        f"{outcome.carried} bytes in {outcome.seconds:.0f} s"
    )
    return {"figure": "; ".join(wrong) or figure, "ok": not wrong}
