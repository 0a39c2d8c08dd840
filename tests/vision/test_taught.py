"""What a taught deck changes in readings, and which files are refused as one."""

import io

import numpy as np
import pytest

from setvision.errors import DeckError
from setvision.teach.fit import fit
from setvision.vision.taught import Taught, load_deck, network_hash
from setvision.vision.types import Readings
from tests.teach.made import NETWORK, cards_of


@pytest.fixture
def odd():
    return cards_of(np.random.default_rng(1), 60, is_odd=True)


@pytest.fixture
def deck(odd):
    readings, values = odd
    return fit(readings, values, np.arange(60) // 12, NETWORK)


def right(readings, values):
    return (readings.probs.argmax(2) == values).mean(0)


def test_what_was_taught_holds_for_other_cards(deck):
    others, values = cards_of(np.random.default_rng(2), 100, is_odd=True)
    assert right(others, values)[0] == 0
    assert right(deck.correct(others), values).min() > 0.98


def test_probabilities_add_up_and_the_rest_of_the_reading_stays(deck, odd):
    readings, _ = odd
    corrected = deck.correct(readings)
    assert corrected.probs.dtype == np.float32
    assert corrected.probs.sum(2) == pytest.approx(1, abs=1e-5)
    assert corrected.features is readings.features
    assert corrected.card is readings.card


def test_a_card_unlike_those_taught_is_never_sure_to_be_another_than_was_read(deck):
    others, _ = cards_of(np.random.default_rng(5), 20, is_odd=True)
    far = Readings(
        others.probs,
        others.card,
        others.whole,
        others.european,
        np.roll(others.features, 96, axis=1) * 2,
        others.ink,
    )
    assert deck.is_like(others.features).mean() > 0.8
    assert not deck.is_like(far.features).any()
    changed = deck.correct(far).probs[:, 0]
    differs = changed.argmax(1) != far.probs[:, 0].argmax(1)
    assert (changed.max(1)[differs] < 0.7).all()


def test_nothing_read_is_nothing_corrected(deck):
    nothing, _ = cards_of(np.random.default_rng(6), 0, is_odd=True)
    assert len(deck.correct(nothing).probs) == 0


def test_a_file_says_what_was_written(deck, odd):
    readings, _ = odd
    again = Taught.from_bytes(deck.to_bytes(), "deck.npz", NETWORK)
    assert (again.correct(readings).probs == deck.correct(readings).probs).all()
    assert (again.is_like(readings.features) == deck.is_like(readings.features)).all()


def test_a_deck_of_other_networks_is_refused(deck, tmp_path):
    (tmp_path / "deck.npz").write_bytes(deck.to_bytes())
    with pytest.raises(DeckError, match="another version of the networks"):
        load_deck(tmp_path / "deck.npz")


def test_a_deck_of_these_networks_is_loaded(odd, tmp_path):
    readings, values = odd
    deck = fit(readings, values, np.arange(60) // 12, network_hash())
    (tmp_path / "deck.npz").write_bytes(deck.to_bytes())
    assert (load_deck(tmp_path / "deck.npz").weights == deck.weights).all()


def npz(**arrays):
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def changed(deck, **arrays):
    with np.load(io.BytesIO(deck.to_bytes())) as own:
        return npz(**{**dict(own), **arrays})


@pytest.mark.parametrize(
    "content",
    [
        lambda deck: b"",
        lambda deck: b"no deck",
        lambda deck: deck.to_bytes()[:-100],
        lambda deck: deck.to_bytes()[:1000] + b"\0" * 500 + deck.to_bytes()[1500:],
        lambda deck: npz(mean=np.zeros(192)),
        lambda deck: changed(deck, kind="another"),
        lambda deck: changed(deck, mean=np.zeros(12, np.float32)),
        lambda deck: changed(deck, weights=deck.weights * np.float32(np.nan)),
        lambda deck: changed(deck, weights=deck.weights[:1]),
        lambda deck: changed(deck, cards=deck.cards[:0]),
        lambda deck: changed(deck, limit=np.zeros(2)),
        lambda deck: changed(deck, mean=np.array([{}] * 192, object)),
    ],
)
def test_what_is_no_deck_is_refused(deck, content):
    with pytest.raises(DeckError, match=r"^deck\.npz is no deck that 'setvision teach' wrote"):
        Taught.from_bytes(content(deck), "deck.npz", NETWORK)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DeckError, match=r"nowhere\.npz cannot be read: No such file"):
        load_deck(tmp_path / "nowhere.npz")
