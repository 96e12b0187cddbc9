"""The shoe: what it says to the host and what it does when told. All it touches is handed in."""

from . import PROTOCOL, VERSION
from .draws import Draws
from .lines import LineCutter, seal, unseal
from .outbox import Outbox

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .clock import Clock
    from .parts import ByteStream, Exit

LAMPS = ("off", "go", "stop", "wrong")


class Timing:
    """Milliseconds. Tests that count cards and not time hand in shorter ones."""

    repeat = 100  # a card is said again until acknowledged
    beat = 1000
    late = 3000  # no acknowledgement for so long: gate shut, lamp "wrong"
    keep = 300  # a card that is not acknowledged after so long goes to flash
    debounce = 3
    beam_test = 50
    redraw = 2000  # the same tag within this time is the same card, going back and forth
    grace = 80  # after the beam is clear an answer of the reader may still be on its way
    blocked = 10000


class Shoe:
    """The link's shoe end. ``step`` does what is to be done now and gives the ms until it wants to be
    called.
    """

    def __init__(
        self,
        clock: "Clock",
        port: "ByteStream",
        draws: Draws,
        exit: "Exit",
        outbox: Outbox,
        timing: "type[Timing]" = Timing,
    ) -> None:
        self._clock = clock
        self._port = port
        self._draws = draws
        self._exit = exit
        self._outbox = outbox
        self._timing = timing
        self._cutter = LineCutter()
        self._asked = ("shut", "stop")
        self._shown = ("", "")
        self._say_at = 0
        self._beat_at = 0
        self._barrier_lost = False
        self._say(self._hello())
        self._show(False)
        draws.barrier.test(clock.now())

    def step(self) -> int:
        """One turn; never waits. Gives the milliseconds until the next is due though nothing arrives."""
        now = self._clock.now()
        outbox = self._outbox
        for line in self._cutter.feed(self._port.read()):
            words = unseal(line)
            if words:
                self._told(words, now)
        for kind, value in self._draws.step(now):
            if kind == "error":
                self._error(value)
            elif not outbox.put(value, now):
                self._error("queue-full")
        card = outbox.oldest()
        if card is not None and now >= self._say_at:
            self._say("CARD %s %d %s" % card)
            self._say_at = now + self._timing.repeat
        outbox.keep_late(now)
        self._show(outbox.waited(now) >= self._timing.late)
        if now >= self._beat_at:
            self._say("BEAT %s %d %d" % (outbox.boot, outbox.last, len(outbox.cards)))
            self._beat_at = now + self._timing.beat
            self._watch_barrier(now)
        wait = min(self._beat_at - now, self._draws.due(now), outbox.due(now))
        return min(wait, max(0, self._say_at - now)) if outbox.cards else wait

    def _watch_barrier(self, now: int) -> None:
        """A beam that does not see is said each second, and tried again till it does."""
        barrier = self._draws.barrier
        if not barrier.works:
            self._barrier_lost = True
            self._error("barrier-lost")
            barrier.test(now)
        elif self._barrier_lost:
            self._barrier_lost = False
            self._error("barrier-back")

    def _hello(self) -> str:
        return "HELLO shoe %d fw=%s boot=%s" % (PROTOCOL, VERSION, self._outbox.boot)

    def _say(self, body: str) -> None:
        # a line that finds no room is dropped: cards are said again until acknowledged, the rest grows old
        self._port.write(seal(body))

    def _error(self, code: str) -> None:
        self._say("ERR %s %s" % (self._outbox.boot, code))

    def _told(self, words: "list[str]", now: int) -> None:
        """Do what a sound line of the host's says; anything else is left alone."""
        if words == ["HELLO?"]:
            self._say(self._hello())
            self._say_state()
            self._say_at = now
        elif len(words) == 3 and words[0] == "ACK" and words[2].isdigit():
            if self._outbox.acknowledge(words[1], int(words[2]), now):
                self._say_at = now
        elif len(words) == 2 and words[0] == "GATE" and words[1] in ("open", "shut"):
            if words[1] == "shut" and self._asked[0] == "open":
                self._draws.barrier.test(now)  # the deal is over: nobody draws now
            self._asked = (words[1], self._asked[1])
            self._show(False)
            self._say_state()
        elif len(words) == 2 and words[0] == "LAMP" and words[1] in LAMPS:
            self._asked = (self._asked[0], words[1])
            self._show(False)
            self._say_state()
        elif words == ["TEST?"]:
            self._draws.barrier.test(now)
            barrier = "ok" if self._draws.barrier.works else "barrier-lost"
            self._say("TEST %s reader=%s barrier=%s" % (self._outbox.boot, self._draws.reader.state, barrier))

    def _show(self, late: bool) -> None:
        """Set gate and lamp as asked; shut and wrong while the host does not take the cards."""
        wanted = ("shut", "wrong") if late else self._asked
        if wanted != self._shown:
            self._shown = wanted
            self._exit.gate(wanted[0] == "open")
            self._exit.lamp(wanted[1])
            if late:
                self._say_state()

    def _say_state(self) -> None:
        self._say("GATE %s %s %s" % (self._outbox.boot, self._shown[0], self._shown[1]))
