"""The end of a thinking process: whatever ends first, it says nothing on the server's standard error."""

import os
import subprocess
import sys

import msgspec
import pytest

import undercut
from undercut.site.workers.thinkers import MODULE
from undercut.site.workers.thinking import Request
from undercut.site.workers.worker import Call


def started(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", MODULE, *arguments],
        env={**os.environ, "UNDERCUT_HOST": "plain"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("arguments", [(), ("compile",)])
def test_a_worker_ends_quietly_while_its_other_thread_still_listens(arguments):
    view = undercut.game("cuttle").deal(seed=7).view(0)
    with started(*arguments) as worker:
        worker.stdout.close()  # nobody reads the answer
        request = msgspec.json.encode(Request("cuttle", view, "random", 1, 0.1))
        worker.stdin.write(msgspec.json.encode(Call(1, msgspec.Raw(request))) + b"\n")
        worker.stdin.flush()
        assert worker.wait(timeout=120) == 0
        assert worker.stderr.read() == b""
