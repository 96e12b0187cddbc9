"""``liege report``: one page that needs nothing else, says what the evening says, and hides what was hidden."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.cards import DECK, Card
from kiosk.cli import main
from kiosk.evening import Evening, evening_of
from kiosk.practice import practice_lines
from kiosk.recording import Recording, entry_of, parse_header, read_session
from kiosk.report import STYLE, page
from kiosk.report_plot import COLOURS, DASHES, plot, scale, spread, stroke
from kiosk.wording import Wording

SESSIONS = Path(__file__).resolve().parent.parent / "sessions"
NASTY = "<b>&\"'"


def evening_from(lines: list[dict[str, object]]) -> Evening:
    header = parse_header(lines[0])
    entries = tuple((number, entry_of(line, header.variants)) for number, line in enumerate(lines[1:], 2))
    return evening_of(Recording(header, entries))


@pytest.fixture(scope="module")
def nasty() -> Evening:
    lines = list(practice_lines(6, 5, 2))
    lines[0]["table"] = "<script>alert(1)</script>"
    lines[0]["seats"][1]["name"] = NASTY  # type: ignore[index]
    return evening_from(lines)


class Reader(HTMLParser):
    """What a browser would make of the page: tags opened and closed, texts, links to elsewhere."""

    VOID = frozenset({"meta"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")]
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in self.VOID and not (self.get_starttag_text() or "").endswith("/>"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


def test_a_page_that_needs_nothing_from_elsewhere(nasty: Evening) -> None:
    text = page(nasty)
    read = Reader(text)
    assert not {"script", "link", "img", "iframe", "object"} & set(read.tags)
    assert read.links == []
    assert "@import" not in STYLE and "url(" not in text
    assert {"h1", "table", "caption", "svg", "title", "desc"} <= set(read.tags)


def test_names_are_letters_and_never_markup(nasty: Evening) -> None:
    text = page(nasty)
    read = Reader(text)
    assert read.tags.count("b") == sum(len(pot["shares"]) for hand in nasty.hands for pot in hand.told["pots"]), (
        "the only bold names are those of who got a share"
    )
    assert NASTY in read.text
    assert "<script>alert(1)</script>" in read.text
    svg = text[text.rindex("<svg viewBox", 0, text.index("</desc>")) : text.rindex("</svg>") + 6]
    ElementTree.fromstring(svg)


def test_every_figure_is_on_the_page() -> None:
    lines = list(practice_lines(6, 5, 2))
    evening = evening_from(lines)
    text = Reader(page(evening)).text
    for payment in evening.payments:
        amount = f"{payment.amount // 100}.{payment.amount % 100:02}"
        assert f"{payment.payer} pays {payment.payee} {amount}" in text
    for player in evening.players:
        assert re.search(rf"{player.name}\s*{player.bought // 100}\.{player.bought % 100:02}", text)
    for hand in evening.hands:
        for pot in hand.told["pots"]:
            assert f" of {pot['amount'] // 100}.{pot['amount'] % 100:02}: " in text
    assert " as partner" in text


def test_no_card_that_lay_face_down(tmp_path: Path) -> None:
    """Only cards that the openers and the winning hands of the replay's JSON name are on the page."""
    for path in sorted(SESSIONS.glob("*.session.jsonl")):
        evening = evening_of(read_session(path))
        text = Reader(page(evening)).text
        public = set()
        for hand in evening.hands:
            public |= {card for opener in hand.told["openers"] for card in opener.get("showing", []) if card}
            public |= {card for pot in hand.told["pots"] for share in pot["shares"] for card in share.get("hand", [])}
            public |= {alarm["card"] for alarm in hand.told["alarms"] if "card" in alarm}
        for card in DECK:
            if str(card) not in public:
                assert not re.search(rf"(?<!\d){re.escape(card.sign)}", text), (path.name, str(card))
    assert Card.parse("Td").sign == "10♦"


def test_a_hand_cut_short_and_a_misdeal_are_said() -> None:
    cut = (SESSIONS / "ll-ordinary.session.jsonl").read_text("utf-8").splitlines()[:12]
    evening = evening_from([json.loads(line) for line in cut])
    text = Reader(page(evening)).text
    assert "The recording ends inside a hand" in text
    assert "Not played to its end" in text
    assert "Everybody is even" in text
    void = Reader(page(evening_of(read_session(SESSIONS / "ll-void.session.jsonl")))).text
    assert "Misdeal: every chip went back" in void


def test_alarms_name_people_and_not_seats() -> None:
    evening = evening_of(read_session(SESSIONS / "ll-duplicate.session.jsonl"))
    texts = [alarm["text"] for hand in evening.hands for alarm in hand.told["alarms"]]
    page_text = Reader(page(evening)).text
    assert texts and all(text in page_text for text in texts)
    assert not any("seat" in text.lower() for text in texts)


def test_an_evening_without_a_hand_has_no_picture() -> None:
    evening = evening_from([{"type": "session", "version": 1, "seats": [{"seat": 1, "name": "Ana", "stack": 100}]}])
    assert plot(evening.players, 0, Wording().money) == ""
    assert "Stacks over the hands" not in page(evening)


def luminance(colour: str) -> float:
    """WCAG 2.1, relative luminance."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_colours_stand_out_and_are_never_alone() -> None:
    for colour in COLOURS:
        assert 1.05 / (luminance(colour) + 0.05) >= 4.5, colour
    for colour in re.findall(r"color: (#[0-9a-f]{6})", STYLE):
        assert 1.05 / (luminance(colour) + 0.05) >= 7, colour
    assert len({stroke(number) for number in range(32)}) == 32
    assert len({stroke(number)[1] for number in range(4)}) == len(DASHES), "neighbours differ in their dashes"


@pytest.mark.parametrize(("most", "step"), [(1, 1), (6, 1), (7, 2), (60, 10), (61, 20), (11500, 2000), (31000, 10000)])
def test_steps_of_an_axis(most: int, step: int) -> None:
    assert scale(most) == step


def test_labels_keep_their_distance() -> None:
    assert spread([10, 12, 50], 5, 0, 100) == [10, 15, 50]
    assert spread([98, 99, 100], 5, 0, 100) == [90, 95, 100]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = SESSIONS / "ll-ordinary.session.jsonl"
    assert main(["report", str(session)]) == 0
    out = capsys.readouterr().out
    assert "page: ll-ordinary.html" in out and " pays " in out
    written = (tmp_path / "ll-ordinary.html").read_text("utf-8")
    assert main(["report", str(session), "--out", "-"]) == 0
    assert capsys.readouterr().out == written
    assert main(["report", str(session), "--out", str(tmp_path / "no" / "page.html")]) == 2
    assert capsys.readouterr().err.endswith("cannot be written: No such file or directory\n")
    twin = tmp_path / "twin.session.jsonl"
    twin.write_bytes(session.read_bytes())
    assert main(["report", str(twin), "--out", str(twin)]) == 2
    assert twin.read_bytes() == session.read_bytes()
    twin.write_text('{"type":"sesion"}\n')
    assert main(["report", str(twin)]) == 2
    assert "twin.session.jsonl:1:" in capsys.readouterr().err
