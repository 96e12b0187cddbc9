"""The durable store of everything that reached the kiosk (RELIABILITY, storage).

One input is one transaction: when `append` returns, the line is on the disk. The screen and the
acknowledgement to the shoe come after that. Order is the sequence number; wall time is a label.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiosk.journal_check import JournalError, Standing, public_of
from kiosk.journal_copy import take_copy
from kiosk.journal_schema import STORE_FILE, link
from kiosk.journal_writer import Writer
from kiosk.sealing import HandKey, Line, SealError, join, split, to_json
from kiosk.sealing_key import KeyFileError, TableKey, make_or_load

__all__ = ["Entry", "Hand", "Journal", "JournalError"]

_OPENS_A_KEY = frozenset({"session", "hand"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal: its sequence number, the line as a session file has it, the wall
    clock in seconds when it came. Its `repr` never shows the line."""

    seq: int
    line: Line
    wall_time: float

    def __repr__(self) -> str:
        return f"Entry({self.seq}, {self.line.get('type')!r})"


@dataclass(frozen=True, slots=True)
class Hand:
    """Where one hand lies in the journal: its session, its number in it from 1, its first and last row."""

    session: int
    number: int
    first: int
    last: int


class Journal:
    """The store in one folder. Use `Journal.open`. May be used from several threads."""

    def __init__(self, writer: Writer, standing: Standing, key: TableKey, clock: Callable[[], float]) -> None:
        self._writer = writer
        self._standing = standing
        self._key = key
        self._clock = clock
        self._hand: HandKey | None = None  # none yet since the start: the next line brings a new one
        self._own: dict[bytes, HandKey] = {}
        """While the table key is locked: the keys of this run by their wrapping, or it could not read itself."""
        self._guard = threading.RLock()

    @staticmethod
    def open(folder: Path, clock: Callable[[], float] = time.time, table_key: TableKey | None = None) -> Journal:
        """Open the store `folder`/liege.db, or make it.

        `clock` gives the wall time in seconds. Without `table_key` the key file beside the store is
        used, and made with a new store. Raises JournalError with one sentence: in use, read-only,
        newer, damaged (naming the first bad row).
        """
        path = folder / STORE_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            key = table_key or make_or_load(folder, may_make=not path.exists())
        except OSError as error:
            raise JournalError(f"The journal cannot be made in {folder}: {error.strerror}.") from None
        except KeyFileError as error:
            raise JournalError(str(error)) from None
        writer, standing = Writer.open(path)
        return Journal(writer, standing, key, clock)

    @property
    def findings(self) -> tuple[str, ...]:
        """What the boot check found odd though no row is touched: a sentence each, for the audit."""
        return tuple(self._standing.findings)

    @property
    def fault(self) -> str | None:
        """The sentence with which every append is refused, or None while the journal takes lines."""
        return self._writer.fault

    @property
    def end(self) -> tuple[int, bytes]:
        """The number of the last row and its link in the chain, 32 bytes: two stores that agree in it are
        the same up to there."""
        with self._guard:
            return self._standing.seq, self._standing.chain

    def append(
        self,
        line: Mapping[str, object],
        receipt: tuple[str, int] | None = None,
        public: Mapping[str, object] | None = None,
    ) -> int:
        """Put one line of the session in play on disk; its sequence number.

        `receipt` is the shoe's run and the number of its card, kept in the same transaction.
        `public` is what should be known again even without the key (stacks, button); it is not
        sealed, so no face-down card may be in it. Raises JournalError. Where the disk failed, the
        journal is locked: every later append raises the same sentence, until the kiosk is started
        again.
        """
        with self._guard:
            if not self._standing.sessions:
                raise JournalError("No session has been started in this journal.")
            if line.get("type") == "session":
                raise JournalError("A session begins with its header, by start_session.")
            return self._write([(line, receipt, public)])

    def start_session(self, header: Mapping[str, object]) -> None:
        """Begin a session with its header (SESSION-FORMAT); it is the one in play from now on."""
        self.take_up([header])

    def take_up(self, lines: Iterable[Mapping[str, object]]) -> None:
        """Begin a session with a header and lines that another kiosk recorded, all of it or nothing."""
        with self._guard:
            header, *others = [*lines] or [{"type": "nothing"}]
            if header.get("type", "session") != "session":
                raise JournalError("A session begins with its header.")
            if any(line.get("type") == "session" for line in others):
                raise JournalError("A session file has one header, and this one has two.")
            self._write([({**header, "type": "session"}, None, None), *((one, None, None) for one in others)])

    def lines(self) -> Iterator[Entry]:
        """The session in play, its header first, in order. Empty where none was started."""
        with self._guard:
            return self.lines_of(self._standing.sessions[-1]) if self._standing.sessions else iter(())

    @property
    def needs_key(self) -> bool:
        """The session in play cannot be read: the table key is locked, and another run wrote it."""
        with self._guard:
            if self._key.can_open or not self._standing.sessions:
                return False
            first = self._standing.sessions[-1]
            ((wrapped,),) = self._writer.rows("wrapped", first, first)
            return wrapped not in self._own

    def shown_lines(self) -> Iterator[Entry]:
        """The session in play as it can be read without any key: what is secret is null."""
        with self._guard:
            first = self._standing.sessions[-1] if self._standing.sessions else self._standing.seq + 1
            rows = self._writer.rows("seq, wall, shown", first, self._standing.seq)
        return (Entry(seq, json.loads(shown), wall / 1000) for seq, wall, shown in rows)

    def sessions(self) -> list[Entry]:
        """The headers of all sessions, oldest first; `seq` is the session's name for `lines_of`."""
        with self._guard:
            return [next(self._read(seq, seq)) for seq in self._standing.sessions]

    def lines_of(self, session: int) -> Iterator[Entry]:
        """The lines of one session, its header first. Raises JournalError where there is none."""
        with self._guard:
            if session not in self._standing.sessions:
                raise JournalError(f"There is no session {session} in this journal.")
            return self._read(session, self._end_of(session))

    def hands(self) -> list[Hand]:
        """All hands of all sessions, oldest first; the last one of the last session may be in play."""
        with self._guard:
            found: list[Hand] = []
            for session in self._standing.sessions:
                end = self._end_of(session)
                starts = [seq for seq in self._standing.hands if session < seq <= end]
                ends = [*(seq - 1 for seq in starts[1:]), end]
                found += [
                    Hand(session, number, *span) for number, span in enumerate(zip(starts, ends, strict=False), 1)
                ]
            return found

    def recall(self, count: int = 10) -> list[Hand]:
        """The last `count` hands and the one after them, which may be in play (11VAC20-20-380)."""
        return self.hands()[-count - 1 :]

    def lines_of_hand(self, hand: Hand) -> Iterator[Entry]:
        """The lines of one hand, from its `hand` line to the one before the next."""
        return self._read(hand.first, hand.last)

    def retire(self, keep_sessions: int = 20, keep_hands: int = 10) -> int:
        """Delete the oldest sessions for good, with their keys; how many went.

        The last `keep_sessions` stay, the one in play among them, and so many more that `keep_hands`
        hands stay beside the last one.
        """
        with self._guard:
            sessions = self._standing.sessions
            cut = max(0, len(sessions) - max(1, keep_sessions))
            kept = self.recall(keep_hands)
            if kept:
                cut = min(cut, sessions.index(kept[0].session))
            if cut:
                self._writer.retire(sessions[cut] - 1, self._standing)
                self._standing.first = sessions[cut]
                self._standing.hands = [seq for seq in self._standing.hands if seq > sessions[cut]]
                self._standing.sessions = sessions[cut:]
            return cut

    def backup(self, folder: Path) -> None:
        """Copy the store into a new folder while it is used; the copy is checked before this returns.

        The table key is not copied: without it (or its PIN) a copy tells no face-down card. A copy
        with the key file beside it is a store that opens. Raises JournalError with one sentence.
        """
        take_copy(self._writer.copy_to, folder)

    def last_public(self) -> tuple[int, dict[str, object]] | None:
        """The last `public` note and the number of its row: known without any key."""
        with self._guard:
            return public_of(self._standing)

    def last_receipt(self, boot: str) -> int | None:
        """The number of the last card of this run of the shoe that stands in the journal."""
        return self._standing.receipts.get(boot)

    def last_receipts(self) -> dict[str, int]:
        """The last card of each of the latest runs of the shoe, the latest run last."""
        with self._guard:
            return dict(self._standing.receipts)

    def close(self) -> None:
        """End the use of the store. Closing twice does no harm."""
        with self._guard:
            self._writer.close(self._standing.seq)

    def __repr__(self) -> str:
        return f"Journal({str(self._writer.path)!r}, {self._standing.seq} rows)"

    def _end_of(self, session: int) -> int:
        later = [seq for seq in self._standing.sessions if seq > session]
        return later[0] - 1 if later else self._standing.seq

    def _write(
        self, lines: list[tuple[Mapping[str, object], tuple[str, int] | None, Mapping[str, object] | None]]
    ) -> int:
        """Seal, chain and keep lines in one transaction; the number of the last."""
        seq, chain, hand = self._standing.seq, self._standing.chain, self._hand
        session = self._standing.sessions[-1] if self._standing.sessions else 0
        rows: list[tuple[Any, ...]] = []
        for line, receipt, public in lines:
            seq += 1
            kind = str(line.get("type"))
            session = seq if kind == "session" else session
            boot, card = receipt if receipt is not None else (None, None)
            if boot is not None and card is not None and card <= self._standing.receipts.get(boot, -1):
                raise JournalError(f"Card {card} of the shoe's run {boot} stands in the journal already.")
            wrapped = None
            if hand is None or kind in _OPENS_A_KEY:
                hand, raw = HandKey.fresh()
                wrapped = self._key.wrap(raw)
                if not self._key.can_open:
                    self._own[wrapped] = hand
            shown, secret = split(line)
            try:
                text = to_json(shown)
                sealed = hand.seal(seq, kind, secret) if secret else None
                note = None if public is None else to_json(public)
            except (TypeError, ValueError):
                raise JournalError(f"This {kind} line cannot be kept: no session file could hold it.") from None
            wall = round(self._clock() * 1000)
            fields = (seq, session, wall, kind, text, sealed, wrapped, boot, card, note)
            chain = link(chain, fields)
            rows.append((*fields, chain))
        self._writer.insert(rows)
        self._hand = hand
        for row in rows:
            self._standing.note(row[0], row[-1], row[3], *row[7:10])
        return seq

    def _read(self, first: int, last: int) -> Iterator[Entry]:
        with self._guard:
            rows = self._writer.rows("seq, wall, shown, sealed, wrapped", first, last)
        return self._unsealed(rows)

    def _unsealed(self, rows: list[tuple[Any, ...]]) -> Iterator[Entry]:
        hand: HandKey | None = None
        for seq, wall, shown, sealed, wrapped in rows:
            try:
                if wrapped is not None:
                    hand = self._own.get(wrapped) or HandKey(self._key.unwrap(wrapped))
                secret = {} if sealed is None or hand is None else hand.open(seq, sealed)
            except SealError as error:
                raise JournalError(f"The cards of row {seq} cannot be opened: {error}.") from None
            yield Entry(seq, join(json.loads(shown), secret), wall / 1000)
