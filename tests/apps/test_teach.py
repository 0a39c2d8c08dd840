"""``setvision teach`` from its arguments to its file, and ``--deck`` where photos are read."""

import json
from pathlib import Path

import pytest

from setvision.apps import cli
from setvision.label.classes import Classes
from setvision.label.formats import FORMATS, Layout
from tests.teach.odd import line, record, scene, write

TEACHING = range(4)
OTHERS = range(4, 6)


@pytest.fixture(scope="module")
def photos(tmp_path_factory) -> Path:
    """Labelled photos of an odd deck."""
    return write(TEACHING, tmp_path_factory.mktemp("odd")).parent


@pytest.fixture(scope="module")
def others(tmp_path_factory) -> Path:
    """Further photos of it."""
    return write(OTHERS, tmp_path_factory.mktemp("others")).parent


@pytest.fixture(scope="module")
def deck(photos, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("decks") / "odd.npz"
    assert cli.main(["teach", str(photos), "--out", str(path)]) == 0
    return path


def faces(table: dict) -> list[tuple]:
    return [tuple(card[f] for f in ("color", "shape", "count", "fill")) for card in table["cards"]]


def right_in(tables: list[dict]) -> int:
    """How many of the cards that lie there were read."""
    truths = [line(number) for number in OTHERS]
    pairs = zip(tables, truths, strict=True)
    return sum(len({*faces(table)} & {*faces(truth)}) for table, truth in pairs)


def read(capsys, folder: Path, *options: str) -> list[dict]:
    assert cli.main(["read", "--json", str(folder), *options]) == 0
    return [json.loads(row) for row in capsys.readouterr().out.splitlines()]


def test_a_deck_that_was_taught_is_read_right(capsys, others, deck):
    capsys.readouterr()
    before, after = read(capsys, others), read(capsys, others, "--deck", str(deck))
    assert right_in(before) <= 8
    assert right_in(after) >= 22


def test_what_is_gained_is_a_table(capsys, photos, tmp_path):
    assert cli.main(["teach", str(photos), "--out", str(tmp_path / "odd.npz")]) == 0
    said = capsys.readouterr()
    heading, _, titles, *rows = said.out.splitlines()
    assert heading == "48 labelled cards in 4 photos, each photo read with what the others teach:"
    assert titles.split() == ["before", "after"]
    found = {row[:23].strip(): row[23:].split() for row in rows}
    assert list(found) == [
        "all four features right", "color", "shape", "count", "fill", "cards said to be sure",
        "of these wrong",
    ]  # fmt: skip
    assert found["color"][:2] == ["0", "0.00"]
    assert int(found["color"][3]) >= 45
    assert found["of these wrong"][3] == "0"
    path = tmp_path / "odd.npz"
    assert said.err == f"setvision: wrote {path}; use it by --deck {path}\n"


def test_as_json(capsys, photos, tmp_path):
    path = tmp_path / "new" / "odd.npz"
    assert cli.main(["teach", str(photos), "--out", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["schema"], told["photos"], told["cards"], told["missed"]) == (1, 4, 48, 0)
    assert told["before"]["right_by_feature"]["color"] == told["before"]["right"] == 0
    assert told["after"]["right"] >= 45
    assert told["after"]["sure_wrong"] == 0
    assert told["deck"] == str(path)
    assert path.exists()


def test_in_german(capsys, photos, tmp_path):
    assert cli.main(["teach", str(photos), "--out", str(tmp_path / "a.npz"), "--lang", "de"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("48 Karten mit Label auf 4 Fotos, jedes Foto gelesen mit dem, was")
    assert "benutze es mit --deck" in said.err


def test_the_same_photos_teach_the_same(photos, deck, tmp_path):
    assert cli.main(["teach", str(photos), "--out", str(tmp_path / "again.npz")]) == 0
    assert (tmp_path / "again.npz").read_bytes() == deck.read_bytes()


def test_photos_may_lie_elsewhere(capsys, photos, tmp_path):
    labels = tmp_path / "labels.jsonl"
    labels.write_bytes((photos / "labels.jsonl").read_bytes())
    out = tmp_path / "odd.npz"
    assert cli.main(["teach", str(labels), "--out", str(out)]) == 2
    assert "0.png is not where the labels say; name the photos" in capsys.readouterr().err
    assert cli.main(["teach", str(labels), str(photos), "--out", str(out)]) == 0
    assert out.exists()


@pytest.mark.parametrize("name", ["coco", "yolo"])  # polygons, boxes
def test_labels_of_other_programs_teach(photos, tmp_path, name):
    layout, form = Layout(Classes.FACES, tmp_path), FORMATS[name]
    records = [record(number) for number in TEACHING]
    files = list(form.of_all(records, layout))
    files += [form.of_one(each, layout) for each in records] if form.of_one else []
    for file in files:
        path = tmp_path / name / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(file.chunks))
    out = tmp_path / "odd.npz"
    assert cli.main(["teach", str(tmp_path / name), str(photos), "--out", str(out)]) == 0


def test_corrections_of_a_job_teach(capsys, photos, tmp_path):
    job = tmp_path / "labels"
    assert cli.main(["label", str(photos), "--out", str(job), "--workers", "1"]) == 0
    capsys.readouterr()
    teach = ["teach", str(job), "--out", str(tmp_path / "odd.npz")]
    assert cli.main(teach) == 2
    assert "nobody has looked at the labels" in capsys.readouterr().err
    rows = []
    for number, text in enumerate((job / "labels.jsonl").read_text().splitlines()):
        read = json.loads(text)
        truth = line(number, path=str(photos / f"{number}.png"))
        rows.append({**read, **truth, "by": "Anna", "when": "2026-12-02T10:00:00Z"})
    (job / "corrected.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert cli.main(teach) == 0


def test_nothing_is_written_when_nothing_is_gained(capsys, tmp_path):
    labels = write(range(10, 13), tmp_path / "usual", is_odd=False)
    out = tmp_path / "kept.npz"
    out.write_bytes(b"kept")
    assert cli.main(["teach", str(labels), "--out", str(out)]) == 1
    said = capsys.readouterr()
    assert "all four features right" in said.out
    told = "setvision: nothing was written: other photos would hardly be read better with it\n"
    assert said.err == told
    assert out.read_bytes() == b"kept"
    assert cli.main(["teach", str(labels), "--out", str(out), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["deck"] is None


def test_nothing_is_written_when_it_does_harm(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("setvision.teach.gain.Gain.is_harmful", property(lambda gain: True))
    labels = write(range(3), tmp_path / "odd")
    assert cli.main(["teach", str(labels), "--out", str(tmp_path / "odd.npz")]) == 1
    err = capsys.readouterr().err
    assert err == "setvision: nothing was written: other photos would be read worse with it\n"
    assert not (tmp_path / "odd.npz").exists()


def test_what_teaches_nothing_is_told(capsys, tmp_path):
    labels = write(TEACHING, tmp_path / "odd")
    (tmp_path / "odd" / "3.png").write_bytes(b"no picture")
    rows = [json.loads(row) for row in labels.read_text().splitlines()]
    far = {**rows[0]["cards"][0], "quad": [[0, 0], [9, 0], [9, 5], [0, 5]]}
    rows[0]["cards"].append(far)
    rows.append({**rows[0], "image": "lost.png"})
    labels.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert cli.main(["teach", str(labels), "--out", str(tmp_path / "odd.npz")]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("setvision: 1 labelled photo was not found and is left out: lost.png")
    assert "3.png" in said[1]
    assert said[2] == ("setvision: 1 labelled card was not found in its photo and teaches nothing")
    assert len(said) == 4


def test_too_few_photos(capsys, tmp_path):
    labels = write(range(2), tmp_path / "odd")
    assert cli.main(["teach", str(labels), "--out", str(tmp_path / "odd.npz")]) == 2
    assert "only 2 photos have labels of cards" in capsys.readouterr().err
    assert not (tmp_path / "odd.npz").exists()


def test_a_folder_is_no_file_to_write(capsys, photos, tmp_path):
    assert cli.main(["teach", str(photos), "--out", str(tmp_path)]) == 2
    assert "is a folder; name a file" in capsys.readouterr().err


def test_no_labels(capsys, tmp_path):
    assert cli.main(["teach", str(tmp_path / "none"), "--out", str(tmp_path / "odd.npz")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


COMMANDS = [
    ["read", "{photo}"],
    ["check", "{photo}", "--none"],
    ["hint", "{photo}"],
    ["referee", "--photo", "{photo}"],
    ["live", "{photo}", "--events"],
    ["serve", "--port", "0"],
    ["label", "{photo}", "--out", "{photo}.labels"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"no deck", "is no deck that 'setvision teach' wrote, or is damaged"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_a_file_that_is_no_deck_is_refused_at_once(
    capsys, monkeypatch, tmp_path, others, command, content, problem
):
    monkeypatch.setenv("DISPLAY", "")
    photo, path = others / "4.png", tmp_path / "deck.npz"
    if content is not None:
        path.write_bytes(content)
    arguments = [part.format(photo=photo) for part in command]
    assert cli.main([*arguments, "--deck", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert problem in said.err
    assert said.err.count("\n") == 1


def test_a_question_is_answered_with_what_was_taught(capsys, others, deck):
    capsys.readouterr()
    truths = {row["id"]: row for row in read(capsys, others, "--deck", str(deck))[0]["cards"]}
    names = ["--cards", "1", "2", "3", "--json"]
    cli.main(["check", str(others / "4.png"), *names, "--deck", str(deck)])
    cards = json.loads(capsys.readouterr().out)["cards"]
    colors = {"r": "red", "g": "green", "p": "purple"}
    assert [colors[code[1]] for code in cards] == [truths[number]["color"] for number in (1, 2, 3)]
    cli.main(["check", str(others / "4.png"), *names])
    assert json.loads(capsys.readouterr().out)["cards"] != cards


def test_photos_are_labelled_again_with_another_deck(capsys, others, deck, tmp_path):
    job = ["label", str(others), "--out", str(tmp_path / "labels"), "--workers", "1"]
    assert cli.main(job) == 0
    capsys.readouterr()
    assert cli.main([*job, "--deck", str(deck)]) == 0
    assert "2 photos labelled, 2 of them now" in capsys.readouterr().out
    assert cli.main([*job, "--deck", str(deck)]) == 0
    assert "2 photos labelled, 0 of them now" in capsys.readouterr().out
    rows = (tmp_path / "labels" / "labels.jsonl").read_text().splitlines()
    assert right_in([json.loads(row) for row in rows[2:]]) >= 22


def test_a_program_reads_with_what_was_taught(deck):
    import setvision
    from setvision.vision.taught import load_deck

    image = scene(4).image
    by_path, by_value = (setvision.read(image, deck=each) for each in (deck, load_deck(deck)))
    assert [seen.card for seen in by_path.cards] == [seen.card for seen in by_value.cards]
    assert [seen.card for seen in setvision.read(image).cards] != [c.card for c in by_path.cards]
