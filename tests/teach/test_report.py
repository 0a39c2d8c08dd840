"""A gain in words and as JSON."""

from setvision.teach.gain import Figures, Gain
from setvision.teach.report import as_dict, as_text
from setvision.words import words_for

GAIN = Gain(
    4,
    Figures(40, 30, (31, 40, 40, 39), 20, 2),
    Figures(40, 38, (39, 40, 40, 39), 32, 0),
)


def test_in_words():
    assert as_text(GAIN, words_for("en")).splitlines() == [
        "40 labelled cards in 4 photos, each photo read with what the others teach:",
        "",
        "                         before            after",
        "all four features right      30   75.00 %     38   95.00 %",
        "color                        31   77.50 %     39   97.50 %",
        "shape                        40  100.00 %     40  100.00 %",
        "count                        40  100.00 %     40  100.00 %",
        "fill                         39   97.50 %     39   97.50 %",
        "cards said to be sure        20   50.00 %     32   80.00 %",
        "of these wrong                2    5.00 %      0    0.00 %",
    ]


def test_as_json():
    assert as_dict(GAIN, 3) == {
        "schema": 1,
        "photos": 4,
        "cards": 40,
        "missed": 3,
        "before": {
            "right": 30,
            "right_by_feature": {"color": 31, "shape": 40, "count": 40, "fill": 39},
            "sure": 20,
            "sure_wrong": 2,
        },
        "after": {
            "right": 38,
            "right_by_feature": {"color": 39, "shape": 40, "count": 40, "fill": 39},
            "sure": 32,
            "sure_wrong": 0,
        },
    }
