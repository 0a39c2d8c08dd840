"""``setvision eval`` from its arguments to what it prints and draws."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from setvision.apps import cli
from setvision.label.records import Labelled, to_line
from tests.evaluate.records import card, photo

SHARED = Path(__file__).parents[3] / "shared"


def lines(path: Path, *records: Labelled) -> str:
    path.write_text("".join(to_line(record) + "\n" for record in records))
    return str(path)


@pytest.fixture
def labels(tmp_path: Path) -> str:
    first = photo(card("1rfo", 0), card("2gtw", 100), conditions=("dim",))
    second = photo(card("3ped", 0), image="b.jpg", conditions=("glare",))
    return lines(tmp_path / "labels.jsonl", first, second)


@pytest.fixture
def readings(tmp_path: Path) -> str:
    first = photo(
        card("1rto", 0, confidence=0.7, is_sure=False), card("2gtw", 100), card("1rfd", 300)
    )
    second = photo(image="b.jpg", verdict="unsure")
    return lines(tmp_path / "readings.jsonl", first, second)


def test_text(labels: str, readings: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["eval", labels, readings]) == 0
    out, err = capsys.readouterr()
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert rows[0] == "2 labelled photos with 3 labelled cards"
    for row in (
        "cards found 2 of 3 66.67 %",
        "read where no card lies 1",
        "all four features right 1 of 3 33.33 %",
        "fill of found cards 1 of 2 50.00 %",
        "cards said to be sure 2 of 3 66.67 %",
        "of these wrong 1",
        "verdict unsure 1 of 2 50.00 %",
        "fill: labelled below, read beside solid striped open",
        "solid 0 1 0",
        "0.500 to 0.800 1 70.00 % 0.00 %",
        "dim 1 2 1 50.00 % 1 1",
        "glare 1 1 0 0.00 % 0 0",
    ):
        assert row in rows
    assert err == ""


def test_json(labels: str, readings: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["eval", labels, readings, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["schema"], told["photos"], told["cards"], told["right"]) == (1, 2, 3, 1)
    assert told["right_by_feature"] == {"color": 2, "shape": 2, "count": 2, "fill": 1}
    assert told["confusion"]["fill"]["solid"] == {"solid": 0, "striped": 1, "open": 0}
    assert told["confusion"]["count"]["2"]["2"] == 1
    assert told["conditions"]["dim"]["false"] == 1
    assert told["calibration"][0] == {
        "begin": 0.5, "end": 0.8, "cards": 1, "confidence": 0.7, "right": 0.0,
    }  # fmt: skip


def test_each_miss(labels: str, readings: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["eval", labels, readings, "--misses"]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "a.jpg: one red solid oval: read as one red striped oval (not sure)",
        "a.jpg: one red solid diamond was read, but no card lies there",
        "b.jpg: three purple open diamonds: not found",
    ]


def test_photos_without_a_reading(
    labels: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = lines(tmp_path / "one.jsonl", photo(image="b.jpg"), photo(image="other.jpg"))
    assert cli.main(["eval", labels, one, "--misses"]) == 1
    out = capsys.readouterr().out
    assert "1 of them has no reading" in out
    assert "1 reading of a photo without a label is left out" in out
    assert "a.jpg: there is no reading" in out
    none = lines(tmp_path / "none.jsonl", photo(image="other.jpg"))
    assert cli.main(["eval", labels, none]) == 1
    assert "their names must end alike" in capsys.readouterr().err


def test_picture(labels: str, readings: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "figures.png"
    assert cli.main(["--lang", "hu", "eval", labels, readings, "--picture", str(path)]) == 0
    with Image.open(path) as picture:
        assert picture.width == 1800
    empty = lines(tmp_path / "empty.jsonl")
    assert cli.main(["eval", empty, empty, "--picture", str(path)]) == 0


@pytest.mark.parametrize("name", ["figures.what", "no/such/folder/figures.png"])
def test_a_picture_that_cannot_be_saved(
    name: str, labels: str, readings: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    assert cli.main(["eval", labels, readings, "--picture", str(tmp_path / name)]) == 2
    err = capsys.readouterr().err
    assert err.startswith("setvision: cannot save the picture")
    assert err.count("\n") == 1


def test_without_matplotlib(
    labels: str,
    readings: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert cli.main(["eval", labels, readings, "--picture", "a.png"]) == 2
    assert "-m pip install 'matplotlib>=" in capsys.readouterr().err


def test_wrong_labels(readings: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["eval", str(tmp_path / "none"), readings]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(not (SHARED / "score.py").exists(), reason="needs the photos of ../shared")
def test_the_figures_are_those_of_another_scorer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of readings that are the labels with some faults."""
    rows = [json.loads(p.read_text()) for p in sorted((SHARED / "photos/labels").glob("*.json"))]
    for number, row in enumerate(rows):
        row["verdict"] = "none" if number % 7 == 0 else "unsure"
        for place, card_row in enumerate(row["cards"]):
            card_row["sure"] = (number + place) % 5 != 0
            if (number + place) % 11 == 0:
                card_row["fill"] = {"solid": "striped", "striped": "open", "open": "solid"}[
                    card_row["fill"]
                ]
        if number % 9 == 0:
            row["cards"] = row["cards"][1:]
    path = tmp_path / "readings.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows[:-1]))
    assert cli.main(["eval", str(SHARED / "photos/labels"), str(path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    theirs = subprocess.run(
        [sys.executable, str(SHARED / "score.py"), str(SHARED / "photos/labels"), str(path)],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    lines_of = [" ".join(line.split()) for line in theirs.splitlines()]
    share = "{}/{} = {:.2f} %"

    def of(part: int, whole: int) -> str:
        return share.format(part, whole, 100 * part / whole)

    cards, photos = told["cards"], told["photos"]
    assert lines_of[0] == f"photos {photos}, unread 1, labelled cards {cards}"
    assert lines_of[1] == f"cards found {of(told['found'], cards)} false cards {told['false']}"
    assert lines_of[2] == f"all four right {of(told['right'], cards)}"
    for line, feature in zip(lines_of[3:7], ("count", "color", "fill", "shape"), strict=True):
        right = told["right_by_feature"][feature]
        assert line == f"{feature} of found cards {of(right, told['faces_found'])}"
    assert lines_of[7] == f"whole tables right {of(told['whole'], photos)}"
    assert lines_of[8] == f"list of SETs right {of(told['right_sets'], photos)}"
    sure = of(told["sure"], cards)
    assert lines_of[9] == f"cards said to be sure {sure} of these wrong {told['sure_wrong']}"
    assert (
        lines_of[10]
        == f"'no SET here' said {told['none_said']} of these wrong {told['none_wrong']}"
    )
