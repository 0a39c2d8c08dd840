"""What people say of photos takes the place of what was read."""

from dataclasses import replace
from pathlib import Path

import pytest

from setvision.cards import Card
from setvision.errors import LabelsError, UsageError
from setvision.label.corrections import CORRECTED, Corrections, Given, corrected
from setvision.label.records import Labelled, Told, from_line, to_line
from setvision.label.store import Folder
from tests.label.photos import two_photos

WHEN = "2026-01-02T03:04:05Z"
QUAD = ((10.0, 10.0), (40.0, 10.0), (40.0, 30.0), (10.0, 30.0))


def as_read(record: Labelled) -> list[Given]:
    return [
        Given(card.id, card.card, not card.is_sure)
        for card in record.cards
        if card.card is not None
    ]


@pytest.fixture
def read() -> Labelled:
    """Cards 2 and 4 are doubtful."""
    return two_photos()[0]


@pytest.fixture
def store(tmp_path: Path) -> Folder:
    (tmp_path / ".parts").mkdir()
    return Folder(tmp_path)


def test_what_was_confirmed_is_certain_and_says_by_whom(read: Labelled) -> None:
    told = corrected(read, as_read(read), "anna", WHEN)
    assert [card.card for card in told.cards] == [card.card for card in read.cards]
    assert [card.is_sure for card in told.cards] == [True] * 4
    assert told.cards[0] == read.cards[0]  # nobody looked at it
    assert told.cards[1].told == Told("anna", WHEN, Card.parse("2gtw"), read.cards[1].confidence)
    assert (told.cards[1].confidence, told.cards[1].doubts) == (1.0, ())
    assert told.origin is not None
    assert (told.origin.by, told.origin.when) == ("anna", WHEN)
    assert not told.is_doubtful


def test_a_changed_card_keeps_what_was_read(read: Labelled) -> None:
    given = as_read(read)
    given[1] = replace(given[1], card=Card.parse("2gfw"))
    told = corrected(read, given, "anna", WHEN)
    assert told.cards[1].card == Card.parse("2gfw")
    assert told.cards[1].told is not None
    assert told.cards[1].told.read == Card.parse("2gtw")
    assert read.sets == ((1, 2, 3),)
    assert told.sets == ((1, 2, 4),)


def test_a_sure_card_may_be_changed(read: Labelled) -> None:
    given = as_read(read)
    given[0] = Given(1, Card.parse("1rto"), is_told=False)
    assert corrected(read, given, "anna", WHEN).cards[0].told is not None


def test_sets_follow(read: Labelled) -> None:
    given = [*as_read(read)[:3], Given(9, Card.parse("3ped"), is_told=True, quad=QUAD)]
    told = corrected(read, given, "anna", WHEN)
    assert (1, 2, 3) in told.sets
    assert (1, 2, 9) in told.sets
    assert told.verdict == "sets"


def test_added_and_removed_cards(read: Labelled) -> None:
    given = [*as_read(read)[:3], Given(5, Card.parse("3gfd"), is_told=True, quad=QUAD)]
    told = corrected(read, given, "anna", WHEN)
    assert told.cards[3].quad == QUAD
    assert told.cards[3].told == Told("anna", WHEN, None)
    (gone,) = told.removed
    assert (gone.id, gone.card) == (4, Card.parse("3pfd"))


def test_nothing_may_be_left_of_a_photo(read: Labelled) -> None:
    told = corrected(read, [], "anna", WHEN)
    assert told.cards == ()
    assert len(told.removed) == 4
    assert not told.is_doubtful


def test_who_corrects_again_changes_only_what_is_new(read: Labelled) -> None:
    first = corrected(read, as_read(read), "anna", WHEN)
    given = as_read(first)
    given[3] = Given(4, Card.parse("3pfo"), is_told=True)
    again = corrected(first, given, "ben", "2026-02-02T00:00:00Z")
    assert again.cards[1].told == first.cards[1].told
    assert again.cards[3].told is not None
    assert again.cards[3].told.by == "ben"
    assert again.cards[3].told.read == Card.parse("3pfd")  # what had been read at first


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([Given(2, Card.parse("2gtw"), is_told=False)], "card 2 is not confirmed yet"),
        ([Given(7, Card.parse("2gtw"), is_told=True)], "there is no card 7"),
        ([Given(1, Card.parse("1rfo"), False), Given(1, Card.parse("2gtw"), True)], "same number"),
    ],
)
def test_what_can_not_be(read: Labelled, given: list[Given], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        corrected(read, given, "anna", WHEN)


def test_a_line_says_all_of_it(read: Labelled) -> None:
    given = [*as_read(read)[:3], Given(5, Card.parse("3gfd"), is_told=True, quad=QUAD)]
    told = corrected(read, given, "anna", WHEN)
    assert from_line(to_line(told)) == told


def test_corrections_are_there_the_next_time(read: Labelled, store: Folder) -> None:
    told = corrected(read, as_read(read), "zoë \N{OX}\u2028x", WHEN)
    assert told.origin is not None
    kept = Corrections(store)
    kept.put(told)
    assert told.origin.sha256 in kept
    again = Corrections(store)
    assert len(again) == 1
    assert again.get(told.origin.sha256) == told


def test_the_last_word_counts(read: Labelled, store: Folder) -> None:
    kept = Corrections(store)
    kept.put(corrected(read, as_read(read), "anna", WHEN))
    kept.put(corrected(read, [], "ben", WHEN))
    assert len((store.path / CORRECTED).read_text().splitlines()) == 1
    assert read.origin is not None
    found = Corrections(store).get(read.origin.sha256)
    assert found is not None
    assert found.cards == ()


def test_what_is_taken_back_is_gone(read: Labelled, store: Folder) -> None:
    kept = Corrections(store)
    kept.put(corrected(read, as_read(read), "anna", WHEN))
    assert read.origin is not None
    kept.remove(read.origin.sha256)
    assert len(kept) == 0
    assert not (store.path / CORRECTED).exists()


@pytest.mark.parametrize("line", ["no label", '{"image": "a.jpg", "width": 9, "height": 9}', "[]"])
def test_a_damaged_line_is_named(read: Labelled, store: Folder, line: str) -> None:
    kept = Corrections(store)
    kept.put(corrected(read, as_read(read), "anna", WHEN))
    with (store.path / CORRECTED).open("a") as file:
        file.write(line + "\n")
    with pytest.raises(LabelsError, match=rf"{CORRECTED}:2"):
        Corrections(store)


def test_a_line_must_say_which_photo_it_is_of(store: Folder) -> None:
    line = '{"image": "a.jpg", "width": 9, "height": 9, "cards": []}\n'
    (store.path / CORRECTED).write_text(line)
    with pytest.raises(LabelsError, match="line 1 does not say of which photo"):
        Corrections(store)
