"""Who may use the page, and what is refused."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from setvision.errors import UsageError
from setvision.web.access import LOOPBACK_NAMES, Access
from setvision.web.app import make_app
from setvision.web.certificate import context_of, make_certificate
from setvision.web.photos import Photos
from setvision.web.server import prepare
from setvision.web.site import Site
from setvision.web.tables import Tables
from setvision.words import words_for

SAMPLE = Path(__file__).parents[2] / "sample_images" / "table-01.jpg"
OWN = {"origin": "http://localhost"}


def nothing():
    raise AssertionError("nothing is to be watched")


def client(token: str | None = None, base: str = "http://localhost") -> TestClient:
    site = Site(words_for("en"), True, Photos(), Tables(None, nothing, nothing))
    app = make_app(site, Access(LOOPBACK_NAMES, token))
    return TestClient(app, base_url=base, follow_redirects=False)


def test_the_page_comes_with_a_strict_policy():
    answer = client().get("/")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static/x.js"])
def test_no_path_is_opened(path):
    assert client().get(path).status_code == 404


def test_a_foreign_name_is_refused():
    assert client(base="http://evil.example").get("/").status_code == 421


@pytest.mark.parametrize("headers", [{}, {"origin": "http://evil.example"}, {"origin": "null"}])
def test_a_foreign_page_may_send_nothing(headers):
    assert client().post("/api/photos", content=b"x", headers=headers).status_code == 403


@pytest.mark.parametrize("path", ["/api/live", "/api/game"])
@pytest.mark.parametrize("headers", [{}, {"origin": "http://evil.example"}])
def test_a_foreign_page_gets_no_websocket(path, headers):
    with (
        pytest.raises(WebSocketDisconnect),
        client().websocket_connect(f"ws://localhost{path}", headers=headers),
    ):
        pass


def test_with_a_token_nobody_comes_without_it():
    visitor = client("right")
    assert visitor.get("/").status_code == 403
    assert visitor.get("/?token=wrong").status_code == 403
    welcome = visitor.get("/?token=right&lang=de")
    assert welcome.status_code == 303
    assert welcome.headers["location"] == "/?lang=de"
    cookie = welcome.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert visitor.get("/").status_code == 200


def test_what_is_no_picture_is_refused_in_words():
    answer = client().post("/api/photos?lang=de", content=b"no picture", headers=OWN)
    assert answer.status_code == 422
    assert "Bild" in answer.json()["error"]


def test_a_photo_is_read_and_corrected():
    visitor = client()
    shown = visitor.post("/api/photos", content=SAMPLE.read_bytes(), headers=OWN).json()
    assert len(shown["cards"]) == 12
    path = f"/api/photos/{shown['key']}"
    told = visitor.post(f"{path}/told", json={"card": 1, "code": "1rew"}, headers=OWN).json()
    assert told["cards"][0]["code"] == "1rew"
    assert told["told"] == [1]
    call = {"view": {"called": [1, 2]}, "do": "tap", "card": 3}
    judged = visitor.post(f"{path}/view", json=call, headers=OWN).json()
    assert judged["called"] == [1, 2, 3]
    assert len(judged["checks"]) == 4
    assert visitor.get(f"{path}/setvision.jpg").content.startswith(b"\xff\xd8")
    assert visitor.get(f"{path}/setvision.json").json()["cards"][0]["color"] == "red"


def test_a_busy_port_is_told_in_one_line():
    first = prepare(port=0, is_lan=False)
    with first.sock:
        assert first.sock.getsockname()[0] == "127.0.0.1"
        with pytest.raises(UsageError, match="is busy"):
            prepare(port=first.sock.getsockname()[1], is_lan=False)


def test_a_certificate_made_on_the_spot_can_serve():
    made = make_certificate(["192.0.2.7", "host.local"])
    context_of(made)
    assert len(made.fingerprint) == 95
