"""The figures of the benchmark and their comparison."""

import benchmark

TEXT = """\
photos 98, unread 0, labelled cards 1103
cards found            1098/1103 = 99.55 %   false cards 3
all four right         1094/1103 = 99.18 %
  count of found cards  1096/1098 = 99.82 %
whole tables right     90/98 = 91.84 %
list of SETs right     91/98 = 92.86 %
cards said to be sure  860/1103 = 77.97 %   of these wrong 2
'no SET here' said     8   of these wrong 1
"""


def test_every_figure_is_found():
    assert benchmark.figures_in(TEXT) == {
        "cards_found": 1098,
        "all_four_right": 1094,
        "false_cards": 3,
        "whole_tables": 90,
        "sure": 860,
        "sure_wrong": 2,
        "none_said": 8,
        "none_wrong": 1,
    }


def test_the_same_is_not_worse():
    figures = benchmark.figures_in(TEXT)
    assert benchmark.worse_than(figures, figures) == []


def test_what_is_worse_is_named():
    accepted = benchmark.figures_in(TEXT)
    worse = {**accepted, "all_four_right": 1080, "sure_wrong": 3, "none_said": 0}
    assert benchmark.worse_than(accepted, worse) == ["all_four_right", "sure_wrong"]


def test_what_was_not_measured_counts_as_worse():
    accepted = benchmark.figures_in(TEXT)
    figures = {name: value for name, value in accepted.items() if name != "sure_wrong"}
    assert benchmark.worse_than(accepted, figures) == ["sure_wrong"]


def test_better_figures_pass():
    accepted = benchmark.figures_in(TEXT)
    better = {**accepted, "all_four_right": 1103, "false_cards": 0, "sure_wrong": 0}
    assert benchmark.worse_than(accepted, better) == []
