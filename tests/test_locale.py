"""The catalogs: complete, with the fields of the English, and compiled as they are written."""

import string

import pytest
import translate
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

MESSAGES = translate.messages()

languages = pytest.mark.parametrize("lang", translate.TRANSLATED)


def fields_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def forms(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def test_messages_are_found_in_the_code():
    assert MESSAGES.get("{n} SET")
    assert MESSAGES.get("all {value}", "color")
    assert MESSAGES.get("one", "squiggle")


@languages
def test_nothing_lacks_a_translation_and_nothing_is_left_over(lang):
    catalog = translate.catalog_of(lang)
    assert translate.missing(translate.updated(lang)) == []
    left_over = [m.id for m in catalog if m.id and MESSAGES.get(m.id, m.context) is None]
    assert left_over == []


@languages
def test_translations_have_the_fields_of_the_english(lang):
    for message in translate.catalog_of(lang):
        english = fields_of(forms(message.id)[-1]) if message.id else set()
        for text in forms(message.string) if message.id else ():
            least = english - {"n"} if len(forms(message.id)) > 1 else english
            assert least <= fields_of(text) <= english, text
            assert text.count("%s") == forms(message.id)[-1].count("%s"), text


@languages
def test_the_files_are_up_to_date(lang):
    text = translate.as_text(translate.updated(lang))
    assert translate.path_of(lang, ".po").read_bytes() == text
    assert translate.path_of(lang, ".mo").read_bytes() == translate.compiled(text, lang)


@languages
def test_what_is_compiled_is_what_is_written(lang):
    with translate.path_of(lang, ".mo").open("rb") as stream:
        compiled = read_mo(stream)
    for message in translate.catalog_of(lang):
        if message.id:
            found = compiled.get(message.id, message.context)
            assert found is not None, message.id
            assert forms(found.string) == forms(message.string)


def test_a_missing_plural_form_is_noticed():
    catalog = Catalog(locale="de")
    catalog.add(("{n} card", "{n} cards"), ("{n} Karte", ""))
    catalog.add("row", "")
    catalog.add("column", "Spalte")
    assert translate.missing(catalog) == ["|('{n} card', '{n} cards')", "|row"]
