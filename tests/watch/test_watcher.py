"""A table watched from frame to frame: steady, whatever hands, lamps and cameras do."""

import cv2
import numpy as np
import pytest

from setvision.pipeline import Reader
from setvision.table import Verdict
from setvision.watch.camera import Camera, Pose
from setvision.watch.types import EventKind, Watched
from setvision.watch.watcher import Watcher
from tests.watch.tables import Film, sample, shifted, with_hand, without


@pytest.fixture(scope="module")
def reader():
    return Reader()


@pytest.fixture(scope="module")
def table():
    return sample()


@pytest.fixture(scope="module")
def quads(reader, table):
    return reader.see(table).quads


class Watching:
    """A watcher with all that it said."""

    def __init__(self, reader: Reader) -> None:
        self.watcher = Watcher(reader)
        self.film = Film()
        self.said: list[Watched] = []

    def see(self, *images) -> Watched:
        for image in images:
            self.said.append(self.watcher.see(self.film.frame(image)))
        return self.said[-1]

    def reach(self, before, after) -> None:
        """Let a hand come over a table, which then is another, and leave."""
        self.see(*(with_hand(before, x) for x in range(1300, 300, -50)))
        self.see(*(with_hand(after, x) for x in range(300, 1350, 50)))

    @property
    def events(self):
        return [event for watched in self.said for event in watched.events]

    @property
    def kinds(self):
        return [event.kind for event in self.events]


@pytest.fixture
def watching(reader, table):
    """A watcher that knows the table already."""
    begun = Watching(reader)
    begun.see(*[table] * 20)
    assert begun.kinds == [EventKind.DEALT]
    return begun


def cards_of(watched: Watched) -> dict[int, str]:
    return {seen.id: seen.card.code for seen in watched.table.cards}


def test_the_cards_are_dealt_once_and_numbered_as_people_read(reader, table):
    watching = Watching(reader)
    watching.see(*[table] * 20)
    (dealt,) = watching.events
    assert dealt.kind is EventKind.DEALT
    assert len(dealt.cards) == 12
    assert cards_of(watching.said[-1]) == dict(
        zip(dealt.ids, (card.code for card in dealt.cards), strict=True)
    )
    assert [seen.id for seen in watching.said[-1].table.cards] == list(range(1, 13))


def test_it_reads_what_a_photo_of_the_table_reads(reader, watching, table):
    read = reader.read(table)
    seen = watching.said[-1].table
    assert {c.card for c in seen.cards} == {c.card for c in read.cards}
    assert seen.verdict is read.verdict


def test_a_still_table_is_the_same_object(watching, table):
    watching.see(*[table] * 30)
    first = watching.said[-1].table
    for _ in range(30):
        assert watching.see(table).table is first
    assert watching.said[-1].still_s > 1.5


def test_a_hand_that_comes_and_goes_changes_nothing(watching, table):
    before = cards_of(watching.said[-1])
    xs = [*range(1300, 500, -40), *[500] * 20, *range(500, 1300, 40)]
    for x in xs:
        assert cards_of(watching.see(with_hand(table, x))) == before
    watching.see(*[table] * 20)
    assert cards_of(watching.said[-1]) == before
    assert watching.kinds == [EventKind.DEALT]


def test_a_taking_is_told_once_with_its_three_cards_and_they_may_come_back(watching, table, quads):
    known = cards_of(watching.said[-1])
    left = without(table, quads[:3])
    watching.reach(table, left)
    watching.see(*[left] * 50)
    taken = watching.events[-1]
    assert watching.kinds == [EventKind.DEALT, EventKind.TAKEN]
    assert len(taken.cards) == 3
    assert [known[number] for number in taken.ids] == [card.code for card in taken.cards]
    rest = {number: code for number, code in known.items() if number not in taken.ids}
    assert cards_of(watching.said[-1]) == rest
    watching.reach(left, table)
    watching.see(*[table] * 50)
    assert watching.events[-1].kind is EventKind.RETURNED
    assert watching.events[-1].ids == taken.ids
    assert cards_of(watching.said[-1]) == known


def test_no_set_of_cards_that_were_taken_stays_marked_when_the_hand_has_left(
    watching, table, quads
):
    left = without(table, quads[:3])
    watching.reach(table, left)
    watching.see(*[left] * 9)
    assert len(watching.said[-1].table.cards) == 9


def test_no_set_of_a_card_that_was_missed_is_marked_again_under_the_next_hand(
    watching, table, quads
):
    shown = watching.said[-1].table
    number = shown.sets[0][0]
    place = next(seen.quad for seen in shown.cards if seen.id == number)
    left = without(table, place[None])
    x = place[:, 0].min() - 40
    watching.see(*(with_hand(table, x + k * 60) for k in range(8, 0, -1)))
    watching.see(*[left] * 6)
    watching.see(*(with_hand(left, x + k * 60) for k in range(8, 0, -1)))
    watching.see(*[with_hand(left, x + 60)] * 12)
    marked = [any(number in three for three in each.table.sets) for each in watching.said]
    assert marked[20 : 20 + 8] == [True] * 8
    assert not any(marked[20 + 8 + 6 + 2 :])
    for each in watching.said:
        said = each.table.verdict is Verdict.SETS
        assert str(each.table.reason).startswith(f"{len(each.table.sets)} SET") is said
        assert each.table.sure_sets == each.table.sets


def test_a_nudged_camera_takes_the_outlines_along(watching, table):
    before = {seen.id: seen.quad for seen in watching.said[-1].table.cards}
    watching.see(*(shifted(table, 8 * k, 3 * k) for k in range(1, 6)))
    watching.see(*[shifted(table, 40, 15)] * 25)
    after = {seen.id: seen.quad for seen in watching.said[-1].table.cards}
    assert after.keys() == before.keys()
    for number, quad in before.items():
        np.testing.assert_allclose(after[number], quad + np.float32([40, 15]), atol=6)
    assert watching.kinds == [EventKind.DEALT, EventKind.CAMERA_MOVED]


def test_a_lamp_that_is_switched_changes_no_card(watching, table):
    before = cards_of(watching.said[-1])
    dim = cv2.convertScaleAbs(table, alpha=0.65)
    for image in [dim] * 30 + [table] * 30:
        assert cards_of(watching.see(image)) == before
    assert watching.kinds == [EventKind.DEALT]


def test_no_set_is_said_only_when_the_table_has_been_still(reader, table, quads):
    read = reader.read(table)
    # Nine cards without a SET: take one card of each SET off.
    by_id = {seen.id: seen for seen in read.cards}
    off: set[int] = set()
    for ids in read.sets:
        if not off & set(ids):
            off.add(ids[0])
    bare = without(table, np.stack([by_id[k].quad for k in off]))
    watching = Watching(reader)
    watching.see(*[bare] * 45)
    assert watching.said[-1].table.verdict is Verdict.NONE
    for said in watching.said:
        assert said.table.verdict is not Verdict.NONE or said.still_s >= 0.5
    assert watching.see(with_hand(bare, 640)).table.verdict is not Verdict.NONE


def test_a_card_out_of_the_game_is_believed_less(watching, table):
    first = watching.said[-1].table.cards[0]
    watching.watcher.rule_out([first.card])
    seen = watching.see(table).table.cards[0]
    assert seen.card == first.card
    assert seen.confidence < first.confidence
    watching.watcher.rule_out([])
    assert watching.see(table).table.cards[0].confidence == first.confidence


def test_frames_of_another_size_begin_a_new_table(watching, table):
    small = np.asarray(cv2.resize(table, (960, 540)), np.uint8)
    assert watching.see(small).table.cards == ()
    watching.see(*[small] * 10)
    assert watching.said[-1].table.width == 960
    assert len(watching.said[-1].table.cards) == 12


def test_an_empty_table_is_no_table_without_sets(reader):
    watching = Watching(reader)
    watching.see(*[np.full((360, 640, 3), 90, np.uint8)] * 30)
    assert watching.said[-1].table.cards == ()
    assert watching.said[-1].table.verdict is Verdict.UNSURE
    assert watching.events == []


def test_points_that_lead_the_camera_astray_are_given_up(watching, table, quads, monkeypatch):
    follow, take_key = Camera.follow, Camera.take_key
    astray = [0]

    def drifting(camera, small):
        if not astray:
            return follow(camera, small)
        astray[0] += 1
        return Pose(np.array([[1, 0, 4.0 * astray[0]], [0, 1, 0], [0, 0, 1]]), False)

    def anew(camera, small):
        astray.clear()
        take_key(camera, small)

    monkeypatch.setattr(Camera, "follow", drifting)
    monkeypatch.setattr(Camera, "take_key", anew)
    watching.see(*[table] * 20)
    assert watching.kinds == [EventKind.DEALT]
    shown = np.stack([seen.quad.mean(0) for seen in watching.said[-1].table.cards])
    assert len(shown) == 12
    assert np.linalg.norm(shown[:, None] - quads.mean(1), axis=2).min(1).max() < 3
