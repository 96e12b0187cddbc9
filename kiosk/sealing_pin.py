"""The supervisor's PIN: seals the private half of the table key, and says who is a supervisor.

The PIN goes through argon2id (19 MiB, two passes; one lane, as libsodium has it), so each guess
costs time and memory. On the screen guesses are few: a failure is on the disk before the guess is
tried, waits grow, and after ten failures only the recovery code helps. Whoever copies the files can
guess without those limits; docs/trust.md says what that means.
"""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from nacl import pwhash
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from kiosk.sealing import SealError
from kiosk.sealing_key import (
    KEY_FILE,
    KeyFileError,
    TableKey,
    frame,
    framed,
    load,
    make_or_load,
    packed,
    save_plain,
    unpacked,
    write_private,
)
from kiosk.supervision import CODE_LENGTH, CODE_SIGNS, SHORTEST_PIN

TRIES_FILE = "liege.tries"

PASSES = 2
MEMORY = 19 * 1024 * 1024

FREE_FAILURES = 3
FIRST_WAIT = 30.0
LONGEST_WAIT = 900.0
LOCKED_AT = 10


class PinError(Exception):
    """The PIN was not taken; the text is one sentence for the screen."""


class Supervisor:
    """The table key of one folder, and the PIN that may guard it."""

    def __init__(self, folder: Path, key: TableKey, fields: dict[str, str], clock: Callable[[], float]) -> None:
        self._folder = folder
        self._fields = fields
        self._clock = clock
        self._failures = self._read_failures()
        self._since = clock()  # a restart does not shorten a wait: it begins again
        self.table_key = key

    @staticmethod
    def open(folder: Path, clock: Callable[[], float] = time.monotonic) -> Supervisor:
        """The key in `folder`, made where there is none. `clock` gives seconds that never step back.

        Raises KeyFileError with one sentence.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise KeyFileError(f"The folder {folder} cannot be made: {error.strerror}.") from None
        make_or_load(folder, may_make=True)
        key, fields = load(folder)
        return Supervisor(folder, key, fields, clock)

    @property
    def has_pin(self) -> bool:
        """Whether a PIN is set up. Without one everybody is a supervisor (home use)."""
        return self._fields["kind"] == "pin"

    @property
    def failures(self) -> int:
        """Wrong PINs since the last right one."""
        return self._failures

    def wait(self) -> float:
        """Seconds until the next try is taken; 0 now, infinity where only the recovery code helps."""
        if self._failures >= LOCKED_AT:
            return math.inf
        if self._failures < FREE_FAILURES:
            return 0.0
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (self._failures - FREE_FAILURES))
        return max(0.0, self._since + wait - self._clock())

    def enter(self, pin: str) -> None:
        """Check the PIN and unlock the table key.

        Raises PinError: wrong, too early, or locked; KeyFileError where a failure could not be kept.
        """
        if not self.has_pin:
            raise PinError("No PIN is set up at this table.")
        wait = self.wait()
        if wait == math.inf:
            raise PinError(f"The PIN is locked after {LOCKED_AT} wrong tries: only the recovery code opens it.")
        if wait > 0:
            raise PinError(f"Too many wrong PINs: the next try is taken in {math.ceil(wait)} seconds.")
        self._keep_failures(self._failures + 1)  # first, so that pulling the plug gives no free guess
        self._since = self._clock()
        try:
            private = _opened(pin, self._fields["salt"], self._fields["private"])
        except SealError:
            left = LOCKED_AT - self._failures
            raise PinError(f"That is not the PIN; {left} more wrong tries lock it.") from None
        self.table_key.unlock(private)
        self._keep_failures(0)

    def enter_code(self, code: str) -> None:
        """Check the recovery code, unlock the table key, and lift the lock. Raises PinError."""
        if not self.has_pin:
            raise PinError("No PIN is set up at this table.")
        try:
            private = _opened(_plain_code(code), self._fields["code_salt"], self._fields["coded"])
        except SealError:
            raise PinError("That is not the recovery code.") from None
        self.table_key.unlock(private)
        self._keep_failures(0)

    def set_pin(self, pin: str) -> str:
        """Seal the table key with a new PIN; the new recovery code, which is kept nowhere.

        The key must be open: by the old PIN, by the code, or because none is set. Raises PinError.
        """
        if len(pin) < SHORTEST_PIN or len(set(pin)) < 3:
            raise PinError(f"A PIN has at least {SHORTEST_PIN} signs, and three different ones.")
        private = self._private()
        code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        salt, sealed = _sealed(pin, private)
        code_salt, coded = _sealed(code, private)
        self._replace(
            {
                "kind": "pin",
                "public": packed(self.table_key.public),
                "salt": salt,
                "private": sealed,
                "code_salt": code_salt,
                "coded": coded,
            }
        )
        return "-".join(code[at : at + 5] for at in range(0, CODE_LENGTH, 5))

    def remove_pin(self) -> None:
        """Keep the table key plain again. The key must be open. Raises PinError."""
        self._private()
        save_plain(self._folder, self.table_key)
        self._fields = load(self._folder)[1]
        self._keep_failures(0)

    def __repr__(self) -> str:
        return f"Supervisor({'PIN' if self.has_pin else 'no PIN'}, {self.table_key!r})"

    def _private(self) -> bytes:
        try:
            return self.table_key.private
        except SealError:
            raise PinError("The PIN must be entered first.") from None

    def _replace(self, fields: dict[str, str]) -> None:
        write_private(self._folder / KEY_FILE, frame(fields))
        self._fields = fields
        self._keep_failures(0)

    def _read_failures(self) -> int:
        """A damaged count stands for all failures but the last one that is allowed."""
        try:
            return int(framed((self._folder / TRIES_FILE).read_bytes())["failures"])
        except FileNotFoundError:
            return 0
        except (OSError, ValueError, KeyError):
            return LOCKED_AT - 1

    def _keep_failures(self, failures: int) -> None:
        write_private(self._folder / TRIES_FILE, frame({"failures": str(failures)}))
        self._failures = failures


def _stretched(secret: str, salt: bytes) -> SecretBox:
    return SecretBox(pwhash.argon2id.kdf(SecretBox.KEY_SIZE, secret.encode(), salt, opslimit=PASSES, memlimit=MEMORY))


def _sealed(secret: str, private: bytes) -> tuple[str, str]:
    salt = secrets.token_bytes(pwhash.argon2id.SALTBYTES)
    return packed(salt), packed(bytes(_stretched(secret, salt).encrypt(private)))


def _opened(secret: str, salt: str, sealed: str) -> bytes:
    try:
        return bytes(_stretched(secret, unpacked(salt)).decrypt(unpacked(sealed)))
    except (CryptoError, ValueError):
        raise SealError("it was sealed with another secret") from None


def _plain_code(code: str) -> str:
    read = code.upper().replace("O", "0").replace("I", "1").replace("L", "1")
    return "".join(sign for sign in read if sign in CODE_SIGNS)
