"""A hand's story as a network through time: who could have carried which card where.

Every pass splits what a seat holds into exactly `count` cards that go and the rest that stay, so the
load of every arc (a pass, a hold, an unread reveal, a seat's hand at the end) is known from the
story alone. `Network` works these loads out, and for each card the paths that what was seen of it
allows. docs/whereabouts.md tells why nothing more is needed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.story import Burnt, Common, Dealt, Event, Folded, Passed, Revealed, ShownDown, TurnedUp
from engine.whereabouts_packing import WIDTH

Place = tuple[int, int]
"""When (the index of the event) and at which seat."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A card was seen: at event `at`, at `seat`, or going over the arc `arc` to `seat`; `gone` for good."""

    at: int
    seat: int
    arc: int = 0
    gone: bool = False


@dataclass(frozen=True, slots=True)
class PassArc:
    """One seat's part in one pass: `arc` is its bit in a path."""

    at: int
    round: int
    giver: int
    receiver: int
    arc: int


@dataclass(frozen=True, slots=True)
class Source:
    """Cards dealt unread to a seat with nothing seen between them; `rounds` has one entry for each."""

    place: Place
    arc: int
    rounds: tuple[int, ...]


@dataclass(slots=True)
class _Timeline:
    """Where a seat's cards may part: at these events, each with its ways (arc, next seat or None)."""

    at: list[int] = field(default_factory=list)
    ways: list[list[tuple[int, int | None]]] = field(default_factory=list)

    def add(self, at: int, ways: list[tuple[int, int | None]]) -> None:
        self.at.append(at)
        self.ways.append(ways)


class Network:
    """The arcs, their loads, and what was seen of each card. `broken` when no history can fit."""

    def __init__(self, events: Sequence[Event], deck: frozenset[Card]) -> None:
        self.broken = False
        self.capacities: list[int] = []
        self.passes: list[PassArc] = []
        self.sinks: dict[int, tuple[int, int]] = {}
        """Unread reveals: arc -> round and seat."""
        self.dealt: dict[Card, tuple[Place, int]] = {}
        """Cards read when they were dealt face down: place, and the round."""
        self.sights: dict[Card, list[Sight]] = defaultdict(list)
        self.elsewhere: dict[Card, int | None] = {}
        """Cards read face up (their seat), burnt or common (None): never part of a hand's passes."""
        self.unread_up: list[tuple[int, int]] = []
        """Face-up cards dealt unread: round and seat."""
        self.unread_off_table = 0
        """Burnt and common cards that nobody read."""
        self.held: Counter[int] = Counter()
        """How many cards each seat's hand has at the end."""
        self._folded: set[int] = set()
        self._lines: dict[int, _Timeline] = defaultdict(_Timeline)
        self._unread: dict[Place, list[tuple[int, int]]] = defaultdict(list)
        self._segment = 0
        self._segment_of: dict[int, int] = {}
        self._deck = deck
        self._free: dict[Place, tuple[int, ...]] = {}

        self._read(events)
        self.ends = {seat: self._arc(self.held[seat]) for seat in sorted(self.held)}
        self.sources = [
            Source((min(at for at, _ in dealt), seat), self._arc(len(dealt)), tuple(r for _, r in dealt))
            for (_, seat), dealt in self._unread.items()
        ]
        named = self.dealt.keys() | self.elsewhere.keys() | self.sights.keys()
        places = len(self.dealt) + len(self.elsewhere) + sum(len(s.rounds) for s in self.sources)
        self.stub = len(deck) - places - len(self.unread_up) - self.unread_off_table
        """Cards never dealt."""
        self.nameless = deck - named
        """Cards that nobody read anywhere."""
        if self.stub < 0 or not named <= deck or self.elsewhere.keys() & self.sights.keys():
            self.broken = True

    def _arc(self, capacity: int) -> int:
        if capacity < 0:
            self.broken = True
        self.capacities.append(max(capacity, 0))
        return 1 << WIDTH * (len(self.capacities) - 1)

    def _read(self, events: Sequence[Event]) -> None:
        at = 0
        while at < len(events):
            event = events[at]
            self._segment_of[at] = self._segment
            match event:
                case Dealt(card=card, face_up=True):
                    self._put_elsewhere(card, event.seat)
                    if card is None:
                        self.unread_up.append((event.round, event.seat))
                case Dealt(round=round_, seat=seat, card=card):
                    self.held[seat] += 1
                    if card is None:
                        self._unread[self._segment, seat].append((at, round_))
                    elif card in self.dealt or card in self.elsewhere:
                        self.broken = True
                    else:
                        self.dealt[card] = ((at, seat), round_)
                case Burnt(card=card) | Common(card=card):
                    self._put_elsewhere(card, None)
                    self.unread_off_table += card is None
                case Folded(seat=seat):
                    self._folded.add(seat)
                case Passed():
                    at = self._read_pass(at, events)
                case Revealed():
                    self._read_reveal(at, event)
                case TurnedUp(seat=seat, card=card):
                    self._see_at(at, seat, [card])
                case ShownDown(seat=seat, cards=cards):
                    seen = [card for card in cards if card is not None]
                    if len(cards) > self.held[seat] or len(set(seen)) < len(seen):
                        self.broken = True
                    self._see_at(at, seat, seen)
            if not isinstance(event, Dealt | Burnt | Common | Folded):
                self._segment += 1
            at += 1

    def _put_elsewhere(self, card: Card | None, seat: int | None) -> None:
        if card is None:
            return
        if card in self.dealt or card in self.elsewhere:
            self.broken = True
        self.elsewhere[card] = seat

    def _see(self, card: Card, sight: Sight) -> None:
        before = self.sights[card]
        if before and (before[-1].gone or before[-1].at == sight.at):
            self.broken = True
        before.append(sight)

    def _see_at(self, at: int, seat: int, cards: Sequence[Card], gone: bool = False) -> None:
        """These cards of the seat's hand are seen. If one is new, the others are counted past that moment."""
        for card in cards:
            self._see(card, Sight(at, seat, gone=gone))
        if any(card not in self.dealt for card in cards):
            self._lines[seat].add(at, [(self._arc(self.held[seat] - len(cards)), seat)])

    def _read_reveal(self, at: int, event: Revealed) -> None:
        seat, card = event.seat, event.card
        if card is not None:
            self._see_at(at, seat, [card], gone=True)
        self.held[seat] -= 1
        if self.held[seat] < 0:
            self.broken = True
        if card is None:
            stays, goes = self._arc(self.held[seat]), self._arc(1)
            self.sinks[goes] = (event.round, seat)
            self._lines[seat].add(at, [(stays, seat), (goes, None)])

    def _read_pass(self, first: int, events: Sequence[Event]) -> int:
        """The whole simultaneous pass that begins at event `first`; gives its last event's index."""
        group: list[Passed] = []
        for event in events[first:]:
            if not isinstance(event, Passed) or (group and event.round != group[0].round):
                break
            group.append(event)
        ways: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
        gained: Counter[int] = Counter()
        for event in group:
            arc = self._arc(event.count)
            ways[event.giver].append((arc, event.receiver))
            self.passes.append(PassArc(first, event.round, event.giver, event.receiver, arc))
            self.held[event.giver] -= event.count
            gained[event.receiver] += event.count
            for card in event.cards:
                if card is not None:
                    self._see(card, Sight(first, event.receiver, arc))
            if event.giver in self._folded or event.receiver in self._folded:
                self.broken = True
        for giver, theirs in ways.items():
            theirs.append((self._arc(self.held[giver]), giver))
            self._lines[giver].add(first, theirs)
        self.held.update(gained)
        return first + len(group) - 1

    # Paths

    def roam(self, place: Place) -> tuple[int, ...]:
        """Every path from a place to the end (a hand, or an unread reveal)."""
        known = self._free.get(place)
        if known is not None:
            return known
        at, seat = place
        line = self._lines[seat]
        nxt = bisect_right(line.at, at)
        if nxt == len(line.at):
            found: tuple[int, ...] = (self.ends[seat],)
        else:
            found = tuple(
                arc | rest
                for arc, then in line.ways[nxt]
                for rest in ((0,) if then is None else self.roam((line.at[nxt], then)))
            )
        self._free[place] = found
        return found

    def paths(self, place: Place, sights: Sequence[Sight]) -> list[int]:
        """Every path from a place through all these sights, up to the last of them."""
        heads = [(0, place)]
        for sight in sights:
            heads = [(head | leg, then) for head, (at, seat) in heads for leg, then in self._leg(at, seat, sight)]
        return [head for head, _ in heads]

    def _leg(self, at: int, seat: int, sight: Sight) -> Iterable[tuple[int, Place]]:
        if sight.at <= at:
            return []
        line = self._lines[seat]
        nxt = bisect_right(line.at, at)
        when = line.at[nxt] if nxt < len(line.at) else sight.at + 1
        if when < sight.at:
            return [
                (arc | rest, place)
                for arc, then in line.ways[nxt]
                if then is not None
                for rest, place in self._leg(when, then, sight)
            ]
        if not sight.arc:
            return [(0, (sight.at, seat))] if seat == sight.seat else []
        if when == sight.at and any(arc == sight.arc for arc, _ in line.ways[nxt]):
            return [(sight.arc, (sight.at, sight.seat))]
        return []

    def known_paths(self, card: Card) -> list[int]:
        """The paths of a seen card to its last sight: from the deal, or, dealt unread, from the first sight.

        The pass in which a card was first seen counts as after that sight.
        """
        sights = self.sights[card]
        if card in self.dealt:
            return self.paths(self.dealt[card][0], sights)
        first = sights[0]
        return [first.arc | path for path in self.paths((first.at, first.seat), sights[1:])]

    def unread_paths(self, card: Card) -> list[int]:
        """The paths of a card dealt unread from wherever that was; up to its last sight, or to the end."""
        if card not in self.sights:
            return [source.arc | path for source in self.sources for path in self.roam(source.place)]
        sights = self.sights[card]
        return [source.arc | path for source in self.sources for path in self.paths(source.place, sights)]

    def crowd(self) -> tuple[list[tuple[int, int, int]], dict[Card, int]]:
        """The edges for unread cards (arc's number, from node, to node), and where each new name was read.

        A node is a seat between two events at which its cards may part; -1 is where all come from.
        """
        nodes: dict[tuple[int, int], int] = {}

        def node(seat: int, at: int, side: Callable[[list[int], int], int] = bisect_right) -> int:
            return nodes.setdefault((seat, side(self._lines[seat].at, at)), len(nodes))

        edges = [(s.arc.bit_length() // WIDTH, -1, node(s.place[1], s.place[0])) for s in self.sources]
        if edges:
            for seat, line in list(self._lines.items()):
                for at, ways in zip(line.at, line.ways, strict=True):
                    for arc, then in ways:
                        if then is not None:
                            edges.append((arc.bit_length() // WIDTH, node(seat, at, bisect_left), node(then, at)))
        first = {card: sights[0] for card, sights in self.sights.items() if card not in self.dealt}
        givers = {p.arc: p.giver for p in self.passes}
        return edges, {
            card: node(givers.get(sight.arc, sight.seat), sight.at, bisect_left) for card, sight in first.items()
        }

    def origin_key(self, card: Card) -> Place:
        """Two read cards with the same key and no sight of them can stand for each other."""
        (at, seat), _ = self.dealt[card]
        return self._segment_of[at], seat
