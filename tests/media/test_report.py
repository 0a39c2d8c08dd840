"""What people and programs are told about a table."""

import json

import numpy as np
import pytest

from setvision.cards import Edition
from setvision.errors import SetVisionError
from setvision.media.report import (
    as_dict,
    as_text,
    error_dict,
    set_name,
    table_from_dict,
    verdict_message,
)
from tests.media.tables import grid_table

CODES = ("1rfo", "2rfo", "3rfo", "1gtd", "2peo", "3gtw")


def test_text_has_cards_sets_and_verdict() -> None:
    text = as_text(grid_table(CODES, columns=3, reason="all cards are sure"), "kitchen.jpg")
    assert text.splitlines() == [
        "kitchen.jpg: 6 cards",
        "card  row  column  count  color   fill     shape     confidence",
        "   1    1       1      1  red     solid    oval          99.9 %",
        "   2    1       2      2  red     solid    oval          99.9 %",
        "   3    1       3      3  red     solid    oval          99.9 %",
        "   4    2       1      1  green   striped  diamond       99.9 %",
        "   5    2       2      2  purple  open     oval          99.9 %",
        "   6    2       3      3  green   striped  squiggle      99.9 %",
        "",
        "SET A: cards 1 2 3 one red solid oval + two red solid ovals + three red solid ovals",
        "",
        "Verdict: 1 SET (all cards are sure)",
    ]


def test_without_a_grid_cards_are_only_numbered() -> None:
    text = as_text(grid_table(CODES[3:], has_grid=False))
    assert text.splitlines()[0] == "card  count  color   fill     shape     confidence"
    assert text.splitlines()[-1] == "Verdict: no SET"


def test_doubts_are_said_in_words() -> None:
    table = grid_table(CODES, doubts={2: ("fill", "look")}, reason="card 2 is not read surely")
    lines = as_text(table).splitlines()
    assert lines[2].endswith("61.2 %  not sure: fill, unfamiliar look")
    assert "  (not sure)" in lines[8]
    assert lines[-1] == "Verdict: unsure (card 2 is not read surely)"


def test_words_of_the_european_edition() -> None:
    text = as_text(grid_table(CODES, edition=Edition.EUROPEAN))
    assert "green   speckled  rectangle" in text
    assert "diamond" not in text
    assert "striped" not in text


def test_an_empty_table() -> None:
    table = grid_table((), reason="no cards were found")
    assert as_text(table, "a.jpg").splitlines() == [
        "a.jpg: 0 cards",
        "Verdict: no SET (no cards were found)",
    ]


def test_sure_sets_are_counted_first() -> None:
    codes = (*CODES[:3], "1gfo", "2gfo", "3gfo")
    assert str(verdict_message(grid_table(codes))) == "2 SETs"
    assert (
        str(verdict_message(grid_table(codes, doubts={5: ("count",)}))) == "1 SET, perhaps 1 more"
    )


def test_names_of_sets() -> None:
    names = [set_name(k) for k in (0, 1, 25, 26, 27, 51, 52, 701, 702)]
    assert names == ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]
    assert len({set_name(k) for k in range(1080)}) == 1080


def test_json_line() -> None:
    line = as_dict(grid_table(CODES, doubts={4: ("color",)}), "a b/ü.jpg", seconds=0.0312345)
    assert json.loads(json.dumps(line)) == line
    assert line["schema"] == 1
    assert line["image"] == "a b/ü.jpg"
    assert line["sets"] == [[1, 2, 3]]
    assert line["verdict"] == "sets"
    assert line["seconds"] == 0.0312
    assert line["cards"][3] == {
        "id": 4,
        "quad": [[610.0, 40.0], [760.0, 40.0], [760.0, 140.0], [610.0, 140.0]],
        "color": "green",
        "shape": "diamond",
        "count": 1,
        "fill": "striped",
        "confidence": 0.6123,
        "sure": False,
        "doubts": ["color"],
        "row": 1,
        "column": 4,
    }


@pytest.mark.parametrize("has_grid", [True, False])
def test_json_round_trip(has_grid: bool) -> None:
    table = grid_table(CODES, doubts={4: ("color", "hidden")}, reason="so it is", has_grid=has_grid)
    line = as_dict(table, "a.jpg")
    again = table_from_dict(json.loads(json.dumps(line)))
    assert as_dict(again, "a.jpg") == line
    assert as_text(again) == as_text(table).replace("99.9 %", "99.9 %")
    assert again.sure_sets == table.sure_sets
    for seen in again.cards:
        assert seen.quad.dtype == np.float32
        assert np.allclose(seen.probs.sum(axis=1), 1, atol=1e-6)
        own = seen.probs[np.arange(4), seen.card.values]
        assert np.isclose(own.prod(), seen.confidence, atol=1e-5)


def test_lines_that_are_no_table() -> None:
    with pytest.raises(SetVisionError, match=r"a\.jpg: is empty"):
        table_from_dict(error_dict("a.jpg", "is empty"))
    with pytest.raises(SetVisionError, match="schema 2 is not known"):
        table_from_dict({"schema": 2})
    good = as_dict(grid_table(CODES), "a.jpg")
    with pytest.raises(SetVisionError, match=r"a\.jpg lacks 'width'"):
        table_from_dict({k: v for k, v in good.items() if k != "width"})
    with pytest.raises(SetVisionError, match="damaged"):
        table_from_dict({**good, "verdict": "perhaps"})
    with pytest.raises(SetVisionError, match="damaged"):
        table_from_dict({**good, "cards": [{**good["cards"][0], "color": "blue"}]})
