"""Chips bought and won over an evening."""

from engine.inputs import Join, Leave, Rebuy, Undo
from kiosk.ui.evening import Evening
from tests.ui.tables import MemorySession, feed

THREE = ((1, "Ana", 4000), (2, "Ben", 4000), (3, "Cleo", 4000))


def watched():
    session = MemorySession(THREE)
    evening = Evening()
    evening.keep(session.state.view)
    session.subscribe(lambda state: evening.keep(state.view))
    return session, evening


def test_what_is_bought_is_not_won():
    session, evening = watched()
    session.submit(Rebuy(2, 1000))
    session.submit(Join(5, "Eli", 2000))
    assert evening.balances() == {1: 0, 2: 0, 3: 0, 5: 0}
    feed(session, "hand 5,announce,antes,deal,pass,Ks@1 Qh@2 9d@3 2c@5,1 bet,2 fold,3 fold,5 fold,pay")
    # Four antes of 0.25; Ana's bet is not called and comes back.
    assert evening.balances() == {1: 75, 2: -25, 3: -25, 5: -25}
    assert evening.bought == {1: 4000, 2: 5000, 3: 4000, 5: 2000}
    assert evening.won == {1: 1}
    session.submit(Leave(5))
    assert evening.balances() == {1: 75, 2: -25, 3: -25, 5: -25}
    session.submit(Undo())
    session.submit(Undo(deeper=True))  # the payment is taken back: the hand is open again
    session.submit(Undo(deeper=True))
    assert session.state.view.status == "open"


def test_a_rebuy_taken_back_was_not_bought():
    session, evening = watched()
    session.submit(Rebuy(2, 1000))
    session.submit(Undo())
    assert evening.bought == {1: 4000, 2: 4000, 3: 4000}


def test_who_pays_whom_is_said_by_name(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3,1 bet,2 call,3 fold,deal,pass,Kd@1 Qd@2")
    feed(session, "1 bet,2 fold,pay")
    fingers.wait(lambda: fingers.app.state is session.state)
    for button in ("menu", "evening"):
        fingers.tap(button)
    # Ben has lost the ante and a bet of 1.00, Cleo the ante.
    assert "Ana +1.50 · pots 1, shares 0" in fingers.texts()
    assert "Ben -1.25 · pots 0, shares 0" in fingers.texts()
    fingers.tap("settle")
    assert [text for text in fingers.texts() if " pays " in text and text != "Who pays whom"] == [
        "Ben pays Ana 1.25",
        "Cleo pays Ana 0.25",
    ]


def test_who_takes_a_seat_that_was_left_has_figures_of_their_own():
    session, evening = watched()
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3,1 bet,2 fold,3 fold,pay")
    session.submit(Leave(2))  # Ben goes with 39.75, an ante of 0.25 down
    session.submit(Join(2, "Dev", 3000))
    by_name = {evening.names[one]: balance for one, balance in evening.balances().items()}
    assert by_name == {"Ana": 50, "Ben": -25, "Cleo": -25, "Dev": 0}
    feed(session, "hand 1,announce,antes,deal,pass,2s@1 Ah@2 9c@3,2 bet,3 fold,1 fold,pay")
    # Dev wins the antes of Ana and Cleo.
    by_name = {evening.names[one]: balance for one, balance in evening.balances().items()}
    assert by_name == {"Ana": 25, "Ben": -25, "Cleo": -50, "Dev": 50}
    assert {evening.names[one]: pots for one, pots in evening.won.items()} == {"Ana": 1, "Dev": 1}


def test_a_player_who_moves_keeps_what_was_won():
    session, evening = watched()
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3,1 bet,2 fold,3 fold,pay")
    session.submit(Leave(1))
    session.submit(Join(6, "Ana", 4050))
    session.submit(Join(1, "Ana", 2000))  # somebody else of that name
    by_name = {evening.names[one]: balance for one, balance in evening.balances().items()}
    assert by_name == {"Ana": 50, "Ben": -25, "Cleo": -25, "Ana (2)": 0}
    session.submit(Undo())
    session.submit(Undo(deeper=True))
    session.submit(Undo(deeper=True))  # nothing has been moved
    by_name = {evening.names[one]: balance for one, balance in evening.balances().items()}
    assert by_name == {"Ana": 50, "Ben": -25, "Cleo": -25, "Ana (2)": 0}
    assert sum(evening.balances().values()) == 0


def test_who_comes_back_goes_on_with_the_same_account():
    session, evening = watched()
    session.submit(Leave(2))
    session.submit(Join(5, "Ben", 2500))
    assert evening.bought == {1: 4000, 2: 2500, 3: 4000}
    assert set(evening.balances().values()) == {0}
