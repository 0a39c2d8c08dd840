"""Outputs and inputs that are closed, full, or that nobody listens to."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = str(Path(__file__).parents[2] / "sample_images" / "table-01.jpg")
COMMANDS = (
    ["read", SAMPLE],
    ["read", "--json", SAMPLE],
    ["check", "1rfo", "2rfo", "3rfo"],
    ["referee", "--system", "pro", "--deck", "shuffled"],
)


def run(command: list[str], redirect: str) -> tuple[int, str]:
    """Run a command with a redirection of the shell; returns its status and what it complained."""
    line = f'"$0" -m setvision --lang en "$@" {redirect}'
    done = subprocess.run(
        ["bash", "-c", line, sys.executable, *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_closed_streams_stop_nothing(command: list[str]) -> None:
    assert run(command, "<&-") == (0, "")
    assert run(command, ">&-") == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_told_in_one_line(command: list[str]) -> None:
    assert run(command, ">/dev/full") == (
        2,
        "setvision: the output cannot be written: No space left on device\n",
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_broken_pipe_is_no_answer(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "setvision", *command],
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")
