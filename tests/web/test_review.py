"""The review page in a real browser."""

import csv
import json

import pytest

from tests.label.jobs import contents, do
from tests.label.reviews import labelled_folder
from tests.web.reviewers import served_review

LAPTOP = {"viewport": {"width": 1366, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def job(tmp_path):
    """Two doubtful photos, b.png and d.png, in each of which card 2 is doubted."""
    return labelled_folder(tmp_path)


def opened(page, address):
    page.goto(address)
    page.wait_for_selector("html:not(.is-loading)")
    page.wait_for_selector("#review:not([hidden])")
    return page


def shows(page, name, card):
    """Wait until a card of a photo is selected."""
    page.wait_for_function(
        """([name, card]) => document.querySelector("#name").textContent === name
            && document.querySelector("#said").textContent.startsWith(`Card ${card}:`)""",
        arg=[name, card],
    )


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def lines(tmp_path):
    text = (tmp_path / "out/jsonl/labels.jsonl").read_text()
    return {line["image"]: line for line in map(json.loads, text.splitlines())}


def test_by_the_keyboard_alone(job, tmp_path, visitor):
    with served_review(tmp_path, visitor) as address:
        page = opened(visitor(**LAPTOP), address)
        shows(page, "b.png", 2)
        assert page.inner_text("#place") == "1 of 2"
        assert "fill" in page.inner_text("#doubt")
        press(page, "3", "g", "t", "o", "Enter")
        shows(page, "d.png", 2)
        assert page.inner_text("#place") == "2 of 2"
        press(page, "Enter")
        page.wait_for_selector("#summary:not([hidden])")
        assert page.inner_text("#summary-title") == "All photos are done."
        assert page.inner_text("#summary-text") == "2 of 2 photos looked at, 1 of them corrected."

    corrected = lines(tmp_path)["b.png"]
    assert (corrected["by"], lines(tmp_path)["d.png"]["by"]) == ("anna", "anna")
    card = corrected["cards"][1]
    assert (card["count"], card["color"], card["fill"], card["shape"]) == (
        3,
        "green",
        "striped",
        "oval",
    )
    assert (card["confidence"], card["sure"]) == (1.0, True)
    coco = json.loads((tmp_path / "out/coco/annotations/instances_default.json").read_text())
    names = {category["id"]: category["name"] for category in coco["categories"]}
    (b_png,) = (image["id"] for image in coco["images"] if image["file_name"] == "b.png")
    told = [
        (names[row["category_id"]], row["attributes"]["by"])
        for row in coco["annotations"]
        if row["image_id"] == b_png and "by" in row["attributes"]
    ]
    assert told == [("3-green-striped-oval", "anna")]
    with (tmp_path / "out/csv/cards.csv").open() as file:
        rows = [(row["image"], row["code"]) for row in csv.DictReader(file) if row["by"]]
    assert rows[0] == ("b.png", "3gto")
    assert [image for image, _ in rows] == ["b.png", "d.png"]

    before = contents(tmp_path / "out")
    outcome = do(job)
    assert (outcome.read, outcome.doubtful) == (0, 0)
    assert contents(tmp_path / "out") == before


def test_undo_goes_back_over_photos(job, tmp_path, visitor):
    with served_review(tmp_path, visitor) as address:
        page = opened(visitor(**LAPTOP), address)
        shows(page, "b.png", 2)
        said = page.inner_text("#said")
        press(page, "3")
        assert page.inner_text("#said") != said
        press(page, "u")
        assert page.inner_text("#said") == said
        press(page, "Enter")
        shows(page, "d.png", 2)
        press(page, "u")
        shows(page, "b.png", 2)
        page.wait_for_selector(".chip.is-open")
        press(page, "u")
        page.wait_for_selector(".trouble:not([hidden])")
        assert page.inner_text(".trouble") == "There is nothing to take back."
    assert not (tmp_path / "out/corrected.jsonl").exists()


def test_a_card_is_removed_and_one_added_by_keys(job, tmp_path, visitor):
    with served_review(tmp_path, visitor) as address:
        page = opened(visitor(**LAPTOP), address)
        shows(page, "b.png", 2)
        press(page, "Delete", "a")
        # A crosshair takes the place of the mouse.
        for keys in (["ArrowUp"], ["ArrowRight"] * 8, ["ArrowDown"] * 6, ["ArrowLeft"] * 8):
            press(page, *keys, "Enter")
        shows(page, "b.png", 7)
        press(page, "Enter")
        page.wait_for_selector(".trouble:has-text('choose count, color, fill and shape')")
        press(page, "3", "g", "t", "o", "Enter")
        shows(page, "d.png", 2)
    line = lines(tmp_path)["b.png"]
    assert [card["id"] for card in line["cards"]] == [1, 3, 4, 5, 6, 7]
    assert [card["id"] for card in line["removed"]] == [2]
    assert line["cards"][5]["told"]["read"] is None
    assert line["cards"][5]["count"] == 3


def test_a_missed_card_is_added_by_four_clicks(job, tmp_path, visitor):
    with served_review(tmp_path, visitor) as address:
        page = opened(visitor(**LAPTOP), address)
        shows(page, "b.png", 2)
        page.click("#add")
        box = page.locator(".picture").bounding_box()
        scale = box["width"] / 840
        # In any order.
        for x, y in ((100, 300), (160, 330), (160, 300), (100, 330)):
            page.mouse.click(box["x"] + (x + 0.5) * scale, box["y"] + (y + 0.5) * scale)
        shows(page, "b.png", 7)
        for value in ("[data-value='1']", "[data-value=purple]", "[data-value=open]"):
            page.click(f"#values {value}")
        page.click("#values [data-value=squiggle]")
        page.keyboard.press("Enter")  # after clicks it means the same
        shows(page, "b.png", 2)
        page.keyboard.press("Enter")
        shows(page, "d.png", 2)
    card = lines(tmp_path)["b.png"]["cards"][6]
    assert (card["count"], card["color"], card["fill"], card["shape"]) == (
        1,
        "purple",
        "open",
        "squiggle",
    )
    quad = [[round(value / 5) * 5 for value in point] for point in card["quad"]]
    assert quad == [[100, 300], [160, 300], [160, 330], [100, 330]]


def test_a_twin_is_told_and_needs_enter_once_more(job, tmp_path, visitor):
    with served_review(tmp_path, visitor) as address:
        page = opened(visitor(**LAPTOP), address)
        shows(page, "b.png", 2)
        other = page.locator("#said").inner_text()
        press(page, "ArrowRight")
        shows(page, "b.png", 3)
        parts = page.inner_text("#said").split(": ")[1].split(" · ")
        press(page, "ArrowLeft")
        shows(page, "b.png", 2)
        assert page.inner_text("#said") == other
        for part in parts:
            page.locator("#values button", has_text=part).click()
        assert page.inner_text("#note").startswith("Cards 2, 3 are the same")
        press(page, "Enter")
        page.wait_for_selector(".trouble:has-text('Enter once more')")
        assert page.inner_text("#name") == "b.png"
        press(page, "Enter")
        shows(page, "d.png", 2)


def test_with_two_decks_a_twin_is_nothing_to_tell(tmp_path, visitor):
    labelled_folder(tmp_path, decks=2)
    with served_review(tmp_path, visitor) as address:
        page = opened(visitor(**LAPTOP), address)
        shows(page, "b.png", 2)
        press(page, "ArrowRight")
        shows(page, "b.png", 3)
        parts = page.inner_text("#said").split(": ")[1].split(" · ")
        press(page, "ArrowLeft")
        for part in parts:
            page.locator("#values button", has_text=part).click()
        assert page.is_hidden("#note")
        press(page, "Enter")
        shows(page, "d.png", 2)


def test_two_reviewers(job, tmp_path, visitor):
    with served_review(tmp_path, visitor) as address:
        first, second = visitor(**LAPTOP), visitor(**PHONE)
        with first.expect_response(lambda answer: "/api/review/look" in answer.url):
            opened(first, address)
        shows(first, "b.png", 2)
        opened(second, address)
        shows(second, "d.png", 2)  # the other one is left to the first
        second.tap("#back")
        shows(second, "b.png", 2)
        press(first, "3", "Enter")
        shows(first, "d.png", 2)
        second.tap("#confirm")
        second.wait_for_selector(".trouble:has-text('anna was quicker')")
        assert second.locator("#said").inner_text().startswith("Card 2: 3 ·")
        assert "read as 1" in second.locator("#doubt").inner_text()
        second.tap("#confirm")
        shows(second, "d.png", 2)
        second.tap("#confirm")
        second.wait_for_selector("#summary:not([hidden])")
        press(first, "Enter")
        first.wait_for_selector(".trouble:has-text('was quicker')")
    assert lines(tmp_path)["b.png"]["cards"][1]["count"] == 3


def test_photos_that_are_gone_are_left_out(job, tmp_path, visitor):
    (tmp_path / "in" / "b.png").unlink()
    with served_review(tmp_path, visitor) as address:
        page = opened(visitor(**LAPTOP), address)
        shows(page, "d.png", 2)
        press(page, "Enter")
        page.wait_for_selector("#summary:not([hidden])")
        assert page.inner_text("#summary-title") == "All photos that could be shown are done."
        assert page.inner_text("#skipped li") == "b.png: there is no such file"


def test_nothing_to_look_at(tmp_path, visitor):
    job = labelled_folder(tmp_path)
    do(job)
    for name in ("b.png", "d.png"):
        (tmp_path / "in" / name).unlink()
    do(job)
    with served_review(tmp_path, visitor) as address:
        page = visitor(**LAPTOP)
        page.goto(address)
        page.wait_for_selector("#summary:not([hidden])")
        assert "nothing to look at" in page.inner_text("#summary-title")


@pytest.mark.parametrize("lang", ["en", "de", "nl", "hu"])
@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_nothing_is_cut_off_or_left_untranslated(job, tmp_path, visitor, lang, device):
    with served_review(tmp_path, visitor) as address:
        page = opened(visitor(**device), f"{address}?lang={lang}")
        page.wait_for_selector("#values button")
        assert page.evaluate("() => document.documentElement.lang") == lang
        width = device["viewport"]["width"]
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        empty = page.eval_on_selector_all(
            "[data-t], [data-label]",
            """all => all.filter((each) => !each.textContent && !each.ariaLabel)
                .map((each) => each.outerHTML)""",
        )
        assert empty == []
        too_wide = page.eval_on_selector_all(
            "button",
            """all => all.filter((each) => each.scrollWidth > each.clientWidth + 1)
                .map((each) => each.textContent)""",
        )
        assert too_wide == []
