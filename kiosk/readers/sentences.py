"""The readers' faults as sentences: what is wrong, where, what to do. English; keyed by ``Fault.kind``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.readers.base import Fault
from kiosk.said import N_, Said

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # the link
        "lost": N_("The shoe does not answer: look at its cable. The hand waits; you may go on by touch."),
        "silent": N_("Something is on {port}, but it does not answer as a shoe: flash it, or name the shoe's port."),
        "permission": N_("The port {port} may not be opened: add the user to the group dialout and log in again."),
        "busy-port": N_("The port {port} is held by another program{by}: close that program."),
        "unsupported-version": N_(
            "The shoe speaks version {version} of the link, this kiosk version {supported}: flash the shoe anew."
        ),
        "two-shoes": N_(
            "Two shoes are plugged in ({ports}): unplug one, or name the right one's port in the settings."
        ),
        "restarted": N_("The shoe restarted: count the cards on the table before you go on."),
        "gap": N_("Cards {first} to {last} of the shoe never reached the table: count the cards."),
        "counts-anew": N_(
            "The shoe counts from the start again under its old name: unplug it, plug it in, count the cards."
        ),
        "queue-full": N_("The shoe holds more cards than it can remember: count the cards."),
        # the slot
        "two-tags": N_("Two cards were in the shoe's exit at once: look which came out, and enter them by touch."),
        "same-card": N_("The same card went past the shoe's exit twice: if another card came out, enter it by touch."),
        "slot-blocked": N_("Something stays in the shoe's exit: take it out."),
        "foreign-tag": N_("A card came out that is not in the deck {deck}: look at it and enter it by touch."),
        "reader-timeout": N_("The shoe's tag reader does not answer and is started anew: wait before the next card."),
        "reader-lost": N_(
            "The shoe's tag reader is gone: cards come out unread. Look at the reader's cable in the shoe."
        ),
        "barrier-lost": N_(
            "The shoe's light barrier does not see: cards would go by unnoticed. Clean it or look at its cable."
        ),
        "deck-suspect": N_(
            "The deck of hand {hand} is suspect: a card came out twice, or one that is not in the deck. "
            "Count the 52 cards and look at their tags before the next hand."
        ),
        # any reader
        "stopped": N_(
            "The kiosk's own program for the {reader} stopped and is started anew: wait for its lamp; if it "
            "stays away, start the kiosk again. You may go on by touch."
        ),
        "hangs": N_(
            "The kiosk's own program for the {reader} hung and is started anew: wait for its lamp; if it "
            "stays away, unplug the device and plug it in again. You may go on by touch."
        ),
        # the camera over the table, of the game rather than of the reader
        "camera-contradicted": N_(
            "More cards lie open at seat {seats} than are due, the camera takes none of them: turn the others down, "
            "or touch the right one in."
        ),
        # readers without acknowledgement
        "scanner-lost": N_("The scanner on {port} does not answer: look at its cable. You may go on by touch."),
        "unknown-code": N_("A code was read that is not in the deck {deck}: look at the card and enter it by touch."),
        "babble": N_("What comes from {port} is not what a reader sends: check the baud rate in the settings."),
    }
)

UNKNOWN = N_("The {reader} reports {kind}: look at it before you go on.")

READERS: Mapping[str, str] = MappingProxyType(
    {
        "shoe": Said("shoe"),
        "camera": Said("camera"),
        "scanner": Said("scanner"),
        "rfid": Said("tag reader"),
        "room": Said("room"),
    }
)
"""What a reader is called."""


def reader_name(reader: str) -> str:
    """What a reader is called in a sentence; one that has no name of its own by its key."""
    return READERS.get(reader, reader)


def sentence(fault: Fault) -> str:
    """The sentence for a fault; one that no sentence is written for is named by its kind."""
    message = SENTENCES.get(fault.kind) or _of_the_camera(fault) or UNKNOWN
    return Said(message, **{**fault.params, "reader": reader_name(fault.reader), "kind": fault.kind})


def _of_the_camera(fault: Fault) -> str | None:
    if fault.reader != "camera":
        return None
    from kiosk.readers.camera import SENTENCES as SEEN  # which needs OpenCV

    return SEEN.get(fault.kind)


def not_acknowledged(reader: str) -> str:
    """What the dealer must know of a reader that keeps no card until the kiosk has it."""
    return Said(
        "Cards from the {reader} are not acknowledged: after a fault or a restart, count the cards on the table.",
        reader=reader_name(reader),
    )
