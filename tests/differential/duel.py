"""One random hand, played at the same time by the engine and by PokerKit, and compared at every step.

PokerKit (https://pokerkit.readthedocs.io) is a poker engine that we did not write. It is given our cards and
our actions; who acts, what is legal, what a call costs, how far a raise goes, who opens, how the seventh
street is dealt and every final stack must agree. Where PokerKit is known to differ from RULES the hand is
told apart (``Known``) and ``test_known_differences`` shows both sides of it.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import pokerkit

from engine.betting import Betting
from engine.cards import DECK, Card
from engine.dealing import BURN, MIDDLE
from engine.hand import Hand
from engine.inputs import Act, CardRead, Confirm, StartHand, TableInput
from engine.ranking import rank_low
from engine.table import Seat, Table
from engine.view import Actions

Known = Literal[
    "",  # everything agreed
    "refill",  # PokerKit deals mucked cards again rather than one common card
    "short-bring-in",  # PokerKit lets the others call what a short bring-in posted
    "common-card-opener",  # PokerKit does not count the common card when it looks for the opener
    "low-beside",  # a pot without a low: PokerKit halves it if anyone in the hand has a low
    "odd-chip",  # PokerKit gives every odd chip to the first winner, and makes one pot of several
]

EXACT = 1680
"""Money in multiples of this divides by 2 and then by 1 to 8 without an odd chip."""
THEIR_CARD = {card: next(pokerkit.Card.parse(str(card))) for card in DECK}
NO_CARD = next(pokerkit.Card.parse("??"))
AUTOMATIONS = tuple(
    getattr(pokerkit.Automation, name)
    for name in ("ANTE_POSTING", "BET_COLLECTION", "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING")
)
STRUCTURES = {
    "fixed": pokerkit.BettingStructure.FIXED_LIMIT,
    "pot": pokerkit.BettingStructure.POT_LIMIT,
    "none": pokerkit.BettingStructure.NO_LIMIT,
}


class Disagreement(AssertionError):
    """The two engines differ where no difference is known."""


@dataclass(frozen=True)
class Game:
    """What is played: money in minor units, the stacks in seat order from seat 1."""

    variant: Literal["stud", "hi-lo"]
    limit: Literal["fixed", "pot", "none"]
    ante: int
    bring_in: int
    small: int
    big: int
    burn: bool
    dealer: int
    stacks: tuple[int, ...]

    def table(self) -> Table:
        rules = {
            "variant": self.variant,
            "limit": self.limit,
            "ante": self.ante,
            "bring_in": self.bring_in,
            "small_bet": self.small,
            "big_bet": self.big,
            "burn": self.burn,
            "smallest_chip": 1,
            "open_pair_option": False,  # PokerKit has none
        }
        return Table([Seat(seat, "", stack) for seat, stack in enumerate(self.stacks, 1)], rules)

    def order(self) -> list[int]:
        """Seats in the order of the deal: the first is left of the dealer."""
        count = len(self.stacks)
        return [(self.dealer + step) % count + 1 for step in range(count)]

    def state(self) -> Any:
        fixed = self.limit == "fixed"
        best = pokerkit.Opening.HIGH_HAND
        first = pokerkit.Opening.LOW_CARD if self.bring_in else best
        high_low = (pokerkit.StandardHighHand, pokerkit.EightOrBetterLowHand)
        # Without fixed bets there is one smallest bet, ours is the small one on every street.
        deals = [
            (False, (False, False, True), first, self.small),
            (self.burn, (True,), best, self.small),
            (self.burn, (True,), best, self.big if fixed else self.small),
            (self.burn, (True,), best, self.big if fixed else self.small),
            (self.burn, (False,), best, self.big if fixed else self.small),
        ]
        streets = tuple(
            pokerkit.Street(burn, faces, 0, False, opening, bet, 4 if fixed else None)
            for burn, faces, opening, bet in deals
        )
        return pokerkit.State(
            AUTOMATIONS,
            pokerkit.Deck.STANDARD,
            high_low if self.variant == "hi-lo" else high_low[:1],
            streets,
            STRUCTURES[self.limit],
            True,
            self.ante,
            0,
            self.bring_in,
            [self.stacks[seat - 1] for seat in self.order()],
            len(self.stacks),
        )


def random_game(rng: random.Random, players: int | None = None) -> Game:
    """A game with odd limits now and then, and with stacks from one ante to a hundred bets."""
    count = players or rng.randint(2, 8)
    chip = EXACT if rng.random() < 0.75 else 1
    small = rng.choice([4, 5, 10, 15, 20])
    limit: Any = rng.choice(["fixed", "fixed", "fixed", "none", "pot"])
    deep = rng.choice([3, 10, 40, 100])
    stacks = tuple(chip * rng.randint(1, deep * small) for _ in range(count))
    return Game(
        variant=rng.choice(["stud", "hi-lo"]),  # type: ignore[arg-type]
        limit=limit,
        ante=chip * rng.choice([1, 1, 2, small // 2]),
        bring_in=chip * rng.choice([0, 1, 2, 3, small // 2]),
        small=chip * small,
        big=chip * rng.choice([small, 2 * small]),
        burn=rng.random() < 0.7,
        dealer=rng.randint(1, count),
        stacks=stacks,
    )


Choose = Callable[["Duel", Actions], Act]


class Duel:
    """Plays one hand in both engines. ``play`` returns what kind of known difference ended it, or ''."""

    def __init__(self, game: Game, deck: list[Card], choose: Choose) -> None:
        """``deck``: the first card to be dealt is the last of the list. ``choose`` picks every action."""
        self.game = game
        self.deck = deck
        self.choose = choose
        self.burnt: list[Card] = []
        self.table = game.table()
        self.state = game.state()
        self.actions = 0
        self.short = False
        """A short all-in has been made in this betting round: PokerKit's legal raises differ from here on."""
        self.round = 0
        self.tell(StartHand(dealer=game.dealer))
        for step in ("announce", "antes"):
            self.tell(Confirm(step))  # type: ignore[arg-type]

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand

    @property
    def betting(self) -> Betting:
        assert self.hand.betting is not None
        return self.hand.betting

    def tell(self, entry: TableInput) -> None:
        refused = self.table.apply(entry)
        self.check(refused is None, "the engine refused", entry, refused)

    def check(self, good: bool, what: str, *facts: object) -> None:
        if not good:
            raise Disagreement(f"{what}: {facts}\n{self.game}\n{self.hand} openers {self.hand.openers}")

    def play(self) -> Known:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PokerKit warns of burns whose card it was not told
            while True:
                step = self.hand.step.name
                known: Known = ""
                while self.state.showdown_index is not None:
                    self.state.show_or_muck_hole_cards(True)
                if step == "deal":
                    known = self.deal()
                elif step == "bet":
                    known = self.bet()
                elif step == "showdown":
                    self.tell(Confirm("showdown"))
                else:
                    return self.settle()
                if known:
                    return known

    def deal(self) -> Known:
        if self.hand.method == "shuffle-burns" and self.burnt:
            # RULES 4.6: the last stub card and the burns serve as the rest of the stub.
            self.deck = [*self.deck[:1], *self.burnt, *self.deck[1:]]
            self.burnt = []
        place = self.hand.pending[-1][0]
        card = self.deck.pop()
        if place == BURN:
            self.burnt.append(card)
        state = self.state
        self.check(state.actor_index is None, "PokerKit is still betting", state.actor_index)
        if state.card_burning_status:
            state.burn_card(THEIR_CARD[card] if place == BURN else NO_CARD)
        else:
            self.check(place != BURN, "only the engine burns a card")
        if place == MIDDLE:
            if any(state.hole_dealing_statuses):
                return "refill"
            state.deal_board(THEIR_CARD[card])
        elif place != BURN:
            self.check(any(state.hole_dealing_statuses), "PokerKit deals no card to a player", place)
            self.check(state.hole_dealee_index == place, "the card goes to", place, state.hole_dealee_index)
            state.deal_hole(THEIR_CARD[card])
        self.tell(CardRead(card, "shoe"))
        return ""

    def bet(self) -> Known:
        hand, state, betting = self.hand, self.state, self.betting
        if hand.round != self.round:
            self.round, self.short = hand.round, False
        if state.actor_index != betting.actor and not betting.acted and hand.common:
            return "common-card-opener"
        self.check(state.actor_index == betting.actor, "to act", betting.actor, state.actor_index)
        may = betting.actions(betting.actor)
        if (problem := self.compare(may)) is not None:
            return problem
        target = betting.target if betting.fixed else self.least_full()
        act = self.choose(self, may)
        self.actions += 1
        if act.action == "fold":
            state.fold()
        elif act.action == "bring_in":
            state.post_bring_in()
        elif act.action in ("check", "call"):
            state.check_or_call()
        else:
            self.short = self.short or (act.to or 0) < target
            state.complete_bet_or_raise_to(act.to)
        self.tell(act)
        return ""

    def least_full(self) -> int:
        """Without fixed bets: the smallest full bet or raise 'to' now."""
        betting = self.betting
        return betting.current + betting.size if betting.full_bets else self.game.small

    def compare(self, may: Actions) -> Known | None:
        """Legal actions and amounts. RULES lets a player fold with nothing to call; PokerKit does not."""
        state, betting = self.state, self.betting
        owed = state.checking_or_calling_amount
        if may.bring_in:
            self.check(state.effective_bring_in_amount == may.bring_in, "bring-in", may)
        else:
            if owed != may.call and betting.bring_in_holder >= 0 and max(state.bets) < self.game.bring_in:
                return "short-bring-in"
            self.check(may.check == (owed == 0) and may.call == (owed or 0), "call", may, owed)
            self.check(state.can_fold() == (may.fold and may.call > 0), "fold", may)
        if not self.short and not (may.bring_in and self._nobody_above_bring_in(may)):
            least = state.min_completion_betting_or_raising_to_amount or 0
            self.check(may.least == least, "least upward", may, least)
            most = state.max_completion_betting_or_raising_to_amount or 0
            self.check(may.most == most, "most upward", may, most)
        return None

    def _nobody_above_bring_in(self, may: Actions) -> bool:
        """Completing is no more than the bring-in, or nobody could call more (RULES 6.1): PokerKit offers
        it still.
        """
        stacks = {player.seat: player.stack for player in self.hand.players}
        return stacks[may.seat] <= self.game.bring_in or all(
            stack <= self.game.bring_in for seat, stack in stacks.items() if seat != may.seat
        )

    def both_take(self, to: int) -> bool:
        """PokerKit takes that amount too (asked where a short all-in makes the two differ)."""
        return bool(self.state.can_complete_bet_or_raise_to(to))

    def settle(self) -> Known:
        hand, state = self.hand, self.state
        self.check(not state.status, "PokerKit is not done yet", state.operations[-1])
        low_beside, odd = self._low_beside(), self._odd_chips()  # looked at before the hand is paid
        self.tell(Confirm("pay"))
        ours = self.table.stacks()
        theirs = dict(zip(self.game.order(), state.stacks, strict=True))
        self.check(sum(ours.values()) == sum(self.game.stacks), "chips are lost", ours)
        self.check(sum(theirs.values()) == sum(ours.values()), "PokerKit loses chips", theirs)
        if ours == theirs:
            return ""
        self.check(low_beside or odd, "final stacks", ours, theirs, hand.reckoning)
        return "low-beside" if low_beside else "odd-chip"

    def _low_beside(self) -> bool:
        """Somebody has a low, and there is a pot for which nobody with a low is eligible."""
        hand = self.hand
        if not hand.variant.low or hand.reckoning is None:
            return False
        common = hand.common
        lows = {
            player.seat
            for player in hand.live_players()
            if rank_low([card for card in [*player.up, *player.shown, *common] if card is not None])
        }
        return bool(lows) and any(not lows.intersection(pot.eligible) for pot in hand.reckoning.pots)

    def _odd_chips(self) -> bool:
        """A share is no equal part of its pot."""
        reckoning = self.hand.reckoning
        assert reckoning is not None
        for pot in reckoning.pots:
            by_role = Counter(share.role for share in pot.shares)
            part = pot.amount / len(by_role) if by_role else 0
            if any(share.amount != part / by_role[share.role] for share in pot.shares):
                return True
        return False


def random_choice(rng: random.Random) -> Choose:
    """Players who seldom fold, so that hands go deep, and raise in one game more than in another."""
    lift = rng.choice([0.1, 0.3, 0.7])
    fold = rng.choice([0.01, 0.03, 0.15])

    def choose(duel: Duel, may: Actions) -> Act:
        dice = rng.random()
        if may.upward and dice < lift and (to := _amount(duel, may, rng)) is not None:
            return Act(may.seat, may.upward, to)
        if may.call and dice > 1 - fold:
            return Act(may.seat, "fold")
        if may.bring_in:
            return Act(may.seat, "bring_in")
        return Act(may.seat, "call" if may.call else "check")

    return choose


def _amount(duel: Duel, may: Actions, rng: random.Random) -> int | None:
    chip = EXACT if duel.game.ante % EXACT == 0 else 1
    to = rng.choice([may.least, may.least, may.most, rng.randint(may.least // chip, may.most // chip) * chip])
    if may.levels:
        to = rng.choice(may.levels)
    to = max(may.least, min(to, may.most))
    return to if duel.both_take(to) else None


def run_hands(seeds: range) -> Counter[str]:
    """Play one random hand for each seed; how many ended in each kind of known difference, and how many
    actions.
    """
    found: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        game = random_game(rng)
        duel = Duel(game, rng.sample(DECK, len(DECK)), random_choice(rng))
        try:
            found[duel.play() or "agreed"] += 1
        except Disagreement as problem:
            raise Disagreement(f"seed {seed}: {problem}") from None
        found["actions"] += duel.actions
        found["showdowns"] += duel.hand.status == "complete" and not duel.hand.only_one_left()
        found["side pots"] += duel.hand.reckoning is not None and len(duel.hand.reckoning.pots) > 1
        found["common cards"] += bool(duel.hand.common)
    return found
