"""What the firmware is built on, as Protocols: for type checking only, never loaded on the board."""

from typing import Protocol


class ByteStream(Protocol):
    """A UART or the USB line. Neither call ever waits."""

    def read(self) -> bytes:
        """What has arrived, b"" if nothing."""

    def write(self, data: bytes) -> bool:
        """Send all of ``data``, or nothing and give False where there is no room now."""


class Beam(Protocol):
    """The light barrier's raw level and its emitter, which can be switched off to test it."""

    def broken(self) -> bool: ...

    def emitter(self, on: bool) -> None: ...


class Exit(Protocol):
    """The gate and the lamp at the exit slot."""

    def gate(self, open: bool) -> None: ...

    def lamp(self, name: str) -> None: ...


class TagReader(Protocol):
    """Reads the tags in the field. ``busy``: an answer is on its way. ``state``: ``ok`` or what ails it."""

    @property
    def busy(self) -> bool: ...

    @property
    def state(self) -> str: ...

    def look(self, on: bool) -> None:
        """Whether tags are wanted now."""

    def step(self, now: int) -> "list[tuple[str, str]]":
        """("tag", uid): one tag in the field; ("tags", ""): more than one; ("error", code)."""

    def due(self, now: int) -> int:
        """Milliseconds until ``step`` has something to do though nothing arrives."""


class Store(Protocol):
    """Where cards and the boot id outlive a reset."""

    def next_boot(self, random_boot: int) -> int: ...

    def kept(self) -> "list[tuple[str, int, str]]": ...

    def keep(self, card: "tuple[str, int, str]") -> None: ...

    def keep_only(self, cards: "list[tuple[str, int, str]]") -> None: ...
