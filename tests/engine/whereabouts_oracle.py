"""The pass tracker's questions answered the slow way: by walking through every history, one by one.

Knows nothing of networks or paths: it keeps a table of real cards, tries every choice of every giver
at every pass, every card at every unread reveal and every name for every unread card, and collects
what all the histories that get through have in common.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, permutations

from engine.cards import Card
from engine.story import Burnt, Common, Dealt, Event, Folded, Passed, Revealed, ShownDown, TurnedUp

HAND, UP, AWAY = range(3)
Thing = tuple[int, int, Card | None, int]
"""Seat, where (HAND, UP, AWAY), name if it is known by now, facts as bits."""
Table = tuple[Thing, ...]
Unread = tuple[str, int, int, int]
"""Dealt `down` or `up`, or `revealed`; round, seat, and the reveal's event so that two are told apart."""


class TooMany(Exception):
    """More histories, or more ways that lead to none, than the caller wanted to wait for."""


class Oracle:
    def __init__(self, events: Sequence[Event], deck: Sequence[Card], limit: int = 10**9) -> None:
        self.events = list(events)
        self.deck = list(deck)
        self.limit = limit
        self.histories = 0
        self.steps = 0
        self.some = dict.fromkeys(deck, 0)
        self.every = dict.fromkeys(deck, -1)
        self.names_of_unread: dict[Unread, set[tuple[Card, ...]]] = {}
        self._bits: dict[Hashable, int] = {}
        self._unread: list[tuple[int, Unread]] = []
        read: list[Card] = []
        number = 0
        for event in self.events:
            if isinstance(event, Dealt | Burnt | Common):
                if event.card is not None:
                    read.append(event.card)
                elif isinstance(event, Dealt):
                    kind = "up" if event.face_up else "down"
                    self._unread.append((number, (kind, event.round, event.seat, 0)))
                number += 1
        pool = [card for card in deck if card not in read]
        if len(set(read)) == len(read) and number <= len(deck):
            self._walk(0, (), tuple(pool), set())

    def bit(self, *fact: Hashable) -> int:
        return self._bits.setdefault(fact, 1 << len(self._bits))

    def may(self, card: Card, *fact: Hashable) -> bool:
        return bool(self.some[card] & self.bit(*fact))

    def must(self, card: Card, *fact: Hashable) -> bool:
        return bool(self.histories and self.every[card] & self.bit(*fact))

    def _walk(self, at: int, table: Table, pool: tuple[Card, ...], folded: set[int]) -> None:
        self.steps += 1
        if self.steps > 10 * self.limit:
            raise TooMany
        if at == len(self.events):
            self._finish(table, pool)
            return
        event = self.events[at]
        match event:
            case Dealt(card=card, face_up=True):
                bits = self.bit("dealt up", event.round, event.seat)
                self._walk(at + 1, (*table, (event.seat, UP, card, bits)), pool, folded)
            case Dealt(card=card):
                bits = self.bit("dealt", event.round, event.seat)
                self._walk(at + 1, (*table, (event.seat, HAND, card, bits)), pool, folded)
            case Burnt(card=card) | Common(card=card):
                self._walk(at + 1, (*table, (0, AWAY, card, 0)), pool, folded)
            case Folded(seat=seat):
                self._walk(at + 1, table, pool, folded | {seat})
            case TurnedUp(seat=seat, card=card):
                for i, named, left in self._pick(table, seat, card, pool):
                    self._walk(at + 1, (*table[:i], named, *table[i + 1 :]), left, folded)
            case Revealed(seat=seat, card=card):
                for i, named, left in self._pick(table, seat, card, pool):
                    bits = named[3] | (self.bit("unread reveal", at) if card is None else 0)
                    turned = (seat, UP, named[2], bits)
                    self._walk(at + 1, (*table[:i], turned, *table[i + 1 :]), left, folded)
            case ShownDown(seat=seat, cards=cards):
                for after, left in self._show(table, seat, cards, pool, frozenset()):
                    self._walk(at + 1, after, left, folded)
            case Passed():
                group: list[Passed] = []
                for other in self.events[at:]:
                    if not isinstance(other, Passed) or other.round != event.round:
                        break
                    group.append(other)
                if not any(p.giver in folded or p.receiver in folded for p in group):
                    for after, left in self._pass(table, group, pool, frozenset()):
                        self._walk(at + len(group), after, left, folded)

    def _pick(
        self, table: Table, seat: int, card: Card | None, pool: tuple[Card, ...]
    ) -> Iterator[tuple[int, Thing, tuple[Card, ...]]]:
        """Each thing in the seat's hand that can be the one seen, with its name as it then is."""
        for i, thing in enumerate(table):
            if thing[0] == seat and thing[1] == HAND:
                if card is None or thing[2] == card:
                    yield i, thing, pool
                elif thing[2] is None and card in pool:
                    yield i, (seat, HAND, card, thing[3]), tuple(c for c in pool if c != card)

    def _show(
        self,
        table: Table,
        seat: int,
        cards: tuple[Card | None, ...],
        pool: tuple[Card, ...],
        used: frozenset[int],
    ) -> Iterator[tuple[Table, tuple[Card, ...]]]:
        named = [card for card in cards if card is not None]
        if len(cards) > sum(t[0] == seat and t[1] == HAND for t in table):
            return
        if not named:
            yield table, pool
            return
        for i, thing, left in self._pick(table, seat, named[0], pool):
            if i not in used:
                after = (*table[:i], thing, *table[i + 1 :])
                yield from self._show(after, seat, tuple(named[1:]), left, used | {i})

    def _pass(
        self, table: Table, group: list[Passed], pool: tuple[Card, ...], moved: frozenset[int]
    ) -> Iterator[tuple[Table, tuple[Card, ...]]]:
        if not group:
            yield table, pool
            return
        one, rest = group[0], group[1:]
        bit = self.bit("pass", one.round, one.giver, one.receiver)
        hand = [i for i, t in enumerate(table) if t[0] == one.giver and t[1] == HAND and i not in moved]
        read = [card for card in one.cards if card is not None]
        for chosen in combinations(hand, one.count):
            for order in permutations(chosen, len(read)):
                names = dict(zip(order, read, strict=True))
                left = list(pool)
                after = list(table)
                for i in chosen:
                    _, _, name, bits = table[i]
                    wish = names.get(i, name)
                    if wish != name:
                        if name is not None or wish not in left:
                            break
                        left.remove(wish)
                    after[i] = (one.receiver, HAND, wish, bits | bit)
                else:
                    yield from self._pass(tuple(after), rest, tuple(left), moved | set(chosen))

    def _finish(self, table: Table, pool: tuple[Card, ...]) -> None:
        bare = [i for i, thing in enumerate(table) if thing[2] is None]
        for names in permutations(pool, len(bare)):
            self.histories += 1
            if self.histories > self.limit:
                raise TooMany
            given = dict(zip(bare, names, strict=True))
            unseen = set(self.deck)
            for i, (seat, where, name, bits) in enumerate(table):
                card = given[i] if name is None else name
                facts = bits
                if where != AWAY:
                    facts |= self.bit("hold", seat)
                if where == HAND:
                    facts |= self.bit("hand", seat)
                self.some[card] |= facts
                self.every[card] &= facts
                unseen.discard(card)
            for card in unseen:
                self.every[card] = 0
            groups: dict[Unread, list[Card]] = {}
            for i, key in self._unread:
                name = table[i][2]
                groups.setdefault(key, []).append(given[i] if name is None else name)
            for at, event in enumerate(self.events):
                if isinstance(event, Revealed) and event.card is None:
                    bit = self.bit("unread reveal", at)
                    i = next(i for i, thing in enumerate(table) if thing[3] & bit)
                    name = table[i][2]
                    groups["revealed", event.round, event.seat, at] = [given[i] if name is None else name]
            for key, cards in groups.items():
                self.names_of_unread.setdefault(key, set()).add(tuple(sorted(cards)))
