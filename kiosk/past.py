"""What a session did before now, made again from the journal: for the hands played and the evening's figures.

The states are those that the screen had, so only what everyone could see is in them.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.inputs import StartHand
from engine.projection import view_of
from engine.variants import Variant
from kiosk.folding import Standing, folded
from kiosk.journal import Journal
from kiosk.session import HANDS_KEPT, Past, ScreenState
from kiosk.taken_back import taken_back


def past_of(journal: Journal, variants: Mapping[str, Variant], left_out: frozenset[int]) -> Past:
    """The session in play, from its header to its last row. Raises JournalError.

    Slow in a long evening: never asked on the thread of the screen. The last hands come step by step, of those
    before them only what the evening's figures need: payouts, and the chips between hands.
    """
    hands = journal.hands()
    last = hands[-1].number if hands else 0
    states: list[ScreenState] = []
    standing: Standing | None = None
    for _, standing in folded(journal, variants, left_out):
        if standing.refused is None:
            state = _state(standing, last - HANDS_KEPT)
            if state is not None and not (states and states[-1].view == state.view):
                states.append(state)
    if standing is None:
        return Past()
    return Past(tuple(states), _sitting_out(standing))


def _state(standing: Standing, old: int) -> ScreenState | None:
    """The state after a line; None inside a hand that is too old to be looked at, up to its payout."""
    timeline = standing.timeline
    hand = timeline.table.hand
    if hand is not None and hand.number <= old and hand.status == "open" and hand.step.name != "pay":
        return None
    again = timeline.brings_back
    redo = taken_back(again) if again is not None else None
    return ScreenState(view_of(timeline.table), redo=redo, row=standing.last)


def _sitting_out(standing: Standing) -> frozenset[int]:
    """Who sat out when the last hand began."""
    begun = (one.entry for one in reversed(standing.timeline.standing) if isinstance(one.entry, StartHand))
    start = next(begun, None)
    return frozenset(start.sitting_out) if start is not None else frozenset()
