"""What is known of each reader at the table: linked where and since when, its faults, its last self-test."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from kiosk.reader_choice import ReaderChoice
from kiosk.reader_desk import ReaderReport, SelfTestReport
from kiosk.readers.base import CardRead, Fault, FaultOver, LinkUp, ReaderEvent
from kiosk.readers.link_lines import LinkLines
from kiosk.readers.sentences import sentence

LINK_LOST = frozenset({"lost", "silent", "camera-lost", "scanner-lost", "busy-port", "permission"})


class ReaderLog:
    """Hears every reader on its own thread; ``reports`` may be asked from any."""

    def __init__(self, lines: LinkLines, clock: Callable[[], float] = time.time) -> None:
        self._lines = lines
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[str, ReaderReport] = {}
        self._standing: dict[str, dict[str, str]] = {}

    def put_in(self, reader: str, choice: ReaderChoice, simulated: bool = False) -> None:
        """A reader was put at the table: nothing is known of it but what it is."""
        where = ""
        if reader == "camera":
            what, where = f"{choice.place}-camera", choice.camera
        elif reader == "shoe":
            what = "simulated-shoe" if simulated else "shoe"
        else:
            what, where = reader, choice.scanner if reader == "scanner" else choice.rdm6300
        with self._lock:
            before = self._known.get(reader)
            fresh = ReaderReport(reader, what, "waiting", where)
            if before is not None and before.what == what:  # the same one again: its past stays
                fresh = replace(fresh, last_fault=before.last_fault, last_fault_at=before.last_fault_at)
            self._known[reader] = fresh
            self._standing[reader] = {}

    def take_out(self, reader: str) -> None:
        """A reader was taken from the table."""
        with self._lock:
            self._known.pop(reader, None)
            self._standing.pop(reader, None)

    def hear(self, event: ReaderEvent) -> None:
        """A reader tells something."""
        with self._lock:
            report = self._known.get(event.reader)
            if report is not None:
                self._known[event.reader] = self._after(report, event)
        match event:
            case CardRead(reader) if reader in ("scanner", "rfid"):
                self._lines.note(reader, "code" if event.card is not None else "code-unknown")
            case Fault(reader, kind):
                self._lines.note(reader, "fault", code=kind)
            case FaultOver(reader, kind):
                self._lines.note(reader, "fault-over", code=kind)

    def _after(self, report: ReaderReport, event: ReaderEvent) -> ReaderReport:
        standing = self._standing[report.reader]
        match event:
            case LinkUp(_, details):
                where = str(details.get("port", "")) or report.where
                firmware = str(details.get("firmware", "")) or report.firmware
                report = replace(report, where=where, since=self.time_of_day(), firmware=firmware)
                standing = {kind: text for kind, text in standing.items() if kind not in LINK_LOST}
                self._standing[report.reader] = standing
            case Fault(_, kind):
                standing[kind] = text = sentence(event)
                since = "" if kind in LINK_LOST else report.since
                report = replace(report, since=since, last_fault=text, last_fault_at=self.time_of_day())
            case FaultOver(_, kind):
                standing.pop(kind, None)
        lamp: Literal["ok", "waiting", "fault"] = "fault" if standing else "ok" if report.since else "waiting"
        return replace(report, faults=tuple(standing.values()), lamp=lamp)

    def tested(self, reader: str, report: SelfTestReport) -> None:
        """Its self-test has ended."""
        with self._lock:
            if reader in self._known:
                self._known[reader] = replace(self._known[reader], test=report)

    def linked(self, reader: str) -> bool:
        """It answers."""
        with self._lock:
            return reader in self._known and bool(self._known[reader].since)

    def reports(self) -> tuple[ReaderReport, ...]:
        """All readers at the table."""
        with self._lock:
            return tuple(self._known.values())

    def time_of_day(self) -> str:
        """Now, as ``21:14``."""
        return time.strftime("%H:%M", time.localtime(self._clock()))
