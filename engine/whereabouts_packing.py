"""Paths packed into arcs of known capacity: the arithmetic under `engine.whereabouts`.

An arc is one byte of a (long) integer, and a path is the integer with a 1 in the byte of every arc
that it uses, so the load of all arcs is the plain sum of the paths and one addition compares every
arc with its capacity at once: the top bit of a byte is never reached by a load (at most 104 cards
are ever counted, a path and its later life) and serves as the sign of the comparison.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_, or_

WIDTH = 8
"""Bits of one arc's byte."""

Paths = tuple[int, ...]
Domain = tuple[Paths, int, int]
"""The paths still possible for one card, the arcs on all of them, the arcs on any of them."""


def domain(paths: Iterable[int]) -> Domain:
    """A domain of at least one path."""
    kept = tuple(paths)
    return kept, reduce(and_, kept), reduce(or_, kept)


class Packing:
    """Arcs with capacities that are exact: every arc carries just so many cards, named or not.

    `capacities[i]` is what arc `i` carries. Cards with a domain take a path each; whatever they leave
    is filled by cards that may go anywhere, of which `fill` (per arc, in its byte) is an upper bound.
    """

    def __init__(self, capacities: Sequence[int]) -> None:
        self.capacities = tuple(capacities)
        self.guard = sum(128 << WIDTH * i for i in range(len(capacities)))
        self.above = sum((127 - cap) << WIDTH * i for i, cap in enumerate(capacities))
        self.reaches = sum((128 - cap) << WIDTH * i for i, cap in enumerate(capacities))

    def fits(self, load: int) -> bool:
        """Whether no arc carries more than its capacity."""
        return not (load + self.above) & self.guard

    def used(self, load: int) -> int:
        """The arcs on which there is any load."""
        return ((load + (self.guard - (self.guard >> 7))) & self.guard) >> 7

    def narrow(self, domains: Sequence[Domain], fill: int) -> list[Domain] | None:
        """Drop the paths that one arc alone rules out, until nothing changes; None: nothing is left.

        An arc already full of cards that must use it is closed to others; an arc that only just can
        be filled must be used by each card that can.
        """
        guard, above, reaches = self.guard, self.above, self.reaches
        now = list(domains)
        least = sum(d[1] for d in now)
        most = sum(d[2] for d in now) + fill
        while True:
            if (least + above) & guard or (most + reaches) & guard != guard:
                return None
            full = ((least + reaches) & guard) >> 7
            needed = (guard & ~(most + above)) >> 7
            either = full | needed
            changed = False
            for i, (paths, must, may) in enumerate(now):
                loose = must ^ may
                if not loose & either:
                    continue
                closed, wanted = full & loose, needed & loose
                kept = [p for p in paths if not p & closed and p & wanted == wanted]
                if not kept:
                    return None
                now[i] = new = domain(kept)
                least += new[1] - must
                most += new[2] - may
                changed = True
            if not changed:
                return now
