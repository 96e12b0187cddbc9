"""The one loop: input -> journal -> engine -> view, in a thread of its own.

Whatever reaches the kiosk (a touch, a card, a reader's fault) goes through one queue. An input is in
the journal before it is played; the screen's new state and the acknowledgement to the shoe come after.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Final

from engine.inputs import UNCHANGED, Act, CardRead, Confirm, Input, Note, StartHand, Undo
from engine.table import Table
from kiosk.audit import LEFT_OUT
from kiosk.folding import Standing, fold
from kiosk.journal import Journal, JournalError
from kiosk.live_camera import LiveCamera
from kiosk.live_office import LiveOffice
from kiosk.live_readers import DemoDealing, TableReaders
from kiosk.live_recording import LiveRecording
from kiosk.live_state import LiveState
from kiosk.past import past_of
from kiosk.public_note import known_without, note_before, note_now
from kiosk.reader_watch import where
from kiosk.readers.base import CardRead as SeenCard
from kiosk.readers.base import CardReader, Fault, FaultOver, ReaderEvent
from kiosk.readers.sentences import not_acknowledged
from kiosk.recorder import Recorder
from kiosk.recording import Header
from kiosk.sealing_pin import Supervisor
from kiosk.session import CameraAnswer, DemoShoe, Past, ScreenState
from kiosk.session_lines import line_of
from kiosk.session_thread import Command, SessionThread, T
from kiosk.supervision import AuditEntry, Request

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight

LOG = logging.getLogger("liege.session")

COUNT_ANEW: Final = frozenset({"restarted", "gap", "counts-anew"})
"""Faults of a shoe that leave the cards of the hand in play in doubt."""


class LiveSession:
    """The session in play (``kiosk.session.TableSession``). Thread-safe; ``close`` ends it.

    Takes up the journal's session where it was left, or begins one with ``header``. ``listen`` is told what
    readers tell, on their own threads, before it is played. Where the ``supervisor`` has a PIN and cards are
    sealed, nothing is played until it was entered, or the dealer goes on without them.
    Raises JournalError where the journal cannot be read.
    """

    def __init__(
        self,
        journal: Journal,
        header: Header,
        readers: Sequence[CardReader] = (),
        demo_shoe: DemoShoe | None = None,
        make_recorder: Callable[[Header], Recorder] | None = None,
        clock: Callable[[], float] = time.monotonic,
        listen: Callable[[ReaderEvent], None] = lambda event: None,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._thread = SessionThread(self._look_round, self._recover)
        self._office = LiveOffice(supervisor, journal, clock)
        self._recording = LiveRecording(make_recorder)
        self._held: list[ReaderEvent] = []
        """What readers told while the cards are sealed."""
        self._listen = listen
        self._journal = journal
        self._clock = clock
        self._listeners: list[Callable[[ScreenState], None]] = []
        self._dealing = DemoDealing(demo_shoe)
        self._telling = LiveState()
        self._closing = False
        self._wall = time.time()
        self._standing = self._take_up(header)
        self._began = clock() - self._standing.time / 1000
        self._begin_recording()
        self._camera = LiveCamera(self._recording.picture)
        self._readers = TableReaders(readers, self.hear, self._reader_died)
        self._state = self._make_state()
        self._thread.start()
        self._readers.start()
        self._thread.post(self._ready)

    # What the screen may do.

    @property
    def state(self) -> ScreenState:
        return self._state

    @property
    def busy_for(self) -> float:
        return self._thread.busy_for

    def submit(self, entry: Input) -> None:
        self._thread.post(lambda: self._take(entry))

    def draw_card(self) -> None:
        self._thread.post(self._start_dealing)

    def clear_banner(self, reader: str, kind: str) -> None:
        self._thread.post(lambda: self._clear(reader, kind))

    def supervise(self, request: Request) -> None:
        self.later(lambda: self._office.handle(request, self))

    def audit(self) -> tuple[AuditEntry, ...]:
        found = (AuditEntry(self._wall, 0, "finding", text=one) for one in self._journal.findings)
        return (*found, *self._standing.audit.entries)

    def past(self) -> Past:
        if self._office.state.sealed:
            return Past()
        standing = self._standing
        return past_of(self._journal, standing.header.variants, standing.left_out)

    def answer_camera(self, ask: int, answer: CameraAnswer) -> None:
        self._thread.post(lambda: self._answer(ask, answer))

    def subscribe(self, listener: Callable[[ScreenState], None]) -> None:
        self._listeners.append(listener)
        listener(self._state)

    def ask_players(self, seed: int) -> Input | None:
        """What the people at a practice table do now; to be asked by a listener, on the session's thread."""
        hand = self._standing.hand
        if hand is None:
            return None
        from kiosk.demo_players import DemoPlayers

        return DemoPlayers(hand, seed).next_input(may_fold=len(hand.live_players()) > 2)

    def run_there(self, question: Callable[[], T], timeout: float = 10.0) -> T:
        """Ask something on the session's thread, after all that was handed in before, and wait for the answer."""
        return self._thread.ask(question, timeout)

    @property
    def readers(self) -> tuple[CardReader, ...]:
        """The readers at the table now."""
        return tuple(self._readers.watch.readers)

    def exchange(self, out: Collection[str], into: Sequence[CardReader]) -> list[CardReader]:
        """Take readers from the table by name, to be closed by who calls this, and put others there; waits for it."""

        def change() -> list[CardReader]:
            taken = self._readers.exchange(out, into, self._standing.faults)
            self._camera.forget()
            self._publish()
            return taken

        return self.run_there(change)

    def settle(self, timeout: float = 10.0) -> ScreenState:
        """Wait until everything handed in so far has been played; the state after it."""
        self._thread.settle(timeout)
        return self._state

    def close(self) -> None:
        """Stop the readers, play what is left, end the thread and the journal. Closing twice does no harm."""
        if not self._thread.alive:
            return
        self._closing = True
        self._readers.close()
        self._thread.end()
        self._recording.flush()
        self._journal.close()

    # What readers may do.

    def hear(self, event: ReaderEvent) -> None:
        """A reader tells something; never waits."""
        self._listen(event)
        self._thread.post(lambda: self._reader_event(event))

    def see(self, sight: Sight) -> None:
        """The camera shows what it sees; never waits."""
        if self._camera.is_news(sight):
            self._thread.post(lambda: self._see(lambda: self._camera.see(sight)))

    def lay(self, sight: Sight) -> None:
        """A card was laid on the camera's read spot; never waits."""
        self._thread.post(lambda: self._see(lambda: self._camera.lay(sight)))

    def _look_round(self) -> None:
        self._readers.look_round(self._standing.faults, self._journal)
        if self._office.look_round():
            self._publish()

    def _recover(self, error: Exception) -> None:
        """Something that should not happen: the table is folded anew from the journal, and the dealer is
        told."""
        LOG.error("%s", where(error))
        self._telling.inside()
        self._dealing.stop()
        try:
            told = fold(self._journal, self._standing.header.variants, self._standing.left_out)
        except JournalError as unreadable:
            self._telling.fault("storage", unreadable.args[0])
        else:
            told.faults = self._standing.faults  # those of the links stand too, and are in no journal
            told.time = self._standing.time
            self._standing = told
            self._note_left_out()
        self._publish()

    def _take_up(self, header: Header) -> Standing:
        if next(iter(self._journal.shown_lines()), None) is None:
            self._journal.start_session(header.line())
        if self._office.must_wait():
            known = known_without(self._journal, header.variants)
            self._office.unsure(not known.sure)
            return known.standing()
        standing = fold(self._journal, header.variants)
        if standing.left_out - standing.noted:
            self._telling.inside()
        return standing

    def take_up_anew(self) -> None:
        """The cards were unsealed, or the journal holds another session now."""
        self._dealing.stop()
        try:
            self._standing = self._take_up(self._standing.header)
        except JournalError as error:
            self._office.stay_sealed(error.args[0])
            return
        self._telling.taken_up += 1
        self._telling.answer(None, self._standing.timeline)
        self._began = self._clock() - self._standing.time / 1000
        self._begin_recording()
        held, self._held = self._held, []
        for event in held:
            self._reader_event(event)
        self._ready()

    def _note_left_out(self) -> None:
        """The next start leaves out the same rows as this one."""
        new = self._standing.left_out - self._standing.noted
        self._standing.noted = self._standing.left_out
        for seq in sorted(new):
            self._note(Note(LEFT_OUT + str(seq)))

    def _begin_recording(self) -> None:
        if not self._office.state.sealed:
            self._recording.begin(self._journal, self._standing)
            self._look_at_recording()

    def _look_at_recording(self) -> None:
        if (fault := self._recording.fault()) != "":
            self._telling.fault("recording", fault)

    def _ready(self) -> None:
        self._note_left_out()
        self._retire()
        hand = self._standing.hand
        if hand is not None and hand.status == "open":
            self._dealing.prepare(hand.number, hand.out_of_stub + len(hand.extra))
        self._publish()

    def _retire(self) -> None:
        """Old sessions go where nobody waits for an answer: when a session is taken up between two hands."""
        if self._office.state.sealed or self._standing.timeline.table.in_play:
            return
        try:
            self._journal.retire()
        except JournalError as error:
            self._telling.fault("storage", error.args[0])

    # Inputs.

    def _take(self, entry: Input) -> None:
        """One input from the dealer."""
        if isinstance(entry, Act | Confirm | StartHand) and self._standing.faults.in_doubt:
            self._telling.not_now(self._standing.faults.banners()[0].sentence)
            self._publish()
            return
        refused = self._office.refuses(entry, self)
        if refused is not None:
            self._telling.answer(refused, self._standing.timeline)
            self._publish()
            return
        entry = self._office.signed(entry, self.table)
        if self._write(entry):
            hand = self._standing.hand
            self._play(entry)
            if isinstance(entry, Undo) and (now := note_now(self.table)) is not None:
                self._note(Note("chips as they stand"), now)
            if isinstance(entry, StartHand) and self._standing.hand is not hand:
                self._office.hand_began()
            self._publish()

    def _see(self, seen: Callable[[], None]) -> None:
        if not self._readers.away("camera") and not self._office.state.sealed:
            self._readers.watch.read("camera")
            seen()
            self._publish()

    def _answer(self, ask: int, answer: CameraAnswer) -> None:
        self._camera.answer(ask, answer, self._hand_in)
        self._publish()

    def _hand_in(self, entry: Input) -> bool:
        """What the camera tells; why the dealer's last input was refused stays on the screen."""
        said = self._telling.said
        written = self._journal.fault is None and self._write(entry)
        if written:
            self._play(entry)
            self._telling.said = said
        return written

    def _write(self, entry: Input, seen: SeenCard | None = None, public: dict[str, object] | None = None) -> bool:
        """Journal it; False, and play is suspended, where the storage does not take it."""
        standing = self._standing
        standing.wall = time.time()
        standing.time = max(standing.time, round((self._clock() - self._began) * 1000))
        line = {**line_of(entry), "t": standing.time}
        public = public or note_before(self.table, entry)  # what a start without the key can go on from
        try:
            standing.last = self._journal.append(line, seen.receipt if seen is not None else None, public)
        except JournalError as error:
            self._telling.fault("storage", error.args[0])
            self._publish()
            return False
        self._recording.line(line)
        return True

    def _play(self, entry: Input) -> None:
        refused = self._standing.play(entry)
        refused = None if refused is UNCHANGED else refused
        self._telling.answer(refused, self._standing.timeline)
        self._recording.played(self._standing)
        self._look_at_recording()
        if refused is None and (hand := self._standing.hand) is not None:
            self._dealing.played(entry, hand.number)

    def _reader_event(self, event: ReaderEvent) -> None:
        if self._readers.away(event.reader):
            return
        if self._office.state.sealed:
            self._held.append(event)
            return
        if isinstance(event, SeenCard):
            if self._readers.stands_already(event, self._journal):
                return
            entry = CardRead(event.card, "camera" if event.reader == "camera" else "shoe")
            if not self._write(entry, event):
                return
            self._readers.taken(event)
            self._play(entry)
        elif isinstance(event, Fault) and event.kind in COUNT_ANEW and not self._standing.timeline.table.in_play:
            pass  # between hands no card is on its way: there is nothing to count
        elif isinstance(event, Fault):
            self._note(self._standing.faults.stand(event))
            self._standing.deck.fault(event.kind)
            self._dealing.stop()
        elif isinstance(event, FaultOver):
            self._standing.faults.end(event.reader, event.kind)
        elif self._readers.link_up(event, self._standing.faults) and event.reader in ("scanner", "rfid"):
            self._telling.fault("not-acknowledged", not_acknowledged(event.reader))
        self._publish()
        if isinstance(event, SeenCard):
            self._dealing.go_on(self._state.view.wants_cards)

    def _reader_died(self, reader: CardReader) -> None:
        """The thread of a reader ended by an error of ours: a new one takes its place."""
        if not self._closing:
            self._thread.post(lambda: self._start_again(reader))

    def _start_again(self, reader: CardReader) -> None:
        self._readers.start_again(reader)
        self._publish()

    def _note(self, note: Note | None, public: dict[str, object] | None = None) -> None:
        if note is not None and self._write(note, public=public):
            self._play(note)

    # What the office asks of the session (kiosk.live_office.House).

    @property
    def table(self) -> Table:
        """The table; to be used on the session's thread."""
        return self._standing.timeline.table

    def note(self, text: str) -> None:
        """Keep a note in the journal."""
        self._note(Note(text))

    def later(self, command: Command) -> None:
        """Run something on the session's thread, and publish what came of it."""

        def run() -> None:
            command()
            self._publish()

        self._thread.post(run)

    def _clear(self, reader: str, kind: str) -> None:
        self._note(self._standing.faults.clear(reader, kind))
        if reader == "kiosk":
            self._telling.clear(kind, self._journal.fault is not None)
        self._publish()

    def _start_dealing(self) -> None:
        self._dealing.begin(self._state.view.wants_cards and not self._standing.faults.in_doubt)

    # The state.

    def _publish(self) -> None:
        self._camera.fill_in(lambda: self._standing, self._hand_in)
        self._state = self._make_state()
        self._readers.tell(self._state.view, self._standing.faults.in_doubt)
        for listener in self._listeners:
            try:
                listener(self._state)
            except Exception as error:  # who listens badly stops neither the hand nor the others
                LOG.error("a listener failed: %s", where(error))
                self._telling.inside()

    def _make_state(self) -> ScreenState:
        return self._telling.make(
            self._standing,
            self._readers,
            self._camera,
            self._office.state,
            can_draw=self._dealing.can_draw,
            locked=self._journal.fault is not None,
        )
