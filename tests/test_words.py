"""Messages and the languages that they are put in."""

import pickle

import pytest

from setvision.cards import Card, Color, Edition, Shape
from setvision.errors import CardCodeError, ImageReadError, MissingExtraError, UnknownLanguageError
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


class TestChoice:
    @pytest.mark.parametrize(
        ("variables", "lang"),
        [
            ({"LANG": "en_GB.UTF-8"}, "en"),
            ({"LANG": "C.UTF-8"}, "en"),
            ({"LANG": "fr_FR.UTF-8"}, "en"),
            ({"LANG": "C", "LANGUAGE": "fr:en"}, "en"),
            ({}, "en"),
        ],
    )
    def test_the_language_of_the_system(self, monkeypatch, variables, lang):
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert words_for(None).lang == lang

    def test_a_language_that_there_is_not(self):
        with pytest.raises(UnknownLanguageError, match=r"'fr' is not .*; choose en, de, nl or hu"):
            words_for("fr")
