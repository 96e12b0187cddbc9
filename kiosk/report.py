"""The evening as one page that needs nothing else: no script, no picture and no font from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from engine.cards import Card
from kiosk.evening import Evening, Hand, Json, Player
from kiosk.report_plot import LINE, plot, stroke
from kiosk.wording import Wording

STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.45 system-ui, "DejaVu Sans", sans-serif; color: #14181b; background: #fff;
  max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.8rem; margin: 0 0 .2rem; } h2 { font-size: 1.2rem; margin: 1.8rem 0 .5rem; }
p { margin: .3rem 0; } .about { color: #414b52; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: #414b52; padding-bottom: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #c5ccd1; }
thead th { border-bottom: 2px solid #414b52; }
.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.pay { font-size: 1.15rem; padding-left: 1.4rem; } .pay li { margin: .25rem 0; }
.cards { white-space: nowrap; } .red { color: #b0121b; }
.void { color: #414b52; } .note { border-left: 4px solid #b64a00; padding-left: .6rem; }
ul.plain { list-style: none; margin: 0; padding: 0; }
svg { width: 100%; height: auto; } svg.key { width: 2.4rem; height: .8rem; } .opened { min-width: 12.5rem; }
@media print { body { font-size: 10pt; margin: 0; padding: 0; max-width: none; }
  tr, svg, li { break-inside: avoid; } h2 { break-after: avoid; } thead { display: table-header-group; } }
@page { margin: 15mm; }
"""

_NOTHING_FROM_ELSEWHERE: Final = "default-src 'none'; style-src 'unsafe-inline'"


def page(evening: Evening, words: Wording | None = None, audit: Sequence[str] = ()) -> str:
    """The page, HTML 5. ``audit``: its lines, the newest first. Names come in escaped;
    of cards it shows those that ``liege replay --json`` tells."""
    words = words or Wording()
    title = f"The evening at {evening.table}" if evening.table else "The evening"
    body = "\n".join((*_body(evening, words, title), *_audit(audit)))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_NOTHING_FROM_ELSEWHERE}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _audit(lines: Sequence[str]) -> Iterator[str]:
    """What was put right, taken back or changed."""
    if lines:
        yield "<h2>Audit</h2>"
        yield '<p class="about">Corrections, misdeals, faults, changes of rules; the last one first.</p>'
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        yield f'<ul class="plain">{items}</ul>'


def payment_sentences(evening: Evening, words: Wording) -> list[str]:
    """'Ben pays Ana 12.00', one for each payment."""
    return [f"{payment.payer} pays {payment.payee} {words.money(payment.amount)}" for payment in evening.payments]


def _body(evening: Evening, words: Wording, title: str) -> Iterator[str]:
    games = ", ".join(dict.fromkeys(hand.title for hand in evening.hands))
    played = f"{len(evening.hands)} hands" if len(evening.hands) != 1 else "1 hand"
    yield f"<h1>{escape(title)}</h1>"
    yield f'<p class="about">{played}{f": {escape(games)}" if games else ""}</p>'
    if evening.unfinished:
        yield ('<p class="note">The recording ends inside a hand: what was put into it is counted as given back.</p>')
    yield "<h2>Settle up</h2>"
    if evening.payments:
        items = "".join(f"<li>{escape(line)}</li>" for line in payment_sentences(evening, words))
        yield f'<ol class="pay">{items}</ol>'
    else:
        yield "<p>Everybody is even: nobody pays anything.</p>"
    yield "<h2>Players</h2>"
    yield from _players(evening, words)
    picture = plot(evening.players, len(evening.hands), words.money)
    if picture:
        yield f"<h2>Stacks over the hands</h2>\n{picture}"
        yield '<p class="about">An upright step is chips bought between two hands.</p>'
        yield "<h2>Hands</h2>"
        yield from _hands(evening, words)


def _players(evening: Evening, words: Wording) -> Iterator[str]:
    partners = any(player.partner for player in evening.players)
    heads = ["Bought", "Left with", "Won or lost", "Pots won", *(["As partner"] if partners else []), "Hands"]
    yield "<table><caption>Chips bought and taken along, and what came from the pots</caption>"
    cells = "".join(f'<th scope="col" class="amount">{head}</th>' for head in heads)
    yield f'<thead><tr><th scope="col">Player</th>{cells}</tr></thead><tbody>'
    for number, player in enumerate(evening.players):
        yield _player(number, player, words, partners)
    bought = sum(player.bought for player in evening.players)
    taken = sum(player.taken for player in evening.players)
    sums = "".join(f'<td class="amount">{words.money(amount)}</td>' for amount in (bought, taken, taken - bought))
    rest = "<td></td>" * (len(heads) - 3)
    yield f'</tbody><tfoot><tr><th scope="row">All</th>{sums}{rest}</tr></tfoot></table>'


def _player(number: int, player: Player, words: Wording, partners: bool) -> str:
    colour, dash = stroke(number)
    key = (
        '<svg class="key" viewBox="0 0 36 12" aria-hidden="true">'
        f'<path {LINE} stroke="{colour}" stroke-dasharray="{dash or "none"}" d="M1 6h34"/></svg>'
    )
    net = f"{'+' if player.net > 0 else ''}{words.money(player.net)}".replace("-", "−")
    cells = [words.money(player.bought), words.money(player.taken), net]
    cells.append(f"{words.money(player.won)} ({player.hands_won})")
    if partners:
        cells.append(f"{words.money(player.partner)} ({player.hands_partner})")
    cells.append(str(player.hands))
    row = "".join(f'<td class="amount">{cell}</td>' for cell in cells)
    return f'<tr><th scope="row">{key} {escape(player.name)}</th>{row}</tr>'


def _hands(evening: Evening, words: Wording) -> Iterator[str]:
    yield "<table><caption>Who opened each round, the pots and who got them</caption><thead><tr>"
    games = len({hand.title for hand in evening.hands}) > 1
    for head in ("Hand", *(["Game"] if games else []), "Button", "Opened", "Pots"):
        yield f'<th scope="col">{head}</th>'
    yield "</tr></thead><tbody>"
    for hand in evening.hands:
        told = hand.told
        opened = "".join(f"<li>{_opener(hand, opener)}</li>" for opener in told["openers"])
        game = f"<td>{escape(hand.title)}</td>" if games else ""
        yield (
            f'<tr{" class=void" if told["status"] == "void" else ""}><th scope="row">{told["hand"]}</th>'
            f"{game}<td>{_name(hand, told['dealer'])}</td>"
            f'<td class="opened"><ul class="plain">{opened}</ul></td><td>{_outcome(hand, words)}</td></tr>'
        )
    yield "</tbody></table>"


def _name(hand: Hand, seat: int | None) -> str:
    return escape(hand.names[seat]) if seat is not None and seat in hand.names else "nobody"


def _cards(names: list[str | None]) -> str:
    if not names:
        return ""
    signs = []
    for name in names:
        card = Card.parse(name) if name else None
        red = card is not None and card.suit in (1, 2)
        sign = card.sign if card is not None else "?"
        signs.append(f'<span class="red">{sign}</span>' if red else sign)
    return f'<span class="cards">{" ".join(signs)}</span>'


def _opener(hand: Hand, opener: Json) -> str:
    if opener.get("skipped"):
        return f"{opener['round']}: no betting"
    showing = _cards(opener.get("showing", []))
    said = f"{opener['round']}: {_name(hand, opener['seat'])}"
    if opener.get("bring_in"):
        said += ", bring-in"
    if "best" in opener:
        return f"{said}, after {_name(hand, opener['best'])} (all-in) with {showing}"
    return f"{said} {showing}" if showing else said


def _outcome(hand: Hand, words: Wording) -> str:
    told = hand.told
    if told["status"] == "void":
        return "Misdeal: every chip went back" + _remarks(told)
    if told["status"] == "open" and not any(pot["shares"] for pot in told["pots"]):
        return "Not played to its end" + _remarks(told)
    lines = []
    for number, pot in enumerate(told["pots"]):
        kind = "Pot" if len(told["pots"]) == 1 else "Main pot" if number == 0 else f"Side pot {number}"
        split = any(share["as"] == "low" for share in pot["shares"])
        shares = "; ".join(_share(hand, share, split, words) for share in pot["shares"])
        lines.append(f"{kind} of {words.money(pot['amount'])}: {shares}")
    lines += [f"{words.money(back['amount'])} back to {_name(hand, back['seat'])}" for back in told["returned"]]
    return f'<ul class="plain">{"".join(f"<li>{line}</li>" for line in lines)}</ul>' + _remarks(told)


_AS: Final = {"partner": " as partner", "high": " for high", "low": " for low", "last": ", the last one in"}


def _share(hand: Hand, share: Json, split: bool, words: Wording) -> str:
    role = "" if share["as"] == "high" and not split else _AS.get(share["as"], "")
    said = f"<b>{_name(hand, share['seat'])}</b> {words.money(share['amount'])}{role}"
    if "hand" in share:
        said += f" with {escape(share['name'])} {_cards(share['hand'])}"
    return said


def _remarks(told: Json) -> str:
    alarms = "".join(f"<li>{escape(alarm['text'])}</li>" for alarm in told["alarms"])
    return f'<ul class="plain note">{alarms}</ul>' if alarms else ""
