"""The catalogs: complete, with the fields of the English, and compiled as they are written."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
import translate
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from setvision.apps.referee_talk import COMMANDS
from setvision.words import words_for

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


def calls_in(path: Path) -> Iterator[tuple[int, str, list[ast.expr]]]:
    """The line, the name and the texts of each call that makes a message."""
    texts = {"msg": 1, "nmsg": 2, "pmsg": 2}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if name in texts:
                yield node.lineno, name, args[: texts[name]]


# They put messages together from the values of cards, which `card_messages` lists.
MADE_OF_VALUES = ("words.py", "codes.py")


def test_every_message_of_the_code_is_found():
    """Texts that are put together, or hidden inside an f-string, would stay English unnoticed."""
    lost = []
    for path in sorted(translate.PACKAGE.rglob("*.py")):
        if path.name in MADE_OF_VALUES:
            continue
        for line, name, args in calls_in(path):
            texts = [arg.value for arg in args if isinstance(arg, ast.Constant)]
            message = None
            if len(texts) == len(args):
                key = texts[-1] if name != "nmsg" else tuple(texts)
                message = MESSAGES.get(key, texts[0] if name == "pmsg" else None)
            if message is None:
                lost.append(f"{path.name}:{line}: {name}{texts}")
    assert lost == []


@languages
def test_commands_of_the_referee_are_told_apart(lang):
    words = [words_for(lang)(command).casefold() for command in COMMANDS]
    assert len(set(words)) == len(words)
    assert not any(" " in word for word in words)
    # The English ones are understood in every language, so none may mean something else there.
    english = [str(command) for command in COMMANDS]
    for place, word in enumerate(words):
        assert word not in english or english.index(word) == place
