"""Dask clusters of real processes, for tests."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition, a minute at most."""
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("waited for nothing")


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@dataclass
class Cluster:
    """A scheduler, and the workers that were started for it."""

    folder: Path
    port: int = field(default_factory=free_port)
    scheduler: "subprocess.Popen[bytes]" = field(init=False)
    workers: "list[subprocess.Popen[bytes]]" = field(default_factory=list)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True)
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", str(self.port), env={}
        )
        until(self._answers)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def _answers(self) -> bool:
        with socket.socket() as asking:
            return asking.connect_ex(("127.0.0.1", self.port)) == 0

    def add_worker(self, env: Mapping[str, str] | None = None) -> "subprocess.Popen[bytes]":
        """Start a worker, and wait until it works."""
        number = len(self.workers)
        worker = self._start(
            "worker", f"tcp://{self.address}", "--nthreads", "1", "--host", "127.0.0.1",
            "--local-directory", str(self.folder / f"worker-{number}"), env=env or {},
        )  # fmt: skip
        self.workers.append(worker)
        until(lambda: b"Registered to" in self.log(worker))
        return worker

    def log(self, process: "subprocess.Popen[bytes]") -> bytes:
        return (self.folder / f"{process.args[3]}-{process.pid}.log").read_bytes()  # type: ignore[index]

    def _start(self, what: str, *options: str, env: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        given = {
            # Workers import the functions of tests.
            "PYTHONPATH": str(ROOT),
            # A dead worker is what is tested here: fewer of them do.
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
        }
        command = [sys.executable, "-m", "dask", what, *options, "--no-dashboard"]
        path = self.folder / "starting.log"
        with path.open("wb") as log:
            process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                cwd=self.folder,  # Python looks for modules where it is started
                env={**os.environ, **given, **env},
            )
        path.rename(self.folder / f"{what}-{process.pid}.log")
        return process

    def kill_one(self) -> None:
        """Kill the process that works for one of the workers; what watches over it stays."""
        os.kill(self.at_work(self.workers[0]), signal.SIGKILL)

    def at_work(self, worker: "subprocess.Popen[bytes]") -> int:
        children = Path(f"/proc/{worker.pid}/task").glob("*/children")
        for child in " ".join(path.read_text() for path in children).split():
            if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                return int(child)
        raise AssertionError("nobody is at work")

    def end(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()  # the workers' own processes end with those that watch over them
            process.wait()
