"""The readers' faults as sentences: what is wrong, where, what to do. English; keyed by ``Fault.kind``."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from types import MappingProxyType

from kiosk.readers.base import Fault

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # the link
        "lost": "The shoe does not answer: look at its cable. The hand waits; you may go on by touch.",
        "silent": (
            "Something is on {port}, but it does not answer as a shoe: flash it, or name the shoe's port."
        ),
        "permission": (
            "The port {port} may not be opened: add the user to the group dialout and log in again."
        ),
        "busy-port": "The port {port} is held by another program{by}: close that program.",
        "unsupported-version": (
            "The shoe speaks version {version} of the link, this kiosk version {supported}: flash the "
            "shoe anew."
        ),
        "two-shoes": (
            "Two shoes are plugged in ({ports}): unplug one, or name the right one's port in the settings."
        ),
        "restarted": "The shoe restarted: count the cards on the table before you go on.",
        "gap": "Cards {first} to {last} of the shoe never reached the table: count the cards.",
        "counts-anew": (
            "The shoe counts from the start again under its old name: unplug it, plug it in, count the cards."
        ),
        "queue-full": "The shoe holds more cards than it can remember: count the cards.",
        # the slot
        "two-tags": (
            "Two cards were in the shoe's exit at once: look which came out, and enter them by touch."
        ),
        "same-card": (
            "The same card went past the shoe's exit twice: if another card came out, enter it by touch."
        ),
        "slot-blocked": "Something stays in the shoe's exit: take it out.",
        "foreign-tag": "A card came out that is not in the deck {deck}: look at it and enter it by touch.",
        "reader-timeout": (
            "The shoe's tag reader does not answer and is started anew: wait before the next card."
        ),
        "reader-lost": (
            "The shoe's tag reader is gone: cards come out unread. Look at the reader's cable in the shoe."
        ),
        "barrier-lost": (
            "The shoe's light barrier does not see: cards would go by unnoticed. Clean it or look at "
            "its cable."
        ),
        "deck-suspect": (
            "The deck of hand {hand} is suspect: a card came out twice, or one that is not in the deck. "
            "Count the 52 cards and look at their tags before the next hand."
        ),
        # any reader
        "stopped": (
            "The kiosk's own program for the {reader} stopped and is started anew: wait for its lamp; if it "
            "stays away, start the kiosk again. You may go on by touch."
        ),
        "hangs": (
            "The kiosk's own program for the {reader} hung and is started anew: wait for its lamp; if it "
            "stays away, unplug the device and plug it in again. You may go on by touch."
        ),
        # readers without acknowledgement
        "scanner-lost": "The scanner on {port} does not answer: look at its cable. You may go on by touch.",
        "unknown-code": (
            "A code was read that is not in the deck {deck}: look at the card and enter it by touch."
        ),
        "babble": "What comes from {port} is not what a reader sends: check the baud rate in the settings.",
    }
)

UNKNOWN = "The {reader} reports {kind}: look at it before you go on."


def sentence(fault: Fault) -> str:
    """The sentence for a fault; one that no sentence is written for is named by its kind."""
    text = SENTENCES.get(fault.kind) or _of_the_camera(fault) or UNKNOWN
    given = {"reader": fault.reader, "kind": fault.kind, **fault.params}
    names = [name for _, name, _, _ in Formatter().parse(text) if name]
    return text.format(**{name: given.get(name, "") for name in names})


def _of_the_camera(fault: Fault) -> str | None:
    if fault.reader != "camera":
        return None
    from kiosk.readers.camera import SENTENCES as SEEN  # which needs OpenCV

    return SEEN.get(fault.kind)


def not_acknowledged(reader: str) -> str:
    """What the dealer must know of a reader that keeps no card until the kiosk has it."""
    return f"Cards from the {reader} are not acknowledged: after a fault or a restart, count the cards on the table."
