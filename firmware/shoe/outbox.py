"""The cards that the host has not acknowledged, oldest first, each with the boot id and number it was drawn under."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .parts import Store

LIMIT = 128
"""Cards held; two decks and more. What is drawn beyond takes a number too, so that the host sees a gap."""


class Outbox:
    """Numbers cards and holds them until acknowledged. Cards kept from before a reset go first, as they were."""

    def __init__(self, boot: str, store: "Store", keep_after_ms: int) -> None:
        self.boot = boot
        self.last = 0
        self.cards: "list[tuple[str, int, str]]" = store.kept()
        self._store = store
        self._keep_after = keep_after_ms
        self._kept = len(self.cards)
        self._oldest_since = 0

    def put(self, uid: str, now: int) -> bool:
        """Number a card and hold it. False: no room, its number is used up."""
        self.last += 1
        if len(self.cards) >= LIMIT:
            return False
        if not self.cards:
            self._oldest_since = now
        self.cards.append((self.boot, self.last, uid))
        return True

    def oldest(self) -> "tuple[str, int, str] | None":
        """The card to send; None when all are acknowledged."""
        return self.cards[0] if self.cards else None

    def waited(self, now: int) -> int:
        """For how long the oldest card has been the one to be acknowledged, in ms."""
        return now - self._oldest_since if self.cards else 0

    def acknowledge(self, boot: str, seq: int, now: int) -> bool:
        """Let the oldest card go if it is the one named; any other acknowledgement changes nothing."""
        if not self.cards or self.cards[0][0] != boot or self.cards[0][1] != seq:
            return False
        self.cards.pop(0)
        self._oldest_since = now
        if not self.cards and self._kept:
            # cards acknowledged one by one stay in the store till all are: the host drops their repeats
            self._store.keep([])
            self._kept = 0
        return True

    def keep_if_late(self, now: int) -> None:
        """Store the cards once the host is late: a write to flash is too dear for each card (docs/shoe.md)."""
        if len(self.cards) > self._kept and self.waited(now) >= self._keep_after:
            self._store.keep(self.cards)
            self._kept = len(self.cards)
