"""The light barrier: debounced edges, and a test that it still sees."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .parts import Beam

BROKEN = 1
CLEAR = -1
OFF = 1
ON = 2


class Barrier:
    """Edges of the beam. A level counts once it has stood for ``debounce_ms``."""

    def __init__(self, beam: "Beam", debounce_ms: int, test_ms: int) -> None:
        self._beam = beam
        self._debounce = debounce_ms
        self._test_ms = test_ms
        self._raw = False
        self._since = 0
        self._test_since = 0
        self._testing = 0
        self.broken = False
        self.works = True

    def step(self, now: int) -> int:
        """BROKEN or CLEAR when that has just become so, 0 otherwise."""
        raw = self._beam.broken()
        if self._testing:
            self._test(raw, now)
            return 0
        if raw != self._raw:
            self._raw = raw
            self._since = now
        if raw == self.broken or now - self._since < self._debounce:
            return 0
        self.broken = raw
        return BROKEN if raw else CLEAR

    def due(self, now: int) -> int:
        """Milliseconds until a level that has changed may count."""
        if self._testing:
            return 1
        return max(0, self._since + self._debounce - now) if self._raw != self.broken else 60000

    def test(self, now: int) -> None:
        """Switch the emitter off for a moment: a beam that does not break then would miss every card.
        Nothing is tested while a card is in the slot."""
        if not self.broken and not self._raw and not self._testing:
            self._beam.emitter(False)
            self._testing = OFF
            self._test_since = now

    def _test(self, raw: bool, now: int) -> None:
        """Emitter off until the beam is seen broken, for at most ``test_ms``; then on, and what is still
        broken
        after the debouncing is a card.
        """
        waited = now - self._test_since
        if self._testing == OFF and (raw or waited >= self._test_ms):
            self.works = raw
            self._beam.emitter(True)
            self._testing = ON
            self._test_since = now
        elif self._testing == ON and (not raw or waited >= self._debounce):
            self._testing = 0
            self._raw = raw
            self._since = now
