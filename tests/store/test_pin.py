"""The supervisor's PIN: what it opens, how guesses are limited, what goes on without it."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from nacl import pwhash

from kiosk import sealing_pin
from kiosk.journal import Journal, JournalError
from kiosk.sealing_key import KEY_FILE, KeyFileError
from kiosk.sealing_pin import PinError, Supervisor
from tests.store.conftest import HEADER

PIN = "271828"
CARD = {"type": "card", "card": "As", "reader": "shoe"}


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 5000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def enter(tmp_path: Path, clock: Clock) -> Callable[[], Supervisor]:
    """A kiosk that is started again in the same folder."""
    return lambda: Supervisor.open(tmp_path, clock)


def guess_wrong(supervisor: Supervisor, clock: Clock, times: int) -> None:
    for _ in range(times):
        clock.now += sealing_pin.LONGEST_WAIT
        with pytest.raises(PinError):
            supervisor.enter("000111222")


def test_the_cost_of_a_guess_is_what_the_design_asks() -> None:
    """argon2id, at least 19 MiB, two passes (RELIABILITY)."""
    assert (sealing_pin.PASSES, sealing_pin.MEMORY) == (2, 19_922_944)
    assert pwhash.argon2id.MEMLIMIT_MIN <= sealing_pin.MEMORY


def test_without_a_pin_the_key_is_open(enter: Callable[[], Supervisor]) -> None:
    supervisor = enter()
    assert not supervisor.has_pin and supervisor.table_key.can_open
    with pytest.raises(PinError, match="No PIN is set up"):
        supervisor.enter(PIN)


def test_a_pin_locks_the_key_of_the_next_start(enter: Callable[[], Supervisor], tmp_path: Path) -> None:
    first = enter()
    private = first.table_key.private
    first.set_pin(PIN)
    assert private not in (tmp_path / KEY_FILE).read_bytes()
    second = enter()
    assert second.has_pin and not second.table_key.can_open
    second.enter(PIN)
    assert second.table_key.private == private


def test_what_goes_on_without_the_pin(enter: Callable[[], Supervisor], tmp_path: Path) -> None:
    """Lines are taken and sealed, public notes are known; the kiosk reads what it wrote itself, and no other run;
    cards open when the PIN comes."""
    enter().set_pin(PIN)
    journal = Journal.open(tmp_path)
    journal.start_session(HEADER)
    journal.append(CARD, ("B7F2", 3), public={"stacks": {"1": 4000}})
    assert journal.last_public() == (2, {"stacks": {"1": 4000}})
    assert journal.last_receipt("B7F2") == 3
    assert [entry.line for entry in journal.lines()] == [HEADER, CARD] and not journal.needs_key
    journal.close()
    journal = Journal.open(tmp_path)
    assert journal.needs_key
    assert [entry.line for entry in journal.shown_lines()] == [HEADER, {**CARD, "card": None}]
    with pytest.raises(JournalError, match="the table key is locked, and the supervisor's PIN opens it"):
        list(journal.lines())
    journal.close()
    supervisor = enter()
    supervisor.enter(PIN)
    journal = Journal.open(tmp_path, table_key=supervisor.table_key)
    assert [entry.line for entry in journal.lines()] == [HEADER, CARD]
    supervisor.table_key.lock()
    with pytest.raises(JournalError, match="locked"):
        list(journal.lines())
    journal.close()


def test_a_new_pin_opens_old_hands(enter: Callable[[], Supervisor], tmp_path: Path) -> None:
    supervisor = enter()
    journal = Journal.open(tmp_path, table_key=supervisor.table_key)
    journal.start_session(HEADER)
    supervisor.set_pin(PIN)
    supervisor.set_pin("314159")
    journal.append(CARD)
    journal.close()
    later = enter()
    with pytest.raises(PinError):
        later.enter(PIN)
    later.enter("314159")
    journal = Journal.open(tmp_path, table_key=later.table_key)
    assert [entry.line for entry in journal.lines()] == [HEADER, CARD]
    journal.close()


def test_waits_grow_after_three_failures(enter: Callable[[], Supervisor], clock: Clock) -> None:
    enter().set_pin(PIN)
    supervisor = enter()
    for left in (9, 8, 7):
        assert supervisor.wait() == 0
        with pytest.raises(PinError, match=f"not the PIN; {left} more"):
            supervisor.enter("000111")
    for wait in (30, 60, 120, 240, 480, 900):
        assert supervisor.wait() == wait
        with pytest.raises(PinError, match=f"in {wait} seconds"):
            supervisor.enter(PIN)  # even the right one: the wait says nothing about it
        clock.now += wait - 0.5
        with pytest.raises(PinError, match="in 1 seconds"):
            supervisor.enter(PIN)
        clock.now += 0.5
        with pytest.raises(PinError, match="not the PIN"):
            supervisor.enter("000111")


def test_a_restart_forgets_no_failure_and_no_wait(enter: Callable[[], Supervisor], clock: Clock) -> None:
    enter().set_pin(PIN)
    guess_wrong(enter(), clock, 5)
    clock.now += 119
    again = enter()
    assert again.failures == 5
    assert again.wait() == 120
    clock.now += 120
    again.enter(PIN)
    assert enter().failures == 0


def test_a_failure_is_kept_before_the_guess_is_tried(
    enter: Callable[[], Supervisor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pulling the plug while it is tried gives no free guess."""
    enter().set_pin(PIN)

    def plug_pulled(*_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(sealing_pin, "_opened", plug_pulled)
    with pytest.raises(KeyboardInterrupt):
        enter().enter("000111")
    assert enter().failures == 1


def test_ten_failures_lock_until_the_recovery_code(enter: Callable[[], Supervisor], clock: Clock) -> None:
    code = enter().set_pin(PIN)
    supervisor = enter()
    guess_wrong(supervisor, clock, 10)
    for locked in (supervisor, enter()):
        assert locked.wait() == math.inf
        with pytest.raises(PinError, match="only the recovery code"):
            locked.enter(PIN)
    with pytest.raises(PinError, match="not the recovery code"):
        supervisor.enter_code("00000-00000-00000-00000")
    supervisor.enter_code(code.lower().replace("-", " "))
    assert supervisor.table_key.can_open and supervisor.failures == 0
    enter().enter(PIN)


def test_a_new_pin_needs_the_old_one(enter: Callable[[], Supervisor]) -> None:
    enter().set_pin(PIN)
    locked = enter()
    for change in (lambda: locked.set_pin("314159"), locked.remove_pin):
        with pytest.raises(PinError, match="must be entered first"):
            change()
    locked.enter(PIN)
    locked.remove_pin()
    assert enter().table_key.can_open


@pytest.mark.parametrize("weak", ["", "12345", "111111", "121212"])
def test_a_weak_pin_is_refused(enter: Callable[[], Supervisor], weak: str) -> None:
    with pytest.raises(PinError, match="at least 6 signs"):
        enter().set_pin(weak)
    assert not enter().has_pin


def test_a_damaged_count_gives_one_guess(enter: Callable[[], Supervisor], tmp_path: Path, clock: Clock) -> None:
    enter().set_pin(PIN)
    (tmp_path / sealing_pin.TRIES_FILE).write_bytes(b"{}")
    supervisor = enter()
    assert supervisor.wait() == sealing_pin.LONGEST_WAIT
    guess_wrong(supervisor, clock, 1)
    assert supervisor.wait() == math.inf


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b'{"kind":"file"}', b"null"])
def test_a_damaged_key_file_is_one_sentence(enter: Callable[[], Supervisor], tmp_path: Path, content: bytes) -> None:
    enter().set_pin(PIN)
    (tmp_path / KEY_FILE).write_bytes(content)
    with pytest.raises(KeyFileError, match=r"^The key file .*liege\.key is damaged\.$"):
        enter()


def test_nothing_shows_the_pin(enter: Callable[[], Supervisor]) -> None:
    supervisor = enter()
    code = supervisor.set_pin(PIN)
    shown = repr(supervisor)
    assert shown == "Supervisor(PIN, TableKey(open))"
    assert PIN not in shown and code not in shown
