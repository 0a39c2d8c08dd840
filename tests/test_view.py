"""What the window says and marks for each wish of the people in front of it."""

import pytest

from setvision.media.styles import CALLED, set_style
from setvision.view import (
    View,
    lines_of,
    marks_of,
    tapped,
    with_next_hint,
    with_next_set,
)
from tests.media.tables import grid_table

TABLE = grid_table(("1rfo", "2rfo", "3rfo", "1gtd", "1gfd", "1ged", "2ped"), reason="two")
NONE = grid_table(("1rfo", "2rfo", "1gtd", "2peo"), reason="no SET among 4 cards")
UNSURE = grid_table(("1rfo", "2rfo", "3rfo"), doubts={3: ("fill",)}, reason="card 3")


def said(view, table) -> list[str]:
    return [str(line) for line in lines_of(view, table)]


def test_all_sets_at_first():
    assert said(View(), TABLE) == ["2 SETs", "two"]
    assert marks_of(View(), TABLE) == {
        **{card: [set_style(0)] for card in (1, 2, 3)},
        **{card: [set_style(1)] for card in (4, 5, 6)},
    }
    assert said(View(), NONE) == ["no SET", "deal three more"]
    assert said(View(), UNSURE) == ["unsure", "card 3"]


def test_one_set_after_the_other():
    view = with_next_set(View(), TABLE)
    assert said(view, TABLE) == [
        "SET A",
        "one red solid oval, two red solid ovals, three red solid ovals",
    ]
    assert set(marks_of(view, TABLE)) == {1, 2, 3}
    view = with_next_set(view, TABLE)
    assert said(view, TABLE)[0] == "SET B"
    assert marks_of(view, TABLE) == dict.fromkeys((4, 5, 6), (set_style(1),))
    assert with_next_set(view, TABLE) == View()
    assert with_next_set(View(), NONE) == View()
    assert said(View(only=1), NONE) == ["no SET", "deal three more"]  # that SET was taken


@pytest.mark.parametrize(("step", "marked"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_a_hint_tells_one_thing_more_each_time(step, marked):
    view = View()
    for _ in range(step):
        view = with_next_hint(view)
    assert said(view, TABLE) == ["There is a SET."]
    assert marks_of(view, TABLE) == {k + 1: (set_style(0),) for k in range(marked)}


def test_after_the_last_hint_everything_is_shown():
    assert with_next_hint(View(hint=4)) == View()


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_a_hint_gives_nothing_away_that_is_not_sure(step):
    assert marks_of(View(hint=step), UNSURE) == {}
    assert said(View(hint=step), UNSURE) == ["That cannot be said for sure.", "card 3"]
    assert said(View(hint=step), NONE) == ["There is no SET.", "deal three more"]


def test_a_call_is_judged():
    view = tapped(tapped(View(), 1), 2)
    assert said(view, TABLE) == ["Click on 1 card more", "one red solid oval, two red solid ovals"]
    assert marks_of(view, TABLE) == {1: (CALLED,), 2: (CALLED,)}
    assert said(tapped(view, 3), TABLE)[0] == "SET"
    assert said(tapped(view, 4), TABLE) == [
        "no SET",
        "color: two red, one green; shape: two ovals, one diamond; "
        "count: two cards show 1, one shows 2; fill: two solid, one striped",
    ]
    strange = grid_table(("1rfo", "2rfo", "3rfo"), doubts={3: ("look",)})
    assert said(View(called=(1, 2, 3)), strange)[0] == "That cannot be said for sure."


def test_clicking_again():
    assert tapped(View(called=(1, 2)), 1) == View(called=(2,))
    assert tapped(View(called=(1, 2, 3)), 4) == View(called=(4,))


def test_a_called_card_that_is_gone():
    assert said(View(called=(99,)), TABLE) == ["2 SETs", "two"]
