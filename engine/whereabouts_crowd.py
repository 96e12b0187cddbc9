"""The unread cards on their way to where they are first seen: one crowd, a flow, under `engine.whereabouts`.

Until somebody sees it, one unread card is as good as another, so it does not matter which of them goes
where: only how many use each arc. That is a flow from where they were dealt to where names were read,
and augmenting paths decide exactly whether there is one. A flow is one byte for each arc, as a load is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.whereabouts_packing import WIDTH, Packing

Need = Counter[int]
"""How many cards of the crowd are seen for the first time at each node."""

START = -1
"""The node from which all of the crowd comes."""


class Crowd:
    """A directed graph whose edges are arcs of the packing: (arc's number, from node, to node)."""

    def __init__(self, packing: Packing, edges: Sequence[tuple[int, int, int]]) -> None:
        self._packing = packing
        nodes = {node for _, start, end in edges for node in (start, end)}
        self._into: dict[int, list[tuple[int, int]]] = {node: [] for node in nodes}
        self._out_of: dict[int, list[tuple[int, int]]] = {node: [] for node in nodes}
        for arc, start, end in edges:
            self._into[end].append((arc, start))
            self._out_of[start].append((arc, end))

    def route(self, load: int, need: Need, hint: int | None) -> tuple[int | None, int]:
        """A flow that brings `need` on top of `load`, and 0; or None, and the arcs that are too full for it.

        `hint` is a flow that brings `need` and is taken if it still fits.
        """
        if hint is not None and self._packing.fits(load + hint):
            return hint, 0
        capacities = self._packing.capacities
        loads = load.to_bytes(len(capacities), "little")
        room = [capacity - used for capacity, used in zip(capacities, loads, strict=True)]
        flow = [0] * len(room)
        for node, count in need.items():
            for _ in range(count):
                full = self._bring_one(node, room, flow)
                if full is not None:
                    return None, full
        return int.from_bytes(bytes(flow), "little"), 0

    def _bring_one(self, node: int, room: list[int], flow: list[int]) -> int | None:
        """One more card to the node, others giving way where they can; else the full arcs that prevent it."""
        came: dict[int, tuple[int, int, int]] = {}
        seen = {node}
        waiting = [node]
        while waiting:
            here = waiting.pop()
            for arc, start in self._into.get(here, ()):
                if start not in seen and flow[arc] < room[arc]:
                    came[start] = (arc, 1, here)
                    if start == START:
                        step = START
                        while step != node:
                            used, change, step = came[step]
                            flow[used] += change
                        return None
                    seen.add(start)
                    waiting.append(start)
            for arc, end in self._out_of.get(here, ()):
                if end not in seen and flow[arc]:
                    came[end] = (arc, -1, here)
                    seen.add(end)
                    waiting.append(end)
        full = {arc for end in seen for arc, start in self._into.get(end, ()) if start not in seen}
        return sum(1 << WIDTH * arc for arc in full)

    def one_to(self, node: int, flow: int) -> int:
        """The arcs by which one card of the flow comes to the node."""
        path = 0
        while node != START:
            arc, node = next((a, n) for a, n in self._into[node] if flow >> WIDTH * a & 127)
            path |= 1 << WIDTH * arc
        return path
