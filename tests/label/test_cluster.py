"""Jobs on a Dask cluster of real processes, of which some die."""

import functools
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from setvision.errors import ClusterError, MissingExtraError
from setvision.label.cluster import connected
from setvision.label.pool import Lost
from tests.label.clusters import ROOT, Cluster, free_port, until
from tests.label.jobs import contents
from tests.label.servers import get, storage, web
from tests.label.test_pool import dies_once, doubled, slow_if_even, wrong

pytest.importorskip("distributed", reason="needs 'setvision[cluster]'")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals and /proc")

SAMPLES = sorted((ROOT / "sample_images").glob("table-*.jpg"))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and two workers."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster") / "two")
    try:
        cluster.add_worker()
        cluster.add_worker()
        yield cluster
    finally:
        cluster.end()


def deadly(number: int) -> int:
    time.sleep(0.01)
    if number == 5:
        os._exit(9)
    return number


def label(*options: str, out: Path) -> "subprocess.Popen[str]":
    """Start the command with some photos, all of other content."""
    return subprocess.Popen(
        [
            sys.executable, "-m", "setvision", "--lang", "en", "label", str(out.parent / "in"),
            "--out", str(out), "--format", "coco,yolo,jsonl", "--crops", *options,
        ],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def lines(out: Path) -> int:
    journal = out / "labels.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Forty-two photos, all of other content by a comment behind the first marker."""
    folder = tmp_path / "in"
    folder.mkdir()
    for number, path in enumerate(SAMPLES * 3):
        data = path.read_bytes()
        comment = b"\xff\xfe\x00\x06" + number.to_bytes(4, "big")
        (folder / f"{number:02d}.jpg").write_bytes(data[:2] + comment + data[2:])
    return folder


def test_results_come_in_the_order_of_the_things(cluster: Cluster) -> None:
    with connected(cluster.address) as spread:
        assert list(spread(slow_if_even, range(20))) == list(range(20))
        assert list(spread(doubled, [])) == []


def test_things_are_taken_as_results_are_wanted(cluster: Cluster) -> None:
    """So memory stays the same however many there are."""
    taken: list[int] = []

    def noted(number: int) -> int:
        taken.append(number)
        return number

    with connected(cluster.address) as spread:
        results = spread(doubled, map(noted, range(1, 1001)))
        assert next(results) == 2
        assert len(taken) <= 2 * 16
        results.close()


def test_an_error_is_raised(cluster: Cluster) -> None:
    with connected(cluster.address) as spread, pytest.raises(KeyError, match="1"):
        list(spread(wrong, [1]))


def test_a_worker_that_dies_comes_back(cluster: Cluster, tmp_path: Path) -> None:
    with connected(cluster.address) as spread:
        results = spread(functools.partial(dies_once, tmp_path), range(8))
        assert list(results) == list(range(8))


def test_what_kills_its_workers_is_lost_alone(cluster: Cluster) -> None:
    with connected(cluster.address) as spread:
        results = list(spread(deadly, range(12)))
    assert results == [0, 1, 2, 3, 4, Lost(), 6, 7, 8, 9, 10, 11]


def test_a_job_of_which_a_worker_is_killed(cluster: Cluster, photos: Path, tmp_path: Path) -> None:
    local = label("--workers", "2", out=tmp_path / "local")
    assert local.communicate()[0].startswith("42 photos labelled, 42 of them now")
    job = label("--cluster", cluster.address, out=tmp_path / "out")
    until(lambda: lines(tmp_path / "out") >= 5)
    assert lines(tmp_path / "out") < 42
    cluster.kill_one()
    stdout, stderr = job.communicate()
    assert (job.returncode, stderr) == (0, "")
    assert stdout.startswith("42 photos labelled, 42 of them now")
    assert contents(tmp_path / "out") == contents(tmp_path / "local")
    again = label("--cluster", cluster.address, out=tmp_path / "out")
    assert again.communicate()[0].startswith("42 photos labelled, 0 of them now")


def test_a_worker_of_another_version(cluster: Cluster, tmp_path: Path) -> None:
    shutil.copytree(
        ROOT / "setvision", tmp_path / "setvision", ignore=shutil.ignore_patterns("web", "locale")
    )
    (tmp_path / "models").symlink_to(ROOT / "models")
    init = tmp_path / "setvision" / "__init__.py"
    init.write_text(init.read_text().replace('__version__ = "', '__version__ = "0.0.'))
    other = cluster.add_worker({"PYTHONPATH": str(tmp_path)})
    try:
        with (
            pytest.raises(ClusterError, match=r"1 of 3 workers has another setvision .* 0\.0\."),
            connected(cluster.address),
        ):
            pass
    finally:
        other.terminate()
        other.wait()


def test_a_worker_without_setvision(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "setvision").mkdir()
    (tmp_path / "setvision" / "__init__.py").write_text("raise ImportError('not here')")
    with connected(cluster.address) as spread:
        results = spread(doubled, range(10_000))
        assert next(results) == 0
        other = cluster.add_worker({"PYTHONPATH": str(tmp_path)})
        try:
            with (
                pytest.raises(ClusterError, match="1 of 3 workers has another setvision"),
                connected(cluster.address),
            ):
                pass
        finally:
            other.terminate()
            other.wait()


def test_from_the_web_to_a_bucket(photos: Path, tmp_path: Path) -> None:
    """The workers fetch the photos and write the pictures themselves."""
    with storage() as new_bucket, web(photos) as site:
        cluster = Cluster(tmp_path / "far")
        try:
            cluster.add_worker()
            sources = [f"{site}/{number:02d}.jpg" for number in range(5)]
            command = [sys.executable, "-m", "setvision", "--lang", "en", "label", *sources]
            wishes = ["--format", "coco,jsonl", "--crops"]
            far = [*wishes, "--out", f"{new_bucket()}/labels", "--cluster", cluster.address]
            near = [*wishes, "--out", str(tmp_path / "near")]
            for options in (far, near):
                done = subprocess.run(
                    [*command, *options], capture_output=True, text=True, check=False
                )
                assert (done.returncode, done.stderr) == (0, "")
                assert done.stdout.startswith("5 photos labelled, 5 of them now")
            assert get(far[4]) == contents(tmp_path / "near")
        finally:
            cluster.end()


def test_the_commands_of_the_compose_file_are_those_of_dask() -> None:
    yaml = pytest.importorskip("yaml")
    from distributed.cli import dask_scheduler, dask_worker

    services = yaml.safe_load((ROOT / "docs" / "compose.yaml").read_text())["services"]
    assert services["worker"]["deploy"]["replicas"] == 2
    for service, command in (("scheduler", dask_scheduler.main), ("worker", dask_worker.main)):
        program, name, *arguments = services[service]["command"].split()
        assert (program, name) == ("dask", service)
        command.make_context(name, arguments)  # raises for an option that there is not


def test_no_scheduler() -> None:
    with (
        pytest.raises(ClusterError, match="no Dask scheduler at 127"),
        connected(f"127.0.0.1:{free_port()}", patience_s=0.2),
    ):
        pass


@pytest.mark.parametrize("address", ["nonsense://x", "", "127.0.0.1:port"])
def test_no_address(address: str) -> None:
    with (
        pytest.raises(ClusterError, match="no Dask scheduler"),
        connected(address, patience_s=0.2),
    ):
        pass


def test_no_workers_and_then_no_scheduler(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path / "alone")
    try:
        with (
            pytest.raises(ClusterError, match="no worker has come"),
            connected(cluster.address, patience_s=0.2),
        ):
            pass
        cluster.add_worker()
        with connected(cluster.address) as spread:
            results = spread(doubled, range(1000))
            assert next(results) == 0
            cluster.scheduler.kill()
            with pytest.raises(ClusterError, match="is gone; the same command goes on"):
                list(results)
    finally:
        cluster.end()


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtraError, match=r"pip install 'distributed>="),
        connected("127.0.0.1:1"),
    ):
        pass
