"""Hands played: the states of the last ten hands and the present one, to be looked at step by step.

Only public views are kept, so what was hidden stays hidden.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING

from kiosk.session import HANDS_KEPT, ScreenState
from kiosk.supervision import HOME_GAME
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Look
from kiosk.wording import Wording

if TYPE_CHECKING:
    from kiosk.ui.looks import TableLook


class History:
    """States by the number of their hand."""

    def __init__(self) -> None:
        self.hands: OrderedDict[int, list[ScreenState]] = OrderedDict()

    def keep(self, state: ScreenState) -> None:
        """Remember a state: what an undo took back goes, a refusal is not kept."""
        if state.asks:
            state = replace(state, asks=())  # a question is of its moment, and its pictures are large
        state = replace(state, office=HOME_GAME)
        number = state.view.hand
        if state.refused or not number:
            return
        if state.redo is not None:
            for later in [hand for hand in self.hands if hand > number]:
                del self.hands[later]
        steps = self.hands.setdefault(number, [])
        if steps and steps[-1].view == state.view:
            steps[-1] = state
            return
        if state.redo is not None:
            for index, earlier in enumerate(steps):
                if earlier.view == state.view:
                    del steps[index + 1 :]
                    return
        steps.append(state)
        while len(self.hands) > HANDS_KEPT:
            self.hands.popitem(last=False)

    def at(self, hand: int, step: int) -> ScreenState:
        """One moment, the nearest that there is."""
        steps = self.hands[hand]
        return steps[min(max(step, 0), len(steps) - 1)]

    def listed(self, words: Wording) -> tuple[tuple[int, str, int], ...]:
        """Number, game and count of steps of each hand, the newest first."""
        return tuple(
            (number, steps[-1].view.title, len(steps)) for number, steps in reversed(self.hands.items()) if steps
        )

    def look(self, look: TableLook, words: Wording, hand: int, step: int) -> TableLook:
        """The table as it was, with buttons to step through it."""
        _ = words._
        last = len(self.hands[hand]) - 1
        step = min(max(step, 0), last)
        buttons = (
            ButtonLook(_("Earlier"), Look(hand, step - 1), name="earlier", enabled=step > 0),
            ButtonLook(_("Later"), Look(hand, step + 1), name="later", enabled=step < last),
            ButtonLook(_("Back to the table"), Look(None), style="primary", name="present"),
        )
        why = _("hand {hand}, step {step} of {steps}: you are looking back").format(
            hand=hand, step=step + 1, steps=last + 1
        )
        return replace(look, buttons=buttons, undo=None, why=why, warning=True, banner=None, headline=look.headline)
