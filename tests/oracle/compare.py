"""Comparing a result with a hand-worked expectation: dicts key by key, lists whole."""

from __future__ import annotations

from typing import Any


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    """Every place where ``found`` is not what was expected; keys that start with ``_`` are remarks."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [
            line
            for key, value in expected.items()
            if not key.startswith("_")
            for line in (
                differences(value, found[key], f"{where}.{key}") if key in found else [f"{where}.{key}: missing"]
            )
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [
            line
            for at, (one, other) in enumerate(zip(expected, found, strict=True))
            for line in differences(one, other, f"{where}[{at}]")
        ]
    return [] if expected == found else [f"{where}: expected {expected!r}, found {found!r}"]


def essence(report: dict[str, Any]) -> dict[str, Any]:
    """What two independent replays must agree on: no wording, no order that the contract leaves open."""
    found = {"hands": [_hand(hand) for hand in report["hands"]], "stacks": report["stacks"]}
    if report["hands"] and report["hands"][-1]["status"] == "open":
        del found["stacks"]  # the contract does not say when before the payout an uncalled bet comes back
    return found


def _hand(hand: dict[str, Any]) -> dict[str, Any]:
    found = {
        "hand": hand["hand"],
        "variant": hand["variant"],
        "dealer": hand["dealer"],
        "status": hand["status"],
        "openers": [_opener(entry) for entry in hand["openers"]],
        "folded": sorted(hand["folded"]),
        "refused": [entry["line"] for entry in hand["refused"]],
    }
    if hand["status"] == "open":
        return found  # the money of a hand that is still on is in no stack and in no pot yet
    return {
        **found,
        "stacks": hand["stacks"],
        "returned": hand["returned"],
        "won": {seat: amount for seat, amount in hand["won"].items() if amount},
        "pots": [
            {"amount": pot["amount"], "eligible": sorted(pot["eligible"]), "shares": _shares(pot["shares"])}
            for pot in hand["pots"]
        ],
    }


def _opener(entry: dict[str, Any]) -> dict[str, Any]:
    if entry.get("skipped"):
        return {"round": entry["round"], "seat": None, "skipped": True}
    if entry.get("bring_in") and "best" in entry:
        return {"round": entry["round"], "seat": entry["seat"], "bring_in": True}  # one who stands in
    return {key: entry[key] for key in ("round", "seat", "showing", "best", "bring_in") if key in entry}


def _shares(shares: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Seat, amount, role and the ranks of the hand: equal ranks may be taken in any suit."""
    found = []
    for part in shares:
        if part["amount"]:
            ranks = "".join(sorted(card[0] for card in part.get("hand", [])))
            found.append((part["seat"], part["as"], part["amount"], ranks))
    return sorted(found)
