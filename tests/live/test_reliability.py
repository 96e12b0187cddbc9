"""The short forms of the session's proofs (`make proof` runs them in full)."""

from __future__ import annotations

import dataclasses

import pytest

from engine.cards import Card
from engine.open_cards import OpenCards
from engine.provenance import story_of
from engine.view import PublicView
from engine.whereabouts import Whereabouts
from kiosk.camera_spot import CameraSpot
from kiosk.session import ScreenState
from tests.proofs import kill, long_run, twin_hands


def test_a_killed_kiosk_goes_on_where_it_was() -> None:
    outcome = kill.run(full=False)
    assert outcome["ok"], outcome["figure"]


def test_other_hidden_cards_change_nothing_that_is_told() -> None:
    outcome = twin_hands.run(full=False)
    assert outcome["ok"], outcome["figure"]


def test_many_hands_in_a_row_leave_the_process_as_it_was() -> None:
    outcome = long_run.run(full=False)
    assert outcome["ok"], outcome["figure"]


class TestTheTwinsFindALeak:
    """The comparison and the search, held against a kiosk that tells something."""

    EVENING = twin_hands.with_secrets(1, 5, 1, "liege-lord")

    def test_in_a_session_file_that_keeps_every_card(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("kiosk.recorder.without_hidden", lambda lines: [[dict(one.line)] for one in lines])
        with pytest.raises(twin_hands.Leak, match="a card that nobody saw"):
            twin_hands.search(twin_hands.play(self.EVENING), twin_hands.hidden_cards(self.EVENING))

    def test_in_a_store_that_seals_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("kiosk.journal.split", lambda line: (dict(line), {}))
        with pytest.raises(twin_hands.Leak, match=r"liege\.db.* names a card in plain"):
            twin_hands.search(twin_hands.play(self.EVENING), twin_hands.hidden_cards(self.EVENING))

    def test_in_one_state_that_tells_of_a_hidden_card(self) -> None:
        one = twin_hands.play(self.EVENING)
        other = twin_hands.play(self.EVENING)
        state = other.states[10][-1]
        other.states[10][-1] = ScreenState(dataclasses.replace(state.view, pot=state.view.pot + 1))
        with pytest.raises(twin_hands.Leak, match="states differ at line 12"):
            twin_hands.same(one, other)

    def test_in_the_order_of_the_cameras_names(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The pass tracker on all that the shoe read would be a probe: names that hidden cards exclude go missing."""

        def knows_all(cards: OpenCards, seat: int, card: Card) -> bool:
            return Whereabouts(story_of(cards._hand)).can_reveal(seat, card)

        monkeypatch.setattr(OpenCards, "possible", knows_all)
        with pytest.raises(twin_hands.Leak, match="states differ"):
            twin_hands.under_a_camera(1)

    def test_in_a_question_about_a_down_card_on_the_read_spot(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ask = CameraSpot._ask

        def shows_all(spot: CameraSpot, view: PublicView, cards: OpenCards | None) -> None:
            assert spot._question is not None
            spot._question = (*spot._question[:2], True)
            ask(spot, view, cards)

        monkeypatch.setattr(CameraSpot, "_ask", shows_all)
        with pytest.raises(twin_hands.Leak, match="states differ"):
            twin_hands.under_a_camera(1)
