"""`make proof`, entry twin-hands: the same evening twice, with other cards where nobody sees them.

Everything that leaves the kiosk (states, sentences, answers to the shoe, log records, session file, the rows
of the journal, what the screen shows) must be the same up to the first difference that is public. A canary
search looks for the name and the tag of every hidden card in every file that was written.
"""

from __future__ import annotations

import hashlib
import json
import logging
import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path

from engine.cards import BY_NAME, DECK, Card
from engine.timeline import Timeline
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.practice import practice_lines
from kiosk.readers.simulated_shoe import simulated_deck
from kiosk.recorder import Recorder
from kiosk.recording import entry_of, parse_header
from kiosk.session import ScreenState
from kiosk.session_lines import Line
from kiosk.wording import Wording
from tests.proofs._bytes_shoe import BytesShoe
from tests.proofs._twin_camera import Before, on_the_spot, over_the_table

DECK_FILE = simulated_deck()
LANGUAGES = ("en", "de")


@dataclass
class Leak(Exception):
    """What was told of a hidden card, and where."""

    where: str

    def __str__(self) -> str:
        return self.where


@dataclass
class Told:
    """All that one evening told. ``states`` and ``links`` have one entry for each line handed in."""

    states: list[list[ScreenState]] = field(default_factory=list)
    sentences: list[list[str]] = field(default_factory=list)
    links: list[bytes] = field(default_factory=list)
    logs: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    recording: str = ""
    rows: list[tuple[object, ...]] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)


def run(full: bool) -> dict[str, object]:
    """Evenings of every game; the short form has a hand of each and looks at few pictures."""
    hands, evenings = (6, 10) if full else (1, 1)
    lines = compared = searched = asked = pictures = 0
    try:
        for variant, players in (("liege-lord", 5), ("stud", 6), ("hi-lo", 4)):
            for seed in range(1, evenings + 1):
                evening = with_secrets(hands, players, seed, variant)
                hidden = hidden_cards(evening)
                one, other = play(evening), play(swapped(evening, hidden, random.Random(seed)))
                compared += same(one, other)
                searched += search(one, hidden) + search(other, hidden)
                lines += len(evening)
        later = sum(until_it_is_public(seed) for seed in range(1, 1 + evenings))
        probed = sum(other_deck(seed) for seed in range(1, 1 + evenings))
        asked = sum(under_a_camera(seed) for seed in range(1, 1 + evenings))
        pictures = same_pictures(None if full else 24)
    except Leak as leak:
        return {"figure": str(leak), "ok": False}
    figure = (
        f"{lines} lines twice with other hidden cards: {compared} states, sentences, log records and rows are the "
        f"same; {later} lines the same before a card that differs was turned up, {probed} with a deck wholly other "
        f"than what the dealer entered; {asked} questions of a camera the same; "
        f"{pictures} pictures the same; {searched} searches in files found nothing"
    )
    return {"figure": figure, "ok": min(compared, later, probed, asked, pictures, searched) > 0}


# The evenings.


def hands_of(evening: Sequence[Line]) -> Iterator[list[int]]:
    """The numbers of the lines of each hand."""
    starts = [at for at, line in enumerate(evening) if line["type"] == "hand"]
    for start, end in zip(starts, [*starts[1:], len(evening)], strict=True):
        yield list(range(start, end))


def hidden_cards(evening: Sequence[Line]) -> list[frozenset[Card]]:
    """For each hand the cards that nobody at the table ever saw."""
    header = parse_header(evening[0])
    timeline = Timeline(header.make_table())
    hidden = []
    for numbers in hands_of(evening):
        for number in numbers:
            timeline.apply(entry_of(evening[number], header.variants))  # type: ignore[arg-type]
        assert timeline.table.hand is not None
        hidden.append(frozenset(DECK) - timeline.table.hand.public)
    return hidden


def renamed(line: Line, names: dict[str, str], only_shoe: bool = False) -> Line:
    """The line with other cards."""
    told = dict(line)
    if isinstance(told.get("card"), str) and not (only_shoe and told.get("reader") != "shoe"):
        told["card"] = names.get(str(told["card"]), told["card"])
    if isinstance(told.get("cards"), list) and not only_shoe:
        told["cards"] = [names.get(name, name) for name in told["cards"]]  # type: ignore[attr-defined]
    return told


def swapped(evening: Sequence[Line], hidden: list[frozenset[Card]], chance: random.Random) -> list[Line]:
    """The same evening with each hand's hidden cards changed among themselves."""
    told: list[Line] = list(evening)
    for numbers, cards in zip(hands_of(evening), hidden, strict=True):
        names = shuffled([str(card) for card in sorted(cards)], chance)
        for number in numbers:
            told[number] = renamed(evening[number], names)
    return told


def with_secrets(hands: int, players: int, seed: int, variant: str) -> list[Line]:
    """An evening, by this or a later seed, in which cards that were dealt stay hidden: somebody folded."""
    while True:
        evening: list[Line] = list(practice_lines(hands, players, seed, variant))
        hidden = hidden_cards(evening)
        if swapped(evening, hidden, random.Random(0)) != evening:
            return evening
        seed += 100


def shuffled(names: list[str], chance: random.Random) -> dict[str, str]:
    return dict(zip(names, chance.sample(names, len(names)), strict=True))


# Playing.


class _Records(logging.Handler):
    def __init__(self, told: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self.told = told

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(f"{record.name} {record.levelname} {record.getMessage()} {record.exc_info}")


def play(
    evening: Sequence[Line],
    watch: Callable[[LiveSession], Callable[[], str]] | None = None,
    before: Before | None = None,
) -> Told:
    """Play an evening through decoder, journal, engine and session; ``watch`` may look at a screen too,
    ``before`` may give lines to the session in another way."""
    told = Told()
    header = parse_header(evening[0])
    handler = _Records(told.logs)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        with tempfile.TemporaryDirectory(prefix="liege-twin-") as scratch:
            folder = Path(scratch)
            _play(evening, folder, told, watch, before)
            told.recording = (folder / "evening.session.jsonl").read_text("utf-8")
            told.rows = rows_of(folder / "liege.db")
            for path in sorted(folder.rglob("*")):
                if path.is_file() and path.name != "liege.key":
                    told.files[path.name] = path.read_bytes()
                    told.sizes[path.name] = path.stat().st_size
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    told.logs = [
        text.replace(scratch, "FOLDER") for text in told.logs if header.table in text or text.startswith("liege")
    ]
    return told


def _play(
    evening: Sequence[Line],
    folder: Path,
    told: Told,
    watch: Callable[[LiveSession], Callable[[], str]] | None,
    before: Before | None,
) -> None:
    header = parse_header(evening[0])
    shoe = BytesShoe(DECK_FILE)
    session = LiveSession(
        Journal.open(folder, clock=lambda: 1_700_000_000.0),
        header,
        [shoe],
        make_recorder=lambda header: Recorder(folder / "evening.session.jsonl", header.line()),
        clock=lambda: 0.0,
    )
    try:
        session.settle()
        heard: list[ScreenState] = []
        session.run_there(lambda: session.subscribe(heard.append))
        look = watch(session) if watch is not None else None
        names = {seat.seat: seat.name for seat in header.seats}
        words = [Wording(language, names) for language in LANGUAGES]
        for line in evening[1:]:
            heard.clear()
            shoe.told.clear()
            if before is not None and before(session, line):
                pass
            elif line.get("reader") == "shoe":
                uid = DECK_FILE.key(BY_NAME[str(line["card"])])
                assert uid is not None
                shoe.card(uid)
            else:
                session.submit(entry_of(line, header.variants))  # type: ignore[arg-type]
            session.settle()
            told.states.append(list(heard))
            told.links.append(bytes(shoe.told))
            told.sentences.append([str(one.prompt(state.view.prompt, state.view)) for state in heard for one in words])
            if look is not None:
                told.pictures.append(look())
        for name in ("liege.db", "liege.db-wal"):
            told.files[f"{name} in play"] = (folder / name).read_bytes()
    finally:
        session.close()


def rows_of(store: Path) -> list[tuple[object, ...]]:
    """The rows of the journal; of what is sealed only the length, of a link in the chain too."""
    database = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    try:
        columns = [row[1] for row in database.execute("PRAGMA table_info(entry)")]
        return [
            tuple(
                len(value) if name in ("sealed", "wrapped", "chain") and value is not None else value
                for name, value in zip(columns, row, strict=True)
            )
            for row in database.execute("SELECT * FROM entry ORDER BY seq")
        ]
    finally:
        database.close()


# Comparing.


def same(one: Told, other: Told) -> int:
    """How many things were compared. Raises Leak at the first that differs."""
    count = 0
    for what in ("states", "sentences", "links", "logs", "rows", "pictures"):
        first, second = getattr(one, what), getattr(other, what)
        for at, (left, right) in enumerate(zip(first, second, strict=False)):
            if left != right:
                raise Leak(f"{what} differ at line {at + 2} of the evening, where nothing public does")
        if len(first) != len(second):
            raise Leak(f"{what}: {len(first)} in one evening, {len(second)} in its twin")
        count += len(first)
    if one.recording != other.recording:
        raise Leak("the session files differ")
    if one.sizes != other.sizes:
        raise Leak("the files have other sizes")
    for name, content in one.files.items():
        if name.endswith(".jpg") and content != other.files[name]:
            raise Leak(f"the picture {name} is another one")
    return count


def first_difference(one: Told, other: Told) -> int:
    """The line of the evening, from 1, at which the twins begin to differ; behind the last if they do not."""
    pairs = enumerate(zip(one.states, other.states, one.links, other.links, strict=True), start=2)
    return next((at for at, (left, right, sent, got) in pairs if left != right or sent != got), len(one.states) + 2)


def until_it_is_public(seed: int) -> int:
    """A card that will be revealed changes places with one that nobody sees: no difference before that."""
    evening = list(practice_lines(1, 5, seed))
    (hidden,) = hidden_cards(evening)
    at, line = next((at, line) for at, line in enumerate(evening, 1) if line.get("reader") == "dealer")
    names = {str(line["card"]): str(min(hidden)), str(min(hidden)): str(line["card"])}
    found = first_difference(play(evening), play([renamed(line, names) for line in evening]))
    if found < at:
        raise Leak(f"line {found} tells a card that is turned up at line {at}")
    if found > len(evening):
        raise Leak("a card that is turned up changed nothing: nothing was tested")
    return at - 1


def other_deck(seed: int) -> int:
    """The shoe read a deck wholly other than what the dealer enters: nothing shows it before the showdown.

    So whoever types cards in cannot find out by it what lies face down.
    """
    evening = list(practice_lines(1, 5, seed))
    names = shuffled([str(card) for card in DECK], random.Random(seed))
    twin = [renamed(line, names, only_shoe=True) for line in evening]
    end = next(
        (at for at, line in enumerate(evening, 1) if line["type"] == "show" or line.get("step") == "pay"),
        len(evening),
    )
    found = first_difference(play(evening[: end - 1]), play(twin[: end - 1]))
    if found < end:
        raise Leak(f"line {found} tells that the shoe read other cards")
    return end - 1


def under_a_camera(seed: int) -> int:
    """Cards dealt over a read spot and turned up under a camera, with other hidden cards: the same questions, names,
    order of the names and pictures. How many questions there were."""
    count = 0
    for variant, before in (("liege-lord", over_the_table), ("liege-lord", on_the_spot), ("stud", on_the_spot)):
        evening = with_secrets(1, 4, seed, variant)
        hidden = hidden_cards(evening)
        one = play(evening, before=before(seed))
        other = play(swapped(evening, hidden, random.Random(seed)), before=before(seed))
        same(one, other)
        search(one, hidden)
        asked = {(ask.number, ask.why) for states in one.states for state in states for ask in state.asks}
        if not asked:
            raise Leak(f"the camera of a {variant} hand asked nothing: nothing was tested")
        count += len(asked)
    return count


# Searching.


def search(told: Told, hidden: list[frozenset[Card]]) -> int:
    """Look for every hidden card in every file; how many searches. Raises Leak where one is found."""
    count = 0
    for name, content in told.files.items():
        for card in DECK:
            uid = DECK_FILE.key(card) or ""
            signs = [uid.encode(), uid.lower().encode(), bytes.fromhex(uid), card.sign.encode()]
            if name != "evening.session.jsonl":
                signs += [f'"card": "{card}"'.encode(), f'"card":"{card}"'.encode(), f'["{card}"'.encode()]
            count += len(signs)
            if any(sign in content for sign in signs):
                raise Leak(f"{name} names a card in plain")
    for row in told.rows:
        plain = json.dumps([value for value in row if isinstance(value, str)])
        if any(f'\\"{card}\\"' in plain for card in DECK):
            raise Leak(f"row {row[0]} of the journal names a card in plain")
    count += search_recording(told.recording, hidden)
    for text in told.logs:
        if any(card.sign in text or f"'{card}'" in text for card in DECK):
            raise Leak("a log record names a card")
    return count


def search_recording(recording: str, hidden: list[frozenset[Card]]) -> int:
    """The session file, hand by hand: it names cards that were seen, and no others."""
    lines = [json.loads(line) for line in recording.splitlines()]
    named: Set[str] = set()
    for numbers, cards in zip(hands_of(lines), hidden, strict=True):
        words = {word for number in numbers for word in json.dumps(lines[number]).split('"')}
        if words & {str(card) for card in cards}:
            raise Leak("the session file names a card that nobody saw")
        named |= words & BY_NAME.keys()
    if not named:
        raise Leak("the session file names no card at all: nothing was tested")
    return sum(len(cards) for cards in hidden)


# The screen.


def same_pictures(lines: int | None) -> int:
    """The offscreen screen after each line of a short hand: the same pixels; how many pictures."""
    evening = with_secrets(1, 5, 5, "liege-lord")[: None if lines is None else lines + 1]
    hidden = hidden_cards(evening)
    one, other = play(evening, screen), play(swapped(evening, hidden, random.Random(7)), screen)
    same(one, other)
    if len(set(one.pictures)) < 4:
        raise Leak("the screen did not change: nothing was tested")
    return len(one.pictures)


def screen(session: LiveSession) -> Callable[[], str]:
    """A window that shows the session; each call gives the digest of what it shows."""
    from tests import offscreen

    offscreen.prepare()
    window = offscreen.window()
    offscreen.clear()
    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers

    app = LiegeApp(session)
    app.calm = True
    fingers = Fingers(app)

    def look() -> str:
        fingers.wait(lambda: app.state.number == session.state.number)
        return hashlib.sha256(offscreen.pixels(window).tobytes()).hexdigest()

    return look
