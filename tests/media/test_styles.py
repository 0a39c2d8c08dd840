"""How SETs are told apart."""

import pytest

from setvision.media.styles import ink_on, set_style


def luminance(color: tuple[int, int, int]) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    parts = [each / 255 for each in reversed(color)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("number", range(7))
def test_letters_can_be_read_on_their_grounds(number):
    ground = set_style(number).color
    dark, light = sorted((luminance(ground), luminance(ink_on(ground))))
    assert (light + 0.05) / (dark + 0.05) >= 4.5  # AA


def test_thirty_five_sets_are_told_apart_without_their_letters():
    assert len({set_style(number)[1:] for number in range(35)}) == 35
