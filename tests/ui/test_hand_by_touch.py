"""Hands played by touch alone: what a dealer without any reader sees and does."""

from engine.inputs import Void
from tests.ui.tables import MemorySession, cards, feed


def tap(fingers, *buttons):
    for button in buttons:
        fingers.tap(button)


def pick(fingers, text):
    for card in text.split():
        fingers.tap(f"pick-{card}")


def headline(fingers):
    return fingers.app.table.header.headline.text


def why(fingers):
    return fingers.app.table.header.why.text


def seat(fingers, number):
    return next(widget for widget in fingers.app.table.seats if widget.seat == number and widget.opacity)


def at(fingers, number):
    """Name, chips and note of a place on the set-up screen."""
    seat = fingers.find(f"seat-{number}")
    return seat.name_text.text, seat.stack_text.text, seat.note_text.text


THREE = ((1, "Ana", 4000), (2, "Ben", 4000), (3, "Cleo", 4000))


def test_a_hand_of_liege_lord_from_the_first_touch_to_the_paid_pot(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    assert headline(fingers) == "Start the first hand"
    tap(fingers, "Start hand 1")
    assert headline(fingers) == "Say: the winner shares right"
    assert "The winner shares with the nearest player on the RIGHT who has not folded." in fingers.texts()
    tap(fingers, "Announced")
    assert headline(fingers) == "Antes: 0.25 each"
    tap(fingers, "Antes are in")
    assert headline(fingers) == "Deal 3 cards down each"
    tap(fingers, "All dealt")
    assert headline(fingers) == "All pass 1 card left"
    assert seat(fingers, 1).downs.text == "▮ ▮ ▮"
    tap(fingers, "All passed")
    assert headline(fingers) == "All turn 1 card up"
    assert why(fingers) == "All at the same time, also a card just received · round 1 of 5"

    # The picker goes round the table by itself, from the dealer's left.
    tap(fingers, "Ben's card")
    assert "Ben turns up which card?" in fingers.texts()
    pick(fingers, "Qh")
    assert "Cleo turns up which card?" in fingers.texts()
    assert seat(fingers, 2).ups.text == ""  # nothing shows before every reveal is in (RULES 3.3)
    pick(fingers, "9d Ks")
    assert [seat(fingers, number).ups.text for number in (1, 2, 3)] == ["K♠", "Q♥", "9♦"]
    assert headline(fingers) == "Ana: check or bet"
    assert why(fingers).startswith("Ana opens: K♠ is the highest card showing")
    tap(fingers, "Bet 1.00")
    assert headline(fingers) == "Ben: 1.00 to call"
    assert seat(fingers, 1).bet_text.text == "1.00"
    tap(fingers, "Raise to 2.00", "Call", "Call")

    for cards_up in ("Qd 9c Kh", "2c 2d 2h", "3c 3d 3h"):
        tap(fingers, "All dealt", "All passed", "Ben's card")
        pick(fingers, cards_up)
        tap(fingers, "Check", "Check", "Check")
    tap(fingers, "All dealt", "All passed", "Check", "Check", "Check")

    assert headline(fingers) == "Ana: show or muck"
    tap(fingers, "Show")
    assert "Ana shows: touch the down cards" in fingers.texts()
    pick(fingers, "Kd Kc As")
    tap(fingers, "Show")
    assert headline(fingers) == "Ben: show or muck"
    tap(fingers, "Show")
    pick(fingers, "Js Jd 4c")
    tap(fingers, "Show")
    tap(fingers, "Muck")

    # Ana: four kings. 3 x 0.25 and 3 x 2.00 are 6.75; half is 3.25 with 0.25 left over, the winner's.
    # Nearest on Ana's right who is in: Cleo has mucked, so Ben (RULES 3.6, 6.5, 3.11).
    assert headline(fingers) == "Pay Ana 3.50, Ben 3.25"
    assert why(fingers) == "Ana wins 3.50: four of a kind, kings · shares with Ben, nearest on Ana's right"
    assert seat(fingers, 1).bet_text.text == "+3.50"
    raised = [look.card for look in seat(fingers, 1).ups.looks if look.raised]
    assert raised == cards("Ks Kh Kd Kc As")
    tap(fingers, "Paid")
    assert headline(fingers) == "Start the next hand"
    assert [seat(fingers, number).stack_text.text for number in (1, 2, 3)] == ["41.25", "41.00", "37.75"]


def test_undo_says_what_it_takes_back_and_redo_brings_it_again(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3,1 bet,2 fold")
    fingers.wait(lambda: fingers.app.state is session.state)
    fingers.tap("undo")
    assert headline(fingers) == "Ben: 1.00 to call"
    undo = fingers.find("undo")
    assert (undo.text, undo.detail) == ("Undo", "Ana bets 1.00")
    redo = fingers.find("redo")
    assert (redo.text, redo.detail) == ("Redo", "Ben folds")
    fingers.tap("undo")
    assert headline(fingers) == "Ana: check or bet"
    fingers.tap("redo")
    fingers.tap("redo")
    assert headline(fingers) == "Cleo: 1.00 to call"
    assert not fingers.has("redo")


def test_a_misdeal_is_asked_once_more_and_gives_every_chip_back(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal")
    tap(fingers, "menu", "misdeal")
    assert "The hand is void: all 0.75 of the pot goes back to where it came from." in fingers.texts()
    tap(fingers, "No, play on", "back")
    assert headline(fingers) == "All pass 1 card left"
    tap(fingers, "menu", "misdeal", "Yes, misdeal")
    assert headline(fingers) == "Start the next hand"
    assert [seat(fingers, number).stack_text.text for number in (1, 2, 3)] == ["40.00", "40.00", "40.00"]


def test_a_misread_is_put_right_by_touching_the_card_and_then_the_right_one(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3")
    tap(fingers, "seat-2")
    assert "Ben: which card is wrong?" in fingers.texts()
    tap(fingers, "Q♥")
    assert "Ben: what is it really?" in fingers.texts()
    pick(fingers, "Ah")
    assert headline(fingers) == "Ben: check or bet"
    assert "Corrected: Ben opens now, not Ana" in why(fingers)


def test_a_refusal_is_said_and_leaves_everything_as_it_was(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3")
    from engine.inputs import Act
    from kiosk.ui.intents import Set

    session.submit(Act(3, "check"))
    fingers.wait(lambda: fingers.app.state is session.state)
    assert why(fingers) == "Cleo is not to act: Ana is"
    fingers.app.do(Set("language", "de"))
    assert why(fingers) == "Cleo ist nicht an der Reihe: Ana ist dran"
    fingers.tap("check")
    assert headline(fingers) == "Ben: schieben, setzen"
    assert not fingers.app.table.look.warning


def test_stud_with_up_cards_touched_in(at_table):
    session = MemorySession(THREE, {"variant": "stud"})
    fingers = at_table(session)
    tap(fingers, "Start hand 1", "Announced", "Antes are in")
    assert headline(fingers) == "Deal 2 down, 1 up"
    tap(fingers, "Ben's up card")
    pick(fingers, "9c 2d Th")
    tap(fingers, "All dealt")
    assert headline(fingers) == "Cleo: bring in 0.50"
    assert why(fingers).startswith("Cleo brings it in: 2♦ is the lowest card showing")
    tap(fingers, "Complete to 1.00", "Fold", "Call 1.00")
    assert headline(fingers) == "Deal 1 card up each"
    assert why(fingers).startswith("Burn one card first")


def test_a_simulated_shoe_is_drawn_by_the_deal_button(at_table):
    session = MemorySession(THREE, deck=cards("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc"))
    fingers = at_table(session)
    tap(fingers, "Start hand 1", "Announced", "Antes are in")
    assert fingers.find("deal").detail == "Ben, down"
    for _ in range(9):
        fingers.tap("deal")
    assert headline(fingers) == "All pass 1 card left"


def test_where_one_amount_is_possible_no_pad_opens(at_table):
    session = MemorySession(THREE, {"variant": "liege-lord", "limit": "pot"})
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3")
    fingers.wait(lambda: fingers.app.state is session.state)
    fingers.tap("Bet 1.00")
    # The pot is three antes of 0.25, less than the smallest bet: one amount, so no pad is needed.
    assert headline(fingers) == "Ben: 1.00 to call"


def test_a_bet_by_the_number_pad_stays_within_its_bounds(at_table):
    session = MemorySession(THREE, {"variant": "liege-lord", "limit": "none"})
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3")
    fingers.wait(lambda: fingers.app.state is session.state)
    fingers.tap("pad")
    assert "From 1.00 to 39.75, in steps of 0.25." in fingers.texts()
    tap(fingers, "key-1", "key-1", "key-0")
    assert not fingers.has("enter")  # 1.10 is no multiple of the chip
    tap(fingers, "key-back", "key-back", "key-2", "key-5", "key-0")
    assert fingers.find("enter").detail == "12.50"
    tap(fingers, "enter")
    assert headline(fingers) == "Ben: 12.50 to call"


def test_between_hands_players_come_buy_and_choose_the_game(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    tap(fingers, "between", "seat-5")
    for letter in "ZOE":
        fingers.tap(f"key-{letter}")
    tap(fingers, "Chips …", "key-5", "key-00")
    assert not fingers.has("enter")  # the smallest buy-in is ten bets of 1.00
    tap(fingers, "key-0", "Sit down")
    assert at(fingers, 5) == ("Zoe", "50.00", "")
    tap(fingers, "seat-2", "rebuy", "20.00", "Buy")
    assert at(fingers, 2) == ("Ben", "60.00", "")
    tap(fingers, "seat-3", "move", "Seat 8")
    assert (at(fingers, 8), at(fingers, 3)) == (("Cleo", "40.00", ""), ("Seat 3", "", "free"))
    tap(fingers, "seat-1", "sit-out", "back")
    assert at(fingers, 1) == ("Ana", "40.00", "sits out")
    tap(fingers, "games", "Stud hi/lo")
    tap(fingers, "Start hand 1")
    assert headline(fingers) == "Say: Seven-card stud hi/lo"
    assert [player.in_hand for player in session.state.view.seats] == [False, True, True, True]


def test_the_dealer_says_who_has_the_button(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    tap(fingers, "between", "seat-3", "button")
    assert "has it in the next hand" in fingers.texts()
    tap(fingers, "back", "back")
    assert "The button goes to Cleo" in fingers.texts()
    fingers.tap("Start hand 1")
    assert session.state.view.dealer == 3


def test_who_sits_out_cannot_have_the_button(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    tap(fingers, "between", "seat-3", "button", "sit-out")
    tap(fingers, "back", "back")
    assert "The button goes to Ana" in fingers.texts()
    fingers.tap("Start hand 1")
    assert session.state.view.dealer == 1


def test_a_fault_is_a_banner_and_goes_when_it_has_been_looked_after(at_table):
    from kiosk.session import Banner

    session = MemorySession(THREE)
    fingers = at_table(session)
    session.say_banner(Banner("shoe", "restarted", "The shoe started anew: count the cards.", True))
    fingers.wait(lambda: fingers.app.state is session.state)
    assert "The shoe started anew: count the cards." in fingers.texts()
    fingers.tap("banner-done")
    assert session.cleared == [("shoe", "restarted")]
    assert "The shoe started anew: count the cards." not in fingers.texts()
    assert headline(fingers) == "Start the first hand"


def test_hands_played_are_looked_at_step_by_step_and_change_nothing(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass,Ks@1 Qh@2 9d@3,1 bet,2 fold,3 fold,pay")
    fingers.wait(lambda: fingers.app.state is session.state)
    before = session.state
    tap(fingers, "menu", "hands", "Hand 1")
    assert headline(fingers) == "Say: the winner shares right"
    tap(fingers, "later")
    assert headline(fingers) == "Antes: 0.25 each"
    tap(fingers, "Back to the table")
    assert headline(fingers) == "Start the next hand"
    assert session.state is before


def test_language_and_colours_change_at_a_touch(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    tap(fingers, "menu", "settings", "Deutsch")
    assert "Einstellungen" in fingers.texts()
    tap(fingers, "theme", "back", "back")
    assert headline(fingers) == "Erstes Spiel beginnen"
    assert fingers.app.theme.name == "day"


def test_a_new_hand_closes_a_picker_that_was_open(at_table):
    session = MemorySession(THREE)
    fingers = at_table(session)
    feed(session, "hand 3,announce,antes,deal,pass")
    fingers.wait(lambda: fingers.app.state is session.state)
    fingers.tap("pick-up")
    assert fingers.has("pick-Ks")
    session.submit(Void("misdeal"))
    feed(session, "hand 3")
    fingers.wait(lambda: fingers.app.state is session.state)
    assert fingers.app.over == []
    assert headline(fingers) == "Say: the winner shares right"
