import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import undercut
from tests.amounts import some
from undercut.engine.host import Host

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

POLICIES = ("cups-ppo", "cut_the_rope-ppo", "cuttle-ppo", "cuttle-toy-ppo")
MOST_OF_POLICIES = 2_000_000
ALONE = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocked())
sys.path.insert(0, {wheel!r})
import undercut
assert undercut.__file__.startswith({wheel!r}), undercut.__file__
{run}
"""


def needed(names: list[str]) -> set[str]:
    found: set[str] = set()
    waiting = [canonicalize_name(Requirement(name).name) for name in names]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        try:
            lines = map(Requirement, requires(name) or ())
        except PackageNotFoundError:  # for another system
            continue
        wanted = [one for one in lines if not one.marker or one.marker.evaluate({"extra": ""})]
        waiting += [canonicalize_name(one.name) for one in wanted]
    return found


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    line = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run(line, cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel(built) -> Path:
    (file,) = built.glob("undercut-*-py3-none-any.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(built / "undercut")  # noqa: S202  our own wheel
    return built / "undercut"


def run_alone(wheel: Path, run: str) -> subprocess.CompletedProcess[str]:
    own = needed(PROJECT["dependencies"])
    owners = {module: {*map(canonicalize_name, names)} for module, names in packages_distributions().items()}
    others = {module for module, names in owners.items() if not names & (own | {"undercut"})}
    blocked = {module for module in others if not module.startswith("_")}
    assert {"litestar", "sqlalchemy", "matplotlib", "pyarrow", "gymnasium"} <= blocked
    text = ALONE.format(blocked=sorted(blocked), wheel=str(wheel), run=run)
    env = os.environ | {"UNDERCUT_HOST": "plain"}  # nothing to compile
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, env=env)


def test_the_distributions_hold_the_package_and_nothing_else(built):
    (file,) = built.glob("undercut-*-py3-none-any.whl")
    with zipfile.ZipFile(file) as archive:
        in_wheel = set(archive.namelist())
    (file,) = built.glob("undercut-*.tar.gz")
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    in_source = {name.removeprefix("src/") for name in names if name.startswith("src/")}
    line = [shutil.which("git") or "git", "ls-files", "src"]
    tracked = subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    package = {name.removeprefix("src/") for name in tracked.split()}
    needed = {f"undercut/games/{game}/engine.wasm" for game in ("cuttle", "cups", "cut_the_rope")}
    assert needed <= package
    assert {f"undercut/games/{game}/search/master.network" for game in ("cuttle", "cups")} <= package
    policies = {f"undercut/bots/baselines/{name}.npz" for name in POLICIES}
    assert policies == {name for name in package if name.endswith(".npz")}
    assert sum((ROOT / "src" / name).stat().st_size for name in policies) <= MOST_OF_POLICIES
    assert in_source == package
    assert {name for name in in_wheel if not name.startswith("undercut-")} == package
    assert {name.partition("/")[0] for name in names} == {
        "src", "docs", "examples", "README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE", "SECURITY.md", "PKG-INFO",
        "pyproject.toml", ".gitignore",
    }  # fmt: skip


def test_the_metadata_is_what_an_index_accepts(built):
    files = [str(path) for path in built.glob("undercut-*.*")]
    line = [sys.executable, "-m", "twine", "check", "--strict", *files]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_version_stands_in_one_place():
    version = PROJECT["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {version}\n" in (ROOT / "CHANGELOG.md").read_text()


def test_the_examples_of_the_readme_run_without_extras(wheel):
    run = f"import doctest; sys.exit(doctest.testfile({str(ROOT / 'README.md')!r}, module_relative=False).failed)"
    done = run_alone(wheel, run)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "extra"), some([(["serve"], "site"), (["lab", "cuttle"], "lab"), (["admin", "tables"], "site")], 2)
)
def test_commands_name_their_extra(wheel, words, extra):
    done = run_alone(wheel, f"from undercut.cli.app import main; sys.argv[1:] = {words!r}; main()")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(rf"undercut: .* more packages, such as \w+: pip install 'undercut\[{extra}\]'\n", done.stderr)


def test_the_readme_lists_every_extra():
    section = (ROOT / "README.md").read_text().split("## The library alone")[1].split("\n## ")[0]
    extras = PROJECT["optional-dependencies"].keys() - {"dev"}
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == extras
    assert f"undercut-{PROJECT['version']}-py3-none-any.whl" in section


HEAVY = ("litestar", "sqlalchemy", "alembic", "psycopg", "uvicorn", "numpy", "numba", "scipy", "ray", "resvg_py")
LOAD = """
import importlib, pkgutil, sys

class Refusal:
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {heavy}:
            raise ImportError(f"{{name}} is blocked")

sys.meta_path.insert(0, Refusal())
room = importlib.import_module("{room}")
modules = [each.name for each in pkgutil.walk_packages(room.__path__, "{room}.") if each.name not in {build}]
for each in modules:
    importlib.import_module(each)
print(len(modules))
"""
BUILD = {f"undercut.offline.{name}" for name in ("build", "prepare", "program")}  # they run where there is all of it


@pytest.mark.parametrize("room", ["undercut.table", "undercut.pages", "undercut.offline"])
def test_a_room_loads_without_what_is_heavy(room):
    script = LOAD.format(heavy={*HEAVY, "segno"}, room=room, build=BUILD)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 6


def test_pages_read_no_clock():
    files = Path(undercut.__file__).parent.joinpath("pages").rglob("*.py")
    clock = re.compile(r"^(import|from) (time|threading)\b|\b(now|today)\(\)", re.MULTILINE)
    assert not [file.name for file in files if clock.search(file.read_text(encoding="utf-8"))]


def test_what_is_heavy_is_really_blocked():
    script = LOAD.format(heavy=set(HEAVY), room="undercut.table", build=BUILD)
    script += f"""
for name in {HEAVY}:
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == [f"{name} is blocked" for name in HEAVY]


class First:
    def choose(self, view, moves):  # noqa: ARG002  a player's
        return moves[0]


@pytest.mark.parametrize(
    "name", ["bot", "analyse", "match", "hint", "game", "perft", "replay", "from_position", "from_view"]
)
def test_no_submodule_hides_a_name_of_the_front_door(name):
    assert callable(getattr(undercut, name))
    assert name not in {module.name for module in pkgutil.iter_modules(undercut.__path__)}


def test_a_bot_chooses_from_a_view_and_from_a_state():
    state = undercut.game("cuttle").deal(seed=7)
    from_state = undercut.bot("greedy", "cuttle", seed=1).choose(state)
    from_view = undercut.bot("greedy", "cuttle", seed=1).choose(state.view(0), state.legal_moves())
    assert from_state == from_view
    assert from_state in state.legal_moves()


def test_a_bot_refuses_what_it_cannot_play():
    bot, state = undercut.bot("random", "cuttle"), undercut.game("cups").deal(seed=1)
    with pytest.raises(undercut.UndercutError, match="a position of 'cups', but this bot plays cuttle"):
        bot.choose(state)
    with pytest.raises(undercut.UndercutError, match="a position of 'cups', but this bot plays cuttle"):
        undercut.match("cups", [bot, "random"], deals=1)
    with pytest.raises(undercut.UndercutError, match="moves: "):
        bot.choose(undercut.game("cuttle").deal(seed=1).view(0))
    with pytest.raises(undercut.UndercutError, match="view: None is not a dict"):
        bot.choose(None)
    state = undercut.game("cuttle").deal(seed=1)
    with pytest.raises(undercut.UndercutError, match="each a Move"):
        bot.choose(state.view(0), ["draw"])
    with pytest.raises(undercut.UndercutError, match="0 cards are unknown"):
        bot.choose({"game": "cuttle"}, state.legal_moves())
    with pytest.raises(undercut.UndercutError, match="another seat's view"):
        bot.choose(state.view(1), state.legal_moves())
    state.finish(undercut.Outcome((0,), "resigned"))
    with pytest.raises(undercut.UndercutError, match="the game is over"):
        bot.choose(state)


def test_a_match_is_paired_and_repeats():
    own = First()
    found = undercut.match("cuttle", [own, "random"], deals=3, seed=1)
    assert found.players == ("First", "random")
    assert found.games == len(found.records) == 6
    assert found.par == 0.5
    assert 0 <= found.interval[0] <= found.share <= found.interval[1] <= 1
    starts = [undercut.replay(record).shuffles for record in found.records]
    assert starts[0::2] == starts[1::2]
    assert undercut.match("cuttle", [First(), "random"], deals=3, seed=1) == found
    assert undercut.match("cuttle", ["random", "random"], deals=1, records=False).records == ()


def test_players_of_the_same_name_are_told_apart():
    one, other = First(), First()
    assert undercut.match("cuttle", [one, other], deals=1).players == ("First", "First (2)")
    one.name = "random"
    for players, names in (([one, "random"], ("random (2)", "random")), (["random", one], ("random", "random (2)"))):
        assert undercut.match("cuttle", players, deals=1).players == names


def test_an_analysis_takes_a_state_or_a_record():
    state = undercut.game("cuttle").deal(seed=7)
    for move in ("7c", "draw"):
        state.play(move)
    found = [undercut.analyse(each, [0], budget="60", host=Host.PLAIN) for each in (state, state.record())]
    assert found[0].judged == found[1].judged
    assert [str(judged.move) for judged in found[0].judged] == ["7c"]
