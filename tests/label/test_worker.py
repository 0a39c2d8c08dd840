"""What a worker does with one photo."""

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import cv2
import pytest

from setvision.errors import ClusterError
from setvision.label.listing import Failure, Photo
from setvision.label.products import Products
from setvision.label.records import Labelled
from setvision.label.store import Folder
from setvision.label.version import PROGRAM, model_version
from setvision.label.worker import Delivered, Task, Work, deliver, digest, label

SAMPLE = Path(__file__).parents[2] / "sample_images" / "table-01.jpg"


def photo(path: Path = SAMPLE) -> Photo:
    return Photo(str(path), path.name, path.stem)


@pytest.fixture(autouse=True)
def threads() -> Iterator[None]:
    """A worker uses one; other tests use as many as there were."""
    before = cv2.getNumThreads()
    yield
    cv2.setNumThreads(before)


@pytest.fixture
def work(tmp_path: Path) -> Work:
    products = Products(overlay=True, crops=True)
    return Work(model_version(), PROGRAM, 1, products, Folder(tmp_path / "out"))


def test_a_photo_and_its_pictures(work: Work, tmp_path: Path) -> None:
    with Folder(tmp_path / "out").claimed():
        record = label(work, Task(photo()))
        assert isinstance(record, Labelled)
        assert record.origin is not None
        assert (
            record.origin.sha256
            == digest(photo())
            == hashlib.sha256(SAMPLE.read_bytes()).hexdigest()
        )
        written = {
            path.relative_to(tmp_path / "out").as_posix(): path.read_bytes()
            for path in (tmp_path / "out").rglob("*.jpg")
        }
    assert len(written) == 1 + len(record.cards)
    delivered = deliver(work, Task(photo()))
    assert isinstance(delivered, Delivered)
    assert delivered.record == record
    assert dict(delivered.pictures) == written


def test_what_is_known_is_not_read_again(work: Work, tmp_path: Path) -> None:
    with Folder(tmp_path / "out").claimed():
        record = label(work, Task(photo()))
        assert isinstance(record, Labelled)
        known = replace(record, reason="as it was said")
        assert label(work, Task(photo(), known)) == known


def test_threads_read_beside_each_other(work: Work) -> None:
    """The workers of a cluster may have several."""
    work = replace(work, products=Products(), store=None)
    alone = label(work, Task(photo()))
    together = Barrier(3)

    def read(_: int) -> object:
        together.wait()
        return [label(work, Task(photo())) for _ in range(3)]

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(read, range(3))) == [[alone] * 3] * 3


def test_other_networks_are_refused(work: Work) -> None:
    with pytest.raises(ClusterError, match=r"has other networks .* than this command \(0\.0\.0"):
        label(replace(work, model="0.0.0+other"), Task(photo()))


def test_a_file_that_is_not_there(work: Work, tmp_path: Path) -> None:
    for found in (
        label(work, Task(photo(tmp_path / "no.jpg"))),
        digest(photo(tmp_path / "no.jpg")),
    ):
        assert isinstance(found, Failure)
        assert found.is_missing
        assert str(found.reason) == "there is no such file"


def test_a_file_that_is_no_picture(work: Work, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"nothing")
    found = label(work, Task(photo(tmp_path / "a.jpg")))
    assert isinstance(found, Failure)
    assert not found.is_missing
    assert "not a picture" in str(found.reason)
