"""The supervisor's office of a live session: who may do what, and every attempt kept in the journal.

Used on the session's thread alone; a PIN costs some 20 to 200 ms of it.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from engine.inputs import Input, Rebuy, Refusal, StartHand
from engine.table import Table
from kiosk.audit import NOTED
from kiosk.backup_places import places
from kiosk.journal import Journal, JournalError
from kiosk.sealing_key import KeyFileError
from kiosk.sealing_pin import LOCKED_AT, PinError, Supervisor
from kiosk.supervision import (
    Answer,
    AnswerKind,
    BackUp,
    EnterCode,
    EnterPin,
    FindPlaces,
    GoOnWithout,
    Lock,
    NewEvening,
    Office,
    RemovePin,
    Request,
    Seen,
    SetPin,
)

OPEN_FOR: Final = 300.0
"""Seconds after the supervisor's last request from which on the office locks itself."""

DEALERS: Final = frozenset({"variant", "burn", "open_pair_option", "bring_in", "opener_tie", "max_raises"})
"""House rules that come with a game of the house: the dealer chooses the game; all others are the supervisor's."""


class House(Protocol):
    """What the office asks of the session."""

    @property
    def table(self) -> Table: ...

    def note(self, text: str) -> None:
        """Keep a note in the journal."""

    def take_up_anew(self) -> None:
        """Fold the session that the journal holds now."""

    def later(self, command: Callable[[], None]) -> None:
        """Run something on the session's thread, from any thread, and publish what came of it."""


class LiveOffice:
    """``state`` is what the screen sees. Without a ``supervisor`` there is no key to guard: a home game."""

    def __init__(
        self, supervisor: Supervisor | None, journal: Journal, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._supervisor = supervisor
        self._journal = journal
        self._clock = clock
        self._asked_at = 0.0
        self.state = Office(has_pin=supervisor is not None and supervisor.has_pin)

    # What a session asks of the office.

    def refuses(self, entry: Input, house: House) -> Refusal | None:
        """Why the dealer alone may not give this in; None: it may be given in."""
        if self.state.sealed:
            return Refusal("cards-sealed")
        if self.state.may:
            return None
        table = house.table
        if isinstance(entry, Rebuy) and entry.corrects is not None:
            self._note(house, "money", "refused: locked")
        elif isinstance(entry, StartHand) and _changed(entry.rules, table) - _of_the_game(entry.rules, table):
            self._note(house, "rules", "refused: locked")
        else:
            return None
        return Refusal("needs-supervisor")

    def must_wait(self) -> bool:
        """A session is taken up: whether its cards wait for the PIN."""
        self.state = replace(self.state, sealed=self._journal.needs_key)
        return self.state.sealed

    def unsure(self, count_chips: bool) -> None:
        """What is known of the stacks without the PIN may not be the last that was said."""
        self.state = replace(self.state, count_chips=count_chips)

    def stay_sealed(self, why: str) -> None:
        """The cards could not be brought back after all."""
        self.state = replace(self.state, sealed=True)
        self._say("failed", text=why)

    def signed(self, entry: Input, table: Table) -> Input:
        """The input as it is kept: who corrected money, and the button that an earlier session settled."""
        if isinstance(entry, Rebuy) and entry.corrects is not None:
            return replace(entry, by="supervisor" if self.state.has_pin else "dealer")
        if isinstance(entry, StartHand) and entry.dealer is None and table.button is None and table.first_dealer:
            return replace(entry, dealer=table.next_dealer(table.active(entry.sitting_out)))
        return entry

    def hand_began(self) -> None:
        """The supervisor's moment is over."""
        self._lock()

    def look_round(self) -> bool:
        """Lock the office where nobody asked anything of it for a while; whether that changed it."""
        due = self.state.open and self._clock() - self._asked_at >= OPEN_FOR
        if due:
            self._lock()
        return due

    def handle(self, request: Request, house: House) -> None:
        """Do what was asked; the answer is in ``state``."""
        self._asked_at = self._clock()
        if not isinstance(request, Seen):
            self.state = replace(self.state, answer=None)
        match request:
            case EnterPin(pin):
                self._enter("pin", lambda guard: guard.enter(pin), house)
            case EnterCode(code):
                self._enter("recovery code", lambda guard: guard.enter_code(code), house)
            case SetPin() | RemovePin() | BackUp() | NewEvening() if not self.state.may:
                self._note(house, _WHAT[type(request)], "refused: locked")
                self._say("needs-pin")
            case SetPin(pin):
                self._set_pin(pin, house)
            case RemovePin():
                self._remove_pin(house)
            case Lock():
                self._lock()
                self._note(house, "lock", "done")
            case GoOnWithout():
                self._go_on_without(house)
            case FindPlaces():
                self.state = replace(self.state, places=places())
            case BackUp(place, below):
                self._back_up(Path(place), below, house)
            case NewEvening():
                self._new_evening(house)
            case Seen():
                self.state = replace(self.state, answer=None, code="")

    # One by one.

    def _enter(self, what: str, attempt: Callable[[Supervisor], None], house: House) -> None:
        guard = self._supervisor
        if guard is None or not guard.has_pin:
            return
        wait = guard.wait() if what == "pin" else 0.0
        if wait > 0:
            self._note(house, what, "refused: locked" if wait == math.inf else "refused: too early")
            self._say("locked") if wait == math.inf else self._say("wait", math.ceil(wait))
            return
        try:
            attempt(guard)
        except PinError:
            self._note(house, what, "wrong")
            left = LOCKED_AT - guard.failures
            self._say("wrong-code") if what != "pin" else self._say("wrong-pin" if left else "locked", left)
        except KeyFileError as error:
            self._note(house, what, "failed")
            self._say("failed", text=error.args[0])
        else:
            self._note(house, what, "right")
            self.state = replace(self.state, open=True)
            if self.state.sealed:
                self.state = replace(self.state, sealed=False)
                house.take_up_anew()

    def _set_pin(self, pin: str, house: House) -> None:
        if self._supervisor is None:
            self._say("no-store")
            return
        try:
            code = self._supervisor.set_pin(pin)
        except PinError:
            self._say("weak-pin")
        except KeyFileError as error:
            self._note(house, "new pin", "failed")
            self._say("failed", text=error.args[0])
        else:
            self._note(house, "new pin", "set")
            self.state = replace(self.state, has_pin=True, open=True, code=code)
            self._say("pin-set")

    def _remove_pin(self, house: House) -> None:
        if self._supervisor is None or not self._supervisor.has_pin:
            return
        try:
            self._supervisor.remove_pin()
        except (PinError, KeyFileError) as error:
            self._note(house, "no pin any more", "failed")
            self._say("failed", text=error.args[0])
        else:
            self._note(house, "no pin any more", "done")
            self.state = replace(self.state, has_pin=False, open=False)
            self._say("pin-removed")

    def _go_on_without(self, house: House) -> None:
        from kiosk.public_note import go_on_without

        if not self.state.sealed:
            return
        self._note(house, "go on without the cards", "done")
        try:
            go_on_without(self._journal, house.table.variants)
        except JournalError as error:
            self._say("failed", text=error.args[0])
            return
        self.state = replace(self.state, sealed=False)
        house.take_up_anew()

    def _new_evening(self, house: House) -> None:
        from kiosk.recording import Header

        if house.table.in_play:
            self._say("between-hands")
            return
        table = house.table
        self._note(house, "new evening", "done")
        try:
            self._journal.start_session(Header(table.name, table.told, (), table.variants).line())
        except JournalError as error:
            self._say("failed", text=error.args[0])
            return
        house.take_up_anew()
        self._say("new-evening")

    def _back_up(self, place: Path, below: bool, house: House) -> None:
        """In a thread of its own: a stick is slow, and cards may come in between."""
        folder = place / time.strftime("liege-backup-%Y%m%d-%H%M%S") if below else place

        def copy() -> None:
            try:
                self._journal.backup(folder)
            except JournalError as error:
                failed = error.args[0]
                house.later(lambda: self._backed_up(house, Answer("failed", text=failed)))
            else:
                house.later(lambda: self._backed_up(house, Answer("backup-done", text=str(folder))))

        self._say("backup-runs")
        threading.Thread(target=copy, name="backup", daemon=True).start()

    def _backed_up(self, house: House, answer: Answer) -> None:
        self._note(house, "backup", "done" if answer.kind == "backup-done" else "failed")
        self.state = replace(self.state, answer=answer)

    def _lock(self) -> None:
        if self.state.has_pin:
            self.state = replace(self.state, open=False, answer=None, code="")

    def _say(self, kind: AnswerKind, number: int = 0, text: str = "") -> None:
        self.state = replace(self.state, answer=Answer(kind, number, text))

    def _note(self, house: House, what: str, outcome: str) -> None:
        house.note(NOTED + json.dumps({"what": what, "outcome": outcome}, sort_keys=True))


_WHAT: Final[Mapping[type, str]] = {
    SetPin: "new pin",
    RemovePin: "no pin any more",
    BackUp: "backup",
    NewEvening: "new evening",
}


def _changed(rules: Mapping[str, object], table: Table) -> set[str]:
    """The house rules that would become others."""
    return {name for name, value in rules.items() if getattr(table.rules, name, None) != value}


def _of_the_game(rules: Mapping[str, object], table: Table) -> frozenset[str]:
    """Those that come with the game which is chosen."""
    variant = table.variants.get(str(rules.get("variant")))
    return DEALERS | frozenset(variant.defaults if variant is not None else ())
