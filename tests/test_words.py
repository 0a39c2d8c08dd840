"""Messages and the languages that they are put in."""

import pickle

import pytest

from setvision.cards import Card, Color, Edition, Shape
from setvision.errors import CardCodeError, ImageReadError, MissingExtraError, UnknownLanguageError
from setvision.rules import explain
from setvision.words import (
    Joined,
    Number,
    Symbols,
    either,
    listed,
    msg,
    nmsg,
    plain,
    pmsg,
    words_for,
)

CONTESTED = [Card.parse(code) for code in ("1rfo", "1rto", "2gew")]


class TestMessage:
    def test_it_is_english_by_itself(self):
        assert str(msg("It is {name}'s turn.", name="Ágnes")) == "It is Ágnes's turn."

    @pytest.mark.parametrize(
        ("n", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (21, "21 cards")]
    )
    def test_the_number_chooses_the_form_and_is_a_field(self, n, text):
        assert str(nmsg("{n} card", "{n} cards", n)) == text

    def test_fields_may_be_messages(self):
        inner = nmsg("{n} card", "{n} cards", 1)
        assert str(msg("Deal {what}.", what=inner)) == "Deal 1 card."

    def test_braces_in_a_field_are_not_looked_into(self):
        assert str(msg("{name} won.", name="{x}")) == "{x} won."
        assert str(plain("100 % {of} it")) == "100 % {of} it"

    def test_equal_when_they_say_the_same(self):
        assert msg("Deal {n}", n=3) == msg("Deal {n}", n=3) != msg("Deal {n}", n=4)
        assert len({msg("Deal {n}", n=3), msg("Deal {n}", n=3)}) == 1
        assert pmsg("a", "open") != pmsg("b", "open")

    def test_it_can_be_pickled(self):
        message = nmsg("{n} card of {name}", "{n} cards of {name}", 2, name="Béla")
        assert pickle.loads(pickle.dumps(message)) == message

    def test_numbers(self):
        assert str(Number(2_284_535_476_080)) == "2,284,535,476,080"
        assert str(Number(30.9634, 2)) == "30.96"

    @pytest.mark.parametrize(
        ("names", "together"), [(("A",), "A"), (("A", "B"), "A and B"), ((1, 2, 3), "1, 2 and 3")]
    )
    def test_lists(self, names, together):
        assert str(listed(names)) == together
        assert str(either(names)) == together.replace("and", "or")


class TestErrors:
    def test_with_a_message(self):
        error = CardCodeError(msg("{text} is no card", text="'x'"))
        assert str(error) == "'x' is no card"
        assert error.message == msg("{text} is no card", text="'x'")

    def test_with_plain_text(self):
        error = ImageReadError("a{b}.jpg: is empty")
        assert str(error) == "a{b}.jpg: is empty"
        assert words_for("en")(error) == "a{b}.jpg: is empty"

    def test_they_can_be_pickled(self):
        error = pickle.loads(pickle.dumps(MissingExtraError(msg("needs {what}", what="x"))))
        assert str(error) == "needs x"
        assert isinstance(error, ImportError)


class TestEnglish:
    def test_cards(self):
        words = words_for("en")
        assert words(Card.parse("2rto")) == "two red striped ovals"
        assert words(Card.parse("1gew")) == "one green open squiggle"

    def test_words_of_the_european_edition(self):
        words = words_for("en", Edition.EUROPEAN)
        assert words(Card.parse("3ptd")) == "three purple speckled rectangles"
        assert words(Shape.DIAMOND) == "rectangle"
        assert words.in_edition(Edition.STANDARD)(Shape.DIAMOND) == "diamond"

    def test_what_is_inside_a_message(self):
        words = words_for("en", Edition.EUROPEAN)
        message = msg("{a}; {b}", a=Joined((Color.RED, Color.GREEN)), b=Symbols(Shape.DIAMOND, 2))
        assert words(message) == "red, green; two rectangles"
        assert str(message) == "red, green; two diamonds"

    def test_everything_else_is_shown_as_it_is(self):
        assert words_for("en")("Ödön {3}") == "Ödön {3}"


class TestLanguages:
    @pytest.mark.parametrize(
        ("lang", "code", "text"),
        [
            ("de", "1rto", "ein rotes gestreiftes Oval"),
            ("de", "1gfw", "eine grüne volle Welle"),
            ("de", "1ped", "eine violette leere Raute"),
            ("de", "2rto", "zwei rote gestreifte Ovale"),
            ("de", "3gfw", "drei grüne volle Wellen"),
            ("nl", "1rto", "één rood gestreept ovaal"),
            ("nl", "1gfw", "één groene volle golf"),
            ("nl", "2rto", "twee rode gestreepte ovalen"),
            ("nl", "3ped", "drie paarse lege ruiten"),
            ("hu", "1rto", "egy piros árnyékolt ovális"),
            ("hu", "2gfw", "két zöld kitöltött szögletes"),
            ("hu", "3ped", "három lila körvonalazott rombusz"),
        ],
    )
    def test_cards(self, lang, code, text):
        assert words_for(lang)(Card.parse(code)) == text

    @pytest.mark.parametrize(
        ("lang", "text"),
        [
            ("de", "ein rotes gesprenkeltes Rechteck"),
            ("nl", "één rode gespikkelde rechthoek"),
            ("hu", "egy piros pöttyös téglalap"),
        ],
    )
    def test_words_of_the_european_edition(self, lang, text):
        assert words_for(lang, Edition.EUROPEAN)(Card.parse("1rtd")) == text

    @pytest.mark.parametrize(
        ("lang", "n", "text"),
        [
            ("de", 1, "kein SET unter 1 Karte"),
            ("de", 12, "kein SET unter 12 Karten"),
            ("nl", 1, "geen SET bij 1 kaart"),
            ("nl", 12, "geen SET bij 12 kaarten"),
            ("hu", 1, "nincs SET 1 lapból"),
            ("hu", 12, "nincs SET 12 lapból"),
        ],
    )
    def test_counts(self, lang, n, text):
        assert words_for(lang)(nmsg("no SET among {n} card", "no SET among {n} cards", n)) == text

    @pytest.mark.parametrize(
        ("lang", "text"), [("de", "1.234,50"), ("nl", "1.234,50"), ("hu", "1\xa0234,50")]
    )
    def test_numbers(self, lang, text):
        assert words_for(lang)(Number(1234.5, 2)) == text

    @pytest.mark.parametrize(
        ("lang", "text"),
        [
            ("de", "Farbe: zweimal rot, einmal grün Form: zwei Ovale, eine Welle "
                   "Anzahl: zwei Karten zeigen 1, eine zeigt 2 Füllung: voll, gestreift, leer"),
            ("nl", "kleur: twee keer rood, één keer groen vorm: twee ovalen, één golf "
                   "aantal: twee kaarten tonen 1, één toont 2 vulling: vol, gestreept, leeg"),
            ("hu", "szín: kettő piros, egy zöld forma: két ovális, egy szögletes "
                   "darabszám: két lapon 1, egy lapon 2 "
                   "kitöltés: kitöltött, árnyékolt, körvonalazott"),
        ],
    )  # fmt: skip
    def test_reasons(self, lang, text):
        found = " ".join(words_for(lang)(check.message) for check in explain(*CONTESTED).checks)
        assert found == text


class TestChoice:
    @pytest.mark.parametrize(
        ("variables", "lang"),
        [
            ({"LANG": "en_GB.UTF-8"}, "en"),
            ({"LANG": "C.UTF-8"}, "en"),
            ({"LANG": "fr_FR.UTF-8"}, "en"),
            ({"LANG": "C", "LANGUAGE": "fr:nl:de"}, "nl"),
            ({"LANG": "de_AT.UTF-8"}, "de"),
            ({"LANG": "de_DE", "LC_ALL": "hu_HU.UTF-8"}, "hu"),
            ({}, "en"),
        ],
    )
    def test_the_language_of_the_system(self, monkeypatch, variables, lang):
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert words_for(None).lang == lang

    @pytest.mark.parametrize("lang", ["de", "DE", "de_CH.UTF-8", "de-AT", "German_Germany"])
    def test_a_language_in_other_writings(self, lang):
        assert words_for(lang).lang == "de"

    def test_a_language_that_there_is_not(self):
        with pytest.raises(UnknownLanguageError, match=r"'fr' is not .*; choose en, de, nl or hu"):
            words_for("fr")
