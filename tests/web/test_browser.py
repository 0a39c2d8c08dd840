"""The page in a real browser."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from setvision.cards import Card
from setvision.rules import find_sets

SAMPLES = Path(__file__).parents[2] / "sample_images"
WITH_A_HANDLE = """
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    if (window.isUnplugged) throw new DOMException("gone", "NotFoundError");
    const stream = await ask(wanted);
    [window.track] = stream.getVideoTracks();
    return stream;
  };
"""


def opened(page, address, view):
    page.goto(f"{address}#{view}")
    page.wait_for_selector("html:not(.is-loading)")
    return page


def with_own_camera(page, address):
    opened(page, address, "live")
    page.click("#live-browser")
    page.locator("#live .lists .card").nth(11).wait_for(state="attached")
    page.wait_for_selector("#live .verdict[data-tone=yes]")
    return page


def with_photo(page, address, photo):
    opened(page, address, "photo")
    page.set_input_files("#photo-file", photo)
    page.wait_for_selector("#photo-bar")
    return page


def press(page, view, key, number):
    """Press a button of the lists and wait until it shows that."""
    page.locator(f"#{view} [data-key={key}-{number}]").click()


def test_live_view_by_the_own_camera(serve, visitor):
    page = with_own_camera(visitor(viewport={"width": 1366, "height": 768}), serve(None))
    assert page.inner_text("#live .big") == "1 SET"
    assert page.locator("#live .set").count() == 1
    page.click("#live-bar [data-do=hint]")
    page.wait_for_selector("#live .set", state="detached")
    assert page.inner_text("#live .big") == "There is a SET."


def test_three_cards_are_tapped_and_judged(serve, visitor):
    page = with_own_camera(visitor(viewport={"width": 1366, "height": 768}), serve(None))
    page.click("#live-bar [data-do=freeze]")
    page.wait_for_selector("#live-bar [data-do=freeze][aria-pressed=true]")
    box = page.locator("#live .picture").bounding_box()
    # Table 01 shown 960 x 720 in the middle of 1280 x 720: cards 1, 2 and 3 in its pixels.
    truth = json.loads((SAMPLES / "table-01.json").read_text())
    by_place = sorted(truth["cards"], key=lambda card: sum(sum(corner) for corner in card["quad"]))
    for count, card in enumerate(by_place[:3], start=1):
        x, y = (sum(corner[axis] for corner in card["quad"]) / 4 for axis in (0, 1))
        scale = box["width"] / 1280
        page.mouse.click(box["x"] + (160 + 0.75 * x) * scale, box["y"] + 0.75 * y * scale)
        page.wait_for_function(
            "n => document.querySelectorAll('#live .card[aria-pressed=true]').length === n",
            arg=count,
        )
    assert page.locator("#live .checks li").count() == 4
    assert page.inner_text("#live .big") in ("SET", "No SET", "no SET")


def test_loss_and_return_of_the_camera(serve, visitor):
    page = visitor(viewport={"width": 1366, "height": 768})
    page.add_init_script(WITH_A_HANDLE)
    with_own_camera(page, serve(None))
    page.evaluate(
        "() => { isUnplugged = true; track.stop(); track.dispatchEvent(new Event('ended')); }"
    )
    page.wait_for_selector("#live .trouble:has-text('The camera is gone')")
    page.evaluate("() => { isUnplugged = false; }")
    page.wait_for_selector("#live .trouble", state="hidden")


def test_a_portrait_photo_of_a_phone_is_turned_once(serve, visitor):
    upright = Image.open(SAMPLES / "table-01.jpg").rotate(90, expand=True)
    stored = upright.rotate(90, expand=True)  # as the sensor saw it; the turn is told beside
    exif = Image.Exif()
    exif[0x0112] = 6
    data = io.BytesIO()
    stored.save(data, "JPEG", quality=92, exif=exif)
    page = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    photo = {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": data.getvalue()}
    with_photo(page, serve(None), photo)
    assert page.inner_text("#photo .count") == "12"
    width, height = page.evaluate("() => [innerWidth, document.documentElement.scrollWidth]")
    assert height <= width


def test_a_card_is_corrected_and_all_follows(serve, visitor):
    page = with_photo(
        visitor(viewport={"width": 1366, "height": 768}),
        serve(None),
        str(SAMPLES / "table-01.jpg"),
    )
    assert page.inner_text("#photo .big") == "1 SET"
    (trio,) = page.locator("#photo .set .numbers").all_inner_texts()
    number = trio.split(" · ")[0]
    before = page.locator(f"#photo [data-key=card-{number}] .what").inner_text()
    press(page, "photo", "correct", number)
    page.wait_for_selector("#picker[open]")
    checked = page.locator("#picker input[name=count]:checked").input_value()
    page.check(f"#picker input[name=count][value='{int(checked) % 3 + 1}']", force=True)
    page.click("#picker [value=take]")
    page.wait_for_selector(f"#photo [data-key=card-{number}] .told")
    assert page.locator(f"#photo [data-key=card-{number}] .what").inner_text() != before
    assert trio not in page.locator("#photo .set .numbers").all_inner_texts()
    with page.expect_download() as download:
        page.click("#photo-json")
    saved = json.loads(Path(download.value.path()).read_text())
    assert saved["cards"][int(number) - 1]["count"] == int(checked) % 3 + 1


def test_a_whole_short_game(serve, visitor):
    page = opened(visitor(viewport={"width": 390, "height": 844}), serve(None), "game")
    page.check("input[value=beginner]", force=True)
    page.locator(".name-row input").first.fill("Zsófia")
    page.check("input[value=dealt]", force=True)
    page.click(".setup [type=submit]")
    page.wait_for_selector(".playing")
    found = 0
    while page.locator("[data-key=none]").count():
        codes = page.eval_on_selector_all(
            ".grid [data-code]", "places => places.map((place) => place.dataset.code)"
        )
        sets = find_sets([Card.parse(code) for code in codes])
        if not sets and "0 cards in the pile" in page.inner_text(".game-title"):
            break
        if sets:
            found += 1
            for place in sets[0]:
                page.click(f".grid [data-code='{codes[place]}']")
        else:
            page.click("[data-key=none]")
        page.wait_for_function(
            """before => !document.querySelector('[data-key=none]') || before !== JSON.stringify(
                [...document.querySelectorAll('.grid [data-code]')].map((p) => p.dataset.code))""",
            arg=json.dumps(codes, separators=(",", ":")),
        )
    assert found > 5
    assert "for speed" in page.inner_text(".next")
    points = page.inner_text(".player .points").replace("\N{MINUS SIGN}", "-")
    assert int(points) > 250 * found - 2000
    assert f"{found} SETs" in page.inner_text(".player .score")


def test_the_camera_sees_what_a_caller_takes(serve, visitor):
    address = serve(str(SAMPLES / "game-01.mp4"))
    page = opened(visitor(viewport={"width": 1366, "height": 768}), address, "game")
    for place, name in enumerate(("Anna", "Ben")):
        page.locator(".name-row input").nth(place).fill(name)
    page.check("input[value=watched]", force=True)
    page.click(".setup [type=submit]")
    page.wait_for_selector(".playing")
    assert "Anna lays 12 cards" in page.inner_text(".next")
    page.wait_for_selector(".next:has-text('Whoever sees a SET calls')")
    assert "69 cards in the pile" in page.inner_text(".game-title")
    page.click("[data-key=player-1]")
    page.wait_for_selector(".next:has-text('Anna lays 3 cards')")
    assert page.locator(".player .points").all_inner_texts() == ["0", "1"]
    assert page.inner_text("#game .big") == "SET"
    page.wait_for_selector(".game-title:has-text('66 cards in the pile')")
    page.wait_for_selector("#game :text('3 cards more lie there than should')")


def test_two_visitors_look_at_the_same_camera(serve, visitor, still, tmp_path):
    for number in range(10, 40):
        (tmp_path / f"{number}.jpg").write_bytes(still)
    address = serve(str(tmp_path))
    first = opened(visitor(viewport={"width": 1366, "height": 768}), address, "live")
    second = opened(visitor(viewport={"width": 390, "height": 844}), address, "live")
    for page in (first, second):
        page.locator("#live .lists .card").nth(11).wait_for(state="attached")
        page.wait_for_selector("#live .set")
    first.click("#live-bar [data-do=hint]")
    first.wait_for_selector("#live .set", state="detached")
    # What one asks for is shown to nobody else.
    assert second.locator("#live .set").count() == 1


def test_another_page_can_not_connect(serve, browser):
    address = serve(None).replace("http", "ws")
    context = browser.new_context()
    page = context.new_page()
    refused = page.evaluate(
        """address => new Promise((resolve) => {
            const socket = new WebSocket(`${address}api/game`);
            socket.onopen = () => resolve(false);
            socket.onclose = () => resolve(true);
        })""",
        address,
    )
    context.close()
    assert refused


@pytest.mark.parametrize("lang", ["en", "de", "nl", "hu"])
@pytest.mark.parametrize("view", ["live", "photo", "game"])
def test_nothing_is_cut_off_or_left_untranslated(serve, visitor, lang, view):
    page = opened(
        visitor(viewport={"width": 390, "height": 844}), f"{serve(None)}?lang={lang}", view
    )
    assert page.evaluate("() => document.documentElement.lang") == lang
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    empty = page.eval_on_selector_all(
        f"#{view} [data-t]",
        "all => all.filter((each) => !each.textContent).map((e) => e.dataset.t)",
    )
    assert empty == []
