"""The lock files pin everything that the project asks for, with hashes, and agree with each other."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUN, DEVELOPMENT = "requirements.txt", "requirements-dev.txt"
EXTRAS = {RUN: ["site"], DEVELOPMENT: ["site", "lab", "dev", "bench"]}


def pins(name: str) -> dict[str, tuple[str, int]]:
    """The version of each distribution of a lock file, and how many hashes it has."""
    found = {}
    for block in re.split(r"\n(?=\S)", (ROOT / name).read_text()):
        if match := re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)", block):
            found[canonicalize_name(match[1])] = (match[2], block.count("--hash=sha256:"))
    return found


def asked(name: str) -> list[Requirement]:
    project = PROJECT["project"]
    lines = [*project["dependencies"], *PROJECT["dependency-groups"]["install"]]
    for extra in EXTRAS[name]:
        lines += project["optional-dependencies"][extra]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("name", [RUN, DEVELOPMENT])
def test_a_lock_pins_what_is_asked_for(name):
    found = pins(name)
    for requirement in asked(name):
        version, _ = found[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement}: {version}; run make lock"
    assert all(hashes for _, hashes in found.values())


def test_the_locks_agree():
    assert pins(RUN).items() <= pins(DEVELOPMENT).items()


def test_the_lock_to_run_has_nothing_for_development_plots_or_research():
    """What the other extras ask for, except where a package of the site itself needs it."""
    extras = PROJECT["project"]["optional-dependencies"]
    others = {canonicalize_name(Requirement(line).name) for name in extras if name != "site" for line in extras[name]}
    needed = {canonicalize_name(one.name) for one in asked(RUN)} | {
        "httpx",
        "pyyaml",
        "packaging",
    }  # Litestar, Hatchling
    behind = {"contourpy", "kiwisolver", "coverage", "iniconfig", "nodeenv", "pip", "setuptools"}
    assert len(others - needed) > 20
    assert not ((others - needed) | behind) & pins(RUN).keys()


@pytest.mark.parametrize("name", ["numba", "llvmlite", "numpy", "psycopg-binary", "uvloop", "msgspec"])
def test_compiled_packages_have_hashes_for_several_systems(name):
    """Linux on two kinds of processors and macOS, for Python 3.11 to 3.14."""
    assert pins(RUN)[name][1] >= 12
