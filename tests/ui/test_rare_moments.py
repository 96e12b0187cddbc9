"""Moments that come once in an evening: nobody knows who opens, a card came twice, the cards run out, all-in."""

from engine.cards import DECK
from engine.inputs import CardRead, Correct
from tests.ui.tables import MemorySession, cards, feed

THREE = ((1, "Ana", 4000), (2, "Ben", 4000), (3, "Cleo", 4000))


def seen(fingers, session):
    assert fingers.wait(lambda: fingers.app.state is session.state)
    return fingers.app.table.look


def test_the_dealer_says_who_opens_where_no_card_is_known(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,reveal")
    assert seen(fingers, session).headline == "Who opens?"
    assert [button.text for button in fingers.app.table.look.buttons] == ["Touch the player who opens"]
    fingers.tap("seat-2")
    assert fingers.app.table.look.seats[1].chosen
    fingers.tap("Ben bets 1.00")
    assert seen(fingers, session).headline == "Cleo: 1.00 to call"
    assert [seat.up[0].card for seat in fingers.app.table.look.seats] == [None, None, None]


def test_unread_cards_are_touched_in_afterwards(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,reveal")
    seen(fingers, session)
    fingers.tap("seat-1")
    fingers.tap("pick-up")
    fingers.tap("pick-Ks")
    look = seen(fingers, session)
    assert look.headline == "Ana: check or bet"
    assert look.seats[0].up[0].card == cards("Ks")[0]


def test_a_card_that_lies_in_two_places_stops_the_hand_until_it_is_corrected(at_table):
    session = MemorySession(THREE, {"variant": "stud"})
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,Ks@1 Qh@2 9d@3,deal,3 bring_in,1 call,2 call,2c@1 Qd@2")
    session.submit(CardRead(cards("Ks")[0], "camera", 3))
    look = seen(fingers, session)
    assert look.headline == "Stop: a read is in doubt"
    assert look.why.startswith("K♠ was read twice")
    fingers.tap("Correct a card")
    fingers.tap("K♠")
    fingers.tap("pick-Kc")
    assert isinstance(session.entries[-1], Correct)
    assert seen(fingers, session).headline != "Stop: a read is in doubt"


def test_a_common_card_serves_everybody_where_the_cards_run_out(at_table):
    eight = [(seat, f"P{seat}", 4000) for seat in range(1, 9)]
    session = MemorySession(eight, {"variant": "stud"})
    fingers = at_table(session)
    feed(session, "hand 8,announce,antes")
    deck = iter(DECK)
    for _ in range(4):
        while session.state.view.step == "deal":
            plan = session.state.view.prompt.deal
            if plan.up_seats:
                session.submit(CardRead(next(deck), "dealer", plan.up_seats[0]))
            else:
                feed(session, "deal")
        if session.state.view.prompt.kind == "bring-in":
            feed(session, f"{session.state.view.prompt.seat} bring_in")
            while session.state.view.step == "bet":
                seat = session.state.view.prompt.seat
                feed(session, f"{seat} {'call' if session.state.view.actions.call else 'check'}")
        else:
            feed(session, "checks")
    # 8 x 6 cards and 3 burns are out: one card is left for eight players (RULES 4.6, 9.8).
    look = seen(fingers, session)
    assert look.headline == "One card up for all"
    assert look.why.startswith("The stub is too short: without a burn, one card face up in the middle")
    fingers.tap("Card in the middle")
    assert "The card in the middle" in fingers.texts()
    fingers.tap("pick-As")
    look = seen(fingers, session)
    assert [card.card for card in look.common] == cards("As")
    assert fingers.app.table.felt.common.text == "A♠"


def test_side_pots_are_told_apart_and_all_in_is_said(at_table):
    session = MemorySession(((1, "Ana", 4000), (2, "Ben", 125), (3, "Cleo", 4000)))
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3,1 bet")
    look = seen(fingers, session)
    assert look.why.startswith("The call takes all of Ben's chips")
    assert fingers.find("call").detail == "1.00 all-in"
    feed(session, "2 call,3 raise,1 call")
    look = seen(fingers, session)
    # Antes 0.75 and three times 1.00; Ana and Cleo have 1.00 more each beside it.
    assert look.side_pots == "main 3.75 · side 2.00"
    assert look.seats[1].tag == "all-in"


def test_two_left_are_told_that_half_is_certain(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3,1 bet,2 call,3 fold,deal,pass,Kd@1 Qd@2")
    assert "Two are left: each is certain of half the pot" in seen(fingers, session).why


def test_the_last_one_standing_takes_it_all(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3,1 bet,2 fold,3 fold")
    look = seen(fingers, session)
    assert look.headline == "Pay Ana 0.75"
    assert look.why == "Ana wins 0.75: everyone else has folded"
    fingers.tap("why")
    assert "1.00 goes back to Ana: nobody called it" in fingers.texts()


def test_a_reveal_may_be_touched_in_any_order(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass")
    seen(fingers, session)
    fingers.tap("seat-3")
    fingers.tap("pick-9d")
    assert "Ana turns up which card?" in fingers.texts()
    fingers.tap("back")
    assert fingers.app.table.look.seats[2].tag == "✓"
    assert fingers.app.table.look.why == "Still to turn up: Ana and Ben · round 1 of 5"


def test_what_a_reader_sees_does_not_take_the_picker_out_of_the_dealers_hand(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass")
    seen(fingers, session)
    fingers.tap("Ana's card")
    session.submit(CardRead(cards("Qh")[0], "camera", 2))
    seen(fingers, session)
    assert "Ana turns up which card?" in fingers.texts()
    session.submit(CardRead(cards("Ks")[0], "camera", 1))
    seen(fingers, session)
    assert "Cleo turns up which card?" in fingers.texts()


def test_cards_that_everyone_has_seen_cannot_be_picked_and_hidden_ones_can(at_table):
    session = MemorySession(THREE, deck=cards("2c 3c 4c 5c 6c 7c 8c 9c Tc"))
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,draw 9,pass")
    seen(fingers, session)
    fingers.tap("Ana's card")
    keys = [button.name for button in fingers.buttons() if button.name.startswith("pick-")]
    assert len(keys) == 52
    fingers.tap("pick-2c")
    fingers.tap("pick-3c")
    fingers.tap("pick-4c")
    feed(session, f"{session.state.view.prompt.seat} check")
    seen(fingers, session)
    fingers.tap("seat-1")
    fingers.tap("card-0")
    keys = {button.name for button in fingers.buttons() if button.name.startswith("pick-")}
    assert keys == {f"pick-{card}" for card in DECK} - {"pick-2c", "pick-3c", "pick-4c"}
