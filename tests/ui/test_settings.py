"""Settings by touch: they hold at once, are kept, and what is wrong with their file is said."""

from __future__ import annotations

import os
import time

import pytest

from kiosk.said import Said
from kiosk.session import Banner
from kiosk.settings import SCREEN, UNREAD, Settings, SettingsKeeper, load
from kiosk.ui.desk import clock_text
from kiosk.ui.panel import PANELS
from tests.ui.tables import MemorySession, feed


def test_every_setting_is_kept_for_the_next_start(at_table, tmp_path):
    keeper = SettingsKeeper(tmp_path)
    fingers = at_table(MemorySession(), keeper=keeper, panels=tuple(PANELS))
    for button in ("menu", "settings", "theme", "four-suits", "sounds", "clock", "language-de"):
        fingers.tap(button)
    for button in ("panels", "panel-10-1280x800"):
        fingers.tap(button)
    keeper.close()
    kept, banner = load(tmp_path, PANELS)
    assert (kept, banner) == (Settings("de", "day", True, False, "10-1280x800", "24"), None)
    again = at_table(MemorySession(), settings=kept)
    assert again.app.table.header.headline.text == "Erstes Spiel beginnen"
    assert (again.app.panel.name, again.app.theme.name) == ("10-1280x800", "day")
    assert again.app.table.header.clock.text == clock_text("24", time.time())


def test_another_panel_is_drawn_at_once_and_the_hand_goes_on(at_table):
    from kivy.core.window import Window

    session = MemorySession()
    fingers = at_table(session, panels=tuple(PANELS))
    feed(session, "hand 5,announce,antes,deal,pass,Ks@1 Qh@2 9d@3 Ah@4 Jc@5,4 bet")
    for button in ("menu", "settings", "panels", "panel-7-1280x720", "back", "back", "back"):
        fingers.tap(button)
    assert tuple(Window.size) == (1280, 720)
    assert fingers.app.table.header.headline.text == "Eli: 1.00 to call"
    fingers.tap("call")
    assert fingers.app.table.header.headline.text == "Ana: 1.00 to call"
    for button in ("menu", "settings", "panels", "panel-found"):
        fingers.tap(button)
    assert tuple(Window.size) == (800, 480)


def test_where_only_one_layout_fits_none_is_asked_for(at_table):
    fingers = at_table(MemorySession(), panels=("7-800x480",))
    for button in ("menu", "settings"):
        fingers.tap(button)
    assert not fingers.has("panels")


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_was_wrong_with_the_file_stands_until_it_has_been_seen(at_table, language):
    said = Said("The settings file is damaged: the usual settings hold.")
    fingers = at_table(MemorySession(), language=language, banner=Banner(SCREEN, UNREAD, said, True))
    sentence = {"en": str(said), "de": "Die Datei der Einstellungen ist beschädigt: es gelten die üblichen."}
    assert sentence[language] in fingers.texts()
    fingers.tap("banner-done")
    assert sentence[language] not in fingers.texts()


def test_settings_that_cannot_be_saved_are_told_on_the_screen(at_table, tmp_path):
    (tmp_path / "file").write_text("")
    keeper = SettingsKeeper(tmp_path / "file")
    fingers = at_table(MemorySession(), keeper=keeper)
    for button in ("menu", "settings", "sounds", "back", "back"):
        fingers.tap(button)
    keeper.close()
    assert fingers.wait(lambda: any(text.startswith("The settings cannot be saved (") for text in fingers.texts()))
    assert not fingers.app.desk.settings.sounds


def test_the_clock_shows_hours_and_minutes():
    afternoon = time.mktime((2026, 7, 1, 15, 4, 59, 0, 0, -1))
    midnight = time.mktime((2026, 7, 1, 0, 30, 0, 0, 0, -1))
    noon = time.mktime((2026, 7, 1, 12, 0, 0, 0, 0, -1))
    assert [clock_text("24", at) for at in (afternoon, midnight, noon)] == ["15:04", "0:30", "12:00"]
    assert [clock_text("12", at) for at in (afternoon, midnight, noon)] == ["3:04", "12:30", "12:00"]
    assert clock_text("off", afternoon) == ""


def test_memory_goes_back_when_a_hand_is_over(at_table, monkeypatch):
    from kiosk.ui import app as of_app
    from kiosk.ui import tidying

    on_glibc = os.confstr("CS_GNU_LIBC_VERSION") is not None if hasattr(os, "confstr") else False
    assert tidying.give_back() is tidying.keep_large_blocks_apart() is on_glibc
    given = []
    monkeypatch.setattr(of_app, "give_back", lambda: given.append(True))
    session = MemorySession()
    fingers = at_table(session)
    feed(session, "hand 5,announce,antes,deal,pass,Ks@1 Qh@2 9d@3 Ah@4 Jc@5")
    fingers.wait(lambda: fingers.app.state is session.state)
    assert given == []
    feed(session, "4 bet,5 fold,1 fold,2 fold,3 fold,pay")
    assert fingers.wait(lambda: given == [True])


def test_a_table_without_players_asks_for_them(at_table):
    fingers = at_table(MemorySession(()))
    assert [button.name for button in fingers.buttons()] == ["menu", "between"]
    fingers.tap("Seat the players")
    assert fingers.find("seat-1").note_text.text == "free"
