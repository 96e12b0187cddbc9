"""A deck being learned: the 52 cards with how far each is, the camera's picture, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import NumericProperty

from engine.cards import DECK, Card
from kiosk.reader_desk import LivePicture, NameCard
from kiosk.ui import shapes
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import AtReaders, Close
from kiosk.ui.layout import MARGIN_MM, PRIMARY_MM, TARGET_MM
from kiosk.ui.panel import Panel
from kiosk.ui.screens.picker import CardKey
from kiosk.ui.screens.sheet import SheetScreen
from kiosk.ui.sheetlooks import LearnLook
from kiosk.ui.theme import Theme
from kiosk.ui.widgets.cards import rank_text
from kiosk.ui.widgets.livepicture import LivePictureBox
from kiosk.ui.widgets.surface import Box
from kiosk.ui.widgets.text import texture

DOTS = 3


class LearnKey(CardKey):
    """One card of the grid: white once it is learned, dark before; dots count its pictures."""

    part = NumericProperty(0)
    """How far it is, 0 to 1."""

    def __init__(self, card: Card, theme: Theme, unit: float, on_press: Callable[[Any], None], **options: Any) -> None:
        super().__init__(card, theme, unit, on_press, **options)
        self.count, self.goal = 0, 1
        self._dots = [Box(self.canvas, 0.7 * unit) for _ in range(DOTS)]

    def tell(self, count: int, goal: int, wanted: bool, four_suits: bool, enabled: bool) -> None:
        """So many pictures of the ``goal`` are there; ``wanted``: this card is next."""
        self.count, self.goal, self.part = count, goal, min(1.0, count / goal)
        self.show(enabled, wanted, four_suits)
        self.paint()

    def paint(self, *_: object) -> None:
        theme = self.theme
        gap = max(1, round(0.35 * self.unit))
        done = self.part >= 1
        if self.chosen or self.held:
            fill, edge, line, ink = theme.accent, theme.text, 3, theme.on_accent
        elif done:
            fill, edge, line, ink = theme.card, theme.card_edge, 1, self.ink
        else:
            fill, edge, line, ink = theme.plain, theme.seat_edge, 1, theme.on_plain
        self._box.style(fill, edge, line)
        x, y, width, height = self.x + gap, self.y + gap, self.width - 2 * gap, self.height - 2 * gap
        self._box.place(x, y, width, height)
        text = rank_text(self.card)
        tall = min(5.4 * self.unit, height * 0.5) * (0.82 if len(text) > 1 else 1.0)
        rank = texture(text, round(tall), True, None, "left", 1)
        pip = round(min(width * (0.36 if len(text) > 1 else 0.42), height * 0.42))
        middle = y + height * 0.58
        self._rank.show(rank, x + width * 0.06, middle - rank.height / 2, ink)
        self._pip.show(shapes.suit(self.card.suit, pip), x + width * 0.94 - pip, middle - pip / 2, ink)
        size = 1.5 * self.unit
        for index, dot in enumerate(getattr(self, "_dots", ())):
            if index >= self.count or done or self.goal < DOTS:
                dot.hide()
                continue
            dot.style(theme.accent)
            dot.place(x + width / 2 + (index - 1) * 1.8 * size - size / 2, y + 0.5 * self.unit, size, size)


class LearnScreen(SheetScreen):
    """Draws any LearnLook."""

    def __init__(self, panel: Panel, theme: Theme, on_intent: Callable[[Any], None], **options: Any) -> None:
        super().__init__(panel, theme, on_intent, **options)
        unit = panel.per_mm
        self.picture = LivePictureBox(theme, unit, lambda corners: None)
        self.add_widget(self.picture)
        self.keys = [
            LearnKey(card, theme, unit, lambda picked: on_intent(AtReaders(NameCard(picked.card)))) for card in DECK
        ]
        for key in self.keys:
            self.add_widget(key)
        self.display.font_size, self.display.least_size = 4.6 * unit, 3.3 * unit
        self.display.color, self.display.lines, self.display.halign = theme.text, 3, "left"
        self.learnt: LearnLook | None = None

    def show_picture(self, picture: LivePicture) -> None:
        """The newest picture."""
        if self.learnt is not None and self.learnt.pictured:
            self.picture.show(picture)

    def forget_picture(self) -> None:
        """Nothing of it stays."""
        self.picture.forget()

    def show(self, look: Any) -> None:
        """Draw this."""
        if look == self.learnt:
            return
        laid_out = self.learnt is not None and self.learnt.pictured == look.pictured
        self.learnt = look
        self.title.text, self.display.text, self.warning.text = look.title, look.note, look.warning
        self.back.show(ButtonLook(look.back or self.back_label, Close(), style="quiet", name="back"))
        self._place_actions(look)
        if not laid_out:
            self._lay_out(look)
        for key, count in zip(self.keys, look.counts, strict=True):
            key.tell(count, look.goal, key.card == look.wanted, look.four_suits, look.enabled)

    def _columns_of_cards(self) -> tuple[int, bool]:
        """How many, and whether the twos lie in the lowest row: thirteen would be narrower than a finger."""
        if self.panel.portrait:
            return 7, False
        narrow = self.width / 13 < TARGET_MM * self.panel.per_mm
        return 13 - narrow, narrow

    def _place_actions(self, look: LearnLook) -> None:
        """Beside the way back, and on a narrow panel left of the twos."""
        unit, (across, narrow) = self.panel.per_mm, self._columns_of_cards()
        margin, bar = MARGIN_MM * unit, PRIMARY_MM * unit
        self._show_actions(look, margin, bar)  # type: ignore[arg-type]
        if not narrow or not look.actions:
            return
        left, right = self.back.right + margin, self.width - 4 * self.width / across - 0.5 * margin
        each = (right - left - margin * (len(look.actions) - 1)) / len(look.actions)
        for index, button in enumerate(self.actions[: len(look.actions)]):
            button.pos, button.size = (left + index * (each + margin), margin), (each, bar)

    def _lay_out(self, look: LearnLook) -> None:
        unit = self.panel.per_mm
        margin, bar, head = MARGIN_MM * unit, PRIMARY_MM * unit, 8.3 * unit
        top, bottom = self.height - margin, margin + bar + margin * 0.6
        self.title.pos, self.title.size = (1.5 * margin, top - head), (self.width - 3 * margin, head)
        top -= head + 2
        (across, narrow), down = self._columns_of_cards(), 8 if self.panel.portrait else 4
        room = top - bottom
        strip = room - down * (TARGET_MM * unit + 1)
        pictured = strip * 16 / 9 if look.pictured else 0.0
        self.picture.opacity = 1.0 if look.pictured else 0.0
        if self.panel.portrait and look.pictured:
            high = strip * 0.72
            self.picture.pos, self.picture.size = (margin, top - high), (self.width - 2 * margin, high - margin)
            words = (1.5 * margin, top - strip, self.width - 3 * margin, strip - high)
        else:
            self.picture.pos, self.picture.size = (margin, top - strip), (pictured, strip - 2)
            left = margin + pictured + 1.5 * margin
            words = (left, top - strip, self.width - left - margin, strip - 2)
        x, y, wide, high = words
        warned = high / 2 if look.warning else 0.0
        self.display.pos, self.display.size = (x, y + warned), (wide, high - warned)
        self.warning.pos, self.warning.size = (x, y), (wide, warned)
        top -= strip
        cell_wide, cell_high = self.width / across, (top - bottom) / down
        for key in self.keys:
            rank, suit = 12 - key.card.rank, 3 - key.card.suit  # ace first, spades first
            column, row = (rank % 7, 2 * suit + rank // 7) if self.panel.portrait else (rank, suit)
            key.pos, key.size = (column * cell_wide, top - (row + 1) * cell_high), (cell_wide, cell_high)
            if narrow and key.card.rank == 0:
                key.pos = (self.width - (4 - suit) * cell_wide, margin * 0.5)
                key.size = (cell_wide, bar + margin)
