import ast
import importlib.util
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
import website

import undercut
from undercut.games.base import registry

DOCS = Path(__file__).parents[2] / "docs"
SECTIONS = ["Play it here", "Options and rule sets", "Notation", "What is known and hidden", "Figures", "Sources"]


@pytest.fixture
def pages(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    spec = importlib.util.spec_from_file_location("pages", DOCS / "pages.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", registry.names())
def test_a_page_is_up_to_date(pages, name):
    assert pages.filled(name) == pages.page(name).read_text(encoding="utf-8"), "run: python docs/pages.py"
    environment = pages.page(f"environments/{name}").read_text(encoding="utf-8")
    assert pages.environment(name) == environment, "run: python docs/pages.py"


@pytest.mark.parametrize(
    "name", ["baselines", "benchmark", "bots", "bots_results", "hints", "lab", "engine", "states", "findings"]
)
def test_the_tables_of_a_page_are_up_to_date(pages, name):
    page = pages.FINDINGS if name == "findings" else pages.page(name)
    assert getattr(pages, name)() == page.read_text(encoding="utf-8"), "run: python docs/pages.py"


def test_the_learning_curves_are_up_to_date(pages):
    drawn = pages.curves(pages.result_rows("baselines"))
    assert drawn == pages.CURVES.read_text(encoding="utf-8"), "run: python docs/pages.py"


@pytest.mark.parametrize("name", registry.names())
def test_every_page_has_the_same_sections(pages, name):
    assert re.findall(r"^## (.+)$", pages.page(name).read_text(encoding="utf-8"), re.MULTILINE) == SECTIONS


ROOT = Path(__file__).parents[2]
LONGEST = 300
LISTS = {"bots_results.md", "findings.md"}
"""Pages of tables, which are made by programs, and searched rather than read."""


def listed(menu: list) -> set[str]:
    places = [place for entry in menu for place in entry.values()]
    return set().union(*(listed(place) if isinstance(place, list) else {place} for place in places))


def test_the_site_is_built_with_every_page_in_its_menu_and_nothing_from_another_host():
    """One test, for two builds at the same time would disturb each other."""
    website.main()
    site = ROOT / "dist" / "docs"
    pages = {path.relative_to(website.STAGED).as_posix() for path in website.STAGED.rglob("*.md")}
    menu = listed(tomllib.loads((ROOT / "zensical.toml").read_text())["project"]["nav"])
    linked = {page for page in pages if page.startswith(("results/", "files/"))}
    assert menu - linked == pages - linked
    assert all((site / page).with_suffix(".html").exists() for page in menu)
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        found = re.findall(r"<(?:script|img|iframe)[^>]+src=\"?(?:https?:)?//[^\s\">]+", text)
        found += re.findall(r"<link[^>]+rel=\"?(?:stylesheet|preload)\"?[^>]+href=\"?(?:https?:)?//[^\s\">]+", text)
        assert found == [], page
        assert "<script>" not in text or page.name == "404.html"


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.name)
def test_a_page_is_short_enough_to_read(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST or path.name in LISTS


def test_a_link_to_nothing_ends_the_build(tmp_path, monkeypatch):
    monkeypatch.setattr(website, "ROOT", tmp_path)
    monkeypatch.setattr(website, "STAGED", tmp_path / "build")
    page = tmp_path / "docs" / "page.md"
    page.parent.mkdir()
    page.write_text("[nothing](nowhere.md)\n")
    with pytest.raises(SystemExit, match=r"docs/page\.md links to nowhere\.md, which does not exist"):
        website.stage(page, set())


ADD_A_RULE, ARCHITECTURE, POSITIONS, WORDS = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("add_a_rule", "architecture", "positions", "words")
)


def named_code(page: str) -> list[str]:
    return sorted(set(re.findall(r"`(undercut(?:\.\w+)+)`", page)))


@pytest.mark.parametrize("name", named_code(ARCHITECTURE + WORDS))
def test_the_code_that_a_page_names_exists(name):
    assert pkgutil.resolve_name(name)


@pytest.mark.parametrize("folder", ["bench", "docs", "examples"])
def test_scripts_import_what_exists(folder):
    nodes = [node for path in (ROOT / folder).rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    ours = [node for node in froms if node.module.split(".")[0] == "undercut"]
    found = {f"{node.module}:{name.name}" for node in ours for name in node.names}
    assert found
    for name in found:
        package, _, member = name.partition(":")
        assert hasattr(import_module(package), member) or find_spec(f"{package}.{member}"), name


def test_the_page_on_architecture_names_every_package():
    parts = {f"undercut.{module.name}" for module in pkgutil.iter_modules(undercut.__path__)}
    assert parts <= {*named_code(ARCHITECTURE)}


def test_every_term_stands_once_and_in_order():
    parts = [re.findall(r"^\| (?!Term)([^|]+?) \|", part, re.MULTILINE) for part in WORDS.split("\n## ")[1:]]
    terms = [term for part in parts for term in part]
    assert len(terms) > 50
    assert len({*terms}) == len(terms)
    for part in parts:
        assert part == sorted(part, key=str.casefold)


def fields(heading: str) -> set[str]:
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", POSITIONS, re.DOTALL | re.MULTILINE)
    assert section, heading
    rows = re.findall(r"^\| (`.*?) \|", section[1], re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


@pytest.mark.parametrize("game", registry.own_names())
def test_every_field_of_a_position_is_explained_once(game):
    shared, own = fields("Fields of every game"), fields(registry.spec(game).title)
    assert own | shared >= registry.spec(game).fields
    assert own - registry.spec(game).fields == set()
    assert own & shared <= {"phase"}


COMMANDS = re.findall(r"^```console\n(.*?)^```$", ADD_A_RULE, re.DOTALL | re.MULTILINE)


def test_the_blocks_of_the_page_on_adding_a_rule_are_parts_of_their_files_or_commands():
    shown = re.findall(r"^<!-- (\S+) -->\n```\w+\n(.*?)^```$", ADD_A_RULE, re.DOTALL | re.MULTILINE)
    for file, text in shown:
        assert text in (ROOT / file).read_text(encoding="utf-8"), file
    assert ADD_A_RULE.count("\n```") == 2 * (len(shown) + len(COMMANDS))


def test_every_file_that_the_page_on_adding_a_rule_names_exists():
    folders = ("", "src/undercut", "src/undercut/games/cuttle")
    named = set(re.findall(r"`([\w/]+\.(?:py|md))`", ADD_A_RULE))
    assert named
    assert [name for name in named if not any((ROOT / folder / name).exists() for folder in folders)] == []


def test_the_rules_of_the_page_on_adding_a_rule_are_options_that_no_rule_set_has():
    spec = registry.spec("cuttle")
    for options in spec.rule_sets.values():
        assert not options["eight_scraps_eight"]
        assert not options["ten_undoes_scuttle"]
    lab = next(line for line in "".join(COMMANDS).splitlines() if "undercut lab" in line)
    assert {*lab.split("--vary ")[1].split()[0].split(",")} < {option.name for option in spec.options}


PLAY = """
import random
import undercut
from tests.conformance.suite import POLICIES, check_game

for seed in range(6):
    game = undercut.game("cuttle", rules={"set": "denexa", "safe_tens": True})
    check_game(game, seed, POLICIES[seed % len(POLICIES)], every=5)
"""


def example() -> str:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^   ```diff\n(.*?)^   ```$", text, re.DOTALL | re.MULTILINE)
    return "".join(re.sub(r"^ {3}", "", block, flags=re.MULTILINE) for block in blocks)


@pytest.fixture(scope="module")
def patched(tmp_path_factory) -> Path:
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
    assert len(re.findall(r"^\+\+\+ ", example(), re.MULTILINE)) <= 5


def test_the_clause_tests_of_the_example_pass(patched):
    cuttle = [str(path) for path in sorted((patched / "tests/clauses").glob("test_cuttle_*.py"))]
    run(patched, "-m", "pytest", "-q", "-p", "no:cacheprovider", *cuttle, "-k", "cu_11")
    run(patched, "-m", "tests.clauses.report")


def test_the_example_holds_the_conformance_suite(patched):
    run(patched, "-c", PLAY)
