"""What is wrong with a screen: texts clipped or over one another, targets too small or overlapping."""

from __future__ import annotations

from typing import Any

from kiosk.ui.layout import PRIMARY_MM, TARGET_MM, Rect
from kiosk.ui.widgets.text import Text

SLACK = 1.5


def drawn(text: Text) -> Rect:
    """Where the letters lie."""
    x, y, width, height = text.drawn
    return Rect(x, y, width, height)


def placed(widget: Any) -> Rect:
    return Rect(*widget.to_window(widget.x, widget.y), widget.width, widget.height)


def audit(fingers: Any) -> list[str]:
    """Sentences about what is wrong with what is on the screen; none where all is well."""
    panel = fingers.app.panel
    window = Rect(-SLACK, -SLACK, panel.width + 2 * SLACK, panel.height + 2 * SLACK)
    widgets = list(fingers.widgets())
    faults = []
    texts = [widget for widget in widgets if isinstance(widget, Text) and widget.text and widget.width > 0]
    for text in texts:
        box = drawn(text)
        if not text.fits:
            faults.append(f"cut: {text.text!r} in {text.width:.0f} x {text.height:.0f}")
        if box.x < window.x or box.y < window.y or box.right > window.right or box.top > window.top:
            faults.append(f"outside: {text.text!r}")
        if text.height and (box.width > text.width + 2 * SLACK or box.height > text.height * 1.25 + 8):
            faults.append(f"larger than its box: {text.text!r}")
    for index, one in enumerate(texts):
        for other in texts[index + 1 :]:
            if letters(one).overlaps(letters(other)):
                faults.append(f"{one.text!r} lies over {other.text!r}")
    targets = [widget for widget in widgets if getattr(widget, "role", "") == "button"]
    for target in targets:
        least = PRIMARY_MM if target.primary_target else TARGET_MM
        width, height = target.width / panel.per_mm, target.height / panel.per_mm
        if min(width, height) < least - 0.02:
            faults.append(f"small: {target.name} is {width:.1f} x {height:.1f} mm, not {least} mm")
        box = placed(target)
        if box.x < window.x or box.y < window.y or box.right > window.right or box.top > window.top:
            faults.append(f"outside: {target.name}")
    for index, one in enumerate(targets):
        for other in targets[index + 1 :]:
            if placed(one).shrunk(SLACK).overlaps(placed(other).shrunk(SLACK)):
                faults.append(f"{one.name} lies over {other.name}")
    return faults


def letters(text: Text) -> Rect:
    """The letters without the empty room that a font keeps above and below them."""
    box = drawn(text)
    spare = box.height * 0.18
    return Rect(box.x, box.y + spare, box.width, box.height - 2 * spare)
