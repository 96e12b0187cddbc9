"""The evening in figures: stacks over the hands, pots won, shares received as partner, who owes whom.

Everything comes from what ``liege replay --json`` may tell and from the chips that were bought and taken
along, so that no card which lay face down can get in here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.inputs import Input, Join, Leave, Rebuy, StartHand, Undo
from engine.table import Table
from kiosk.decks import Deck
from kiosk.recording import Header, Recording
from kiosk.replay import Event, Replay
from kiosk.replay_readers import inputs_of
from kiosk.settle_up import Payment, settle_up

Json = dict[str, Any]
Moves = Join | Leave | Rebuy
Point = tuple[int, int]
"""How many hands had been played, and the stack then."""

_MOVES: Final = (Join, Leave, Rebuy)


@dataclass(frozen=True, slots=True)
class Move:
    """Chips bought (above 0) or taken along (below), after ``hand`` hands; ``leaves``: the seat is free."""

    hand: int
    amount: int
    leaves: bool = False
    corrects: bool = False
    """Chips that a correction moved from one player to another: neither bought nor taken along."""


@dataclass(frozen=True, slots=True)
class Player:
    """One person's evening, in minor units. ``name`` is unlike every other; ``seat`` is the last one."""

    name: str
    seat: int
    bought: int = 0
    taken: int = 0
    """Chips that the player left with, or has in front at the end."""
    won: int = 0
    """From pots won, halves and hands that everyone else folded included; shares as partner not."""
    partner: int = 0
    """Received as partner of a winner (Liege Lord)."""
    hands_won: int = 0
    hands_partner: int = 0
    hands: int = 0
    """Hands dealt in."""
    lines: tuple[tuple[Point, ...], ...] = ()
    """The stack over the hands: a line for each time at the table; chips bought are an upright step."""

    @property
    def net(self) -> int:
        return self.taken - self.bought


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand: ``told`` is its object of ``liege replay --json``, ``names`` who sat where."""

    told: Json = field(repr=False)
    title: str
    names: Mapping[int, str]
    dealt: frozenset[int]
    """Seats that were dealt in."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The whole session. ``unfinished``: the last hand was open; what was put into it counts as given back."""

    table: str
    players: tuple[Player, ...]
    hands: tuple[Hand, ...]
    payments: tuple[Payment, ...]
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class _Account:
    name: str
    seat: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class _Books:
    """Who has bought and taken what, and who sits where: seat -> number of the account."""

    accounts: tuple[_Account, ...] = ()
    seated: Mapping[int, int] = field(default_factory=dict)

    def after(self, move: Moves, hand: int, stacks: Mapping[int, int]) -> _Books:
        """With one more move; ``stacks`` as they stood before it."""
        if isinstance(move, Join):
            return self._join(move, hand)
        if isinstance(move, Rebuy) and move.source is not None:
            return self._shift(move.source, -move.amount, hand)._shift(move.seat, move.amount, hand)
        amount = -stacks[move.seat] if isinstance(move, Leave) else -move.amount if move.back else move.amount
        number = self.seated[move.seat]
        account = self.accounts[number]
        moved = Move(hand, amount, isinstance(move, Leave))
        seated = {seat: who for seat, who in self.seated.items() if not moved.leaves or seat != move.seat}
        return self._with(number, replace(account, moves=(*account.moves, moved)), seated)

    def _shift(self, seat: int, amount: int, hand: int) -> _Books:
        number = self.seated[seat]
        account = self.accounts[number]
        moved = Move(hand, amount, corrects=True)
        return self._with(number, replace(account, moves=(*account.moves, moved)), self.seated)

    def _join(self, move: Join, hand: int) -> _Books:
        """Who comes back under the same name goes on with the same account."""
        bought = Move(hand, move.stack)
        for number, account in enumerate(self.accounts):
            if move.name and account.name == move.name and number not in self.seated.values():
                back = replace(account, seat=move.seat, moves=(*account.moves, bought))
                return self._with(number, back, {**self.seated, move.seat: number})
        new = _Account(self._unlike(move), move.seat, (bought,))
        return _Books((*self.accounts, new), {**self.seated, move.seat: len(self.accounts)})

    def _with(self, number: int, account: _Account, seated: Mapping[int, int]) -> _Books:
        accounts = (*self.accounts[:number], account, *self.accounts[number + 1 :])
        return _Books(accounts, seated)

    def _unlike(self, move: Join) -> str:
        """A name that nobody else has."""
        taken = {account.name for account in self.accounts}
        name = move.name or f"Seat {move.seat}"
        if name in taken and move.name:
            name = f"{name} (seat {move.seat})"
        if name not in taken:
            return name
        return next(new for n in range(2, len(taken) + 3) if (new := f"{name}, {n}") not in taken)


class Bookkeeper:
    """Plays a session and keeps its books; ``evening`` at any moment."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.replay = Replay(header)
        self._books = _Books()
        for seat in header.seats:
            self._books = self._books.after(Join(seat.seat, seat.name, seat.stack), 0, {})
        self._earlier: list[_Books] = []
        """The books before each move of chips that stands, for undo."""
        self._who: dict[int, tuple[Mapping[int, int], frozenset[int]]] = {}
        """Hand -> who sat where, and the seats that were dealt in."""

    def play(self, line: int, entry: Input) -> Event:
        """Take one input; ``line`` is where it stands in the file."""
        if isinstance(entry, StartHand):
            names = {seat: self._books.accounts[who].name for seat, who in self._books.seated.items()}
            self.replay.wording = self.replay.wording.with_names(names)
        timeline = self.replay.timeline
        stacks, undone = timeline.table.stacks(), len(timeline.undone)
        event = self.replay.play(line, entry)
        if event.refused is None:
            if not isinstance(entry, Undo):
                self._move(entry, stacks)
            elif len(timeline.undone) > undone:
                if isinstance(timeline.undone[-1].entry, _MOVES):
                    self._books = self._earlier.pop()
            elif timeline.last is not None:
                self._move(timeline.last.entry, stacks)
            hand = timeline.table.hand
            if hand is not None and timeline.table.in_play:
                self._who[hand.number] = self._books.seated, frozenset(hand.index_of)
        return event

    def _move(self, entry: Input, stacks: Mapping[int, int]) -> None:
        if isinstance(entry, _MOVES):
            self._earlier.append(self._books)
            self._books = self._books.after(entry, self.replay.timeline.table.hands_begun, stacks)

    def evening(self) -> Evening:
        """The evening as it stands."""
        table = self.replay.timeline.table
        final = chips_now(table)
        books = self._books
        hands = [self._hand(told) for told in self.replay.result()["hands"]]
        stacks = [_stacks(hand, final) for hand in hands]
        seats_of = {who: seat for seat, who in books.seated.items()}
        players = tuple(
            _player(account, hands, stacks, final.get(seats_of.get(number, 0), 0))
            for number, account in enumerate(books.accounts)
        )
        payments = settle_up({player.name: player.net for player in players})
        unfinished = table.in_play and table.hand is not None and table.hand.reckoning is None
        return Evening(self.header.table, players, tuple(hands), payments, unfinished)

    def _hand(self, told: Json) -> Hand:
        seated, dealt = self._who[told["hand"]]
        names = {seat: self._books.accounts[who].name for seat, who in seated.items()}
        return Hand(told, self.header.variants[told["variant"]].title, names, dealt)


def chips_now(table: Table) -> dict[int, int]:
    """Seat -> chips, where a hand in play is taken as paid once its pots are reckoned, as given back before."""
    stacks = table.stacks()
    if table.hand is not None and table.in_play:
        reckoning = table.hand.reckoning
        for player in table.hand.players:
            stacks[player.seat] += reckoning.won.get(player.seat, 0) if reckoning else player.total
    return stacks


def _stacks(hand: Hand, final: Mapping[int, int]) -> Mapping[str, int]:
    """Name -> stack after a hand."""
    told = final if hand.told["status"] == "open" else {int(seat): of for seat, of in hand.told["stacks"].items()}
    return {name: told[seat] for seat, name in hand.names.items()}


def _player(account: _Account, hands: list[Hand], stacks: list[Mapping[str, int]], in_front: int) -> Player:
    name = account.name
    won = partner = hands_won = hands_partner = dealt = 0
    for hand in hands:
        seat = next((seat for seat, who in hand.names.items() if who == name), None)
        if seat is None:
            continue
        shares = [
            (share["as"] == "partner", share["amount"])
            for pot in hand.told["pots"]
            for share in pot["shares"]
            if share["seat"] == seat
        ]
        own = sum(amount for as_partner, amount in shares if not as_partner)
        received = sum(amount for as_partner, amount in shares if as_partner)
        won, partner = won + own, partner + received
        hands_won, hands_partner = hands_won + bool(own), hands_partner + bool(received)
        dealt += seat in hand.dealt
    bought = sum(move.amount for move in account.moves if not move.leaves and not move.corrects)
    taken = -sum(move.amount for move in account.moves if move.leaves) + in_front
    lines = _lines(account, stacks)
    return Player(name, account.seat, bought, taken, won, partner, hands_won, hands_partner, dealt, lines)


def _lines(account: _Account, stacks: list[Mapping[str, int]]) -> tuple[tuple[Point, ...], ...]:
    lines: list[list[Point]] = []
    seated = False
    for hand in range(len(stacks) + 1):
        if hand and seated:
            lines[-1].append((hand, stacks[hand - 1][account.name]))
        for move in account.moves:
            if move.hand != hand:
                continue
            if move.leaves:
                seated = False
            elif seated:
                lines[-1].append((hand, lines[-1][-1][1] + move.amount))
            else:
                lines.append([(hand, move.amount)])
                seated = True
    return tuple(tuple(line) for line in lines)


def evening(header: Header, inputs: Iterable[tuple[int, Input]]) -> Evening:
    """The evening of a session given as its header and numbered inputs."""
    keeper = Bookkeeper(header)
    for line, entry in inputs:
        keeper.play(line, entry)
    return keeper.evening()


def evening_of(recording: Recording, deck: Deck | None = None) -> Evening:
    """The evening of a recorded session. Raises FrameError where a picture of it cannot be read."""
    return evening(recording.header, inputs_of(recording, deck))
