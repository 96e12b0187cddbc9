"""No catalogue lacks a sentence, none is glued together in code, and each place has the same names."""

import string

import pytest

from kiosk.wording import Wording
from kiosk.wording.catalogue import LANGUAGES, Catalogue, CatalogueError, catalogue, parse_po
from kiosk.wording.extract import NotWhole, messages, messages_in, template

OTHERS = [code for code in LANGUAGES if code != "en"]


def places(text: str) -> set[str]:
    """The named places of a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_has_a_translation_and_no_more(language):
    held = set(catalogue(language).messages) - {""}
    assert set(messages()) - held == set()
    assert held - set(messages()) == set()


@pytest.mark.parametrize("language", OTHERS)
def test_translations_fill_the_same_places(language):
    held = catalogue(language).messages
    wrong = {
        text: form
        for text, message in messages().items()
        for form in held[text]
        if not places(form) <= places(text) | places(message.plural)
    }
    assert wrong == {}


@pytest.mark.parametrize("language", OTHERS)
def test_what_counts_has_both_forms(language):
    held = catalogue(language).messages
    assert {text for text, message in messages().items() if message.plural and len(held[text]) != 2} == set()


def test_a_glued_sentence_is_found():
    with pytest.raises(NotWhole, match=r"part\.py:1"):
        list(messages_in('_("Pay " + name)', "part.py"))
    with pytest.raises(NotWhole, match=r"part\.py:1"):
        list(messages_in('_(f"Pay {name}")', "part.py"))
    with pytest.raises(NotWhole):
        list(messages_in('n_("one " + x, "many", 2)', "part.py"))


def test_no_sentence_with_letters_is_put_together_by_an_f_string_in_the_buttons():
    """Labels come from the catalogue, or are names, money and signs."""
    import ast
    from importlib.resources import files

    for package, module in (("kiosk.ui", "actions.py"), ("kiosk.ui", "sheets.py"), ("kiosk.ui", "pads.py")):
        tree = ast.parse(files(package).joinpath(module).read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ButtonLook" and node.args:
                label = node.args[0]
                assert not isinstance(label, ast.JoinedStr), f"{module}:{node.lineno}"
                if isinstance(label, ast.Constant):
                    assert not any(letter.isalpha() for letter in str(label.value)), f"{module}:{node.lineno}"


def test_german_counts_and_writes_money_its_own_way():
    german = catalogue("de")
    one, many = "{count} card to go", "{count} cards to go"
    assert german.ngettext(one, many, 1) == "noch {count} Karte"
    assert german.ngettext(one, many, 2) == "noch {count} Karten"
    assert Wording("de").money(1250) == "12,50"


def test_what_a_catalogue_lacks_is_said_in_english():
    empty = Catalogue({}, lambda count: 0)
    assert empty.gettext("Fold") == "Fold"
    assert empty.ngettext("one", "many", 3) == "many"


def test_a_damaged_catalogue_names_its_line():
    with pytest.raises(CatalogueError, match=r"x\.po:2"):
        parse_po('msgid "a"\nmsgstr "b\n', "x.po")


def test_the_template_is_a_catalogue_that_gettext_reads():
    assert set(parse_po(template())) == {""}
    assert 'msgid "Fold"\nmsgstr ""' in template()


def test_an_unknown_language_is_an_error():
    with pytest.raises(KeyError):
        Wording("xx")
