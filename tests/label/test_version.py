"""What makes a photo be read again."""

from setvision import __version__
from setvision.label.version import model_version


def test_it_names_setvision_and_its_networks():
    version, digest = model_version().split("+")
    assert version == __version__
    assert len(bytes.fromhex(digest)) == 6


def test_decks_and_what_was_taught_make_another():
    ways = [(1, None), (2, None), (1, b"deck"), (2, b"deck"), (1, b"another deck")]
    assert len({model_version(*way) for way in ways}) == len(ways)


def test_it_stays_the_same():
    assert model_version(2, b"deck") == model_version(2, b"deck")
