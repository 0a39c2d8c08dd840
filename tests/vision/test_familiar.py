"""What looks like nothing that is known."""

import numpy as np

from setvision.vision.familiar import Familiar


def known(rng: np.random.Generator, count: int) -> np.ndarray:
    """Features that vary in five directions, and a little in all."""
    mixing = np.random.default_rng(1).normal(0, 0.3, (5, 192))
    roots = 2 + rng.normal(0, 1, (count, 5)) @ mixing + rng.normal(0, 0.02, (count, 192))
    return (np.maximum(roots, 0) ** 2).astype(np.float32)


def test_known_cards_are_familiar_and_others_strange():
    rng = np.random.default_rng(0)
    familiar = Familiar.fit(known(rng, 2000), directions=5, exceeded=0.01)
    assert (familiar.strangeness(known(rng, 2000)) > 1).mean() < 0.02
    far_along = (np.sqrt(known(rng, 50)) * 3) ** 2
    other_way = known(rng, 50) + rng.uniform(0, 2, (50, 192)).astype(np.float32)
    assert (familiar.strangeness(far_along) > 1).all()
    assert (familiar.strangeness(other_way) > 1).all()


def test_a_file_keeps_it():
    rng = np.random.default_rng(2)
    familiar = Familiar.fit(known(rng, 300), directions=5, exceeded=0.01)
    again = Familiar.from_bytes(familiar.to_bytes())
    features = known(rng, 20)
    np.testing.assert_allclose(again.strangeness(features), familiar.strangeness(features), 1e-5)


def test_no_crops():
    familiar = Familiar.fit(known(np.random.default_rng(3), 300), directions=5, exceeded=0.01)
    assert familiar.strangeness(np.empty((0, 192), np.float32)).shape == (0,)
