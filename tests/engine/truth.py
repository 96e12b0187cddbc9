"""What happens at the real table in miniature, told to the engine by readers that err.

``Truth`` feeds a ``Timeline`` and keeps, for every input that counted, the state before it, so that an undo can
be checked against it.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from engine.cards import DECK, Card
from engine.dealing import BURN, MIDDLE
from engine.hand import Hand
from engine.inputs import (
    UNCHANGED,
    Act,
    CardRead,
    Confirm,
    Correct,
    Input,
    Join,
    Muck,
    PassRead,
    Rebuy,
    Refusal,
    Show,
    StartHand,
    Undo,
    Void,
)
from engine.passing import receivers
from engine.table import Seat, Table
from engine.timeline import Timeline
from engine.variants import Pass, Reveal
from tests.engine.snapshot import snapshot
from tests.engine.world import Step, World


class Truth:
    """A session in which what should happen happens, told by readers that err."""

    def __init__(self, rng: random.Random, rules: dict[str, Any], players: int) -> None:
        self.rng = rng
        self.rules = rules
        chip = rules["smallest_chip"]
        bet = rules["small_bet"]
        self.deep = rng.choice([2, 8, 30])
        numbers = sorted(rng.sample(range(1, 9), players))
        self.seats = tuple(Seat(seat, f"P{seat}", rng.randint(1, self.deep * bet // chip) * chip) for seat in numbers)
        self.timeline = Timeline(self.new_table())
        self.world = World(chips=sum(seat.stack for seat in self.seats))
        self.steps: list[Step] = []
        self.undone: list[Step] = []
        self.told: list[tuple[Input, Any]] = []
        """Every input in order, and the state after it."""

    def new_table(self) -> Table:
        return Table(self.seats, self.rules)

    # Telling.

    @property
    def table(self) -> Table:
        return self.timeline.table

    @property
    def hand(self) -> Hand | None:
        hand = self.table.hand
        return hand if hand is not None and hand.status == "open" else None

    def tell(self, entry: Input, after: World | None = None) -> Refusal | None:
        """Feed one input; ``after`` is how the world is if it counts. A refused one must change nothing."""
        before = snapshot(self.table)
        refused = self.timeline.apply(entry)
        state = snapshot(self.table)
        self.told.append((entry, state))
        if refused is not None and refused is not UNCHANGED:
            assert state == before, f"refused as {refused.kind}, and yet changed: {entry}"
        if refused is None:
            self.steps.append(Step(entry, self.world, before))
            self.undone.clear()
            self.world = after if after is not None else self.world
        return refused

    def must(self, entry: Input, after: World | None = None) -> None:
        """What the truth asks for; where nobody erred it must be taken, else the hand is void at the worst."""
        refused = self.tell(entry, after)
        if refused is None:
            return
        assert self.world.erred, f"refused as {refused} though nobody erred: {entry} in {self.table.hand}"
        if self.hand is not None:
            self.void()

    def undo(self, deeper: bool = False) -> None:
        """The state before, exactly; an undo of an undo is the state after (SESSION-FORMAT)."""
        reachable = self.timeline.takes_back
        redo = bool(self.undone) and not deeper
        after = snapshot(self.table)
        refused = self.timeline.apply(Undo(deeper=deeper))
        self.told.append((Undo(deeper=deeper), snapshot(self.table)))
        if redo:
            step = self.undone.pop()
            self.steps.append(Step(step.entry, step.world, after))
            self.world = step.world_after
            assert refused is None and snapshot(self.table) == step.after
            return
        if reachable is None:
            assert refused is not None and refused.kind == "nothing-to-undo"
            return
        assert refused is None
        step = self.steps.pop()
        assert snapshot(self.table) == step.before, f"undo of {step.entry}"
        step.after, step.world_after = after, self.world
        self.world = step.world
        self.undone.append(step)

    def err(self, world: World, wrong: bool = True) -> None:
        """From here on this hand's refusals and counts may be odd, whether or not the wrong read is taken."""
        if wrong:
            self.world.erred = world.erred = True

    # The truth.

    def progress(self) -> None:
        """What happens next at a real table."""
        hand = self.hand
        if hand is None:
            self.start()
        elif hand.faults:
            self.mend(hand)
        else:
            getattr(self, f"_{hand.step.name}")(hand)

    def start(self) -> None:
        table, rng = self.table, self.rng
        active = table.active()
        most = table.variants[self.rules["variant"]].max_players
        out: tuple[int, ...] = tuple(sorted(active)[most:])
        if not out and len(active) > 2 and rng.random() < 0.1:
            out = (rng.choice(active),)
        if len(active) < 2:
            self.bring_chips()
            return
        dealer = rng.choice(active) if rng.random() < 0.2 else None
        entry = StartHand(dealer=dealer, sitting_out=out)
        seats = [seat for seat in active if seat not in out]
        fresh = World(
            chips=self.world.chips,
            stub=rng.sample(DECK, len(DECK)),
            down={seat: [] for seat in seats},
            up={seat: [] for seat in seats},
        )
        self.must(entry, fresh)

    def bring_chips(self) -> None:
        table, world = self.table, copy.deepcopy(self.world)
        least = table.rules.min_buy_in
        poor = [seat.seat for seat in table.seats.values() if seat.stack == 0]
        free = [seat for seat in range(1, 9) if seat not in table.seats]
        if poor:
            world.chips += least
            self.must(Rebuy(poor[0], least), world)
        elif free:
            world.chips += least
            self.must(Join(self.rng.choice(free), "New", least), world)

    def _announce(self, hand: Hand) -> None:
        self.must(Confirm("announce"))

    def _antes(self, hand: Hand) -> None:
        self.must(Confirm("antes"))

    def _deal(self, hand: Hand) -> None:
        rng = self.rng
        world = copy.deepcopy(self.world)
        if hand.method == "shuffle-burns" and world.burnt:
            rest = [*world.stub[:1], *world.burnt]
            rng.shuffle(rest)
            world.stub, world.burnt = rest + world.stub[1:], []
        dice = rng.random()
        if dice < 0.03:  # nobody reads the rest of the deal
            for place in reversed(hand.pending):
                self._lay(world, hand, place)
            self.must(Confirm("deal"), world)
            return
        place = hand.pending[-1]
        card = self._lay(world, hand, place)
        read: Card | None = card
        if dice > 0.97:
            read = None
        elif dice > 0.955:
            read = rng.choice(DECK)
            self.err(world, read != card)
        holder = hand.players[place[0]] if place[0] >= 0 and rng.random() < 0.1 else None
        # Where an up card of the seat is unread, a reader that names one is taken to mean that.
        seat = holder.seat if holder is not None and None not in holder.up else None
        reader = "shoe" if seat is None else "dealer" if place[1] else "pad"
        self.must(CardRead(read, reader, seat), world)  # type: ignore[arg-type]

    @staticmethod
    def _lay(world: World, hand: Hand, place: tuple[int, bool]) -> Card:
        index, up = place
        card = world.extra.pop(0) if world.extra else world.stub.pop()
        if index == BURN:
            world.burnt.append(card)
        elif index == MIDDLE:
            world.middle.append(card)
        else:
            (world.up if up else world.down)[hand.players[index].seat].append(card)
        return card

    def _pass(self, hand: Hand) -> None:
        step = hand.step
        assert isinstance(step, Pass)
        rng = self.rng
        world = copy.deepcopy(self.world)
        live = [player.seat for player in hand.live_players()]
        for seat in live:
            if seat not in world.passing:
                world.passing[seat] = rng.sample(world.down[seat], step.count)
        self.world = world  # what the players mean to pass is no input
        unread = [
            (seat, card)
            for seat in live
            for card in world.passing[seat]
            if card not in hand.passed.get(hand.index_of[seat], [])
        ]
        if rng.random() < 0.15 or not unread:
            self.must(Confirm("pass"), self._passed(world, hand, step))
            return
        seat, card = unread[0]
        if rng.random() < 0.02:
            card = rng.choice(DECK)
            self.err(world)
        self.must(PassRead(seat, card), self._passed(world, hand, step) if len(unread) == 1 else None)

    @staticmethod
    def _passed(world: World, hand: Hand, step: Pass) -> World:
        world = copy.deepcopy(world)
        for giver, receiver in receivers(hand, step):
            for card in world.passing[hand.players[giver].seat]:
                world.down[hand.players[giver].seat].remove(card)
                (world.gone if receiver is None else world.down[hand.players[receiver].seat]).append(card)
        world.passing = {}
        return world

    def _reveal(self, hand: Hand) -> None:
        step = hand.step
        assert isinstance(step, Reveal)
        rng = self.rng
        world = copy.deepcopy(self.world)
        waiting = [
            (player.seat, step.count - len(hand.revealing.get(index, ())))
            for index, player in enumerate(hand.players)
            if not player.folded and len(hand.revealing.get(index, ())) < step.count
        ]
        if rng.random() < 0.02 or not waiting:
            for seat, count in waiting:
                for card in rng.sample(world.down[seat], count):
                    self._turn(world, seat, card)
            self.must(Confirm("reveal"), world)
            return
        seat = rng.choice(waiting)[0]
        card = rng.choice(world.down[seat])
        self._turn(world, seat, card)
        read: Card | None = card
        dice = rng.random()
        if dice < 0.02:
            read = None
        elif dice < 0.03:
            read = rng.choice(DECK)
            self.err(world)
        self.must(CardRead(read, "camera", seat), world)

    @staticmethod
    def _turn(world: World, seat: int, card: Card) -> None:
        world.down[seat].remove(card)
        world.up[seat].append(card)

    def _bet(self, hand: Hand) -> None:
        rng, betting = self.rng, hand.betting
        assert betting is not None
        if betting.actor < 0:
            able = [index for index, one in enumerate(hand.players) if not one.folded and one.stack]
            seat = hand.players[rng.choice(able)].seat
            opening = "bring_in" if betting.bring_in_due else "check"
            if self.tell(Act(seat, opening)) is not None:  # type: ignore[arg-type]
                stack = hand.players[hand.index_of[seat]].stack
                unit = betting.unit if betting.fixed else hand.rules.min_bet
                self.must(Act(seat, "bet", min(unit, stack)))
            return
        may = betting.actions(betting.actor)
        dice = rng.random()
        if may.upward and dice < 0.3:
            chip = may.step
            to = rng.choice(may.levels) if may.levels else rng.choice([may.least, may.least, may.most])
            if not may.levels and dice < 0.05:
                to = max(may.least, rng.randint(may.least, may.most) // chip * chip)
            self.must(Act(may.seat, may.upward, to))
        elif may.call and dice > 0.97 and may.fold:
            self.must(Act(may.seat, "fold"))
        elif may.bring_in:
            self.must(Act(may.seat, "bring_in"))
        elif may.call or may.check:
            self.must(Act(may.seat, "call" if may.call else "check"))
        else:
            self.must(Act(may.seat, may.upward or "fold", may.least if may.upward else None))

    def _showdown(self, hand: Hand) -> None:
        rng = self.rng
        dice = rng.random()
        left = [player.seat for player in hand.players if player.live and (player.down or None in player.up)]
        if hand.common == [None]:
            self.must(CardRead(self.world.middle[0], "dealer"))
        elif dice < 0.1 and left:
            self.tell(Muck(rng.choice(left)))  # refused for the last one of a pot
        elif left and (dice < 0.7 or any(None in one.down or None in one.up for one in hand.players if one.live)):
            seat = rng.choice(left)
            truth = (*self.world.down[seat], *self.world.up[seat])
            known = {*hand.players[hand.index_of[seat]].up, *hand.players[hand.index_of[seat]].shown}
            self.must(Show(seat, tuple(card for card in truth if card not in known)))
        else:
            self.must(Confirm("showdown"))

    def _pay(self, hand: Hand) -> None:
        if self.rng.random() < 0.3:
            active = [seat for seat, stack in self.table.stacks_after_pay().items() if stack]
            if 2 <= len(active) <= hand.variant.max_players:
                self.start_after_pay(active)
                return
        self.must(Confirm("pay"))

    def start_after_pay(self, active: list[int]) -> None:
        """The next hand begins and so says that the last one is paid."""
        fresh = World(
            chips=self.world.chips,
            stub=self.rng.sample(DECK, len(DECK)),
            down={seat: [] for seat in active},
            up={seat: [] for seat in active},
        )
        self.must(StartHand(), fresh)

    # Mending.

    def void(self) -> None:
        refused = self.tell(Void("misdeal"))
        assert refused is None, f"a void is always there: {refused}"

    def mend(self, hand: Hand) -> None:
        """Something is in doubt: put a wrong read right, else go back, else void."""
        wrong = self.wrong_reads(hand)
        dice = self.rng.random()
        if wrong and dice < 0.7:
            self.tell(self.rng.choice(wrong))
        elif dice < 0.85 and self.timeline.takes_back is not None:
            self.undo(deeper=True)
        else:
            self.void()

    def wrong_reads(self, hand: Hand) -> list[Correct]:
        """What the engine holds and the world knows better."""
        found = []
        for player in hand.players:
            truth = [*self.world.up[player.seat], *self.world.down[player.seat]]
            held = [card for card in [*player.up, *player.down, *player.shown] if card is not None]
            surplus = [card for card in held if card not in truth]
            missing = [card for card in truth if card not in held]
            found += [Correct(player.seat, true, was) for was in surplus for true in missing[:1]]
        return found
