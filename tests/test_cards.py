"""Cards: their 81 values, and every way to write and read one."""

import copy
import dataclasses
import pickle
import random
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setvision.cards import DECK, SMALL_DECK, Card, Color, Edition, Feature, Fill, Shape
from setvision.errors import CardCodeError, SetVisionError

cards = st.sampled_from(DECK)


class TestDeck:
    def test_it_holds_every_combination_once(self):
        faces = {(card.color, card.shape, card.count, card.fill) for card in DECK}
        assert faces == set(product(Color, Shape, (1, 2, 3), Fill))
        assert len(DECK) == 81

    def test_the_small_deck_holds_the_solid_cards(self):
        assert len(SMALL_DECK) == 27
        assert set(SMALL_DECK) == {card for card in DECK if card.fill == "solid"}

    def test_a_card_knows_its_place(self):
        assert [card.index for card in DECK] == list(range(81))
        assert all(Card.from_index(card.index) == card for card in DECK)

    @pytest.mark.parametrize(
        ("card", "index"),
        [
            (Card(Color.RED, Shape.OVAL, 1, Fill.SOLID), 0),
            (Card(Color.RED, Shape.OVAL, 1, Fill.STRIPED), 1),
            (Card(Color.RED, Shape.OVAL, 2, Fill.SOLID), 3),
            (Card(Color.RED, Shape.SQUIGGLE, 1, Fill.SOLID), 9),
            (Card(Color.GREEN, Shape.OVAL, 1, Fill.SOLID), 27),
            (Card(Color.PURPLE, Shape.DIAMOND, 3, Fill.OPEN), 80),
        ],
    )
    def test_places(self, card, index):
        assert card.index == index

    def test_values_are_the_index_in_base_three(self):
        for card in DECK:
            color, shape, count, fill = card.values
            assert color * 27 + shape * 9 + count * 3 + fill == card.index
            assert list(Color)[color] is card.color
            assert list(Shape)[shape] is card.shape
            assert count + 1 == card.count
            assert list(Fill)[fill] is card.fill

    def test_cards_sort_as_the_deck_does(self):
        shuffled = random.Random(3).sample(DECK, 81)
        assert tuple(sorted(shuffled)) == DECK
        first, last = DECK[0], DECK[-1]
        assert first < last
        assert last > first
        assert first <= first
        assert first >= first
        assert not first > last
        assert not last <= first

    def test_a_card_is_no_number(self):
        assert DECK[5] != 5
        with pytest.raises(TypeError):
            DECK[5] < 6  # noqa: B015


class TestCard:
    def test_plain_strings_will_do(self):
        card = Card("red", "oval", 2, "striped")
        assert card == Card(Color.RED, Shape.OVAL, 2, Fill.STRIPED)
        assert card.color is Color.RED

    def test_numpy_integers_will_do(self):
        card = Card("red", "oval", np.int64(2), "striped")
        assert type(card.count) is int
        assert Card.from_index(np.uint8(80)) == DECK[80]

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            (("blue", "oval", 1, "open"), "'blue' is no color; it is one of red, green, purple"),
            (("red", "open", 1, "open"), "'open' is no shape; it is one of oval, squiggle, diamo"),
            (("red", "oval", 1, "full"), "'full' is no fill; it is one of solid, striped, open"),
            (("red", "oval", 0, "open"), "0 is no count of symbols; it is 1, 2 or 3"),
            (("red", "oval", 4, "open"), "4 is no count"),
            (("red", "oval", 2.0, "open"), "2.0 is no count"),
            (("red", "oval", "2", "open"), "'2' is no count"),
            ((None, "oval", 2, "open"), "None is no color"),
        ],
    )
    def test_other_values_are_refused(self, values, message):
        with pytest.raises(CardCodeError, match=message):
            Card(*values)

    @pytest.mark.parametrize("index", [-1, 81, 1000])
    def test_other_places_are_refused(self, index):
        with pytest.raises(CardCodeError, match=f"{index} is out of range; it is 0 to 80"):
            Card.from_index(index)

    def test_a_card_cannot_be_changed(self):
        with pytest.raises(dataclasses.FrozenInstanceError):
            DECK[0].count = 2

    @pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda c: eval(repr(c))])
    def test_copies_are_equal(self, copied):
        for card in DECK:
            assert copied(card) == card
            assert hash(copied(card)) == hash(card)

    def test_a_card_can_be_sent_to_another_process(self):
        assert pickle.loads(pickle.dumps(DECK)) == DECK

    def test_replacing_a_value_moves_the_card(self):
        assert dataclasses.replace(DECK[0], fill=Fill.OPEN) == DECK[2]
        assert dataclasses.replace(DECK[0], fill=Fill.OPEN).index == 2


class TestCodes:
    @pytest.mark.parametrize(
        ("code", "words"),
        [
            ("2rto", "two red striped ovals"),
            ("1gfw", "one green solid squiggle"),
            ("3ped", "three purple open diamonds"),
        ],
    )
    def test_examples(self, code, words):
        card = Card.parse(code)
        assert card.code == code
        assert card.words() == words
        assert str(card) == words
        assert repr(card) == f"Card.parse('{code}')"

    def test_each_card_has_its_own_code(self):
        assert len({card.code for card in DECK}) == 81

    def test_all_codes_are_read_back_in_any_order_and_case(self):
        for card in DECK:
            for letters in permutations(card.code):
                assert Card.parse("".join(letters)) == card
            assert Card.parse(f" {card.code.upper()}\n") == card

    @pytest.mark.parametrize("edition", Edition)
    def test_all_words_are_read_back(self, edition):
        for card in DECK:
            assert Card.parse(card.words(edition)) == card

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("Two RED striped ovals", "2rto"),
            ("2 red striped oval", "2rto"),
            ("oval, striped, red, 2", "2rto"),
            ("2-red_striped/oval", "2rto"),
            ("purple open rectangle 1", "1ped"),
            ("three green speckled ellipses", "3gto"),
            ("one violet empty wave", "1pew"),
            ("two two red red hatched ovals", "2rto"),
        ],
    )
    def test_what_people_write(self, text, code):
        assert Card.parse(text).code == code

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("2rtx", "card '2rtx': '2rtx' is not known; write a code such as 2rto, or words"),
            ("blue oval", "'blue' is not known"),
            ("4 red open ovals", "'4' is not known"),
            ("2rro", "'2rro' is not known"),
            ("red 2", "card 'red 2' lacks its shape, fill"),
            ("two red green open ovals", "has two colors; .*color: red, green, purple"),
            ("1 2 red open ovals", "has two counts; .*count: 1, 2, 3"),
            ("", "card '' lacks its color, shape, count, fill"),
            ("²rto", "'²rto' is not known"),
            ("red\noval", r"card 'red\\noval' lacks its count, fill"),
            ("x" * 5000, r"card 'x+\.\.\.x+' *: 'x+\.\.\.x+' is not known"),
        ],
    )
    def test_what_names_no_card_is_refused_with_advice(self, text, message):
        with pytest.raises(CardCodeError, match=message) as caught:
            Card.parse(text)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300

    def test_the_error_is_a_value_error_and_ours(self):
        assert issubclass(CardCodeError, ValueError)
        assert issubclass(CardCodeError, SetVisionError)

    @given(st.text())
    def test_any_text_is_a_card_or_refused(self, text):
        try:
            card = Card.parse(text)
        except CardCodeError:
            return
        assert Card.parse(card.code) == card

    @given(cards, st.permutations(range(4)), st.sampled_from(Edition))
    def test_words_come_in_any_order(self, card, order, edition):
        words = card.words(edition).split()
        assert Card.parse(" ".join(words[i] for i in order)) == card


class TestEditions:
    def test_the_european_edition_has_its_own_words(self):
        card = Card.parse("two red striped diamonds")
        assert card.words(Edition.EUROPEAN) == "two red speckled rectangles"

    @pytest.mark.parametrize("value", [*Color, Shape.OVAL, Shape.SQUIGGLE, Fill.SOLID, Fill.OPEN])
    def test_the_other_words_are_the_same(self, value):
        assert Edition.EUROPEAN.word(value) == Edition.STANDARD.word(value) == value

    def test_features_are_named_as_the_fields_of_a_card(self):
        fields = [field.name for field in dataclasses.fields(Card) if field.init]
        assert fields == [str(feature) for feature in Feature]
