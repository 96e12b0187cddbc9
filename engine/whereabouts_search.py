"""Looking for one history: a path for every card that was read, and a flow of those that were not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from engine.whereabouts_crowd import Crowd, Need
from engine.whereabouts_packing import WIDTH, Domain, Packing, domain

Found = tuple[list[int], int]
"""A path for each domain, and the flow of the crowd."""


class Search:
    """One question to a packing and its crowd; `fill` as in `Packing.narrow`, `need` as in `Crowd.route`."""

    def __init__(self, packing: Packing, crowd: Crowd, fill: int, need: Need) -> None:
        self._packing = packing
        self._crowd = crowd
        self._fill = fill
        self._need = need
        self._hopeless: set[object] = set()

    def solve(self, domains: Sequence[Domain], hint: Sequence[int], flow: int | None) -> Found | None:
        """Paths and a flow that fit together, or None if there are none.

        `hint` (a path for each domain) and `flow` (one that brings the need) are tried first: answers near
        a known one are found at once.
        """
        packing = self._packing
        now = packing.narrow(domains, self._fill)
        if now is None:
            return None
        least = sum(d[1] for d in now)
        flow, _ = self._crowd.route(least, self._need, flow)
        if flow is None:
            return None
        picks = self._pick(now, hint, least)
        load = sum(picks)
        over = ((load + packing.above) & packing.guard) >> 7
        if not over:
            whole, over = self._crowd.route(load, self._need, flow)
            if whole is not None:
                return picks, whole
        # What is left to choose, and the room that the chosen ones leave for it: the same rest often
        # comes back on another way, and fails again.
        loose = [d for d in now if len(d[0]) > 1]
        chosen = sum(d[1] for d in now if len(d[0]) == 1)
        if not self._need:
            chosen &= reduce(or_, (d[2] for d in loose)) * ((1 << WIDTH) - 1)
        rest = (chosen, tuple(sorted(d[0] for d in loose)))
        if rest in self._hopeless:
            return None
        _, at = min((len(now[i][0]), i) for i, p in enumerate(picks) if p & over & (now[i][1] ^ now[i][2]))
        own = now[at][0]
        alike = [i for i, d in enumerate(now) if d[0] == own]
        # the picks are what clashes: they go last
        order = sorted(own, key=lambda p: (p & over).bit_count())
        for tried, path in enumerate(order):
            # Cards with the very same paths can stand for each other: what failed for one fails for all.
            open_ = domain(order[tried:])
            for i in alike:
                now[i] = open_
            now[at] = domain((path,))
            found = self.solve(now, picks, flow)
            if found is not None:
                return found
        self._hopeless.add(rest)
        return None

    def _pick(self, domains: Sequence[Domain], hint: Sequence[int], load: int) -> list[int]:
        """A path for each domain, the wished one if it can be and fits, else the first that fits.

        `load` is that of the arcs which the cards must use.
        """
        above, guard = self._packing.above, self._packing.guard
        picks = []
        for (paths, must, _), wish in zip(domains, hint, strict=True):
            pick = wish if wish in paths else paths[0]
            if len(paths) > 1:
                load -= must
                if (load + pick + above) & guard:
                    pick = next((p for p in paths if not (load + p + above) & guard), pick)
                load += pick
            picks.append(pick)
        return picks
