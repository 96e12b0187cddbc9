"""The app: one session, one table screen, and what opens over it."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace
from typing import Any

from engine.inputs import StartHand
from kiosk.reader_desk import LivePicture, ReaderDesk
from kiosk.session import Banner, ScreenState, TableSession
from kiosk.settings import SCREEN, UNSAVED, Settings, SettingsKeeper
from kiosk.ui import environment, intents
from kiosk.ui.choosing import SETTINGS, chosen, chosen_button, with_button
from kiosk.ui.desk import Desk, clock_text
from kiosk.ui.evening import Evening
from kiosk.ui.history import History
from kiosk.ui.layers import Layers, Over
from kiosk.ui.looks import names_of, refused_in, table_look
from kiosk.ui.office_desk import OfficeDesk
from kiosk.ui.panel import PANELS, Panel
from kiosk.ui.readers import ReadersRoom
from kiosk.ui.recalling import Recalling
from kiosk.ui.sheetlooks import Scene
from kiosk.ui.theme import THEMES
from kiosk.ui.tidying import give_back, keep_large_blocks_apart
from kiosk.ui.touches import Touches
from kiosk.ui.waiting import WAITS, WaitingWatch, waits_banner
from kiosk.wording import Wording

environment.prepare(800, 480)
environment.one_touch_provider()

from kivy.app import App  # noqa: E402
from kivy.base import ExceptionManager  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.uix.floatlayout import FloatLayout  # noqa: E402

from kiosk.ui.safety import KeepRunning  # noqa: E402
from kiosk.ui.screens.table import TableScreen  # noqa: E402

WARM_UP = 1.5
"""Seconds after the first prompt: nobody touches the menu before."""


class LiegeApp(App):
    """The kiosk's screen for one session.

    ``panel``: the screen that was found, for which it is drawn unless the settings name another of ``panels``.
    ``settings``: how it looks; without them ``language``, ``theme`` and ``four_suits`` tell. ``keeper`` saves them,
    ``banner`` is what was wrong with them. ``until_first_prompt``: end as soon as the first prompt has been drawn
    (the start-up benchmark).
    """

    title = "Liege"

    def __init__(
        self,
        session: TableSession,
        *,
        reader_desk: ReaderDesk | None = None,
        panel: Panel | None = None,
        language: str = "en",
        theme: str = "night",
        four_suits: bool = False,
        settings: Settings | None = None,
        keeper: SettingsKeeper | None = None,
        banner: Banner | None = None,
        panels: tuple[str, ...] = (),
        until_first_prompt: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.session = session
        settings = settings or Settings(language, theme, four_suits)
        self.found = panel or PANELS["7-800x480"]
        self.panel = PANELS.get(settings.panel, self.found)
        self.keeper = keeper
        if keeper is not None:
            keeper.told = self._tell_of_settings
        self.desk = Desk(settings, panels=panels, banners=() if banner is None else (banner,))
        self.words = Wording(settings.language)
        self.until_first_prompt = until_first_prompt
        self.failures: list[BaseException] = []
        """Exceptions that callbacks raised; a healthy evening has none."""
        self.state: ScreenState = session.state
        self.history = History()
        self.evening = Evening()
        self.calm = False
        """Nobody watches: nothing moves or sounds (hands-off, tests)."""
        self._sounds: Any = None
        self.looking: tuple[int, int] | None = None
        """The hand and step that is looked back at."""
        self.over: list[Over] = []
        """What is open over the table, the one on top last."""
        self._waiting: deque[ScreenState] = deque()
        self._told_of: deque[Banner | None] = deque()
        self._ticking = Clock.create_trigger(self._minute)
        self._drain = Clock.create_trigger(self._take)
        self.office = OfficeDesk(self)
        self.touches = Touches(self)
        self._recalling = Recalling(session, self._drain)
        self._waiting_watch = WaitingWatch(session, self._tell_of_waiting)
        self.readers = ReadersRoom(reader_desk, self.refresh, self._show_picture)
        self._handler = KeepRunning(self.failures)

    def build(self) -> Any:
        ExceptionManager.add_handler(self._handler)
        keep_large_blocks_apart()
        self.stage = FloatLayout()
        self._make_table()
        self.session.subscribe(self._told)
        self._waiting.append(self.session.state)
        self._tick()
        self._take()
        self._recall()
        self._warming = Clock.create_trigger(lambda _: self.layers.warm_up(), WARM_UP)
        Clock.schedule_once(lambda _: Clock.schedule_once(self._drawn))
        if self.until_first_prompt:
            Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: self.stop()))
        return self.stage

    def _drawn(self, *_: object) -> None:
        """The first frame is over, which on a Pi takes long: from here on counts what may come later."""
        self._warming()
        self._waiting_watch.begin()

    def on_stop(self) -> None:
        self.readers.close()
        self._ticking.cancel()
        self._warming.cancel()
        self._waiting_watch.end()
        ExceptionManager.remove_handler(self._handler)

    def _make_table(self) -> None:
        """The widgets, made once; again only where the theme or the panel changes."""
        from kivy.core.window import Window

        if tuple(Window.size) != self.panel.size and not Window.fullscreen:
            Window.size = self.panel.size
        self.theme = THEMES[self.desk.settings.theme]
        Window.clearcolor = self.theme.ground
        self.table = TableScreen(self.panel, self.theme, self.do)
        self.layers = Layers(self.panel, self.theme, self.do)

    # States come in.

    def _told(self, state: ScreenState) -> None:
        """Called on the session's thread: nothing is drawn here."""
        self._waiting.append(state)
        self._drain()

    def _take(self, *_: object) -> None:
        """Draw the newest of the states that wait."""
        came = self._recalled() or bool(self._told_of)
        self._own_banners()
        while self._waiting:
            state = self._waiting.popleft()
            if state.taken_up != self.state.taken_up:
                self.history, self.evening, self.looking = History(), Evening(), None
                self._recall()
            self.history.keep(state)
            self.evening.keep(state.view)
            self._recalling.keep(state)
            self._sound(state)
            self._answered(state)
            came = True
        if came:
            self.refresh()

    def _recall(self) -> None:
        """Ask for what was before, once the prompt has been drawn."""
        Clock.schedule_once(lambda _: self._recalling.begin())

    def _recalled(self) -> bool:
        """Take what was before, where it came."""
        recalled = self._recalling.finished()
        if recalled is None:
            return False
        self.history, self.evening = recalled.history, recalled.evening
        out = self.desk.sitting_out | recalled.past.sitting_out
        self.desk = replace(self.desk, sitting_out=out)
        return True

    def _answered(self, state: ScreenState) -> None:
        """What a new state means for the screens over the table."""
        before, self.state = self.state, state
        self.office.answered(before, state)
        self.desk = replace(self.desk, refused=refused_in(self.words, state) if self.over else "")
        self.touches.answered(before, state)
        if state.refused:
            return
        if before.view.status == "open" != state.view.status:
            Clock.schedule_once(lambda _: give_back())
        if not state.view.ways or state.view.hand != before.view.hand:
            self.desk = replace(self.desk, way=None)
        if state.view.hand != before.view.hand:
            self.desk = replace(self.desk, next_rules={}, button=None)

    def _sound(self, state: ScreenState) -> None:
        """What the dealer hears of it."""
        if self.calm or not self.desk.settings.sounds:
            return
        from kiosk.ui import sounds

        tune = sounds.sound_for(self.state, state)
        if tune:
            if self._sounds is None:
                self._sounds = sounds.Sounds()
            self._sounds.play(tune)

    # Drawing.

    def scene(self) -> Scene:
        state, hands = self._with_own(with_button(self.state, self.desk)), self.history.listed(self.words)
        audit = self.session.audit() if self.over and getattr(self.over[-1], "screen", "") == "audit" else ()
        return Scene(state, self.words, self.desk, hands, self.evening, self.readers.state, audit)

    def _with_own(self, state: ScreenState) -> ScreenState:
        """The state with the faults of the screen itself."""
        return replace(state, banners=(*self.desk.banners, *state.banners)) if self.desk.banners else state

    def refresh(self) -> None:
        """Draw the present state, or the moment that is looked back at."""
        state, looking = with_button(self.state, self.desk), self.looking
        if looking is not None:
            state = self.history.at(*looking)
        names = names_of(state.view)
        if names != self.words.names:
            self.words = self.words.with_names(names)
        look = table_look(self._with_own(state), self.words, self.desk.chosen, self.desk.time)
        if looking is not None:
            look = self.history.look(look, self.words, *looking)
        elif self.desk.way is not None:
            from kiosk.ui.ways import with_way

            look = with_way(look, state.view, self.words, self.desk.way)
        self.table.set_four_suits(self.desk.settings.four_suits)
        self.table.show(look, moving=not self.calm and looking is None)
        self.refresh_over()

    def refresh_over(self) -> None:
        """Draw the screen on top."""
        self.office.keep_sealed()
        layer: Any = self.layers.top(self.over, self.scene()) if self.over else None
        layer = layer or self.table
        if self.readers.attend(self.over[-1] if self.over else None):
            self.layers.forget_pictures()
        if self.stage.children != [layer]:  # one at a time: what is covered need not be drawn
            self.stage.clear_widgets()
            self.stage.add_widget(layer)

    def _show_picture(self, picture: LivePicture) -> None:
        self.layers.show_picture(picture)

    # Touches go out.

    def do(self, intent: intents.Intent | None) -> None:
        """Carry out what a touch means."""
        match intent:
            case intents.Submit(entry, then_close):
                self.touches.submit(entry, then_close)
            case intents.StartNext():
                out = tuple(sorted(self.desk.sitting_out & {seat.seat for seat in self.state.view.seats}))
                dealer = chosen_button(self.desk, self.state.view)
                self.session.submit(StartHand(dealer, dict(self.desk.next_rules), out))
            case intents.Move(seat, to):
                self.touches.move(seat, to)
            case intents.Draw():
                self.session.draw_card()
            case intents.ClearBanner(reader, kind) if reader == SCREEN:
                kept = tuple(one for one in self.desk.banners if one.kind != kind)
                self.desk = replace(self.desk, banners=kept)
                self.refresh()
            case intents.ClearBanner(reader, kind):
                self.session.clear_banner(reader, kind)
            case intents.TouchSeat(seat):
                self.touches.touch_seat(seat)
            case intents.Open() | intents.PickCard() | intents.PadAmount():
                self.touches.open(intent)
            case intents.Close(everything):
                self.touches.close(everything)
            case intents.Picked(card):
                self.touches.picked(card)
            case intents.PickDone():
                self.touches.pick_done()
            case intents.Key(text):
                self.touches.key(text)
            case intents.Amount(amount):
                self.desk = replace(self.desk, typed=str(amount), refused="")
                self.refresh_over()
            case intents.Enter():
                self.touches.enter()
            case intents.Way(at):
                self.desk = replace(self.desk, way=at)
                self.refresh()
            case intents.Answer(ask, answer):
                self.session.answer_camera(ask, answer)
            case intents.Ask() | intents.PinKey() | intents.PinEnter() | intents.Draft():
                self.office.do(intent)
            case intents.Set(name, value) if not self.office.asks_first(name):
                self._set(name, value)
            case intents.AtReaders(_, opens) if not self.office.asks_first(opens.screen if opens else ""):
                self.readers.carry_out(intent, self.over)
                self.refresh_over()
            case intents.Look(hand, step):
                self.looking = None if hand is None else (hand, step)
                self.over.clear()
                self.refresh()
            case None | intents.Set() | intents.AtReaders():
                pass

    def _set(self, name: str, value: Any) -> None:
        self.desk = chosen(self.desk, name, value, self.state, self.words)
        if name == "preset":
            self.over.pop()
        if name in SETTINGS:
            self._take_setting(name)
        self.refresh()

    def _take_setting(self, name: str) -> None:
        settings = self.desk.settings
        if self.keeper is not None:
            self.keeper.save(settings)
        if name == "language":
            self.words = Wording(settings.language, self.words.names)
        elif name in ("theme", "panel"):
            self.panel = PANELS.get(settings.panel, self.found)
            self._make_table()
        elif name == "clock":
            self._tick()

    def _tick(self, *_: object) -> None:
        """The clock of the screen, and again at the next full minute."""
        self._ticking.cancel()
        now = time.time()
        self.desk = replace(self.desk, time=clock_text(self.desk.settings.clock, now))
        if self.desk.time:
            self._ticking = Clock.schedule_once(self._minute, 60.1 - now % 60)

    def _minute(self, *_: object) -> None:
        self._tick()
        self.refresh()

    def _tell_of_settings(self, banner: Banner | None) -> None:
        """Called on the thread that saves them."""
        self._told_of.append(banner)
        self._drain()

    def _own_banners(self) -> None:
        while self._told_of:
            self._own_banner(UNSAVED, self._told_of.popleft())

    def _tell_of_waiting(self, waits: bool) -> None:
        self._own_banner(WAITS, waits_banner(self.words) if waits else None)
        self.refresh()

    def _own_banner(self, kind: str, banner: Banner | None) -> None:
        """Of that kind only this one stands, or none."""
        kept = tuple(one for one in self.desk.banners if one.kind != kind)
        self.desk = replace(self.desk, banners=kept if banner is None else (*kept, banner))
