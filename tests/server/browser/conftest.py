"""The site as it is started by `undercut serve`, and a real browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from playwright.sync_api import sync_playwright

from tests.needs import chromium


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The address of a site that runs in a process of its own, on an empty database."""
    own = {
        "UNDERCUT_DATA": str(tmp_path_factory.mktemp("site")),
        "UNDERCUT_PACE": "0",
        "UNDERCUT_RATE": "0",
        "UNDERCUT_THINKERS": "1",
    }
    kept = {name: value for name, value in os.environ.items() if not name.startswith("UNDERCUT_")}
    command = [sys.executable, "-m", "undercut.cli", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=kept | own) as process:
        said = process.stdout.readline()
        found = re.search(r"http://\S+\d", said)
        assert found, said
        yield found[0]
        process.terminate()
        assert process.wait(timeout=20) in {0, -15}


@pytest.fixture(scope="session")
def browser():
    """A browser without a window."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def visit(site, browser):
    """Opens pages as somebody new, who notices whatever goes wrong in the page."""
    contexts = []
    wrong = []

    def opened(path="/", **wishes):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "base_url": site} | wishes)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if "Content Security" in line.text else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []
