"""What the server of the review answers, whoever asks."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from setvision.web.access import LOOPBACK_NAMES, Access
from setvision.web.review_app import Reviewing, make_review_app
from setvision.words import words_for
from tests.label.reviews import confirmed, labelled_folder, under_review

OWN = {"origin": "http://localhost"}


class Page:
    """A page that asks the server."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def ask(self, path: str, **wish: Any) -> Any:
        answer = self.client.post(f"/api/review{path}", json=wish, headers=OWN)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, path: str, **wish: Any) -> str:
        answer = self.client.post(f"/api/review{path}", json=wish, headers=OWN)
        assert answer.status_code == 422
        return str(answer.json()["error"])


@contextmanager
def pages_of(folder: Path, by: str = "anna") -> Iterator[Page]:
    """Serve the review of a labelled folder."""
    with under_review(folder) as review:
        site = Reviewing(words_for("en"), True, review, by)
        app = make_review_app(site, Access(LOOPBACK_NAMES))
        with TestClient(app, base_url="http://localhost") as client:
            yield Page(client)


@pytest.fixture
def page(tmp_path) -> Iterator[Page]:
    """The review of b.png and d.png, in each of which card 2 is doubted."""
    labelled_folder(tmp_path)
    with pages_of(tmp_path) as page:
        yield page


def said(photo: Any, **changes: Any) -> dict[str, Any]:
    """What a page says of a photo in which all was read right, or card 2 wrong."""
    rows = [{"id": c["id"], "code": c["read"], "told": not c["sure"]} for c in photo["cards"]]
    rows[1] |= changes
    return {"version": photo["version"], "cards": rows}


def test_the_page_comes_with_a_strict_policy(page):
    answer = page.client.get("/")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "review.js" in answer.text
    assert page.client.get("/static/review.js").status_code == 200


@pytest.mark.parametrize("origin", [{}, {"origin": "http://evil.example"}])
@pytest.mark.parametrize("path", ["", "/0", "/0/confirm", "/0/undo"])
def test_only_the_own_page_may_say_something(page, path, origin):
    answer = page.client.post(f"/api/review{path}", json={}, headers=origin)
    assert answer.status_code == 403


def test_a_visitor_from_elsewhere_needs_the_key(tmp_path):
    labelled_folder(tmp_path)
    with under_review(tmp_path) as review:
        site = Reviewing(words_for("en"), True, review, "anna")
        client = TestClient(
            make_review_app(site, Access(LOOPBACK_NAMES, "secret")), base_url="http://localhost"
        )
        assert client.get("/api/review/0/photo.jpg").status_code == 403
        assert client.get("/?token=secret").status_code == 200
        assert client.get("/api/review/0/photo.jpg").status_code == 200


def test_what_is_to_be_looked_at(page):
    begun = page.ask("")
    assert begun["items"] == [{"done": False}, {"done": False}]
    assert (begun["decks"], begun["by"]) == (1, "anna")
    photo = page.ask("/0")
    assert photo["name"] == "b.png"
    assert photo["why"] == "1 of 6 cards is doubtful."
    assert [card["id"] for card in photo["cards"] if not card["sure"]] == [2]
    assert photo["cards"][1]["doubt"].startswith("not sure: fill")


def test_in_the_language_that_is_asked_for(page):
    answer = page.client.post("/api/review/0?lang=de", json={}, headers=OWN)
    assert answer.json()["why"] == "1 von 6 Karten ist zweifelhaft."
    words = page.client.get("/api/words?lang=hu").json()
    assert words["texts"]["undo"] == "Visszavonás"
    assert words["values"]["standard"]["color"]["red"] == "piros"


def test_what_is_said_is_told_to_the_others(page):
    begun = page.ask("")
    photo = page.ask("/0/confirm", by="  Ben \n B. ", **said(page.ask("/0"), code="3gto"))
    assert photo["done"]
    assert photo["why"] == "Ben B. has looked at this photo."
    assert photo["cards"][1]["read"] != "3gto"
    news = page.ask("/1", since=begun["revision"])
    assert news["changed"] == [[0, True]]
    assert page.ask("/1", since=news["revision"])["changed"] == []
    assert page.ask("")["summary"]["corrected"] == 1


@pytest.mark.parametrize(("by", "told"), [("A\x00B", r"A\x00B"), ("Zoë 🐂", "Zoë 🐂")])
def test_a_name_is_told_as_it_is_kept(page, by, told):
    seen = page.ask("/0")
    assert page.ask("/0/confirm", by=by, **said(seen))["why"] == f"{told} has looked at this photo."
    assert page.ask("/0/confirm", **said(seen))["stale"].startswith(f"{told} was quicker")


def test_half_a_sign_is_no_name(page):
    wish = {"by": "A\ud800", **said(page.ask("/0"))}
    answer = page.client.post("/api/review/0/confirm", content=json.dumps(wish), headers=OWN)
    assert answer.status_code == 400
    assert answer.json()["error"] == "That was not understood."
    assert not page.ask("/0")["done"]


def test_a_name_that_an_earlier_version_kept_is_told(tmp_path):
    labelled_folder(tmp_path)
    with under_review(tmp_path) as review:
        item = review.item(0)
        review.confirm(0, item.version, confirmed(item), "anna")
    corrected = tmp_path / "out" / "corrected.jsonl"
    corrected.write_text(corrected.read_text().replace('"anna"', r'"A\ud800"'))
    with pages_of(tmp_path) as page:
        photo = page.ask("/0")
        assert photo["why"] == r"A\ud800 has looked at this photo."
        assert page.ask("/0/undo", version="")["stale"].startswith(r"A\ud800 was quicker")
        assert not page.ask("/0/undo", version=photo["version"])["done"]


def test_the_name_on_the_command_line_may_be_no_text(tmp_path):
    labelled_folder(tmp_path)
    with pages_of(tmp_path, by="J\udcfcrg") as page:
        assert page.ask("")["by"] == r"J\udcfcrg"
        assert page.ask("/0/confirm", **said(page.ask("/0")))["done"]
        assert page.ask("/0")["done"]


def test_who_comes_second_is_told(page):
    seen = page.ask("/0")
    page.ask("/0/confirm", **said(seen))
    late = page.ask("/0/confirm", by="ben", **said(seen, code="3gto"))
    assert late["stale"] == "anna was quicker: look again what is said now."
    assert late["version"] == page.ask("/0")["version"]
    assert not page.ask("/0/undo", version=late["version"])["done"]


def test_each_page_is_told_what_others_look_at(page):
    assert page.ask("", me="one")["others"] == []
    assert page.ask("/look", me="one", looking=0)["others"] == []
    assert page.ask("", me="two")["others"] == [0]
    assert page.ask("/look", me="two", looking=1)["others"] == [0]
    assert page.ask("/look", me="one", looking=None)["others"] == [1]
    assert page.ask("/look", me="two", looking=1)["others"] == []


def test_who_went_away_looks_at_nothing(page):
    site = Reviewing(words_for("en"), True, None, "anna")
    assert site.heard({"me": "one", "looking": 3}, now=0.0) == []
    assert site.heard({"me": "two"}, now=100.0) == [3]
    assert site.heard({"me": "two"}, now=200.0) == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"code": "9xyz"}, "9xyz"),
        ({"told": False}, "card 2 is not confirmed yet"),
        ({"id": 99}, "there is no card 99"),
        ({"id": "x"}, "That was not understood."),
        ({"id": 1}, "two cards have the same number"),
        ({"id": 9, "quad": [[0, 0], [9, 9], [0, 0], [9, 9]]}, "not the corners of a card"),
        ({"id": 9, "quad": [[0, 0], [9e9, 0], [9e9, 9e9], [0, 9e9]]}, "not the corners"),
        ({"id": 9, "quad": "here"}, "not the corners"),
    ],
)
def test_what_can_not_be_is_refused(page, changes, reason):
    wish = said(page.ask("/0"), **changes)
    assert reason in page.refused("/0/confirm", **wish)
    assert not page.ask("/0")["done"]


def test_what_is_not_understood(page):
    photo = page.ask("/0")
    assert page.refused("/0/confirm", version=photo["version"]) == "That was not understood."
    assert page.refused("/0/confirm", cards=[]) == "That was not understood."
    assert page.refused("/0/confirm", version="", cards=[3]) == "That was not understood."
    assert page.refused("/2") == "there is no photo 3"
    answer = page.client.post("/api/review/0/confirm", content=b"[]", headers=OWN)
    assert answer.status_code == 400
    assert page.client.get("/api/review/x/photo.jpg").status_code == 404


def test_a_card_is_added_with_its_corners_in_any_order(page):
    wish = said(page.ask("/0"))
    quad = [[100, 300], [160, 330], [160, 300], [100, 330]]
    wish["cards"].append({"id": 7, "code": "1peo", "told": True, "quad": quad})
    photo = page.ask("/0/confirm", **wish)
    assert photo["cards"][6]["quad"] == [[100, 300], [160, 300], [160, 330], [100, 330]]
    assert photo["cards"][6]["read"] is None
