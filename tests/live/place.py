"""A kiosk of three players in a folder, a shoe at the level of bytes, and how to wait for its states."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from engine.cards import Card
from engine.inputs import Act, CardRead, Confirm, Input, StartHand
from kiosk.demo import demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.readers.base import Receipt
from kiosk.readers.simulated_shoe import simulated_deck
from kiosk.recorder import Recorder
from kiosk.session import Banner, ScreenState
from tests.proofs._bytes_shoe import BOOT, BytesShoe

DECK = simulated_deck()
FIRST_NINE = [Card.parse(name) for name in ("As", "Kd", "9c", "8c", "7c", "6c", "5d", "4d", "3d")]


def uid(card: Card) -> str:
    """The tag of a card of the deck."""
    key = DECK.key(card)
    assert key is not None
    return key


class Place:
    """A kiosk of three players in a folder; ``again`` starts it anew after ``session.close``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = 1_700_000_000.0
        self.start()

    def start(self) -> None:
        self.journal = Journal.open(self.folder, clock=lambda: self.clock)
        receipts = [Receipt(boot, seq) for boot, seq in self.journal.last_receipts().items()]
        self.shoe = BytesShoe(DECK, receipts)
        self.shoe.drawn = max((receipt.seq for receipt in receipts if receipt.boot == BOOT), default=0)
        self.recording = self.folder / "evening.session.jsonl"
        self.session = LiveSession(
            self.journal,
            demo_header(3),
            [self.shoe],
            make_recorder=lambda header: Recorder(self.recording, header.line()),
        )

    def again(self) -> ScreenState:
        self.session.close()
        self.start()
        return self.session.settle()

    def enter(self, *entries: Input) -> ScreenState:
        for entry in entries:
            self.session.submit(entry)
        return self.session.settle()

    def deal(self, *cards: Card) -> ScreenState:
        for card in cards:
            self.shoe.card(uid(card))
        return self.session.settle()

    def to_the_pass(self) -> ScreenState:
        self.enter(StartHand(), Confirm("announce"), Confirm("antes"))
        state = self.deal(*FIRST_NINE)
        assert state.view.step == "pass"
        return state

    def to_the_bet(self) -> ScreenState:
        """Seat 2 reveals the ace and is first to act (RULES 3.5)."""
        self.to_the_pass()
        up = zip((2, 3, 1), FIRST_NINE[:3], strict=True)
        return self.enter(Confirm("pass"), *(CardRead(card, "dealer", seat) for seat, card in up))

    def fold_round(self) -> ScreenState:
        state = self.session.settle()
        while state.view.actions is not None:
            state = self.enter(Act(state.view.actions.seat, "fold"))
        return state


def banner(state: ScreenState, kind: str) -> Banner:
    """The banner of that kind; there is exactly one."""
    (found,) = [one for one in state.banners if one.kind == kind]
    return found


class Waiting:
    """Waits for states of a session."""

    def __init__(self, session: LiveSession) -> None:
        self._changed = threading.Condition()
        self.heard: list[ScreenState] = []
        session.subscribe(self._told)

    def _told(self, state: ScreenState) -> None:
        with self._changed:
            self.heard.append(state)
            self._changed.notify_all()

    def until(self, wanted: Callable[[ScreenState], bool]) -> ScreenState:
        """The first state like that, however long ago."""
        with self._changed:
            assert self._changed.wait_for(lambda: any(map(wanted, self.heard)), 30)
            return next(filter(wanted, self.heard))


def has(kind: str) -> Callable[[ScreenState], bool]:
    return lambda state: any(banner.kind == kind for banner in state.banners)


def lamp(state: ScreenState) -> str:
    return state.lamps[0].state
