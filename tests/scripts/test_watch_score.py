"""The measures of a watched table, on small made-up videos."""

import numpy as np
import pytest
from watching.score import Score, score
from watching.seen import Shown, ShownCard
from watching.truth import ToldEvent, TrueCard, TrueFrame, Truth

from setvision.cards import DECK
from setvision.table import Verdict
from setvision.watch.types import Event, EventKind

SET = DECK[:3]


def true_card(number, card):
    x = 20.0 * number
    quad = np.array([[x, 0], [x + 10, 0], [x + 10, 15], [x, 15]])
    return TrueCard(number, card, quad, 1.0, False)


def truth(cards, count, events=()):
    laid = tuple(true_card(k, card) for k, card in enumerate(cards))
    frames = tuple(TrueFrame(k / 10, True, False, laid) for k in range(count))
    return Truth(frames, tuple(events))


def shown(k, cards, verdict=Verdict.SETS, sets=(), events=()):
    seen = tuple(
        ShownCard(card, np.array([20.0 * number + 5, 7]), True) for number, card in enumerate(cards)
    )
    marked = frozenset(frozenset(three) for three in sets)
    return Shown(k / 10, verdict, seen, marked, marked, tuple(events), 0.02)


def test_all_right():
    done = score([shown(k, SET, sets=[SET]) for k in range(20)], truth(SET, 20))
    assert (done.wrong_none_frames, done.wrong_set_s, done.label_changes) == (0, 0, 0)
    assert done.to_sure_s == done.to_verdict_s == (0.0,)
    assert done.card_minutes == pytest.approx(3 * 1.9 / 60)


def test_no_set_where_one_lies_is_counted():
    done = score([shown(k, SET, Verdict.NONE) for k in range(4)], truth(SET, 4))
    assert done.wrong_none_frames == 4


def test_a_wrong_set_counts_for_as_long_as_it_is_shown():
    wrong = DECK[3:6]
    seen = [shown(k, SET, sets=[SET, wrong] if 2 <= k < 7 else [SET]) for k in range(10)]
    done = score(seen, truth(SET, 10))
    assert done.wrong_set_s == pytest.approx(0.5)
    assert done.wrong_sets == 1


def test_a_label_that_flips_and_back_changed_twice():
    other = (*SET[:2], DECK[40])
    done = score([shown(k, other if k == 5 else SET) for k in range(20)], truth(SET, 20))
    assert done.label_changes == 2
    assert done.sure_wrong == 1


@pytest.mark.parametrize(
    ("told", "right", "spurious"), [(SET, 1, 0), (SET[:2], 0, 0), ((*SET[:2], DECK[7]), 0, 1)]
)
def test_a_taking_is_right_with_its_three_cards(told, right, spurious):
    happened = ToldEvent(EventKind.TAKEN, 0.1, 0.3, frozenset(SET))
    events = {5: [Event(EventKind.TAKEN, 0.5, told)]}
    seen = [shown(k, (), events=events.get(k, ())) for k in range(10)]
    done = score(seen, truth((), 10, [happened]))
    assert (done.takings_right, done.takings, done.spurious) == (right, 1, spurious)


def test_scores_add_up():
    total = Score(frames=2, wrong_set_s=0.2) + Score(frames=3, wrong_set_s=0.5)
    assert (total.frames, total.wrong_set_s) == (5, 0.5)


def test_what_happens_as_the_video_ends_is_not_asked_for():
    happened = ToldEvent(EventKind.TAKEN, 0.4, 0.7, frozenset(SET))
    done = score([shown(k, ()) for k in range(10)], truth((), 10, [happened]))
    assert (done.takings, done.events, done.spurious) == (0, 0, 0)
