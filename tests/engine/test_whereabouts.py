"""The pass tracker on positions worked out by hand."""

from __future__ import annotations

import pytest

from engine.cards import DECK, Card
from engine.story import Burnt, Common, Dealt, Event, Folded, Passed, Revealed, ShownDown, TurnedUp
from engine.whereabouts import Identified, PassFact, WayStep, Whereabouts

ANA, BEN, CAT = 1, 2, 3
HANDS = {ANA: "As Ks Qs", BEN: "Ah Kh Qh", CAT: "Ad Kd Qd"}


def c(text: str) -> Card:
    return Card.parse(text)


def cs(text: str) -> set[Card]:
    return {Card.parse(word) for word in text.split()}


def deal(hands: dict[int, str] = HANDS, round_: int = 1) -> list[Event]:
    """`?` is an unread card."""
    return [
        Dealt(round_, seat, None if word == "?" else c(word)) for seat, words in hands.items() for word in words.split()
    ]


def pass_(round_: int, *seats: int, count: int = 1) -> list[Event]:
    """Each of these seats passes unread cards to the next, the last to the first."""
    around = zip(seats, (*seats[1:], seats[0]), strict=True)
    return [Passed(round_, giver, receiver, count, (None,) * count) for giver, receiver in around]


def test_before_any_pass_everything_is_where_it_was_dealt() -> None:
    w = Whereabouts(deal())
    assert w.can_hold(c("As")) == {ANA}
    assert set(w.down_cards(BEN)) == cs("Ah Kh Qh")
    assert w.can_lie_at(CAT) == cs("Ad Kd Qd")
    assert not w.can_reveal(CAT, c("As"))
    assert w.passes() == ()


def test_a_pass_reaches_one_seat_and_no_further() -> None:
    w = Whereabouts([*deal(), *pass_(1, ANA, BEN, CAT)])
    assert w.can_hold(c("As")) == {ANA, BEN}
    assert w.can_lie_at(BEN) == cs("As Ks Qs Ah Kh Qh")
    assert not w.can_reveal(CAT, c("As")), "a card just received is not passed on in the same pass"
    assert w.down_cards(BEN) == (None, None, None)


def test_a_reveal_at_the_neighbour_settles_the_givers_other_cards() -> None:
    w = Whereabouts([*deal(), *pass_(1, ANA, BEN, CAT), Revealed(1, BEN, c("Ks"))])
    assert PassFact(1, ANA, BEN, c("Ks"), True) in w.passes()
    assert w.can_hold(c("As")) == w.can_hold(c("Qs")) == {ANA}
    assert set(w.down_cards(ANA)) == {*cs("As Qs"), None}
    assert w.can_hold(c("Ks")) == {BEN} and not w.can_reveal(BEN, c("Ks"))
    assert {p.card for p in w.passes() if p.giver == ANA} == {c("Ks")}
    assert PassFact(1, BEN, CAT, c("Kh"), False) in w.passes()


def test_two_cards_do_not_go_where_one_was_passed() -> None:
    story = [*deal(), *pass_(1, ANA, BEN, CAT), TurnedUp(BEN, c("Ks"))]
    assert Whereabouts(story).consistent
    assert not Whereabouts(story).can_reveal(BEN, c("As"))
    broken = Whereabouts([*story, Revealed(1, BEN, c("As"))])
    assert not broken.consistent
    assert broken.can_hold(c("Ks")) == frozenset() and broken.passes() == () and broken.down_cards(BEN) == ()


def test_a_way_round_the_table() -> None:
    story = [
        *deal(),
        *pass_(1, ANA, BEN, CAT),
        Revealed(1, ANA, c("As")),
        Revealed(1, BEN, c("Ah")),
        Revealed(1, CAT, c("Ad")),
        *deal({ANA: "2s", BEN: "2h", CAT: "2d"}, 2),
        *pass_(2, ANA, BEN, CAT),
        ShownDown(CAT, (c("Ks"), c("Kd"), c("2d"))),
    ]
    w = Whereabouts(story)
    # Ana's king can be at Cat only by going on both times; so Qs never left Ana in round 1.
    assert w.way_of(c("Ks")) == (
        WayStep("dealt", 1, ANA, None, True),
        WayStep("passed", 1, ANA, BEN, True),
        WayStep("passed", 2, BEN, CAT, True),
        WayStep("seen", 0, CAT, None, True),
    )
    assert w.can_hold(c("Qs")) == {ANA, BEN}
    # Cat turned up Ad and has Kd at the end, so Qd is what went to Ana at first; Ana may have passed it on.
    assert [(s.kind, s.round, s.seat, s.certain) for s in w.way_of(c("Qd"))] == [
        ("dealt", 1, CAT, True),
        ("passed", 1, CAT, True),
        ("passed", 2, ANA, False),
    ]
    assert PassFact(2, BEN, CAT, c("2h"), False) not in w.passes()


def test_read_passes_are_facts() -> None:
    story = [*deal(), Passed(1, ANA, BEN, 1, (c("Qs"),)), *pass_(1, ANA, BEN, CAT)[1:]]
    w = Whereabouts(story)
    assert w.can_hold(c("Qs")) == {BEN}
    assert set(w.down_cards(ANA)) == {*cs("As Ks"), None}
    assert [p for p in w.passes() if p.giver == ANA] == [PassFact(1, ANA, BEN, c("Qs"), True)]


def test_folded_cards_lie_dead_and_the_pass_goes_over_them() -> None:
    story = [*deal(), *pass_(1, ANA, BEN, CAT), Folded(BEN), *pass_(2, ANA, CAT)]
    w = Whereabouts(story)
    assert w.can_hold(c("As")) == {ANA, BEN, CAT}
    assert w.can_hold(c("Ah")) == {ANA, BEN, CAT}
    assert w.can_hold(c("Ad")) == {ANA, CAT}
    assert not Whereabouts([*story, *pass_(3, ANA, BEN)]).consistent, "a folded seat passes nothing"


def test_three_cards_passed_at_once() -> None:
    hands = {ANA: "As Ks Qs Js", BEN: "Ah Kh Qh Jh"}
    story = [*deal(hands), *pass_(1, ANA, BEN, count=3), TurnedUp(ANA, c("As"))]
    w = Whereabouts(story)
    assert set(w.down_cards(BEN)) == {*cs("Ks Qs Js"), None}
    assert not w.can_reveal(BEN, c("As"))
    assert w.can_lie_at(ANA) == cs("As Ah Kh Qh Jh")


def test_a_card_turned_up_by_mistake_may_be_passed() -> None:
    w = Whereabouts([*deal(), TurnedUp(ANA, c("As")), *pass_(1, ANA, BEN, CAT)])
    assert w.can_hold(c("As")) == {ANA, BEN}
    assert w.can_reveal(BEN, c("As"))


def test_an_unread_card_gets_its_name_when_it_turns_up() -> None:
    story = [*deal({ANA: "As ? Qs", BEN: "Ah Kh Qh", CAT: "Ad Kd Qd"}), *pass_(1, ANA, BEN, CAT)]
    before = Whereabouts(story)
    assert before.identified() == ()
    assert before.can_hold(c("2c")) == {ANA, BEN}, "any card that nobody read can be the unread one"
    assert not before.can_reveal(CAT, c("2c"))
    after = Whereabouts([*story, Revealed(1, BEN, c("2c"))])
    assert after.identified() == (Identified("down", 1, ANA, c("2c")),)
    assert after.way_of(c("2c"))[0] == WayStep("dealt", 1, ANA, None, True)
    assert PassFact(1, ANA, BEN, c("2c"), True) in after.passes()
    assert set(after.down_cards(ANA)) == {*cs("As Qs"), None}
    assert after.can_hold(c("3c")) == frozenset()


def test_a_card_out_of_nowhere_is_found_out() -> None:
    story = [*deal(), *pass_(1, ANA, BEN, CAT)]
    assert not Whereabouts(story).can_reveal(BEN, c("2c"))
    assert not Whereabouts([*story, Revealed(1, BEN, c("2c"))]).consistent


def test_an_unread_reveal_is_named_by_what_is_left() -> None:
    story = [*deal(), Revealed(1, ANA, None)]
    w = Whereabouts(story)
    assert w.can_hold(c("As")) == {ANA} and w.down_cards(ANA) == (None, None)
    shown = Whereabouts([*story, ShownDown(ANA, (c("As"), c("Qs")))])
    assert shown.identified() == (Identified("revealed", 1, ANA, c("Ks")),)
    assert not shown.can_reveal(ANA, c("Ks")) and shown.can_hold(c("Ks")) == {ANA}


def test_the_last_name_of_the_deck() -> None:
    deck = sorted(cs("As Ks Qs Js"))
    story = [*deal({ANA: "As ?", BEN: "Ks Qs"})]
    assert Whereabouts(story, deck).identified() == (Identified("down", 1, ANA, c("Js")),)
    assert set(Whereabouts(story, deck).down_cards(ANA)) == cs("As Js")
    assert Whereabouts(story, [*deck, c("Ts")]).identified() == (), "it may as well be in the stub"
    up = [*deal({ANA: "As", BEN: "Ks Qs"}), Dealt(1, ANA, None, face_up=True)]
    assert Whereabouts(up, deck).identified() == (Identified("up", 1, ANA, c("Js")),)
    assert not Whereabouts([*story, Burnt(None)], deck).consistent, "more cards than the deck has"


def test_cards_that_no_hand_can_have() -> None:
    story = [*deal(), Dealt(1, BEN, c("2h"), face_up=True), Burnt(c("3h")), Common(c("4h"))]
    w = Whereabouts(story)
    assert w.can_hold(c("2h")) == {BEN} and not w.can_reveal(BEN, c("2h"))
    assert w.can_hold(c("3h")) == w.can_hold(c("4h")) == frozenset()
    assert w.way_of(c("2h")) == (WayStep("seen", 0, BEN, None, True),)
    assert w.way_of(c("3h")) == w.way_of(c("5h")) == ()
    assert w.can_hold(c("5h")) == frozenset() and w.can_lie_at(8) == frozenset() and w.down_cards(8) == ()


@pytest.mark.parametrize(
    "story",
    [
        [*deal(), Dealt(2, BEN, c("As"))],
        [*deal(), Burnt(c("As"))],
        [Dealt(1, ANA, c("As"), face_up=True), Dealt(2, BEN, c("As"))],
        [*deal(), Revealed(1, ANA, c("As")), Revealed(1, ANA, c("As"))],
        [*deal(), Revealed(1, ANA, c("As")), TurnedUp(ANA, c("As"))],
        [*deal(), *pass_(1, ANA, BEN, CAT, count=4)],
        [*deal({ANA: "As"}), Revealed(1, ANA, None), Revealed(1, ANA, None)],
        [*deal(), ShownDown(ANA, (c("As"), c("As")))],
        [*deal(), ShownDown(ANA, (c("As"), None, None, None))],
        [Passed(1, ANA, BEN, 1, (None,))],
    ],
)
def test_stories_that_no_history_fits(story: list[Event]) -> None:
    w = Whereabouts(story)
    assert not w.consistent
    assert w.can_hold(c("As")) == w.can_lie_at(ANA) == frozenset()
    assert w.identified() == () and w.way_of(c("As")) == () and not w.can_reveal(ANA, c("As"))


def test_nothing_has_happened_yet() -> None:
    w = Whereabouts([])
    assert w.consistent and w.can_hold(c("As")) == frozenset() and w.passes() == ()


def test_a_pass_lists_as_many_cards_as_it_counts() -> None:
    with pytest.raises(ValueError, match="seat 1 passes 2 in round 3, but 1 cards are listed") as raised:
        Passed(3, ANA, BEN, 2, (c("As"),))
    assert "As" not in str(raised.value)


def test_no_repr_names_a_card() -> None:
    ace = c("As")
    events: list[Event] = [
        Dealt(1, ANA, ace),
        Passed(1, ANA, BEN, 1, (ace,)),
        TurnedUp(BEN, ace),
        Revealed(1, BEN, ace),
        ShownDown(BEN, (ace,)),
        Burnt(ace),
        Common(ace),
        Folded(ANA),
    ]
    words = repr(events) + repr(Whereabouts(events[:4])) + repr(Whereabouts(events[:4]).passes())
    words += repr(Identified("down", 1, ANA, ace)) + "".join(map(str, events))
    assert "Passed(round=1, giver=1, receiver=2, count=1)" in words
    assert not any(name in words for card in DECK for name in (str(card), card.sign))
