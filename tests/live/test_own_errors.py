"""Errors of our own: what the dealer is told, and that the hand stays as it was."""

from __future__ import annotations

import logging

import pytest

from engine.hand import Hand
from engine.inputs import Act, Input
from kiosk.session import ScreenState
from tests.live.place import FIRST_NINE, Place, banner


class TestOurOwnErrors:
    """Something that cannot happen does: a banner, the hand as it was, and no card in a log."""

    @pytest.fixture
    def stumble(self, monkeypatch: pytest.MonkeyPatch) -> None:
        apply = Hand.apply

        def stumbling(hand: Hand, entry: Input) -> object:
            if isinstance(entry, Act) and entry.action == "fold":
                hand.players[0].stack = -1
                raise ZeroDivisionError(f"{FIRST_NINE[0]} is in this text")
            return apply(hand, entry)  # type: ignore[arg-type]

        monkeypatch.setattr(Hand, "apply", stumbling)

    def test_an_input_that_the_engine_stumbles_over_leaves_the_hand_intact(
        self, place: Place, stumble: None, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Fault: an error of ours."""
        before = place.to_the_bet()
        with caplog.at_level(logging.DEBUG):
            state = place.enter(Act(2, "fold"))
        assert state.view == before.view
        told = banner(state, "inside")
        assert told.needs_confirm
        assert "the hand stands" in told.sentence
        assert "ZeroDivisionError in stumbling" in caplog.text
        assert "As" not in caplog.text.replace("ASCII", "")
        place.session.clear_banner("kiosk", "inside")
        state = place.enter(Act(2, "bet", 100))
        assert state.banners == ()
        assert [seat.bet for seat in state.view.seats] == [0, 100, 0]

    def test_and_the_next_start_comes_to_the_same_hand(self, place: Place, stumble: None) -> None:
        """Fault: an error of ours."""
        place.to_the_bet()
        place.enter(Act(2, "fold"))
        place.session.clear_banner("kiosk", "inside")
        state = place.enter(Act(2, "bet", 100))
        again = place.again()
        assert again.view == state.view
        assert again.banners == (), "what the dealer has seen is not told again"

    def test_the_next_version_may_play_that_input_and_does_not(self, place: Place) -> None:
        """What was left out stays out, or the hand would change under the table's eyes."""
        place.to_the_bet()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Hand, "apply", lambda *_: 1 // 0)
            place.enter(Act(2, "fold"))
        place.session.clear_banner("kiosk", "inside")
        state = place.enter(Act(2, "bet", 100))
        assert [seat.folded for seat in state.view.seats] == [False, False, False]
        assert place.again().view == state.view

    def test_a_state_that_cannot_be_shown_takes_back_the_input_behind_it(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = place.to_the_bet()
        from engine import projection

        real = projection.prompt_of

        def blind(table: object) -> object:
            if any(player.bet for player in table.hand.players):  # type: ignore[attr-defined]
                raise KeyError("bet")
            return real(table)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(projection, "prompt_of", blind)
            state = place.enter(Act(2, "bet", 100))
            assert state.view == before.view
            assert banner(state, "inside")
        state = place.enter(Act(2, "check"))
        assert place.again().view == state.view

    def test_a_listener_that_fails_stops_neither_the_hand_nor_the_others(self, place: Place) -> None:
        def fails(_: ScreenState) -> None:
            if armed:
                raise RuntimeError

        armed: list[bool] = []
        heard: list[ScreenState] = []
        place.session.subscribe(fails)
        place.session.subscribe(heard.append)
        armed.append(True)
        state = place.to_the_pass()
        assert heard[-1].view == state.view
        assert banner(state, "inside")
