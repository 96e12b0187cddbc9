"""The cards that the host has not acknowledged, oldest first, each with the boot id and number it was drawn
under.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .parts import Store

LIMIT = 64
"""Cards held; a deck and some. What is drawn beyond takes a number too, so that the host sees a gap."""
STALE = 32
"""Acknowledged cards that may stand in the store before it is written anew."""


class Outbox:
    """Numbers cards and holds them until acknowledged. Cards kept from before a reset go first, as they
    were.
    """

    def __init__(self, boot: str, store: "Store", keep_after_ms: int) -> None:
        self.boot = boot
        self.last = 0
        self.cards: "list[tuple[str, int, str]]" = store.kept()
        self._drawn_at = [0] * len(self.cards)
        self._store = store
        self._keep_after = keep_after_ms
        self._kept = len(self.cards)  # so many of the oldest are in the store
        self._stored = self._kept  # lines in the store, those of acknowledged cards counted
        self._oldest_since = 0

    def put(self, uid: str, now: int) -> bool:
        """Number a card and hold it. False: no room, its number is used up."""
        self.last += 1
        if len(self.cards) >= LIMIT:
            return False
        if not self.cards:
            self._oldest_since = now
        self.cards.append((self.boot, self.last, uid))
        self._drawn_at.append(now)
        return True

    def oldest(self) -> "tuple[str, int, str] | None":
        """The card to send; None when all are acknowledged."""
        return self.cards[0] if self.cards else None

    def waited(self, now: int) -> int:
        """For how long the oldest card has been the one to be acknowledged, in ms."""
        return now - self._oldest_since if self.cards else 0

    def acknowledge(self, boot: str, seq: int, now: int) -> bool:
        """Let the oldest card go if it is the one named; any other acknowledgement changes nothing.

        Of an earlier boot all cards up to the one named go: a host that had them before says so at once.
        """
        if not self.cards or self.cards[0][0] != boot:
            return False
        oldest = self.cards[0][1]
        if seq != oldest and (seq < oldest or boot == self.boot):
            return False
        while self.cards and self.cards[0][0] == boot and self.cards[0][1] <= seq:
            self.cards.pop(0)
            self._drawn_at.pop(0)
            self._kept = max(0, self._kept - 1)
        self._oldest_since = now
        if not self.cards and self._stored:
            # acknowledged cards stay in the store till none is left: the host drops their repeats
            self._store.keep_only([])
            self._stored = 0
        return True

    def keep_late(self, now: int) -> None:
        """Store the cards for which the host is late, and while it is late every new one at once.

        For every card of a prompt host a write would be too dear (docs/shoe.md).
        """
        while self.due(now) == 0:
            self._kept += 1
            if self._stored >= self._kept + STALE:
                self._store.keep_only(self.cards[: self._kept])
                self._stored = self._kept
            else:
                self._store.keep(self.cards[self._kept - 1])
                self._stored += 1

    def due(self, now: int) -> int:
        """Milliseconds until a card is to be stored."""
        if self._kept >= len(self.cards):
            return 60000
        return 0 if self._kept else max(0, self._drawn_at[0] + self._keep_after - now)
