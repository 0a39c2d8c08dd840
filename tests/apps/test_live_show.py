"""The live window answers keys and clicks, and shows what is known of the table."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from setvision.apps.live_show import Act, Show
from setvision.message import plain
from setvision.watch.types import Frame, Watched
from setvision.words import words_for
from tests.media.tables import grid_table

TABLE = replace(
    grid_table(("1rfo", "2rfo", "3rfo", "1gtd"), reason="1 SET"), width=1280, height=720
)
OTHER = replace(grid_table(("1rfo", "2rfo", "1gtd"), reason="none"), width=1280, height=720)


def frame(gray: int, time_s: float = 0.0) -> Frame:
    return Frame(np.full((720, 1280, 3), gray, np.uint8), time_s, 0)


def watched(table) -> Watched:
    return Watched(table, 0.0, 1.0, ())


def show_of(table, gray: int = 90, beside=None) -> Show:
    show = Show(words_for("en"), beside)
    show.see(frame(gray), watched(table))
    return show


def centre(show: Show, card: int) -> tuple[float, float]:
    """The middle of a card in the picture that was shown, below the strip."""
    picture = show.picture()
    assert picture is not None
    x, y = TABLE.cards[card - 1].quad.mean(0)
    return x, y + picture.shape[0] - 720


class Game:
    """A game that notes what it is told."""

    def __init__(self) -> None:
        self.pressed: list[tuple[str, tuple[int, ...]]] = []

    def headline(self):
        return plain("Anna deals.")

    def lines(self):
        return (plain("Anna: 3 points"),)

    def press(self, key, table, called):
        self.pressed.append((key, called))
        return key == "1"


def are_alike(picture: np.ndarray, other: np.ndarray) -> bool:
    """Tell whether pictures show the same, be it drawn or laid on."""
    return picture.shape == other.shape and int(cv2.absdiff(picture, other).max()) <= 2


def test_nothing_is_shown_before_the_first_frame():
    show = Show(words_for("en"))
    assert show.picture() is None
    assert show.press("s") is Act.NOTHING
    show.press("n")
    show.press("space")
    show.click(10, 10)
    assert show.moment is None


def test_the_picture_is_the_frame_with_a_strip_above():
    show = show_of(TABLE, 90)
    picture = show.picture()
    assert picture.shape[1] == 1280
    assert picture.shape[0] > 720
    assert (picture[-1, -1] == 90).all()


@pytest.mark.parametrize("key", ["q", "esc"])
def test_keys_that_quit(key):
    assert show_of(TABLE).press(key) is Act.QUIT


def test_saving_is_asked_of_the_owner():
    assert show_of(TABLE).press("s") is Act.SAVE


def test_a_frozen_picture_stays_until_it_is_let_go():
    show = show_of(TABLE, 90)
    show.press("space")
    show.see(frame(200), watched(OTHER))
    assert show.moment.table is TABLE
    assert (show.picture()[-1, -1] == 90).all()
    show.press("space")
    assert show.moment.table is OTHER
    assert (show.picture()[-1, -1] == 200).all()


def test_three_clicks_are_a_call():
    show = show_of(TABLE)
    plain_picture = show.picture()
    for card in (1, 2, 3):
        show.click(*centre(show, card))
    assert not are_alike(show.picture(), plain_picture)
    for card in (3, 2, 1):  # taken back
        show.click(*centre(show, card))
    assert are_alike(show.picture(), plain_picture)


def test_a_click_beside_the_cards_means_nothing():
    show = show_of(TABLE)
    before = show.picture()
    show.click(1279, 700)
    show.click(5, 5)
    assert are_alike(show.picture(), before)


def test_a_called_card_that_was_taken_is_called_no_more():
    show = show_of(TABLE)
    show.click(*centre(show, 4))
    assert not are_alike(show.picture(), show_of(TABLE).picture())
    show.see(frame(90), watched(OTHER))
    assert are_alike(show.picture(), show_of(OTHER).picture())


def test_what_is_told_goes_after_a_while():
    show = show_of(TABLE)
    before = show.picture()
    show.tell(plain("wrote a.jpg"))
    assert not are_alike(show.picture(), before)
    show.see(frame(90, 60.0), watched(TABLE))
    assert are_alike(show.picture(), before)


def test_trouble_with_the_camera_is_shown_in_place_of_the_verdict():
    show = show_of(TABLE)
    before = show.picture()
    assert not are_alike(show.picture(plain("camera 0 is gone")), before)
    assert are_alike(show.picture(), before)


def test_the_panel_comes_and_goes():
    show = show_of(TABLE)
    assert show.picture().shape[1] == 1280
    show.press("r")
    assert show.picture().shape[1] > 1280
    show.press("r")
    assert show.picture().shape[1] == 1280


def test_who_plays_is_shown_no_sets_before_asking():
    show = show_of(TABLE, beside=Game())
    nothing_marked = show.picture()
    other = show_of(replace(TABLE, sets=(), sure_sets=()), beside=Game())
    assert are_alike(nothing_marked, other.picture())
    show.press("n")
    assert not are_alike(show.picture(), nothing_marked)


def test_a_game_stands_in_the_panel_and_takes_the_other_keys():
    game = Game()
    show = show_of(TABLE, beside=game)
    assert show.picture().shape[1] > 1280
    show.click(*centre(show, 2))
    show.press("1")
    assert game.pressed == [("1", (2,))]
    show.press("x")
    assert game.pressed[1:] == [("x", ())]  # the game took the call over
    show.press("h")
    assert len(game.pressed) == 2
