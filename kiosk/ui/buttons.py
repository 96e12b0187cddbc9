"""What a button says and does, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kiosk.ui.intents import Intent

Style = Literal["primary", "raise", "plain", "danger", "quiet"]


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """Label, a smaller line under it, what a touch means, and how it looks."""

    text: str
    intent: Intent | None = None
    detail: str = ""
    style: Style = "plain"
    name: str = ""
    enabled: bool = True
