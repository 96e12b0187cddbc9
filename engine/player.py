"""One player in one hand."""

from __future__ import annotations

from engine.cards import Card


class Player:
    """Chips and cards of one seat in one hand.

    ``down`` holds what is known to lie face down: None for a card that was never read, or that
    may have been passed on unseen. ``repr`` names no card.
    """

    __slots__ = (
        "acted_at",
        "bet",
        "down",
        "exposed",
        "folded",
        "mucked",
        "seat",
        "shown",
        "stack",
        "stack_before",
        "total",
        "up",
    )

    def __init__(self, seat: int, stack: int) -> None:
        self.seat = seat
        self.stack = stack
        self.stack_before = stack
        self.bet = 0
        """Put in during this betting round."""
        self.total = 0
        """Put in during this hand, antes included."""
        self.acted_at = -1
        """How many full bets there had been when the player last acted in this round; -1: has not acted."""
        self.folded = False
        self.mucked = False
        self.down: list[Card | None] = []
        self.up: list[Card | None] = []
        self.shown: list[Card] = []
        """Down cards turned up at the showdown."""
        self.exposed: list[Card] = []
        """Down cards that were turned up by mistake and stay in the hand (RULES 8.4)."""

    def put_in(self, amount: int) -> None:
        """Move chips from the stack to the pot, in front of the player."""
        self.stack -= amount
        self.bet += amount
        self.total += amount

    @property
    def all_in(self) -> bool:
        return self.stack == 0 and not self.folded

    @property
    def live(self) -> bool:
        """Can still win: has neither folded nor mucked."""
        return not (self.folded or self.mucked)

    def copy(self) -> Player:
        twin = Player(self.seat, self.stack)
        twin.stack_before, twin.bet, twin.total = self.stack_before, self.bet, self.total
        twin.acted_at, twin.folded, twin.mucked = self.acted_at, self.folded, self.mucked
        twin.down, twin.up = self.down.copy(), self.up.copy()
        twin.shown, twin.exposed = self.shown.copy(), self.exposed.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Player) and all(
            getattr(self, name) == getattr(other, name) for name in Player.__slots__
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Player(seat={self.seat}, stack={self.stack}, total={self.total}, down={len(self.down)}, up={self.up})"
