"""The supervisor's office in words: its answers, and the lines of the audit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules import HouseRules
from kiosk.wording import house

if TYPE_CHECKING:
    from kiosk.supervision import Answer, AuditEntry
    from kiosk.wording.speaker import Wording


def answer(words: Wording, told: Answer) -> str:
    """What came of a request, one sentence."""
    if told.kind == "failed":
        return words.told(told.text)
    if told.kind == "wrong-pin":
        return words.n_(
            "That is not the PIN; {count} more wrong try locks it.",
            "That is not the PIN; {count} more wrong tries lock it.",
            told.number,
        ).format(count=told.number)
    if told.kind == "wait":
        return words.n_(
            "Too many wrong PINs: the next try is taken in {count} second.",
            "Too many wrong PINs: the next try is taken in {count} seconds.",
            told.number,
        ).format(count=told.number)
    _ = words._
    sentence = {
        "wrong-code": _("That is not the recovery code."),
        "locked": _("The PIN is locked after too many wrong tries: only the recovery code opens it."),
        "weak-pin": _("A PIN has at least six digits, and three different ones."),
        "pin-set": _("The PIN is set."),
        "pin-removed": _("There is no PIN any more: everything is open to the dealer."),
        "needs-pin": _("This needs the supervisor's PIN."),
        "no-store": _("There is no store here that a PIN could guard."),
        "between-hands": _("A hand is in play: this is for between hands."),
        "backup-runs": _("The backup is being written; play may go on."),
        "backup-done": _("The backup is in {folder}."),
        "new-evening": _("A new evening has begun."),
    }[told.kind]
    return sentence.format(folder=told.text)


def audit_line(words: Wording, entry: AuditEntry, clock: str) -> str:
    """When, in which hand, what: one line. ``clock`` is the time as it is to be read, or empty."""
    what = _what(words, entry)
    if not clock:
        return words._("hand {hand} · {what}").format(hand=entry.hand, what=what) if entry.hand else what
    if entry.hand:
        return words._("{clock} · hand {hand} · {what}").format(clock=clock, hand=entry.hand, what=what)
    return words._("{clock} · {what}").format(clock=clock, what=what)


def _what(words: Wording, entry: AuditEntry) -> str:
    _ = words._
    name = words.name(entry.seat)
    match entry.kind:
        case "correct":
            return _("a card of {name} was corrected").format(name=name) if entry.seat else _("a card was corrected")
        case "undo":
            return _("taken back: {what}").format(what="" if entry.what is None else words.happened(entry.what))
        case "redo":
            return _("taken up again: {what}").format(what="" if entry.what is None else words.happened(entry.what))
        case "misdeal":
            return _("misdeal: all chips went back")
        case "game":
            return _("the game is now {title}").format(title=entry.text)
        case "rule":
            rules = entry.value
            assert isinstance(rules, HouseRules)
            value = house.value(words, entry.text, rules)
            return _("rule {rule}: now {value}").format(rule=house.title(words, entry.text), value=value)
        case "money" | "money-on" | "money-off":
            return _money(words, entry)
        case "alarm":
            return "" if entry.notice is None else words.notice(entry.notice)
        case "fault":
            return words.told(entry.text)
        case "fault-over":
            return _("looked after: {what}").format(what=words.told(entry.text))
        case "office":
            return _office(words, entry)
        case "left-out":
            return _("row {number} of the journal could not be played and is left out").format(number=entry.amount)
        case "finding":
            return words.told(entry.text)


def reason(words: Wording, message: str) -> str:
    """Why money was put right: one of the reasons to touch in this language, else as it was typed."""
    return words._(message) if message else words._("no reason given")


def _money(words: Wording, entry: AuditEntry) -> str:
    _ = words._
    sentence = {
        "money": _("{amount} from {other} to {name}: {why} ({who})"),
        "money-on": _("{amount} added to {name}: {why} ({who})"),
        "money-off": _("{amount} taken off {name}: {why} ({who})"),
    }[entry.kind]
    return sentence.format(
        amount=words.money(entry.amount),
        name=words.name(entry.seat),
        other=words.name(entry.other),
        why=reason(words, entry.text),
        who=_("supervisor") if entry.by == "supervisor" else _("dealer"),
    )


def _office(words: Wording, entry: AuditEntry) -> str:
    _ = words._
    what = {
        "pin": _("PIN"),
        "recovery code": _("recovery code"),
        "new pin": _("new PIN"),
        "no pin any more": _("PIN removed"),
        "lock": _("office locked"),
        "go on without the cards": _("went on without the sealed cards"),
        "backup": _("backup"),
        "new evening": _("new evening"),
        "rules": _("change of rules"),
        "money": _("money correction"),
        "export": _("export"),
        "import": _("import"),
        "deck": _("deck enrolment"),
    }.get(entry.text, entry.text)
    outcome = {
        "right": _("right"),
        "wrong": _("wrong"),
        "refused: locked": _("refused, it was locked"),
        "refused: too early": _("refused, too early"),
        "failed": _("failed"),
        "set": _("done"),
        "done": _("done"),
    }.get(str(entry.value), str(entry.value))
    return _("{what}: {outcome}").format(what=what, outcome=outcome)
