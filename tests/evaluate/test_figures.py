from dataclasses import replace

import numpy as np

from setvision.evaluate.figures import Bin, by_condition, calibration, confusion, figures
from setvision.evaluate.matching import Compared, compare
from setvision.label.records import Labelled
from tests.evaluate.records import card, photo


def compared(truth: Labelled, seen: Labelled | None) -> Compared:
    return compare(truth, seen, 0.5)


FAULTY = compared(
    photo(card("1rfo", 0), card("2rfo", 100), card("3rfo", 200), conditions=("glare", "dim")),
    photo(
        card("1rfo", 0, confidence=0.9995),
        card("2gto", 100, confidence=0.6, is_sure=False),
        card("3ped", 400, confidence=0.97, is_sure=True),
        verdict="none",
    ),
)
"""One right, one with another color and fill, one missed, one surely read where there is none."""

RIGHT = compared(
    photo(card("1rfo", 0), image="b.jpg", conditions=("dim",)),
    photo(card("1rfo", 0, confidence=0.9995), image="b.jpg", verdict="unsure"),
)

UNREAD = compared(photo(card("1pfo", 0), image="c.jpg"), None)


def test_every_count() -> None:
    counts = figures([FAULTY, RIGHT, UNREAD])
    assert (counts.photos, counts.unread) == (3, 1)
    assert (counts.cards, counts.found, counts.false) == (5, 3, 1)
    assert (counts.faces, counts.right, counts.faces_found) == (5, 2, 3)
    assert counts.right_by_feature == (2, 3, 3, 2)
    assert counts.whole == 1
    assert counts.right_sets == 2  # the faulty one has a SET, the others have none
    assert (counts.sure, counts.sure_wrong) == (3, 1)
    assert (counts.none_said, counts.none_wrong, counts.unsure_said) == (1, 1, 1)


def test_nothing_counts_nothing() -> None:
    counts = figures([])
    assert (counts.photos, counts.cards, counts.right_by_feature) == (0, 0, (0, 0, 0, 0))
    assert calibration([]) == []
    assert not confusion([]).any()


def test_what_was_taken_for_what() -> None:
    counts = confusion([FAULTY])
    assert counts.shape == (4, 3, 3)
    assert counts.sum((1, 2)).tolist() == [2, 2, 2, 2]
    color, _shape, count, fill = counts
    assert color.tolist() == [[1, 1, 0], [0, 0, 0], [0, 0, 0]]  # red, once read as green
    assert np.diag(count).tolist() == [1, 1, 0]
    assert fill[0].tolist() == [1, 1, 0]  # solid, once read as striped


def test_calibration_counts_false_cards_as_wrong() -> None:
    assert calibration([FAULTY, RIGHT]) == [
        Bin(0.5, 0.8, 1, 0.6, 0.0),
        Bin(0.95, 0.98, 1, 0.97, 0.0),
        Bin(0.999, 1.0, 2, 0.9995, 1.0),
    ]


def test_certainty_is_in_the_last_bin() -> None:
    sure = compared(photo(card("1rfo", 0)), photo(card("1rfo", 0, confidence=1.0)))
    assert calibration([sure]) == [Bin(0.999, 1.0, 1, 1.0, 1.0)]


def test_labels_without_faces_tell_only_what_was_found() -> None:
    counts = figures([compared(photo(card(None, 0)), photo(card("1rfo", 0)))])
    assert (counts.cards, counts.found) == (1, 1)
    assert (counts.faces, counts.right, counts.sure, counts.sure_wrong) == (0, 0, 0, 0)


def test_conditions_have_figures_of_their_own() -> None:
    own = by_condition([FAULTY, RIGHT, UNREAD])
    assert list(own) == ["dim", "glare"]
    assert (own["dim"].photos, own["dim"].cards, own["dim"].right) == (2, 4, 2)
    assert (own["glare"].photos, own["glare"].sure_wrong) == (1, 1)


def test_a_condition_named_twice_counts_once() -> None:
    twice = replace(FAULTY, truth=replace(FAULTY.truth, conditions=("dim", "dim")))
    assert by_condition([twice])["dim"].photos == 1
