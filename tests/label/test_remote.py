"""Photos and results at addresses, with servers on this computer."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from setvision.errors import OutputError, UsageError
from setvision.extras import installing
from setvision.label.bucket import Bucket
from setvision.label.formats import FORMATS
from setvision.label.job import Job, run
from setvision.label.listing import Failure, find
from setvision.label.records import Labelled
from setvision.label.worker import Task, Work
from tests.label.jobs import contents, do, fake_read, one_by_one, photos, silent
from tests.label.servers import get, storage, web

pytest.importorskip("fsspec", reason="needs 'setvision[remote]'")

NAMES = ["b.png", "a/1.png", "a/2.png", "c.png", ".hidden/x.png", "notes.txt"]
SEEN = ["b.png", "c.png", "a/1.png", "a/2.png"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    photos(tmp_path / "in", NAMES)
    return tmp_path / "in"


@pytest.fixture
def site(folder: Path) -> Iterator[str]:
    pytest.importorskip("aiohttp", reason="needs 'setvision[remote]'")
    with web(folder) as address:
        yield address


@pytest.fixture(scope="module")
def new_bucket() -> Iterator[Callable[[], str]]:
    with storage() as new_bucket:
        yield new_bucket


@pytest.fixture
def bucket(folder: Path, new_bucket: Callable[[], str]) -> str:
    """A bucket with the photos in ``in``."""
    address = new_bucket()
    for name, data in contents(folder).items():
        Bucket(f"{address}/in").write_bytes(name, data)
    return address


def found(*sources: str, out: str = "out") -> list[str]:
    return [
        path if isinstance(path, str) else f"! {path.reason}" for path in find(sources, Path(out))
    ]


def test_photos_of_the_web(site: str, tmp_path: Path) -> None:
    assert found(f"{site}/b.png") == [f"{site}/b.png"]
    assert found(f"{site}/") == [f"{site}/{name}" for name in SEEN]
    assert found(f"{site}/a/*.png") == [f"{site}/a/1.png", f"{site}/a/2.png"]
    assert found(f"{site}/*.gif") == ["! no file matches this pattern"]
    (tmp_path / "in" / "list.txt").write_text(f"{site}/c.png\n")
    assert found(f"@{site}/list.txt") == [f"{site}/c.png"]
    assert found(f"@{site}/none.txt")[0].startswith("! cannot be read")


def test_photos_of_the_web_are_labelled_as_those_of_a_folder(site: str, tmp_path: Path) -> None:
    wishes = Job((f"{site}/",), tmp_path / "web", ("coco", "yolo"), crops=True)
    assert do(wishes).labelled == 4
    local = replace(wishes, sources=(str(tmp_path / "in"),), folder=tmp_path / "local")
    do(local)
    names = [name for name in contents(tmp_path / "local") if name != ".plan.jsonl"]
    web, here = contents(tmp_path / "web"), contents(tmp_path / "local")
    paths = {"review/photos.txt"}  # as they were named
    assert {name for name in names if web[name] != here[name]} == paths
    assert web["review/photos.txt"].startswith(site.encode())


def test_what_the_web_lacks_is_listed(site: str, tmp_path: Path) -> None:
    (tmp_path / "in" / "cut.png").write_bytes(b"")
    gone = "http://127.0.0.1:9/x.jpg"
    outcome = do(Job((f"{site}/none.png", gone, f"{site}/b.png"), tmp_path / "out", ("coco",)))
    assert outcome.labelled == 1
    assert [failure.path for failure in outcome.failures] == [f"{site}/none.png", gone]
    reasons = [str(failure.reason) for failure in outcome.failures]
    assert reasons[0] == "there is no such file"
    assert reasons[1].startswith("cannot be read (Cannot connect to host 127.0.0.1:9")


def test_nothing_is_written_to_the_web(site: str) -> None:
    with pytest.raises(UsageError, match="web addresses can only be read from"):
        do(Job((f"{site}/b.png",), f"{site}/out", ("coco",)))


def test_photos_of_a_bucket(bucket: str) -> None:
    assert found(f"{bucket}/in") == [f"{bucket}/in/{name}" for name in SEEN]
    assert found(f"{bucket}/in/**/*.png", f"{bucket}/in/b.png")[-1] == f"{bucket}/in/c.png"
    assert found(f"{bucket}/in/a/?.png") == [f"{bucket}/in/a/1.png", f"{bucket}/in/a/2.png"]
    assert found(f"{bucket}/none", f"{bucket}/*.gif") == [
        f"{bucket}/none",  # told to be missing when it is read
        "! no file matches this pattern",
    ]
    assert found("s3://no-such-bucket/*.png") == ["! no file matches this pattern"]


def test_results_in_a_bucket_are_those_in_a_folder(bucket: str, tmp_path: Path) -> None:
    job = Job((f"{bucket}/in",), f"{bucket}/out", tuple(FORMATS), overlay=True, crops=True)
    outcome = do(job)
    assert (outcome.labelled, outcome.read, outcome.failures) == (4, 4, ())
    do(replace(job, folder=tmp_path / "local"))
    here = contents(tmp_path / "local")
    assert get(f"{bucket}/out").keys() == here.keys()
    different = {name for name, data in get(f"{bucket}/out").items() if data != here[name]}
    # They tell where a photo lies from there.
    assert all(name.startswith("labelme/") for name in different)


def test_results_are_no_sources(bucket: str, tmp_path: Path) -> None:
    job = Job((f"{bucket}/in",), f"{bucket}/in/out", ("coco",), overlay=True)
    assert do(job).labelled == do(job).labelled == 4


def test_twice_changes_nothing(bucket: str) -> None:
    import s3fs

    def seen() -> dict[str, object]:
        files = s3fs.S3FileSystem(skip_instance_cache=True, use_listings_cache=False).find(
            f"{bucket}/out", detail=True
        )
        return {name: (info["ETag"], info["LastModified"]) for name, info in files.items()}

    job = Job((f"{bucket}/in",), f"{bucket}/out", ("coco", "yolo", "csv"), crops=True)
    do(job)
    before = seen()
    assert do(job).read == 0
    assert seen() == before


@pytest.mark.parametrize("after", [0, 2])
def test_stopped_and_gone_on_with(bucket: str, after: int, tmp_path: Path) -> None:
    done = 0

    def stopping(work: Work, task: Task) -> Labelled | Failure:
        nonlocal done
        if done == after:
            raise KeyboardInterrupt
        done += 1
        return fake_read(work, task)

    job = Job((f"{bucket}/in",), f"{bucket}/out", ("coco",), overlay=True)
    assert run(job, one_by_one, silent, stopping).is_stopped
    assert do(job).read == 4 - after
    whole = replace(job, folder=f"{bucket}/whole")
    do(whole)
    assert get(f"{bucket}/out") == get(f"{bucket}/whole")


def test_what_a_killed_job_saved_is_gone_on_with(bucket: str) -> None:
    """A part of the journal that no end has put together yet, and one that lies there twice."""
    job = Job((f"{bucket}/in",), f"{bucket}/out", ("coco",))
    do(job)
    whole = get(f"{bucket}/out")
    out = Bucket(f"{bucket}/out")
    lines = out.read_bytes("labels.jsonl").splitlines(keepends=True)
    out.write_bytes("labels.jsonl", b"".join(lines[:2]))
    out.write_bytes("labels.jsonl.parts/0-0", lines[1])
    out.write_bytes("labels.jsonl.parts/0-1", lines[2])
    assert do(job).read == 1
    assert get(f"{bucket}/out") == whole


def test_a_store_that_fails_keeps_what_was_saved(
    bucket: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job((f"{bucket}/in",), f"{bucket}/out", ("coco",), overlay=True)
    write = Bucket.write_bytes

    def full(self: Bucket, name: str, data: bytes) -> None:
        if name == "overlay/a/1.jpg":
            raise OutputError("full")
        write(self, name, data)

    with monkeypatch.context() as patched:
        patched.setattr(Bucket, "write_bytes", full)
        with pytest.raises(OutputError, match="full"):
            do(job)
    assert do(job).read == 2
    whole = replace(job, folder=f"{bucket}/whole")
    do(whole)
    assert get(f"{bucket}/out") == get(f"{bucket}/whole")


def test_a_bucket_that_is_not_there(bucket: str) -> None:
    with pytest.raises(UsageError, match=r"cannot save in s3://no-such-bucket/out: .*bucket"):
        do(Job((f"{bucket}/in",), "s3://no-such-bucket/out", ("coco",)))


def test_a_video_of_the_web(folder: Path, site: str, tmp_path: Path) -> None:
    import cv2
    import numpy as np

    path = str(folder / "table.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10, (840, 340))
    for number in range(25):
        writer.write(np.full((340, 840, 3), 20 + 8 * number, np.uint8))
    writer.release()
    job = Job((f"{site}/table.avi",), tmp_path / "out", ("coco",), every_s=1.0)
    assert do(job).labelled == 3
    assert (do(job).labelled, do(job).read) == (3, 0)
    outcome = do(replace(job, sources=(f"{site}/none.avi",)))
    assert next(str(failure.reason) for failure in outcome.failures).startswith("cannot be read")


def test_the_real_command_from_a_bucket_to_a_bucket(bucket: str) -> None:
    """Its processes write into the bucket themselves."""
    samples = sorted((Path(__file__).parents[2] / "sample_images").glob("table-*.jpg"))[:3]
    for path in samples:
        Bucket(f"{bucket}/real").write_bytes(path.name, path.read_bytes())
    done = subprocess.run(
        [
            sys.executable, "-m", "setvision", "--lang", "en", "label", f"{bucket}/real",
            "--out", f"{bucket}/labels/", "--overlay", "--workers", "2",
        ],
        capture_output=True, text=True, check=False, env=dict(os.environ),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("3 photos labelled, 3 of them now")
    assert {f"overlay/{path.stem}.jpg" for path in samples} < get(f"{bucket}/labels").keys()


@pytest.mark.parametrize(
    ("source", "out", "missing", "named"),
    [
        ("s3://cards/in", "here", "s3fs", "s3fs"),
        ("here", "s3://cards/out", "s3fs", "s3fs"),
        ("gs://cards/in", "here", "gcsfs", "gcsfs"),
        ("https://example.com/*.jpg", "here", "aiohttp", ""),
        ("s3://cards/in", "here", "fsspec", "s3fs"),
    ],
)
def test_a_missing_package_is_named(
    source: str, out: str, missing: str, named: str, tmp_path: Path
) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; from setvision.apps import cli; "
    arguments = ["--lang", "en", "label", source, "--out", out]
    done = subprocess.run(
        [sys.executable, "-c", f"{program}sys.exit(cli.main({arguments}))"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    address = out if source == "here" else source
    assert done.returncode == 2
    command = installing("remote", *([named] if named else []))
    assert done.stderr == f"setvision: {address} needs further packages: {command}\n"


def test_an_address_of_no_known_kind() -> None:
    assert found("rtsp://camera/1")[0].startswith("! cannot be read (Protocol not known: rtsp")


def test_a_store_with_real_folders(folder: Path, tmp_path: Path) -> None:
    job = Job((str(folder),), "memory://jobs/one", ("coco", "voc"), crops=True)
    assert do(job).labelled == 4
    assert do(job).read == 0
    do(replace(job, folder=tmp_path / "local"))
    assert get("memory://jobs/one") == contents(tmp_path / "local")
