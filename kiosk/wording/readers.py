"""The readers screen in words: what a reader is, what its self-test found, what its link said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kiosk.reader_desk import LivePicture, Told
from kiosk.said import N_

if TYPE_CHECKING:
    from kiosk.wording.speaker import Wording


WHAT: Mapping[str, str] = {
    "shoe": N_("Card shoe"),
    "simulated-shoe": N_("Simulated shoe"),
    "scanner": N_("Line scanner"),
    "rfid": N_("RFID reader"),
    "spot-camera": N_("Camera on the read spot"),
    "table-camera": N_("Camera over the table"),
}
LAMPS: Mapping[str, str] = {
    "ok": N_("ready"),
    "waiting": N_("not heard yet"),
    "fault": N_("fault"),
    "off": N_("switched off"),
}
SENTENCES: Mapping[str, str] = {
    # what there is to say beside
    "trouble": "{why}",
    "not-saved": N_("It could not be saved: {why}."),
    "between-hands": N_("Only between hands: a hand is in play."),
    "supervisors": N_("Decks and readers are the supervisor's: the PIN is needed first."),
    "desk-failed": N_("That did not work, because of an error in the kiosk. Try it again."),
    # lines of a link
    "opened": N_("port {port} opened"),
    "bytes": N_("{bytes} bytes"),
    "hello": N_("hello of a shoe: {words}"),
    "card": N_("card {number} left, tag read"),
    "card-unread": N_("card {number} left unread"),
    "beat": N_("heartbeat: last card {last}, {held} not acknowledged"),
    "gate-open": N_("gate open, lamp {lamp}"),
    "gate-shut": N_("gate shut, lamp {lamp}"),
    "error": N_("the shoe reports {code}"),
    "test": N_("self-test: {words}"),
    "noise": N_("a damaged line of {bytes} bytes, dropped"),
    "strange": N_("an unknown line of {bytes} bytes"),
    "code": N_("a code was read: a card of the deck"),
    "code-unknown": N_("a code was read that is no card of the deck"),
    "fault": N_("fault: {code}"),
    "fault-over": N_("over: {code}"),
    # self-tests
    "shoe-silent": N_("The shoe does not answer the test: look at its cable, or flash it anew."),
    "reader-ok": N_("The tag reader and its antenna answer."),
    "barrier-ok": N_("The light barrier sees."),
    "reader-lost": N_("The tag reader in the shoe does not answer: look at its cable."),
    "reader-timeout": N_("The tag reader in the shoe does not answer: look at its cable."),
    "barrier-lost": N_("The light barrier does not see: clean it, or look at its cable."),
    "lamps-good": N_("Gate and lamps are as they should be."),
    "bad-go": N_("The green lamp does not show alone."),
    "bad-stop": N_("The red lamp does not show alone."),
    "bad-wrong": N_("The lamps do not blink."),
    "bad-open": N_("The gate does not open."),
    "bad-shut": N_("The gate does not shut."),
    "port-closed": N_("The port {port} is not open: look at the cable."),
    "port-open": N_("The port {port} is open."),
    "heard": N_("{count} bytes came since the start."),
    "unheard": N_("Nothing came yet: hold a card to it."),
    "no-frames": N_("No picture comes from the camera: look at its cable."),
    "covered": N_("The camera sees nothing: something is before the lens, or the light is off."),
    "frames": N_("{rate} pictures a second, {width} x {height}."),
    "dark": N_("Too dark ({level} %): more light on the felt."),
    "burnt": N_("Too bright: {share} % of the picture is burnt out. Less light, or a shorter exposure."),
    "light": N_("The light is good ({level} %)."),
    "no-index": N_("No card is in view: lay one down to measure size and sharpness."),
    "index-small": N_("The corners are {pixels} pixels high, 20 are needed: move the camera nearer."),
    "index-large": N_("The corners are {pixels} pixels high."),
    "blurred": N_("Blurred (edges {percent} % of a corner's height): set the focus, or wipe the lens."),
    "sharp": N_("Sharp (edges {percent} % of a corner's height)."),
    "uncalibrated": N_("Not calibrated, which a read spot does not need."),
    "table-uncalibrated": N_("Not calibrated: it does not know the seats. Calibrate it."),
    "no-marker": N_("No marker is in view, so nobody can say whether the camera has moved."),
    "moved": N_("The camera has moved since it was calibrated: calibrate it again."),
    "stands": N_("The camera stands where it was calibrated."),
    # a deck being learned by the camera
    "one-card": N_("One card at a time: take the others away."),
    "known-already": N_("{card} is learned already. If it is another card, touch which."),
    "which-card": N_("Which card is this? Touch it."),
    "learned": N_("{card} is learned: lay down the next card."),
    "lay-down": N_("Lay a card down first."),
    "taken-back": N_("{card} is taken back: lay it down again."),
    "nothing-learned": N_("No card has been learned yet."),
    "saved-whole": N_("Saved, all 52 cards: the camera uses it when you go back."),
    # a deck being learned by its tags
    "deck-whole": N_("The deck is whole: 52 cards, each with its tag."),
    "tag-unusable": N_("This tag cannot be stored: give the card another one."),
    "tag-unread": N_("The tag did not answer: push the card back and draw it again."),
    "tag-known": N_("This tag is {card} already: put the card aside and draw the next."),
    "tag-of-other": N_("This tag belongs to the deck {deck}: take that card out."),
    "enrolled-already": N_("{card} has its tag already."),
    "tag-taken-back": N_("{card} has no tag any more: draw it again."),
    # the calibration
    "other-size": N_("The camera's pictures have another size than when it was calibrated: take one anew."),
    "no-picture": N_("No picture comes from the camera yet."),
    "sheet-wrong": N_("The markers do not lie as on the sheet: print it at 100 % and lay it flat."),
    "calibrated": N_("Calibrated, and the lens measured. Draw the zones, then save."),
    "calibrated-once": N_("Calibrated. Two more pictures with the sheet tilted measure the lens too."),
    "zone-small": N_("That zone is too small: touch its four corners again."),
    "not-calibrated-yet": N_("Take a picture of the sheet first."),
}
"""A sentence for each kind of fact, but for those that count something."""


def what(words: Wording, name: str) -> str:
    """What a reader is: 'Card shoe'."""
    return words._(WHAT.get(name, name))


def lamp(words: Wording, state: str) -> str:
    """How its lamp is, in words."""
    return words._(LAMPS.get(state, state))


def say(words: Wording, told: Told) -> str:
    """A fact as a sentence (a line of a link: without its time)."""
    given = {name: words.told(one) if isinstance(one, str) else one for name, one in told.params.items()}
    count = given.get("count")
    match told.kind, count:
        case "learning", int():
            return words.n_("{card}: {count} more picture", "{card}: {count} more pictures", count).format(**given)
        case "enrolled", int():
            return words.n_(
                "{card} has its tag, {count} card to go", "{card} has its tag, {count} cards to go", count
            ).format(**given)
        case "saved", int():
            return words.n_(
                "Saved, {count} card is missing: you can go on later.",
                "Saved, {count} cards are missing: you can go on later.",
                count,
            ).format(**given)
        case "few-markers", int():
            return words.n_(
                "Only {count} of the sheet's 4 markers is seen: lay the whole sheet in view, flat and evenly lit.",
                "Only {count} of the sheet's 4 markers are seen: lay the whole sheet in view, flat and evenly lit.",
                count,
            ).format(**given)
        case "calibration-saved", int():
            return words.n_(
                "Saved, with {count} zone: the camera uses it when you go back.",
                "Saved, with {count} zones: the camera uses it when you go back.",
                count,
            ).format(**given)
    text = SENTENCES.get(told.kind)
    return (words._(SENTENCES[told.kind]) if text is not None else told.kind).format(**given)


def line(words: Wording, told: Told) -> str:
    """A line of a link with its time, and how often it came in a row."""
    times = f" ×{told.times}" if told.times > 1 else ""
    return f"{told.at}  {say(words, told)}{times}"


def picture(words: Wording, seen: LivePicture) -> tuple[str, ...]:
    """What the camera's picture is like: the scene, and the size of what it has to read."""
    _ = words._
    scene = {
        "moving": _("Something moves, or it is just being read."),
        "still": _("Still."),
        "covered": _("The camera sees nothing: something is before the lens, or the light is off."),
    }[seen.scene]
    if seen.index_pixels is None:
        return (scene,) if seen.scene != "still" else (_("Still, no card in view."),)
    size = (
        _("Corners {pixels} pixels high: below 20, move the camera nearer!")
        if seen.small
        else _("Corners {pixels} pixels high.")
    )
    return scene, size.format(pixels=seen.index_pixels)
