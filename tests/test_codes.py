"""Cards written in four languages are read back, and nothing is guessed."""

import pytest

from setvision.cards import DECK, Card, Edition
from setvision.codes import code_of, is_code
from setvision.errors import CardCodeError
from setvision.vocabulary import senses
from setvision.words import LANGUAGES, words_for


def values_meant(word: str) -> set[tuple[int, int]]:
    return {(sense.feature, sense.value) for sense in senses(word)}


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_in_every_language_is_read_back(lang, edition):
    words = words_for(lang, edition)
    texts = [words(card) for card in DECK]
    assert len(set(texts)) == 81
    for card, text in zip(DECK, texts, strict=True):
        assert Card.parse(text) == card
        assert Card.parse(text.upper(), lang) == card


def test_codes():
    assert all(code_of(card.values) == card.code for card in DECK)
    assert all(is_code(card.code) for card in DECK)
    assert not is_code("rote")
    assert not is_code("2rtx")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("\uff12\uff32\uff34\uff2f", "2rto"),
        ("two red striped pills", "2rto"),
        ("1 green hollow rhombus", "1ged"),
        ("ein rotes gestreiftes Oval", "1rto"),
        ("eins violett leer Schlange", "1pew"),
        ("zwei lila volle Rechtecke", "2pfd"),
        ("DREI GRUENE GEFUELLTE SCHNOERKEL", "3gfw"),
        ("Raute, rot, offen, 3", "3red"),
        ("twee rode gespikkelde rechthoeken", "2rtd"),
        ("één paarse gekrulde lege", "1pew"),
        ("drie groene volle golven", "3gfw"),
        ("een rood leeg ovaal", "1reo"),
        ("két piros árnyékolt téglalap", "2rtd"),
        ("ket piros arnyekolt teglalap", "2rtd"),
        ("három lila körvonalazott szögletes", "3pew"),
        ("kettő zöld csíkos hullám", "2gtw"),
        ("vörös üres rombuszok, hármas", "3red"),
        ("zwei red gestreepte ovális", "2rto"),
    ],
)
def test_what_people_write(text, code):
    assert Card.parse(text).code == code


@pytest.mark.parametrize(
    "words",
    [
        "rot rote rotes roter roten rotem red rood rode piros pirosak",
        "diamond rhombus rectangle Raute Rechteck Rauten ruit rechthoek rombusz téglalap",
        "squiggle wave Welle Schlange golf gekruld szögletes hullám",
        "1 one eins eine ein een één egy",
        "2 two zwei twee két kettő ket",
        "striped speckled gestreift gesprenkelt gestreept gespikkeld árnyékolt",
        "open leer leeg lege körvonalazott empty offen",
        "voll volles vol volle solid kitöltött full",
    ],
)
def test_synonyms_mean_one_value(words):
    meant = [values_meant(word) for word in words.split()]
    assert len(meant[0]) == 1
    assert all(meaning == meant[0] for meaning in meant)


def test_no_word_is_ambiguous_but_those_known_to_be():
    from setvision.vocabulary import _SENSES

    ambiguous = {word for word in _SENSES if len(values_meant(word)) > 1}
    stems = ("pink", "rosa", "roze", "rozsaszin", "plain", "lined")
    assert {word for word in ambiguous if not word.startswith(stems)} == set()
    assert {"pink", "plain", "lined"} <= ambiguous


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 pink open oval", "'pink' may mean red or purple; write the one"),
        ("2 red plain oval", "'plain' may mean solid or open"),
        ("two red lined ovals", "'lined' may mean striped or open"),
        ("2 blaue volle Ovale", r"'blaue' is not known; .*color: red, green, purple"),
        ("2 rote volle nicht Ovale", "'nicht' is not known"),
        ("rote grüne volle 2 Ovale", "has two colors"),
        ("Oval Raute rot voll 2", "has two shapes"),
        ("zwei drei rote volle Ovale", "has two counts"),
        ("zwei rote volle leere Ovale", "has two fills"),
    ],
)
def test_what_is_not_clear_is_refused(text, message):
    with pytest.raises(CardCodeError, match=message):
        Card.parse(text)


@pytest.mark.parametrize(
    ("lang", "advice"),
    [
        ("de", "Karte 'zwei rote': es fehlt: Form, Füllung; ein Kürzel wie 2rto geht, oder Wörter "
               "(Form: Oval, Welle, Raute; Füllung: voll, gestreift, leer)"),
        ("nl", "kaart 'zwei rote': er ontbreekt: vorm, vulling; een code zoals 2rto kan, of "
               "woorden (vorm: ovaal, golf, ruit; vulling: vol, gestreept, leeg)"),
        ("hu", "'zwei rote' lap: hiányzik: forma, kitöltés; írj kódot, például 2rto, vagy "
               "szavakat (forma: ovális, szögletes, rombusz; kitöltés: kitöltött, árnyékolt, "
               "körvonalazott)"),
    ],
)  # fmt: skip
def test_advice_comes_in_the_language_asked(lang, advice):
    with pytest.raises(CardCodeError) as caught:
        Card.parse("zwei rote")
    assert words_for(lang)(caught.value) == advice


def test_the_meaning_in_the_language_asked_goes_first():
    assert {sense.lang for sense in senses("lila")} == {"de", "nl", "hu"}
    assert {sense.lang for sense in senses("lila", "hu")} == {"hu"}
    assert {sense.lang for sense in senses("golf", "hu")} == {"nl"}
    assert senses("xyzzy", "de") == frozenset()
