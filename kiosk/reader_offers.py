"""What is plugged in and what is stored, to choose readers from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kiosk.checks_devices import cameras
from kiosk.decks import SUFFIX as DECK_SUFFIX
from kiosk.decks import Deck, DeckError, load
from kiosk.machine import Machine
from kiosk.reader_bench import CALIBRATION, DECKS, LOOKS
from kiosk.reader_choice import ReaderChoice
from kiosk.reader_desk import Offer
from kiosk.readers.ports import PICO

_LOOK_SUFFIX = ".look"  # as kiosk.vision.learning has it, which needs numpy


def offers(machine: Machine, folder: Path, choice: ReaderChoice) -> tuple[Offer, ...]:
    """Everything that may be chosen, in the order of the screen; what is chosen now is always among it."""
    found = [*_ports(machine), *_cameras(machine), *_stored(folder)]
    told = {(offer.field, offer.value) for offer in found}
    for name in ("shoe", "scanner", "rdm6300", "camera", "deck", "look", "calibration"):
        value = getattr(choice, name)
        if value and (name, value) not in told:
            found.append(Offer(name, value, Path(value).name or value))
    return tuple(
        Offer(offer.field, offer.value, offer.label, getattr(choice, offer.field) == offer.value) for offer in found
    )


def _ports(machine: Machine) -> Iterator[Offer]:
    """A Pico may be the shoe; any other serial port with USB a scanner or an RDM6300."""
    for port in machine.ports():
        if (port.vendor, port.product) == PICO:
            yield Offer("shoe", port.device, port.device)
        else:
            what = port.what if port.what not in ("", "n/a") else port.device
            yield Offer("scanner", port.device, what)
            yield Offer("rdm6300", port.device, what)
    yield Offer("shoe", "auto", "auto")
    yield Offer("shoe", "none", "none")


def _cameras(machine: Machine) -> Iterator[Offer]:
    for finding in cameras(machine):
        device, sensor = finding.facts.get("device"), finding.facts.get("sensor")
        if isinstance(device, str):
            yield Offer("camera", device, str(finding.facts.get("name") or device))
        elif isinstance(sensor, str):
            yield Offer("camera", "pi", sensor)


def _stored(folder: Path) -> Iterator[Offer]:
    for path in sorted((folder / DECKS).glob("*" + DECK_SUFFIX)):
        try:
            yield Offer("deck", str(path), load(path).name)
        except DeckError:
            continue  # named by its trouble where it is chosen, and no deck to offer
    for path in sorted((folder / LOOKS).glob("*" + _LOOK_SUFFIX)):
        yield Offer("look", str(path), path.stem)
    calibration = folder / CALIBRATION
    if calibration.is_file():
        yield Offer("calibration", str(calibration), calibration.name)


def known_decks(folder: Path) -> list[Deck]:
    """The decks that can be read, so that no tag gets into two of them."""
    found = []
    for path in sorted((folder / DECKS).glob("*" + DECK_SUFFIX)):
        try:
            found.append(load(path))
        except DeckError:
            continue
    return found
