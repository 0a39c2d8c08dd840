"""Cards are numbered as people read them, whichever way the table lies in the picture."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from setvision.layout import reading_order

CARD = np.array([[-0.78, -0.5], [0.78, -0.5], [0.78, 0.5], [-0.78, 0.5]])
Points = NDArray[np.float64]


def cards_at(centers: Points, angles: Points | float = 0.0, upright: bool = False) -> Points:
    """Card corners (n, 4, 2) around centers; a card is 1.56 by 1."""
    card = CARD[:, ::-1] * [1, -1] if upright else CARD
    angles = np.broadcast_to(angles, len(centers))
    turns = np.array([[[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]] for a in angles])
    return np.asarray(centers)[:, None] + card @ turns


def grid_centers(
    rows: int, columns: int, upright: bool = False
) -> tuple[Points, list[tuple[int, int]]]:
    step = np.array([1.25, 1.9] if upright else [1.9, 1.3])
    places = [(r, c) for r in range(rows) for c in range(columns)]
    centers = np.array([[c, r] for r, c in places]) * step
    return centers, [(r + 1, c + 1) for r, c in places]


def photographed(quads: Points, angle: float, tilt: float = 0.0) -> NDArray[np.float32]:
    """Turn the table by an angle in degrees, tip its far side away, and scale it to pixels."""
    a = np.radians(angle)
    points = (quads - quads.reshape(-1, 2).mean(axis=0)) @ np.array(
        [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]
    )
    reach = np.abs(points).max()
    depth = 1 - tilt * points[..., 1:] / reach
    return np.asarray(points / depth * 80 + 700, np.float32)


@settings(max_examples=60, deadline=None)
@given(
    rows=st.integers(1, 5),
    columns=st.integers(1, 7),
    upright=st.booleans(),
    angle=st.floats(-30, 30),
    tilt=st.floats(-0.25, 0.25),
    seed=st.integers(0, 999),
)
def test_grids_at_any_angle(
    rows: int, columns: int, upright: bool, angle: float, tilt: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    centers, places = grid_centers(rows, columns, upright)
    centers = centers + rng.uniform(-0.06, 0.06, centers.shape)
    quads = photographed(cards_at(centers, rng.normal(0, 0.04, len(centers)), upright), angle, tilt)
    quads = np.array([np.roll(quad, rng.integers(4), axis=0) for quad in quads])
    shuffled = rng.permutation(len(quads))
    order, grid = reading_order(quads[shuffled])
    assert grid == [places[k] for k in shuffled]
    assert shuffled[order].tolist() == list(range(len(quads)))


@settings(max_examples=40, deadline=None)
@given(
    rows=st.integers(2, 4),
    columns=st.integers(3, 6),
    angle=st.floats(-30, 30),
    seed=st.integers(0, 999),
)
def test_missing_cards_leave_their_places_empty(
    rows: int, columns: int, angle: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    centers, places = grid_centers(rows, columns)
    # The corners of the layout stay, so that no row or column is lost whole.
    inner = [i for i, (r, c) in enumerate(places) if 1 < c < columns]
    gone = rng.choice(inner, size=min(2, len(inner)), replace=False)
    kept = np.setdiff1d(np.arange(len(places)), gone)
    wanted = [places[k] for k in kept]
    if len({c for _, c in wanted}) < columns:
        return
    _, grid = reading_order(photographed(cards_at(centers), angle)[kept])
    assert grid == wanted


def test_last_row_with_one_card() -> None:
    centers, places = grid_centers(4, 4)
    order, grid = reading_order(photographed(cards_at(centers), 8)[:13])
    assert grid == places[:13]
    assert order == list(range(13))


@pytest.mark.parametrize("angle", [-25, 0, 25])
@pytest.mark.parametrize("shift", [0.2, 0.35, 0.5])
def test_in_staggered_rows_the_column_is_the_place_in_the_row(angle: float, shift: float) -> None:
    centers, places = grid_centers(4, 5)
    centers[5:10, 0] += shift * 1.9
    centers[15:20, 0] += shift * 1.9
    _, grid = reading_order(photographed(cards_at(centers), angle))
    assert grid == places


def test_rows_of_different_lengths_that_are_centered() -> None:
    centers = np.array([[c - (n - 1) / 2, r] for r, n in enumerate((3, 4, 5)) for c in range(n)])
    _, grid = reading_order(photographed(cards_at(centers * [1.9, 1.3]), -12))
    assert grid == [(r + 1, c + 1) for r, n in enumerate((3, 4, 5)) for c in range(n)]


def test_a_wide_gap_does_not_break_a_row() -> None:
    centers = np.array([[0, 0], [1, 0], [7, 0], [8, 0], [0, 1], [1, 1], [7, 1], [8, 1.0]])
    _, grid = reading_order(photographed(cards_at(centers * [1.9, 1.3]), 5))
    assert grid == [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4)]


@pytest.mark.parametrize(("count", "step"), [(3, (1.9, 0)), (3, (0, 1.3)), (2, (2.5, 0))])
def test_one_row_or_one_column(count: int, step: tuple[float, float]) -> None:
    centers = np.arange(count)[:, None] * np.array(step)
    _, grid = reading_order(photographed(cards_at(centers), 4))
    assert grid == [(1, k + 1) if step[0] else (k + 1, 1) for k in range(count)]


def test_none_and_one() -> None:
    assert reading_order(np.zeros((0, 4, 2), np.float32)) == ([], [])
    assert reading_order(photographed(cards_at(np.zeros((1, 2))), 20)) == ([0], [(1, 1)])


def test_one_card_lying_crosswise_keeps_its_place() -> None:
    centers, places = grid_centers(3, 4)
    quads = cards_at(centers * 1.25, np.where(np.arange(12) == 5, np.pi / 2, 0.0))
    _, grid = reading_order(photographed(quads, 10))
    assert grid == places


@settings(max_examples=40, deadline=None)
@given(count=st.integers(5, 18), seed=st.integers(0, 10_000))
def test_scattered_cards_are_ordered_from_top_to_bottom(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    # Places of a coarse net, shaken, so that cards do not lie on each other.
    net = rng.permutation(36)[:count]
    centers = np.stack([net % 6, net // 6], axis=1) * 2.2 + rng.uniform(-0.6, 0.6, (count, 2))
    quads = photographed(cards_at(centers, rng.uniform(0, np.pi, count)), 0)
    order, grid = reading_order(quads)
    assert sorted(order) == list(range(count))
    if grid is None:
        middles = quads.mean(axis=1)
        heights = middles[order, 1]
        assert (np.diff(heights) > -80 / 2 - 1e-3).all()  # never back by more than half a card
    shuffled = rng.permutation(count)
    again, _ = reading_order(quads[shuffled])
    assert shuffled[again].tolist() == order


def test_a_scattered_table_has_no_grid() -> None:
    rng = np.random.default_rng(3)
    net = rng.permutation(36)[:12]
    centers = np.stack([net % 6, net // 6], axis=1) * 2.2 + rng.uniform(-0.6, 0.6, (12, 2))
    _, grid = reading_order(photographed(cards_at(centers, rng.uniform(0, np.pi, 12)), 0))
    assert grid is None


def test_two_cards_askew_are_no_grid() -> None:
    order, grid = reading_order(photographed(cards_at(np.array([[3.0, 2.0], [0.0, 0.0]])), 0))
    assert grid is None
    assert order == [1, 0]


def test_cards_on_one_spot_do_no_harm() -> None:
    quads = photographed(np.repeat(cards_at(np.zeros((1, 2))), 3, axis=0), 0)
    order, _ = reading_order(quads)
    assert order == [0, 1, 2]
    order, _ = reading_order(np.zeros((4, 4, 2), np.float32))
    assert sorted(order) == [0, 1, 2, 3]


def test_wrong_shape() -> None:
    with pytest.raises(ValueError, match=r"\(n, 4, 2\), got \(3, 2\)"):
        reading_order(np.zeros((3, 2), np.float32))
