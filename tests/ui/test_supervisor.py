"""The supervisor's screens by touch, over a real store: PIN, sealed cards, money, audit, backup, suspect deck."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from engine.inputs import Confirm, StartHand, Undo, Void
from kiosk import live_office
from kiosk.journal import Journal
from kiosk.ui import intents
from kiosk.ui.hands_off import idle
from tests.live.place import FIRST_NINE, uid
from tests.live.test_roles import PIN, Guarded

OTHER = "271828"


class Screen:
    """A guarded kiosk and the fingers on its screen."""

    def __init__(self, folder: Path, at_table) -> None:
        self.at_table = at_table
        self.kiosk = Guarded(folder)
        self.fingers = at_table(self.kiosk.session)

    @property
    def app(self):
        return self.fingers.app

    def tap(self, *names: str) -> None:
        for name in names:
            self.fingers.tap(name)
            self.follow()

    def follow(self) -> None:
        """Until the screen shows what the session holds."""
        self.kiosk.session.settle()
        idle(3)

    def type(self, signs: str) -> None:
        for sign in signs:
            self.fingers.tap(f"key-{sign}")

    def says(self, text: str) -> bool:
        return any(text in one for one in self.fingers.texts())

    def set_pin(self) -> str:
        self.tap("menu", "office", "pin-new")
        self.type(PIN)
        self.tap("pin-enter")
        self.type(PIN)
        self.tap("pin-enter")
        code = self.kiosk.session.state.office.code
        assert self.says(code)
        self.tap("code-seen")
        return code

    def play_hand(self) -> None:
        """All fold to Ana, who wins the other two antes of 0.25."""
        self.kiosk.to_the_bet()
        self.kiosk.fold_round()
        self.kiosk.enter(Confirm("pay"))
        self.follow()

    def again(self) -> None:
        """The kiosk is started anew, and its screen too."""
        self.app.on_stop()
        self.kiosk.again()
        self.fingers = self.at_table(self.kiosk.session)
        has_recalled()

    def close(self) -> None:
        self.kiosk.session.close()


def has_recalled() -> None:
    idle(2)
    for thread in threading.enumerate():
        if thread.name == "recalling":
            thread.join(60)
    idle(2)


@pytest.fixture
def screen(tmp_path: Path, at_table):
    screen = Screen(tmp_path / "kiosk", at_table)
    yield screen
    screen.close()


class TestThePin:
    def test_is_set_by_touch_and_its_digits_are_drawn_nowhere(self, screen: Screen):
        screen.tap("menu", "office", "pin-new")
        for count, digit in enumerate(PIN, start=1):
            screen.type(digit)
            shown = [text for text in screen.fingers.texts() if "●" in text]
            assert shown == ["●" * count]
        assert screen.app.desk.typed == ""
        assert PIN not in repr(screen.app.desk) + repr(screen.app.over) + repr(screen.app.state)
        texts = [str(getattr(widget, "text", "")) for widget in screen.fingers.widgets()]
        assert all(len(text) == 1 for text in texts if text.isdigit()), "only the keys show digits"
        screen.tap("pin-enter")
        screen.type(PIN)
        screen.tap("pin-enter")
        assert (screen.app.office._signs, screen.app.office._first) == (b"", b"")
        assert screen.kiosk.session.state.office.has_pin

    def test_code_is_shown_once_and_kept_in_no_looking_back(self, screen: Screen):
        code = screen.set_pin()
        assert not screen.says(code) and screen.kiosk.session.state.office.code == ""
        screen.play_hand()
        assert code not in repr([state.office for steps in screen.app.history.hands.values() for state in steps])

    def test_two_that_differ_begin_again(self, screen: Screen):
        screen.tap("menu", "office", "pin-new")
        screen.type(PIN)
        screen.tap("pin-enter")
        screen.type(OTHER)
        screen.tap("pin-enter")
        assert screen.says("The two were not the same") and not screen.kiosk.session.state.office.has_pin
        screen.type("111111")
        screen.tap("pin-enter")
        assert screen.says("A PIN has at least six digits, and three different ones.")

    def test_rules_ask_for_it_and_a_hand_locks_again(self, screen: Screen):
        screen.set_pin()
        screen.tap("lock", "back", "back", "between", "rules", "rule-ante", "choice-1")
        assert screen.app.over[-1] == intents.Open("pin") and not screen.app.desk.next_rules
        screen.type(OTHER)
        screen.tap("pin-enter")
        assert screen.says("That is not the PIN; 9 more wrong tries lock it.")
        screen.type(PIN)
        screen.tap("pin-enter")
        assert screen.app.over[-1] == intents.Open("rule", text="ante")
        screen.tap("choice-1")
        ante = screen.app.desk.next_rules["ante"]
        screen.tap("back", "back", "start-hand")
        state = screen.kiosk.session.state
        assert (state.refused, state.view.game.ante, state.office.open) == ("", ante, False)
        assert screen.app.over == []

    def test_learning_a_deck_asks_for_it(self, screen: Screen):
        screen.set_pin()
        screen.tap("lock", "back", "back")
        screen.app.do(intents.AtReaders(None, intents.Open("deck"), "push"))
        assert screen.app.over == [intents.Open("pin")]

    def test_recovery_code_opens_a_locked_one(self, screen: Screen):
        code = screen.set_pin().replace("-", "")
        screen.tap("lock")
        for _ in range(10):
            screen.kiosk.now += 1000
            screen.tap("unlock")
            screen.type("000111")
            screen.tap("pin-enter", "back")
        screen.tap("unlock")
        assert screen.says("only the recovery code opens it")
        screen.tap("recovery")
        screen.type(code)
        screen.tap("pin-enter")
        assert screen.kiosk.session.state.office.open
        assert screen.app.over == [intents.Open("menu"), intents.Open("office")]


class TestSealedCards:
    def start(self, screen: Screen):
        screen.set_pin()
        screen.tap("back", "back")
        screen.play_hand()
        screen.kiosk.enter(StartHand(), Confirm("announce"), Confirm("antes"))
        before = screen.kiosk.deal(*FIRST_NINE[:5])
        screen.again()
        return before

    def test_nothing_else_can_be_reached_before_the_pin(self, screen: Screen):
        self.start(screen)
        assert {button.name for button in screen.fingers.buttons()} == {"unlock", "without"}
        screen.tap("unlock", "back")
        assert {button.name for button in screen.fingers.buttons()} == {"unlock", "without"}

    def test_the_pin_brings_hand_and_hands_played_back(self, screen: Screen):
        before = self.start(screen)
        screen.tap("unlock")
        screen.type(PIN)
        screen.tap("pin-enter")
        has_recalled()
        assert screen.app.state.view == before.view
        assert screen.app.over == []
        assert list(screen.app.history.hands) == [1, 2]
        assert len(screen.app.history.hands[1]) > 10

    def test_without_it_the_table_goes_on_with_its_chips(self, screen: Screen):
        self.start(screen)
        screen.tap("without")
        assert screen.says("A hand that was in play is void")
        screen.tap("without-yes")
        has_recalled()
        view = screen.app.state.view
        assert {seat.name: seat.stack for seat in view.seats} == {"Ana": 4050, "Ben": 3975, "Cleo": 3975}
        assert "start-hand" in {button.name for button in screen.fingers.buttons()}
        assert (screen.app.over, list(screen.app.history.hands)) == ([], [])


class TestMoney:
    def correct(self, screen: Screen) -> None:
        screen.tap("menu", "office", "money", "money-hand-1", "source-1", "target-2")
        screen.type("50")
        screen.tap("enter", "why-1")
        assert screen.says("0.50 go from Ana to Ben.")
        assert screen.says("For hand 1: pot to the wrong player.")
        assert screen.says("Ana then has 40.00.") and screen.says("Ben then has 40.25.")
        screen.tap("money-yes")

    def test_moves_chips_and_is_on_record(self, screen: Screen):
        screen.play_hand()
        self.correct(screen)
        stacks = {seat.name: seat.stack for seat in screen.app.state.view.seats}
        assert stacks == {"Ana": 4000, "Ben": 4025, "Cleo": 3975}
        # Ben has won the pot after all: his own ante back and those of the other two.
        assert screen.app.evening.balances() == {1: 0, 2: 25, 3: -25}
        screen.tap("menu", "office", "audit")
        assert screen.says("hand 1 · 0.50 from Ana to Ben: pot to the wrong player (dealer)")
        screen.kiosk.enter(Undo())
        screen.follow()
        assert screen.app.state.view.seats[0].stack == 4050
        assert screen.says("taken back: correction: 0.50")
        screen.again()
        assert screen.app.evening.balances() == {1: 50, 2: -25, 3: -25}

    def test_with_a_pin_it_asks_first_and_says_who(self, screen: Screen):
        screen.play_hand()
        screen.set_pin()
        screen.tap("lock", "money")
        screen.type(PIN)
        screen.tap("pin-enter")
        assert screen.app.over[-1] == intents.Open("money")
        screen.tap("back", "back", "back")
        self.correct(screen)
        screen.tap("menu", "office", "audit")
        assert screen.says("pot to the wrong player (supervisor)")
        assert screen.says("PIN: right")

    def test_chips_may_be_added_or_leave(self, screen: Screen):
        screen.play_hand()
        screen.tap("menu", "office", "money", "money-hand-1", "source-0", "target-3")
        screen.type("100")
        screen.tap("enter", "why-other")
        for key in ("F", "O", "U", "N", "D", "space", "I", "T"):
            screen.fingers.tap(f"key-{key}")
        screen.tap("enter", "money-yes")
        screen.tap("menu", "office", "money", "money-hand-1", "source-1", "target-0")
        screen.type("50")
        screen.tap("enter", "why-5", "money-yes")
        assert [seat.stack for seat in screen.app.state.view.seats] == [4000, 3975, 4075]
        assert screen.app.evening.balances() == {1: 50, 2: -25, 3: -25}, "what was added was bought"
        screen.tap("menu", "office", "audit")
        assert screen.says("1.00 added to Cleo: Found it (dealer)")
        assert screen.says("0.50 taken off Ana: stack miscounted (dealer)")


def test_the_audit_has_pages_the_newest_first(screen: Screen):
    screen.kiosk.enter(StartHand(rules={"ante": 50}), *[Confirm("announce"), Undo()] * 8)
    screen.follow()
    screen.tap("menu", "office", "audit")
    assert sum("taken back: rules announced" in text for text in screen.fingers.texts()) == 6
    screen.tap("older")
    assert screen.app.over[-1].text == "6" and screen.says("rule Ante: now 0.50")
    screen.tap("newer", "back")
    assert screen.app.over[-1] == intents.Open("office"), "pages are one screen"


def test_a_backup_goes_to_a_stick_while_the_kiosk_runs(screen: Screen, tmp_path: Path, monkeypatch):
    stick = tmp_path / "media" / "STICK"
    stick.mkdir(parents=True)
    monkeypatch.setattr(live_office, "places", lambda: (str(stick),))
    screen.play_hand()
    screen.tap("menu", "office", "backup", "place-1")
    for thread in threading.enumerate():
        if thread.name == "backup":
            thread.join(60)
    screen.follow()
    assert screen.says("The backup is in ")
    (folder,) = stick.iterdir()
    (folder / "liege.key").write_bytes((tmp_path / "kiosk" / "liege.key").read_bytes())
    copy = Journal.open(folder)
    assert [hand.number for hand in copy.hands()] == [1]
    copy.close()
    screen.tap("back", "audit")
    assert screen.says("backup: done")


def test_a_suspect_deck_is_named_until_it_was_counted(screen: Screen):
    """The shoe reads one card twice in a hand: told at its end, also after a restart, gone when it is done."""
    screen.kiosk.enter(StartHand(), Confirm("announce"), Confirm("antes"))
    for card in (FIRST_NINE[0], *FIRST_NINE[:8]):
        screen.kiosk.shoe.card(uid(card))
    screen.kiosk.session.settle()
    screen.kiosk.enter(Void("misdeal"))
    screen.follow()
    assert screen.says("The deck of hand 1 is suspect")
    screen.tap("start-hand")
    assert screen.app.state.view.status != "open", "no hand begins with it"
    screen.again()
    assert screen.says("The deck of hand 1 is suspect")
    screen.tap("banner-done")
    assert not screen.says("The deck of hand 1 is suspect")
    screen.again()
    assert not screen.says("The deck of hand 1 is suspect")
    screen.tap("start-hand")
    assert screen.app.state.view.hand == 2
