"""From what the camera saw to a picture for the screen, in which nothing can be seen that is not for everyone.

Between hands everything is shown. While a hand is in play a camera on the read spot shows nothing; one over the
table shows still scenes only, in which each card that is not face up for everyone is covered, whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

from engine.cards import Card
from engine.view import PublicView
from kiosk.reader_desk import Corners, LiveBox, LivePicture

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight
    from kiosk.vision.crops import Picture
    from kiosk.vision.deciding import Reading

WIDEST, HIGHEST = 640, 480
"""Pixels of a picture for the screen: more costs the screen's thread time, and no panel shows it larger."""
CARD_HEIGHTS = 6.5
"""From an index to the farthest corner of its card, in heights of the index's box: 5.3 to 6.4 measured on our own
pictures of a usual index; of a jumbo one it is less.
"""
COVER = (84, 84, 84)


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What may be seen now. ``playing``: a hand is in play; ``public``: the cards that everyone has seen."""

    playing: bool = False
    public: frozenset[Card] = frozenset()

    @staticmethod
    def of(view: PublicView) -> Secrecy:
        """As the public view has it."""
        return Secrecy(view.status == "open", view.gone)

    def may_name(self, card: Card | None) -> bool:
        """Whether everyone may know that this card lies there."""
        return card is not None and (not self.playing or card in self.public)


def fitted_size(width: int, height: int) -> tuple[int, int]:
    """The size of a camera's picture on the screen: as it is, or as large as may be."""
    factor = min(1.0, WIDEST / width, HIGHEST / height)
    return max(4, 4 * round(width * factor / 4)), max(1, round(height * factor))  # rows of whole words


def for_screen(sight: Sight, number: int, secrecy: Secrecy, markers: tuple[Corners, ...] = ()) -> LivePicture | None:
    """The picture of one sight; None where it must not be shown (hands move while a hand is in play)."""
    view = sight.view
    if secrecy.playing and not view.settled and not view.covered:
        return None
    high, wide = sight.picture.shape[:2]
    width, height = fitted_size(wide, high)
    small: Picture = np.asarray(cv2.resize(sight.picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    if secrecy.playing:
        hidden = [item for item in view.readings if not secrecy.may_name(item.card)]
        small = _covered(small.copy(), hidden, width / wide)
    boxes = tuple(
        LiveBox(
            tuple((x / wide, y / high) for x, y in item.place),
            item.card if secrecy.may_name(item.card) else None,
        )
        for item in view.readings
    )
    scene: Literal["moving", "still", "covered"] = "covered" if view.covered else "still" if view.settled else "moving"
    pixels = None if view.index_pixels is None else round(view.index_pixels)
    upright = cv2.cvtColor(small[::-1], cv2.COLOR_BGR2RGB)  # a texture begins with its lowest row
    return LivePicture(
        number,
        width,
        height,
        upright.tobytes(),
        boxes,
        markers,
        scene,
        pixels,
        view.small,
    )


def _covered(picture: Picture, hidden: list[Reading], factor: float) -> Picture:
    """Each of these cards under a disc that no side of it reaches out of."""
    for item in hidden:
        corners = np.array(item.place)
        tall = float(np.hypot(*(corners[3] - corners[0])))
        middle = (round(item.middle[0] * factor), round(item.middle[1] * factor))
        cv2.circle(picture, middle, max(2, round(CARD_HEIGHTS * tall * factor)), COVER, cv2.FILLED)
    return picture
