"""Rendered videos and their truth."""

import json

import cv2
import numpy as np
import pytest
from rendering.play import Lay, Nudge, Take, Wait, random_play, sample_play
from rendering.video import VideoError, film, write

from setvision.rules import is_set
from setvision.watch.types import EventKind


def test_the_same_seed_gives_the_same_video():
    one, two = (film(random_play(3, 5.0), 160, 90, 5) for _ in range(2))
    assert one.events == two.events
    for first, second in zip(one.takes, two.takes, strict=True):
        np.testing.assert_array_equal(first.picture, second.picture)


def test_the_sample_shows_everything_once():
    play = sample_play(10)
    kinds = [type(step) for step in play.steps]
    assert kinds.count(Lay) == 3
    assert kinds.count(Take) == 2
    assert kinds.count(Nudge) == 1
    events = film(play, 160, 90, 5).events
    assert [event.kind for event in events] == [
        EventKind.DEALT, EventKind.TAKEN, EventKind.DEALT, EventKind.CAMERA_MOVED,
        EventKind.ADDED, EventKind.TAKEN,
    ]  # fmt: skip
    for event in events:
        assert event.kind is not EventKind.TAKEN or is_set(*event.cards)


def test_the_truth_of_the_last_frame_is_what_events_leave():
    shown = film(sample_play(10), 320, 180, 5)
    last = list(shown.takes)[-1]
    left = set()
    for event in shown.events:
        if event.kind in (EventKind.DEALT, EventKind.ADDED):
            left |= set(event.cards)
        elif event.kind is EventKind.TAKEN:
            left -= set(event.cards)
    assert {seen.card for seen in last.cards} == left
    assert not last.has_hand
    for seen in last.cards:
        assert cv2.contourArea(np.float32(seen.quad), oriented=True) > 0, "clockwise on screen"
        x, y = seen.quad.mean(0)
        assert 0 < x < 320
        assert 0 < y < 180


@pytest.mark.parametrize("ending", [".mp4", ".mjpeg", ".y4m"])
def test_a_video_is_written_with_its_truth(tmp_path, ending):
    play = random_play(1, 1.0)
    short = type(play)(play.seed, (play.steps[0], Wait(0.5)), play.room)
    shown = film(short, 160, 90, 5)
    write(shown, tmp_path / f"game{ending}")
    truth = json.loads((tmp_path / "game.json").read_text())
    assert len(truth["frames"]) == shown.length
    assert {path.name for path in tmp_path.iterdir()} == {f"game{ending}", "game.json"}


def test_an_unknown_ending_is_refused_and_nothing_written(tmp_path):
    with pytest.raises(VideoError, match="ends in"):
        write(film(random_play(1, 1.0), 160, 90, 5), tmp_path / "game.txt")
    assert not list(tmp_path.iterdir())
