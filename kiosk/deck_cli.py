"""``liege deck enrol | check | replace | list``: the tags of a deck, with the shoe or another reader on the
table.
"""

from __future__ import annotations

import argparse
import queue
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.cards import Card
from kiosk import decks, machine
from kiosk.camera_cli import add_deck_learn
from kiosk.decks import Deck, DeckError
from kiosk.enrolling import Count, Enrolment, replaced
from kiosk.pin_asking import objection_to_decks
from kiosk.readers.base import CardRead, CardReader, Fault, Lamp, LinkUp, ReaderEvent
from kiosk.readers.codes import card_of
from kiosk.readers.sentences import sentence
from kiosk.talking import Ask, Say, ask, say, told

HARMLESS = {"foreign-tag", "unknown-code", "restarted"}
"""Faults that say nothing new to somebody who is just drawing a deck through."""


def data_folder() -> Path:
    """Where the decks of the installed kiosk lie, else this user's own."""
    return machine.data_folder(machine.Machine()) / "decks"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The sub-command ``deck``."""
    parser = subparsers.add_parser("deck", help="enrol, check and mend decks of tagged cards")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, purpose, run in (
        ("enrol", "learn the tags of a deck, card by card; goes on where it was left", enrol),
        ("check", "draw a deck through, count it and name what is missing", check),
        ("replace", "give one card another tag", replace),
        ("list", "name the decks that are enrolled", list_decks),
    ):
        action = actions.add_parser(name, help=purpose, description=purpose)
        action.set_defaults(func=run)
        action.add_argument("--decks", type=Path, default=data_folder(), help="the folder of deck files")
        if name == "list":
            continue
        action.add_argument("name", help="the deck's name")
        action.add_argument("--port", help="the reader's port; the shoe is found by itself")
        action.add_argument(
            "--reader", choices=("shoe", "scanner", "rdm6300"), default="shoe", help="what reads the cards"
        )
        action.add_argument("--baud", type=int, help="the baud rate of a scanner (default 9600)")
        if name == "enrol":
            action.add_argument("--any-order", action="store_true", help="name each card after it was drawn")
        if name == "check":
            action.add_argument(
                "--quiet", type=float, default=20, help="seconds without a card that end the count (20)"
            )
        if name == "replace":
            action.add_argument("card", help="the card that gets another tag, as in As or Td")
    add_deck_learn(actions)


def reader_for(arguments: argparse.Namespace) -> CardReader:
    """The reader that the options name. DeckError where an option is missing."""
    if arguments.reader == "shoe":
        from kiosk.readers.shoe import ShoeReader

        port = arguments.port
        return ShoeReader(None, find=lambda: [port]) if port else ShoeReader(None)
    if not arguments.port:
        raise DeckError(f"name the port of the {arguments.reader} with --port")
    from kiosk.readers.serial_codes import CodeReader

    return CodeReader(arguments.reader, arguments.port, None, arguments.baud)


class Draws:
    """The cards that somebody draws, one after the other; faults are told as they come."""

    def __init__(self, reader: CardReader, say: Say) -> None:
        self._reader = reader
        self._say = say
        self._events: queue.Queue[ReaderEvent] = queue.Queue()

    def start(self) -> None:
        self._reader.start(self._events.put)
        self._reader.gate(True, Lamp.GO)

    def next(self, timeout: float | None = None) -> CardRead | None:
        """The next card; None after ``timeout`` seconds without one."""
        while True:
            try:
                event = self._events.get(timeout=timeout)
            except queue.Empty:
                return None
            if isinstance(event, CardRead):
                return event
            if isinstance(event, LinkUp):
                self._say(f"The {event.reader} is ready ({event.details.get('port', '')}).")
            elif isinstance(event, Fault) and event.kind not in HARMLESS:
                self._say(sentence(event))

    def done_with(self, card: CardRead) -> None:
        """The card has been dealt with, and what was to be saved is."""
        if card.receipt is not None:
            self._reader.acknowledge(card.receipt)


@contextmanager
def drawing(arguments: argparse.Namespace) -> Iterator[Draws]:
    """The reader at work; closed at the end."""
    reader = reader_for(arguments)
    draws = Draws(reader, say)
    draws.start()
    try:
        yield draws
    finally:
        reader.gate(False, Lamp.STOP)
        reader.close()


def enrol(arguments: argparse.Namespace) -> int:
    """``liege deck enrol NAME``."""

    def run() -> int:
        if wrong := objection_to_decks(arguments.decks):
            raise DeckError(wrong)
        path = decks.file_of(arguments.decks, arguments.name)
        deck = decks.load(path) if path.exists() else Deck(arguments.name)
        enrolment = Enrolment(deck, decks.all_in(arguments.decks))
        if enrolment.wanted is None:
            say(f"The deck {deck.label} is whole; to give a card another tag use liege deck replace.")
            return 0
        with drawing(arguments) as draws:
            enrol_all(enrolment, draws, path, say, ask if arguments.any_order else None)
        say(f"The deck {enrolment.deck.label} is whole and saved as {path}.")
        return 0

    return told("deck", run, DeckError)


def enrol_all(enrolment: Enrolment, draws: Draws, path: Path, say: Say, ask: Ask | None) -> None:
    """Draw until the deck is whole; each card is saved before the shoe may forget it."""
    while enrolment.wanted is not None:
        say(f"Draw {enrolment.wanted.sign}." if ask is None else "Draw a card.")
        drawn = draws.next()
        assert drawn is not None  # without a time-out there is always a card
        card: Card | None = None
        if ask is not None and enrolment.objection(drawn.uid) is None:
            while card is None:
                card = card_of(ask("Which card is it (as in As, 10h)?"))
        answer = enrolment.saw(drawn.uid, card)
        say(answer.text)
        if answer.taken:
            decks.save(enrolment.deck, path)
        draws.done_with(drawn)


def check(arguments: argparse.Namespace) -> int:
    """``liege deck check NAME``: status 0 where the deck is whole, 1 where it is not."""

    def run() -> int:
        deck = decks.load(decks.file_of(arguments.decks, arguments.name))
        count = Count(deck, decks.all_in(arguments.decks))
        say(f"Draw the whole deck {deck.label}.")
        with drawing(arguments) as draws:
            count_all(count, draws, say, arguments.quiet)
        say(count.verdict())
        return 0 if count.good else 1

    return told("deck", run, DeckError)


def count_all(count: Count, draws: Draws, say: Say, quiet: float) -> None:
    """Draw until every card has come out, or none for ``quiet`` seconds."""
    while not count.done:
        drawn = draws.next(quiet)
        if drawn is None:
            return
        say(count.saw(drawn.uid))
        draws.done_with(drawn)


def replace(arguments: argparse.Namespace) -> int:
    """``liege deck replace NAME CARD``."""

    def run() -> int:
        if wrong := objection_to_decks(arguments.decks):
            raise DeckError(wrong)
        path = decks.file_of(arguments.decks, arguments.name)
        deck = decks.load(path)
        card = card_of(arguments.card)
        if card is None:
            raise DeckError(f"{arguments.card!r} is not a card (a card is a rank and a suit, as in As, Td, 9c)")
        say(f"Draw the new {card.sign}.")
        with drawing(arguments) as draws:
            drawn = draws.next()
            assert drawn is not None  # without a time-out there is always a card
            try:
                deck = replaced(deck, decks.all_in(arguments.decks), card, drawn.uid)
                decks.save(deck, path)
            finally:
                draws.done_with(drawn)  # refused or not: the next program must not meet this card again
        say(f"{card.sign} has a new tag; the deck is now {deck.label}.")
        return 0

    return told("deck", run, DeckError)


def list_decks(arguments: argparse.Namespace) -> int:
    """``liege deck list``."""

    def run() -> int:
        found = decks.all_in(arguments.decks)
        for deck in found:
            missing = len(deck.missing)
            say(f"{deck.label}: " + (f"{missing} cards to enrol" if missing else "whole"))
        if not found:
            say(f"There are no decks in {arguments.decks}: enrol one with liege deck enrol NAME.")
        return 0

    return told("deck", run, DeckError)
