"""The kiosk's back door: a socket in its folder by which ``liege export --backup`` asks a running kiosk for a copy.

Only the user who runs the kiosk can open it (mode 0600), and what needs the PIN on the screen needs it here.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from kiosk.session import TableSession
from kiosk.supervision import BackUp, EnterPin, Lock, Office

LOG = logging.getLogger("liege.door")

DOOR_FILE: Final = "liege.door"
LONGEST: Final = 4096
"""Bytes of a question or an answer."""
PATIENCE: Final = 600.0
"""Seconds that a backup may take."""


class Waited(TableSession, Protocol):
    """A session that can be waited for."""

    def settle(self, timeout: float = 10.0) -> object: ...


class Door:
    """Answers one question at a time, in a thread of its own. ``close`` takes the socket away."""

    def __init__(self, folder: Path, session: Waited) -> None:
        self._path = folder / DOOR_FILE
        self._session = session
        self._offices: queue.SimpleQueue[Office] = queue.SimpleQueue()
        self._asked = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._path.unlink(missing_ok=True)
            with _alone():
                self._socket.bind(str(self._path))
            self._socket.listen(1)
        except OSError as error:  # a folder that can hold no socket: the screen's own backup is there
            LOG.warning("no backup can be asked for from outside: %s", error.strerror or error)
            self._socket.close()
            return
        session.subscribe(lambda state: self._offices.put(state.office) if self._asked else None)
        threading.Thread(target=self._serve, name="door", daemon=True).start()

    def close(self) -> None:
        """Closing twice does no harm."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes the thread
        self._socket.close()
        self._path.unlink(missing_ok=True)

    def _serve(self) -> None:
        while True:
            try:
                caller, _ = self._socket.accept()
            except OSError:
                return
            with caller:
                caller.settimeout(10)
                with suppress(OSError):
                    caller.sendall(json.dumps(self._answer(_line(caller))).encode() + b"\n")

    def _answer(self, asked: object) -> dict[str, str]:
        if not isinstance(asked, dict) or not isinstance(asked.get("backup"), str):
            return {"error": "the kiosk was not asked for a backup"}
        self._asked = True
        try:
            return self._back_up(asked["backup"], str(asked.get("pin", "")))
        except queue.Empty:
            return {"error": "the kiosk did not answer in time"}
        finally:
            self._asked = False
            while not self._offices.empty():
                self._offices.get()

    def _back_up(self, folder: str, pin: str) -> dict[str, str]:
        opened = False
        if not self._session.state.office.may:
            self._session.supervise(EnterPin(pin))
            self._session.settle(60)
            opened = self._session.state.office.open
            if not opened:
                return {"error": "this needs the supervisor's PIN, and that was not it or it is not taken now"}
        self._session.supervise(BackUp(folder, below=False))
        while True:
            told = self._offices.get(timeout=PATIENCE).answer
            if told is not None and told.kind in ("backup-done", "failed"):
                break
        if opened:
            self._session.supervise(Lock())
        return {"done": told.text} if told.kind == "backup-done" else {"error": told.text}


class _alone:
    """While a socket is bound, nobody else may open it."""

    def __enter__(self) -> None:
        self._mask = os.umask(0o177)

    def __exit__(self, *_: object) -> None:
        os.umask(self._mask)


def _line(caller: socket.socket) -> object:
    read = b""
    while b"\n" not in read and len(read) < LONGEST:
        more = caller.recv(LONGEST)
        if not more:
            break
        read += more
    try:
        return json.loads(read)
    except ValueError:
        return None


def ask_for_backup(data: Path, folder: Path, pin: str) -> str | None:
    """Ask the kiosk that runs in ``data`` for a backup; None: none runs there, '' done, else what is wrong."""
    caller = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with caller:
        try:
            caller.connect(str(data / DOOR_FILE))
        except OSError:
            return None
        caller.settimeout(PATIENCE)
        caller.sendall(json.dumps({"backup": str(folder.absolute()), "pin": pin}).encode() + b"\n")
        told = _line(caller)
    if not isinstance(told, dict):
        return "the kiosk gave no answer"
    return str(told.get("error", ""))
