"""A row of cards, face up and face down, drawn on one canvas."""

from __future__ import annotations

from typing import Any

from kivy.properties import AliasProperty
from kivy.uix.widget import Widget

from engine.cards import RANKS, Card
from kiosk.ui import shapes
from kiosk.ui.cardlooks import CardLook
from kiosk.ui.theme import Colour, Theme
from kiosk.ui.widgets.surface import CLEAR, Box, Glyph
from kiosk.ui.widgets.text import texture


def rank_text(card: Card) -> str:
    """The rank as it is printed on the card."""
    rank = RANKS[card.rank]
    return "10" if rank == "T" else rank


class _DrawnCard:
    """The instructions for one card; kept and changed, never rebuilt."""

    def __init__(self, canvas: Any, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.body = Box(canvas, width * 0.13)
        self.lining = Box(canvas, width * 0.1)
        self.rank = Glyph(canvas)
        self.small = Glyph(canvas)
        self.large = Glyph(canvas)

    def hide(self) -> None:
        self.body.hide()
        self.lining.hide()
        for glyph in (self.rank, self.small, self.large):
            glyph.hide()

    def show(self, look: CardLook, x: float, y: float, theme: Theme, four_suits: bool, strip: float) -> None:
        """``strip``: how much of the left edge shows beside the next card."""
        width, height = self.width, self.height
        fade = 0.6 if look.dim else 1.0
        self.body.place(x, y, width, height)
        if look.down:
            self.body.style(theme.back, theme.back_line, 1)
            inset = max(3, round(width * 0.13))
            self.lining.place(x + inset, y + inset, width - 2 * inset, height - 2 * inset)
            self.lining.style(CLEAR, (*theme.back_line[:3], 0.75), 1)
            for glyph in (self.rank, self.small, self.large):
                glyph.hide()
            return
        edge = theme.accent if look.raised else theme.card_edge
        self.body.style(_mixed(theme.card, theme.seat, fade), edge, 2 if look.raised else 1)
        self.lining.hide()
        if look.card is None:
            drawn = texture("?", round(height * 0.6), True, None, "left", 1)
            self.rank.show(drawn, x + (width - drawn.width) / 2, y + (height - drawn.height) / 2, theme.seat_edge)
            self.small.hide()
            self.large.hide()
            return
        palette = theme.four_suits if four_suits else theme.suits
        ink = (*palette[look.card.suit][:3], 1.0)
        text = rank_text(look.card)
        drawn = texture(text, round(height * (0.43 if len(text) == 1 else 0.36)), True, None, "left", 1)
        column = min(strip, width * 0.6)
        middle = x + max(column / 2, drawn.width / 2 + 1)
        self.rank.show(drawn, middle - drawn.width / 2, y + height * 0.99 - drawn.height, ink)
        pip = round(min(height * 0.27, column * 0.72))
        if strip >= width * 0.85:  # the whole face shows: a small pip under the rank, a large one below right
            large = round(min(width * 0.56, height * 0.44))
            self.large.show(shapes.suit(look.card.suit, large), x + width - large - width * 0.1, y + height * 0.08, ink)
            self.small.hide()
        else:
            self.large.hide()
            self.small.show(shapes.suit(look.card.suit, pip), middle - pip / 2, y + height * 0.3 - pip / 2, ink)


def _mixed(over: Colour, under: Colour, share: float) -> Colour:
    red, green, blue = (a * share + b * (1 - share) for a, b in zip(over[:3], under[:3], strict=True))
    return red, green, blue, 1.0


class CardRow(Widget):
    """Up to ``room`` cards side by side, overlapping where the row is too narrow for them."""

    def __init__(self, theme: Theme, card_size: tuple[float, float], room: int = 8, **options: Any) -> None:
        self.theme = theme
        self.four_suits = False
        self.card_width, self.card_height = round(card_size[0]), round(card_size[1])
        self.align = "left"
        self.looks: tuple[CardLook, ...] = ()
        super().__init__(**options)
        self._cards = [_DrawnCard(self.canvas, self.card_width, self.card_height) for _ in range(room)]
        self.fbind("pos", self._place)
        self.fbind("size", self._place)

    def _text(self) -> str:
        return " ".join("▮" if look.down else "?" if look.card is None else look.card.sign for look in self.looks)

    text = AliasProperty(_text, None)
    """The cards as a person reads them; a back is a bar."""

    def show(self, looks: tuple[CardLook, ...]) -> None:
        """Draw these cards."""
        if looks != self.looks:
            self.looks = looks
            self._place()

    def set_four_suits(self, four: bool) -> None:
        """Draw the suits in four colours, or in two."""
        self.four_suits = four
        self._place()

    def step(self) -> float:
        """From one card's left edge to the next."""
        count = len(self.looks)
        if count < 2:
            return float(self.card_width)
        return float(min(self.card_width * 1.06, (self.width - self.card_width) / (count - 1)))

    def _place(self, *_: object) -> None:
        step = self.step()
        count = len(self.looks)
        x = self.x
        if self.align == "right":
            x = self.right - (count - 1) * step - self.card_width
        elif self.align == "center":
            x = self.center_x - ((count - 1) * step + self.card_width) / 2
        for index, drawn in enumerate(self._cards):
            if index >= count:
                drawn.hide()
                continue
            look = self.looks[index]
            lift = self.card_height * 0.1 if look.raised else 0
            strip = self.card_width if index == count - 1 else step
            drawn.show(look, x + index * step, self.y + lift, self.theme, self.four_suits, strip)
