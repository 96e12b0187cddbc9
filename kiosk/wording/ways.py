"""The way of a card round the table in words, told after the hand where the house rule wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.view import CardWay, WayStepView

if TYPE_CHECKING:
    from kiosk.wording.speaker import Wording


def say(words: Wording, way: CardWay) -> str:
    """'A♥: dealt to Ana · round 1: Ana to Ben · perhaps round 2: Ben to Cleo'."""
    steps = " · ".join(_step(words, step) for step in way.steps)
    return words._("{card}: {steps}").format(card=way.card.sign, steps=steps)


def _step(words: Wording, step: WayStepView) -> str:
    _ = words._
    said = {
        ("dealt", True): _("dealt to {name}"),
        ("dealt", False): _("perhaps dealt to {name}"),
        ("passed", True): _("round {round}: {name} to {receiver}"),
        ("passed", False): _("perhaps round {round}: {name} to {receiver}"),
        ("seen", True): _("seen at {name}"),
        ("seen", False): _("perhaps seen at {name}"),
    }[step.kind, step.certain]
    return said.format(name=words.name(step.seat), receiver=words.name(step.receiver), round=step.round)
