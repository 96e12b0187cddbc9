"""Touches as they come at a table: two fingers, slips, bounces; and what must not happen on an input."""

from tests.ui.tables import MemorySession, cards, feed

THREE = ((1, "Ana", 4000), (2, "Ben", 4000), (3, "Cleo", 4000))
BETTING = "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3"


def at_bet(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, BETTING)
    fingers.wait(lambda: fingers.app.state is session.state)
    session.entries.clear()
    return session, fingers


def touch_of(fingers, name):
    from kiosk.ui.hands_off import _Touch

    button = fingers.find(name)
    return _Touch(*button.to_window(*button.center))


def dispatch(kind, touch):
    from kivy.base import EventLoop

    EventLoop.post_dispatch_input(kind, touch)
    EventLoop.idle()


def test_a_finger_that_slips_off_does_nothing(at_table):
    session, fingers = at_bet(at_table)
    touch = touch_of(fingers, "fold")
    dispatch("begin", touch)
    assert fingers.find("fold").held
    touch.move({"x": 400, "y": 250})
    dispatch("update", touch)
    dispatch("end", touch)
    assert session.entries == []
    assert not fingers.find("fold").held


def test_a_tap_that_bounces_counts_once(at_table):
    """Fault: double tap. The second touch may already mean the next player."""
    session, fingers = at_bet(at_table)
    fingers.tap("check")
    touch = touch_of(fingers, "check")
    touch.is_double_tap = True
    dispatch("begin", touch)
    dispatch("end", touch)
    assert len(session.entries) == 1


def test_two_fingers_on_one_button_count_once(at_table):
    """Fault: two fingers at once."""
    session, fingers = at_bet(at_table)
    one, two = touch_of(fingers, "check"), touch_of(fingers, "check")
    dispatch("begin", one)
    dispatch("begin", two)
    dispatch("end", one)
    dispatch("end", two)
    assert len(session.entries) == 1


def test_a_finger_that_rests_while_another_opens_the_menu_folds_nobody(at_table):
    """Fault: two fingers at once."""
    session, fingers = at_bet(at_table)
    resting = touch_of(fingers, "fold")
    dispatch("begin", resting)
    fingers.tap("menu")
    dispatch("end", resting)
    assert session.entries == []


def test_a_disabled_button_cannot_be_pressed(at_table):
    session = MemorySession(THREE, {"variant": "stud"})
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,5s@1 9c@2 2d@3,deal")
    fingers.wait(lambda: fingers.app.state is session.state)
    fold = fingers.app.table.actions[0]
    assert (fold.text, fold.enabled) == ("Fold", False)
    session.entries.clear()
    fingers.tap_at(*fold.center)
    assert session.entries == []


def test_no_input_rebuilds_the_widget_tree(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    before = [id(widget) for widget in fingers.app.table.walk()]
    feed(session, BETTING + ",checks,deal,pass,Kh@1 Qd@2 9c@3,1 bet,2 raise,3 fold,1 call,deal,pass,undo,undo")
    fingers.wait(lambda: fingers.app.state is session.state)
    assert [id(widget) for widget in fingers.app.table.walk()] == before


def test_states_that_come_from_another_thread_are_drawn_by_the_clock(at_table):
    from threading import Thread

    session = MemorySession(THREE)
    fingers = at_table(session)
    thread = Thread(target=feed, args=(session, "hand 3,announce,antes"))
    thread.start()
    thread.join()
    assert fingers.app.table.look.headline == "Start the first hand"  # nothing is drawn from there
    assert fingers.wait(lambda: fingers.app.table.look.headline == "Deal 3 cards down each")


def test_an_exception_in_a_callback_does_not_end_the_kiosk(at_table):
    from kivy.clock import Clock

    session = MemorySession(THREE)
    fingers = at_table(session)

    def broken(_):
        raise ValueError("broken")

    Clock.schedule_once(broken)
    fingers.wait(lambda: bool(fingers.app.failures), frames=10)
    assert [str(failure) for failure in fingers.app.failures] == ["broken"]
    fingers.app.failures.clear()
    fingers.tap("Start hand 1")
    assert fingers.app.table.look.headline == "Say: the winner shares right"


def test_hidden_cards_change_nothing_that_can_be_seen(at_table):
    """The same hand twice with other down cards: texts and pixels are equal until the first reveal that differs."""
    from kiosk.ui.hands_off import pixels

    seen = []
    for deck in ("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc", "Ad Kd Qd Jd Td 9d 8d 7d 6d 5d"):
        session = MemorySession(THREE, deck=cards(deck))
        fingers = at_table(session)
        moments = []
        for button in (
            "Start hand 1",
            "Announced",
            "Antes are in",
            *["deal"] * 9,
            "All passed",
            "menu",
            "misdeal",
            "back",
            "hands",
            "back",
            "back",
        ):
            fingers.tap(button)
            moments.append((tuple(fingers.texts()), pixels()))
        fingers.tap("pick-up")
        moments.append((tuple(fingers.texts()), pixels()))
        fingers.tap("pick-Ks")
        fingers.tap("pick-Qs")
        fingers.tap("back")
        moments.append((tuple(fingers.texts()), pixels()))
        seen.append(moments)
    assert len(seen[0]) == 21
    for one, other in zip(*seen, strict=True):
        assert one[0] == other[0]
        assert one[1] == other[1]
