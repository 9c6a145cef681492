"""The worked example of CONTRIBUTING.md, applied to a copy of the package."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_FILES = 5

PLAY = """
import random
import undercut
from tests.conformance.suite import POLICIES, check_game

for seed in range(6):
    game = undercut.game("cuttle", rules={"set": "denexa", "safe_tens": True})
    check_game(game, seed, POLICIES[seed % len(POLICIES)], every=5)
"""


def example() -> str:
    """The patches of the worked example, one after another."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^   ```diff\n(.*?)^   ```$", text, re.DOTALL | re.MULTILINE)
    return "".join(re.sub(r"^ {3}", "", block, flags=re.MULTILINE) for block in blocks)


@pytest.fixture(scope="module")
def patched(tmp_path_factory) -> Path:
    """A copy of the package and of the tests that the example needs, with the example applied."""
    copy = tmp_path_factory.mktemp("contributing")
    skipped = shutil.ignore_patterns("__pycache__", "static", "*.txt")
    shutil.copytree(ROOT / "src", copy / "src", ignore=skipped)
    for folder in ("clauses", "conformance"):
        shutil.copytree(ROOT / "tests" / folder, copy / "tests" / folder, ignore=skipped)
    for file in ("tests/conftest.py", "tests/amounts.py", "tests/touring.py", "pyproject.toml"):
        if (ROOT / file).exists():
            shutil.copy(ROOT / file, copy / file)
    command = ["git", "apply", "--unidiff-zero", "-"]
    environment = os.environ | {"GIT_CEILING_DIRECTORIES": str(copy.parent)}
    subprocess.run(command, cwd=copy, env=environment, input=example(), text=True, check=True)
    return copy


def run(folder: Path, *arguments: str) -> None:
    environment = os.environ | {"PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}", "UNDERCUT_HOST": "plain"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_example_takes_no_more_files_than_promised():
    assert len(re.findall(r"^\+\+\+ ", example(), re.MULTILINE)) <= MOST_FILES


def test_the_clause_tests_of_the_example_pass(patched):
    cuttle = [str(path) for path in sorted((patched / "tests/clauses").glob("test_cuttle_*.py"))]
    run(patched, "-m", "pytest", "-q", "-p", "no:cacheprovider", *cuttle, "-k", "cu_11")
    run(patched, "-m", "tests.clauses.report")


def test_the_example_holds_the_conformance_suite(patched):
    run(patched, "-c", PLAY)
