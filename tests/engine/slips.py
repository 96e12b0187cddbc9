"""What goes wrong at a table, for the state machine: slips of the dealer, nonsense, people who come and go."""

from __future__ import annotations

import copy

from engine.cards import DECK
from engine.inputs import Act, CardRead, Correct, Input, Join, Leave, Muck, PassRead, Rebuy, Show, StartHand
from tests.engine.truth import Truth


class Evening(Truth):
    """A session in which everything that can happen happens."""

    def slip(self) -> None:
        """A card too many, a down card turned up by mistake, a wrong read of what lies there."""
        hand = self.hand
        if hand is None or hand.step.name in ("announce", "antes"):
            return
        world = copy.deepcopy(self.world)
        world.erred = True
        kind = self.rng.choice(["extra", "exposed", "again", "correct", "correct-wrong"])
        if kind == "extra" and not hand.pending and hand.step.name != "pay" and world.stub:
            world.extra.append(world.stub.pop())
            self.tell(CardRead(self.rng.choice([world.extra[-1], None]), "shoe"), world)
        elif kind == "exposed":
            seats = [seat for seat, cards in world.down.items() if cards]
            if seats:
                seat = self.rng.choice(seats)
                self.tell(CardRead(self.rng.choice(world.down[seat]), "camera", seat), world)
        elif kind == "again":
            seats = [seat for seat, cards in world.up.items() if cards]
            if seats:
                seat = self.rng.choice(seats)
                self.tell(CardRead(self.rng.choice(world.up[seat]), "dealer", seat))
        elif kind == "correct":
            if wrong := self.wrong_reads(hand):
                self.tell(self.rng.choice(wrong))
        else:
            player = self.rng.choice(hand.players)
            held = [card for card in [*player.up, *player.down] if card is not None]
            if held:
                self.tell(Correct(player.seat, self.rng.choice(DECK), self.rng.choice(held)), world)

    def nonsense(self) -> None:
        """Something that is out of place: mostly refused, and then nothing changes."""
        rng = self.rng
        seat = rng.randint(1, 8)
        entry: Input = rng.choice(
            [
                Act(seat, rng.choice(["fold", "check", "call", "bet", "raise", "complete", "bring_in"]), None),  # type: ignore[arg-type]
                Act(seat, "bet", rng.randint(0, 5000)),
                PassRead(seat, rng.choice(DECK)),
                Show(seat, None),
                Muck(seat),
                Join(seat, "X", 10**6),
                Leave(seat),
                Rebuy(seat, 10**6),
                StartHand(dealer=seat),
                Correct(seat, rng.choice(DECK), None, rng.randint(1, 5), 1),
            ]
        )
        between = isinstance(entry, Join | Leave | Rebuy | StartHand)
        world = copy.deepcopy(self.world)
        step = self.hand.step.name if self.hand is not None else ""
        if step in ("", "pay", "showdown", "bet") and (between or isinstance(entry, Show | Muck | Act)):
            return  # it might count: the truth tells these
        world.erred = True
        self.tell(entry, world)

    def change_seats(self) -> None:
        """Between hands: join, leave, rebuy."""
        if self.hand is not None:
            return
        rng, table = self.rng, self.table
        world = copy.deepcopy(self.world)
        kind = rng.choice(["join", "leave", "rebuy"])
        if kind == "join" and len(table.seats) < 8:
            seat = rng.choice([one for one in range(1, 9) if one not in table.seats])
            stack = table.rules.min_buy_in + rng.randint(0, 3) * table.rules.smallest_chip
            world.chips += stack
            self.must(Join(seat, "New", stack), world)
        elif kind == "leave" and len(table.seats) > 2:
            seat = rng.choice(list(table.seats))
            world.chips -= table.seats[seat].stack
            self.must(Leave(seat), world)
        elif kind == "rebuy" and table.seats:
            seat = rng.choice(list(table.seats))
            world.chips += table.rules.min_buy_in
            self.must(Rebuy(seat, table.rules.min_buy_in), world)
