"""A session that hangs, as it does where the disk does not answer, is told on the screen; nothing is lost."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from kiosk import session_thread
from kiosk.demo import demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.session_thread import SessionThread
from kiosk.ui import waiting
from tests.ui.tables import MemorySession

SENTENCE = {
    "en": "The disk does not answer: what you touched is done as soon as it does. Leave the power on.",
    "de": "Der Datenträger antwortet nicht: was berührt wurde, geschieht, sobald er es tut. Strom anlassen.",
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_told_from_five_seconds_on_and_no_longer_than_it_lasts(at_table, language):
    session = MemorySession()
    fingers = at_table(session, language=language)
    watch = fingers.app._waiting_watch
    for busy, told in ((0.0, False), (4.9, False), (5.1, True), (60.0, True), (0.1, False), (0.0, False)):
        session.busy_for = busy
        watch.look()
        assert (SENTENCE[language] in fingers.texts()) is told
        assert [banner.kind for banner in fingers.app.desk.banners] == ["session-waits"] * told


def test_a_disk_that_hangs_is_told_and_what_was_touched_is_done_when_it_answers(at_table, tmp_path: Path, monkeypatch):
    """Fault: storage hangs."""
    monkeypatch.setattr(waiting, "LONG", 0.0)
    monkeypatch.setattr(waiting, "EVERY", 0.01)
    journal = Journal.open(tmp_path)
    session = LiveSession(journal, demo_header(3))
    reached, answers = threading.Event(), threading.Event()
    write = journal._write

    def hanging(rows):
        reached.set()
        answers.wait()
        return write(rows)

    try:
        fingers = at_table(session)
        session.settle()
        monkeypatch.setattr(journal, "_write", hanging)
        fingers.tap("start-hand")
        assert reached.wait(10)
        assert fingers.wait(lambda: SENTENCE["en"] in fingers.texts())
        assert fingers.app.state.view.hand == 0
        fingers.tap("menu")  # the screen itself goes on
        assert fingers.has("settings")
        answers.set()
        session.settle()
        fingers.tap("back")
        assert fingers.wait(lambda: SENTENCE["en"] not in fingers.texts())
        assert fingers.app.state.view.hand == 1
    finally:
        answers.set()
        session.close()


def test_a_thread_is_busy_from_the_beginning_of_what_it_does_to_its_end(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(session_thread.time, "monotonic", lambda: now[0])
    thread = SessionThread(lambda: None, lambda error: None)
    begun, let_go = threading.Event(), threading.Event()
    assert thread.busy_for == 0.0

    def work() -> None:
        begun.set()
        let_go.wait()

    thread.start()
    thread.post(work)
    assert begun.wait(10)
    now[0] = 107.5
    assert thread.busy_for == 7.5
    let_go.set()
    thread.end()
    assert thread.busy_for == 0.0
