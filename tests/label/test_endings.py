"""The real command, with real processes and networks, ended in every way and gone on with."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.label.jobs import contents

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals and /proc")

SAMPLES = sorted((Path(__file__).parents[2] / "sample_images").glob("table-*.jpg"))[:8]
COMMAND = [sys.executable, "-m", "setvision", "--lang", "en", "label", *map(str, SAMPLES)]
WISHES = ["--format", "coco,yolo,voc,jsonl", "--crops", "--overlay"]


def command(out: Path, workers: int = 2) -> list[str]:
    return [*COMMAND, "--out", str(out), *WISHES, "--workers", str(workers)]


def start(out: Path, before: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(out),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=before,
    )


def finish(out: Path, workers: int = 2) -> str:
    done = subprocess.run(command(out, workers), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a job that nobody disturbs leaves."""
    out = tmp_path_factory.mktemp("label") / "out"
    assert "8 photos labelled, 8 of them now" in finish(out, workers=1)
    return contents(out)


def until(condition: Callable[[], bool], process: subprocess.Popen[str] | None = None) -> None:
    """Wait for a condition, as long as a process runs and a minute at most."""
    for _ in range(6000):
        if condition() or (process is not None and process.poll() is not None):
            return
        time.sleep(0.01)
    raise AssertionError("waited for nothing")


def lines(out: Path) -> int:
    journal = out / "labels.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def is_alive(group: int) -> bool:
    """Tell whether a process of a group runs; those that only wait to be buried don't."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _parent, its_group = (folder / "stat").read_text().rsplit(")", 1)[1].split()[:3]
        except OSError:
            continue
        if int(its_group) == group and state != "Z":
            return True
    return False


def test_the_number_of_workers_changes_nothing(whole: dict[str, bytes], tmp_path: Path) -> None:
    finish(tmp_path / "out", workers=3)
    assert contents(tmp_path / "out") == whole


@pytest.mark.parametrize("after", [0, 1, 3])
def test_killed(after: int, whole: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = start(out)
    until(lambda: lines(out) >= after and out.exists(), process)
    process.kill()
    process.communicate()
    until(lambda: not is_alive(process.pid))  # its workers end too
    finish(out)
    assert contents(out) == whole


def test_ctrl_c(whole: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = start(out)
    until(lambda: lines(out) >= 2, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    stdout, stderr = process.communicate()
    if process.returncode != 0:  # it was quicker than we were
        assert process.returncode == 130
        assert "Stopped; the same command goes on from here." in stdout
        assert "Traceback" not in stderr
        assert (out / "coco/annotations/instances_default.json").exists()
    finish(out)
    assert contents(out) == whole


def test_full_disk(whole: dict[str, bytes], tmp_path: Path) -> None:
    """No file may become larger than what three photos need in the journal."""
    out = tmp_path / "out"
    most = 14_000
    process = start(out, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
    _, stderr = process.communicate()
    assert process.returncode == 2
    assert "cannot write" in stderr
    assert stderr.count("\n") == 1
    if (out / "labels.jsonl").exists():
        assert (out / "labels.jsonl").read_bytes()[-1:] in (b"\n", b"")
    assert all(len(data) <= most for data in contents(out).values())
    finish(out)
    assert contents(out) == whole


def test_a_worker_that_is_killed(whole: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = start(out)
    until(lambda: lines(out) >= 1, process)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    with contextlib.suppress(OSError):  # it was quicker than we were
        for child in children.read_text().split():
            if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                os.kill(int(child), signal.SIGKILL)
                break
    stdout, stderr = process.communicate()
    assert process.returncode == 0, stderr
    assert "8 photos labelled" in stdout
    assert contents(out) == whole
