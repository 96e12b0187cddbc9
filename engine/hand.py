"""One hand: its state, and ``apply``, the only way to change it.

A hand is a fold over inputs: the same inputs give the same hand. An input that is not legal now is
refused and changes nothing. What a step does lives in the modules beside this one: ``dealing``,
``passing``, ``opening``, ``showdown``, ``corrections``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from engine import corrections, dealing, opening, passing, showdown
from engine.betting import Betting
from engine.cards import Card
from engine.inputs import Act, CardRead, Confirm, Correct, HandInput, Muck, PassRead, Refusal, Show, Void
from engine.player import Player
from engine.pots import Reckoning
from engine.prompts import DealMethod, Notice
from engine.rules import HouseRules
from engine.variants import Antes, Bet, Deal, Pass, Pay, Reveal, Showdown, Step, Variant
from engine.view import CardWay, OpenerView, PassView

LogEntry = tuple[object, ...]


class Hand:
    """One hand in play. Mutable; ``apply`` is its only door. ``repr`` names no card.

    ``players`` sit in the order of the deal: the first is left of the dealer (RULES 1.3).
    """

    def __init__(
        self, number: int, rules: HouseRules, variant: Variant, dealer: int, seats: Sequence[tuple[int, int]]
    ) -> None:
        """``seats``: seat and stack of the active players in the order of the deal."""
        self.number = number
        self.rules = rules
        self.variant = variant
        self.dealer = dealer
        self.players = [Player(seat, stack) for seat, stack in seats]
        self.index_of = {player.seat: index for index, player in enumerate(self.players)}
        self.status: Literal["open", "complete", "void"] = "open"
        self.step_number = 0
        self.step: Step = variant.steps[0]
        self.round = 0
        # cards
        self.pending: list[tuple[int, bool]] = []
        """Places of the present deal still empty, the next one last: player index (or BURN, MIDDLE), face
        up."""
        self.method: DealMethod = "plain"
        self.burns: list[Card | None] = []
        self.common: list[Card | None] = []
        self.extra: list[Card | None] = []
        """Cards that left the shoe with no place waiting for them; they go first at the next deal (RULES
        8.2)."""
        self.one_by_one = False
        """Cards of this hand went past a reader as they were dealt (a shoe, a read spot)."""
        self.out_of_stub = 0
        self.stub_before_shuffle = 0
        """Where burns are shuffled back: how many cards come off the stub first (RULES 4.6)."""
        self.burns_shuffled = 0
        self.seen: set[Card] = set()
        """Identities that a reader gave to cards as they were dealt."""
        self.public: set[Card] = set()
        """Cards that everyone has seen in this hand."""
        self.log: list[LogEntry] = []
        """What happened to the cards, for the pass tracker and for corrections."""
        self.passed: dict[int, list[Card]] = {}
        self.revealing: dict[int, list[Card | None]] = {}
        # betting and money
        self.betting: Betting | None = None
        self.openers: list[OpenerView] = []
        self.river_exposed = False
        self.two_left_said = False
        self.first_bet_settled = False
        self.last_bettor = -1
        self.last_opener = -1
        self.reckoning: Reckoning | None = None
        self.stacks_at_end: dict[int, int] = {}
        """All stacks at the table when the hand was over."""
        # what there is to say
        self.notices: list[Notice] = []
        self.faults: list[Notice] = []
        self.alarms: list[Notice] = []
        """Every alarm of this hand so far; the table's caller reads what is new."""
        self.unspoken: list[Notice] = []
        """Alarms for hidden reasons, spoken at the hand's end."""
        self.alarms_at_end: list[Notice] = []
        self.passes: tuple[PassView, ...] = ()
        self.ways: tuple[CardWay, ...] = ()

    # The door.

    def apply(self, entry: HandInput) -> Refusal | None:
        """Take one input. None: it was taken; a Refusal says why not (``UNCHANGED``: it told nothing new)."""
        if self.status != "open":
            return Refusal("no-hand")
        return _HANDLERS[type(entry)](self, entry)

    # Small questions.

    def live_players(self) -> list[Player]:
        return [player for player in self.players if not player.folded]

    def player_at(self, seat: int | None) -> Player | Refusal:
        """The player at that seat, or why there is none."""
        index = self.index_of.get(seat) if seat is not None else None
        return Refusal("not-in-hand", seat) if index is None else self.players[index]

    @property
    def pot(self) -> int:
        """All chips put in and not yet given back or paid."""
        if self.status != "open":
            return 0
        back = sum(amount for _, amount in self.reckoning.returned) if self.reckoning else 0
        return sum(player.total for player in self.players) - back

    def alarm(self, notice: Notice, fault: bool = False) -> None:
        """Raise an alarm; a ``fault`` also stops the hand until it is corrected, undone or voided."""
        self.alarms.append(notice)
        if fault:
            self.faults.append(notice)
        else:
            self.notices.append(notice)

    # Steps.

    def next_step(self) -> None:
        """Go on to the next step that needs something to happen."""
        self.notices = []
        while True:
            self.step_number += 1
            self.step = self.variant.steps[self.step_number]
            self.round = getattr(self.step, "round", self.round)
            if not _ENTER[type(self.step)](self, self.step):
                return

    def only_one_left(self) -> bool:
        return sum(not player.folded for player in self.players) == 1

    def settle_last(self) -> None:
        """The last one standing takes the whole pot (RULES 3.7); there is no showdown."""
        self.go_to_pay(showdown.reckon(self))

    def go_to_pay(self, reckoning: Reckoning) -> None:
        self.notices = []
        self.reckoning = reckoning
        for seat, amount in reckoning.returned:
            self.players[self.index_of[seat]].stack += amount
        self.betting = None
        self.step_number = len(self.variant.steps) - 1
        self.step = self.variant.steps[-1]

    def finish(self, status: Literal["complete", "void"]) -> None:
        self.status = status
        self.step = self.variant.steps[-1]
        self.pending, self.faults, self.notices, self.extra = [], [], [], []
        self.betting = None

    def __repr__(self) -> str:
        return f"Hand({self.number}, {self.variant.name}, {self.status}, {self.step.name}, round {self.round})"


def _post_antes(hand: Hand) -> None:
    """A stack shorter than the ante is all-in for it (RULES 1.5)."""
    ante = hand.rules.ante
    for player in hand.players:
        player.put_in(min(ante, player.stack))
        player.bet = 0


def _confirm(hand: Hand, entry: Confirm) -> Refusal | None:
    step = hand.step.name
    if hand.faults and not (step == "showdown" and entry.step in ("showdown", "pay")):
        return Refusal("fault-stands")
    if entry.step == "antes" and step == "announce":
        hand.next_step()
        step = "antes"
    if entry.step == "pay" and step == "showdown":
        # Paying says that the showdown is over: a hand that was shown short is dead (RULES 8.7).
        if (refused := showdown.confirm_showdown(hand)) is not None:
            return refused
        step = hand.step.name
    if entry.step != step:
        return Refusal("wrong-step", _to_act(hand), text=step)
    if step == "antes":
        _post_antes(hand)
        hand.next_step()
    elif step == "announce":
        hand.next_step()
    elif step == "deal":
        return dealing.confirm_deal(hand)
    elif step == "pass":
        return passing.confirm_pass(hand)
    elif step == "reveal":
        return passing.confirm_reveal(hand)
    elif step == "showdown":
        return showdown.confirm_showdown(hand)
    else:
        showdown.pay(hand)
    return None


def _to_act(hand: Hand) -> int | None:
    betting = hand.betting
    return hand.players[betting.actor].seat if betting is not None and betting.actor >= 0 else None


def _act(hand: Hand, entry: Act) -> Refusal | None:
    betting = hand.betting
    if hand.faults:
        return Refusal("fault-stands")
    index = hand.index_of.get(entry.seat)
    if index is None:
        return Refusal("not-in-hand", entry.seat)
    if betting is None:
        return Refusal("wrong-step", entry.seat, text=hand.step.name)
    if betting.actor != index:
        if betting.actor >= 0:
            return Refusal("not-to-act", entry.seat, hand.players[betting.actor].seat)
        player = hand.players[index]
        if player.folded or not player.stack:
            return Refusal("folded" if player.folded else "all-in", entry.seat)
        opening.dealer_names_opener(hand, index)
        if (refused := betting.act(index, entry.action, entry.to)) is not None:
            opening.ask_again(hand)
            return refused
    elif (refused := betting.act(index, entry.action, entry.to)) is not None:
        return refused
    if entry.action == "fold":
        hand.log.append(("fold", entry.seat))
    if hand.notices:
        hand.notices = []
    if betting.actor < 0:
        opening.end_betting(hand)
    return None


def _begin_dealing(hand: Hand) -> None:
    """A card came before the antes were confirmed: they are taken as in, and the dealer is told."""
    hand.alarms.append(Notice("drawn-early"))
    if hand.step.name == "announce":
        hand.next_step()
    _post_antes(hand)
    hand.next_step()
    hand.notices.append(Notice("drawn-early"))


def _card(hand: Hand, entry: CardRead) -> Refusal | None:
    if hand.pending and entry.seat is None:
        return dealing.next_card(hand, entry)
    if hand.step.name in ("announce", "antes"):
        if entry.seat is not None and entry.seat not in hand.index_of:
            return Refusal("not-in-hand", entry.seat)
        _begin_dealing(hand)
    if entry.seat is None:
        return dealing.next_card(hand, entry)
    player = hand.player_at(entry.seat)
    if isinstance(player, Refusal):
        return player
    step = hand.step
    if player.folded or player.mucked:
        return Refusal("folded", entry.seat)
    if isinstance(step, Deal):
        return dealing.card_at_seat(hand, player, entry)
    if isinstance(step, Reveal):
        return passing.reveal(hand, player, entry.card)
    if isinstance(step, Showdown):
        return showdown.show_one(hand, player, entry.card)
    return dealing.seen_at_seat(hand, player, entry)


def _pass(hand: Hand, entry: PassRead) -> Refusal | None:
    if hand.faults:
        return Refusal("fault-stands")
    if not isinstance(hand.step, Pass):
        return Refusal("wrong-step", entry.seat, text=hand.step.name)
    player = hand.player_at(entry.seat)
    return player if isinstance(player, Refusal) else passing.pass_read(hand, player, entry.card)


def _show(hand: Hand, entry: Show) -> Refusal | None:
    player = hand.player_at(entry.seat)
    if isinstance(player, Refusal):
        return player
    if not isinstance(hand.step, Showdown):
        return Refusal("wrong-step", entry.seat, text=hand.step.name)
    return showdown.show(hand, player, entry.cards)


def _muck(hand: Hand, entry: Muck) -> Refusal | None:
    player = hand.player_at(entry.seat)
    if isinstance(player, Refusal):
        return player
    if not isinstance(hand.step, Showdown):
        return Refusal("wrong-step", entry.seat, text=hand.step.name)
    return showdown.muck(hand, player)


def _void(hand: Hand, entry: Void) -> Refusal | None:
    """Every chip of this hand goes back (RULES 8)."""
    for player in hand.players:
        player.stack = player.stack_before
    hand.reckoning = None
    hand.finish("void")
    return None


_HANDLERS: Final[Mapping[type, Callable[..., Refusal | None]]] = {
    Confirm: _confirm,
    CardRead: _card,
    PassRead: _pass,
    Act: _act,
    Show: _show,
    Muck: _muck,
    Correct: corrections.correct,
    Void: _void,
}


def _wait(hand: Hand, step: Step) -> bool:
    return False


_ENTER: Final[Mapping[type, Callable[..., bool]]] = {
    Antes: _wait,
    Deal: dealing.enter,
    Pass: passing.enter_pass,
    Reveal: passing.enter_reveal,
    Bet: opening.enter,
    Showdown: showdown.enter,
    Pay: _wait,
}
"""What happens on entering a step; True: it is over already."""
