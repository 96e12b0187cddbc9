"""On which arcs a card can be, and on which it must be, over all the histories that fit.

Every history that a search finds is kept: it shows at once where else many other cards can be. A
search is made only for what no kept history shows, and what it rules out is never tried again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from engine.cards import Card
from engine.whereabouts_crowd import Crowd, Need
from engine.whereabouts_network import Network
from engine.whereabouts_packing import Domain, Packing, Paths, domain
from engine.whereabouts_search import Search


@dataclass(frozen=True, slots=True)
class _History:
    """A path for each seen card (as in `Histories._domains`), their load, and the flow of the crowd."""

    picks: tuple[int, ...]
    load: int
    flow: int


@dataclass(slots=True)
class _Subject:
    """A card that is asked about: its paths to the very end, and which arcs histories are known for."""

    at: int | None
    """Its number among the seen cards, or None for a card that stands beside them."""
    domain: Domain | None
    """None: the card can be in no hand."""
    fill: int
    node: int | None = None
    """Where a card of the crowd leaves it."""
    crowd: int = 0
    """The arcs that the card uses as one of the crowd."""
    some: int = 0
    every: int = -1
    heard: int = 0
    """How many of the known histories have been looked at."""


class Histories:
    """All the histories of a network, looked at as far as questions need it."""

    def __init__(self, net: Network) -> None:
        self.net = net
        self._packing = Packing(net.capacities)
        edges, self._nodes = net.crowd()
        self._crowd = Crowd(self._packing, edges)
        self._need: Need = Counter(self._nodes.values())
        self._seen = list(net.sights)
        self._subjects: dict[object, _Subject] = {}
        self._known: list[_History] = []
        self._domains: list[Domain] = [] if net.broken else self._first()

    @property
    def any(self) -> bool:
        """Whether there is a history at all."""
        return bool(self._known)

    def resolve(self, card: Card, mask: int) -> tuple[int, int]:
        """The arcs of `mask` on which the card is in some history, and in every one in which it is dealt."""
        subject = self._subject(card)
        while subject.domain is not None:
            paths, must, may = subject.domain
            unsure = (may & ~subject.some | subject.every & ~must) & may & mask
            if not unsure:
                return may & mask, must & mask
            if subject.heard < len(self._known):
                self._listen(subject, paths)
                continue
            arc = unsure & -unsure
            on, off = tuple(p for p in paths if p & arc), tuple(p for p in paths if not p & arc)
            tried, rest = (off, on) if subject.some & arc else (on, off)
            if not self._settle(subject, tried):
                subject.domain = domain(rest) if rest else None
        return 0, 0

    @cached_property
    def _tails(self) -> list[Paths]:
        """For each seen card its paths after it was last seen: one empty path if it was then gone."""
        last = [self.net.sights[card][-1] for card in self._seen]
        return [(0,) if s.gone else self.net.roam((s.at, s.seat)) for s in last]

    @cached_property
    def _fill(self) -> int:
        """Per arc, how many cards could use it while nobody knows them, those of the crowd among them."""
        net = self.net
        fill = sum(domain(tail)[2] for tail in self._tails)
        for card in net.dealt.keys() - net.sights.keys():
            fill += domain(net.roam(net.dealt[card][0]))[2]
        for source in net.sources:
            fill += len(source.rounds) * (source.arc | domain(net.roam(source.place))[2])
        return fill

    def _first(self) -> list[Domain]:
        """For each seen card its known paths up to the last sight; the first history is noted, if any."""
        domains = []
        for card in self._seen:
            paths = self.net.known_paths(card)
            if not paths:
                return []
            domains.append(domain(paths))
        now = self._packing.narrow(domains, self._fill)
        if now is None:
            return []
        search = Search(self._packing, self._crowd, self._fill, self._need)
        found = search.solve(now, [d[0][0] for d in now], None)
        if found is not None:
            self._note(*found)
        return now

    def _note(self, picks: list[int], flow: int) -> None:
        self._known.append(_History(tuple(picks), sum(picks), flow))

    def _subject(self, card: Card) -> _Subject:
        net = self.net
        if card in net.sights:
            key: object = card
        elif card in net.dealt:
            key = net.origin_key(card)
        else:
            key = None
        known = self._subjects.get(key)
        if known is None:
            known = self._subjects[key] = self._new_subject(card)
        return known

    def _new_subject(self, card: Card) -> _Subject:
        net = self.net
        if card in net.sights:
            at = self._seen.index(card)
            tails = self._tails[at]
            after = domain(tails)[2]
            new = card in self._nodes
            heads = net.unread_paths(card) if new else self._domains[at][0]
            own = domain([head | tail for head in heads for tail in tails])
            if new:
                crowd = own[2] & ~(self._domains[at][2] | after)
                return _Subject(at, own, self._fill - after, self._nodes[card], crowd)
            return _Subject(at, own, self._fill - after)
        if card in net.dealt:
            own = domain(net.roam(net.dealt[card][0]))
            return _Subject(None, own, self._fill - own[2])
        paths = net.unread_paths(card)
        return _Subject(None, domain(paths) if paths else None, self._fill)

    def _settle(self, subject: _Subject, paths: Paths) -> bool:
        """Look for a history in which the card takes one of these paths; keep it when there is one."""
        last = self._known[-1]
        domains, hint, need, flow = list(self._domains), list(last.picks), self._need, last.flow
        if subject.node is not None:
            need = need - Counter((subject.node,))
            flow -= self._crowd.one_to(subject.node, flow)
        if subject.at is None:
            domains.append(domain(paths))
            hint.append(paths[0])
        else:
            domains[subject.at] = domain(paths)
            hint[subject.at] = paths[0]
        found = Search(self._packing, self._crowd, subject.fill, need).solve(domains, hint, flow)
        if found is None:
            return False
        picks, flow = found
        if subject.at is None:
            picks.pop()
        else:
            flow += picks[subject.at] & subject.crowd
            picks[subject.at] &= self._domains[subject.at][2]
        self._note(picks, flow)
        return True

    def _listen(self, subject: _Subject, paths: Paths) -> None:
        """Note what the known histories allow the card: each of its paths for which they leave room."""
        fits, crowd = self._packing.fits, subject.crowd
        for history in self._known[subject.heard :]:
            base = history.load + history.flow
            if subject.at is not None:
                base -= history.picks[subject.at]
            idle = crowd & ~self._packing.used(history.flow) if crowd else 0
            for path in paths:
                # a card of the crowd may take any way on which the crowd goes, in the place of one of it
                if not path & idle and fits(base - (path & crowd) + path):
                    subject.some |= path
                    subject.every &= path
        subject.heard = len(self._known)
