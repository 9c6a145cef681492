import asyncio
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from tests import preloaded
from tests.server.admin.conftest import fill_database
from tests.server.running import Client, get, running, wait_for
from tests.server.whole.players import Game, Person, connections
from tests.server.whole.sites import SECRET, site_process
from undercut.cli.app import app
from undercut.site.base.keys import kept_secret
from undercut.site.base.settings import Settings
from undercut.site.store import moderation
from undercut.site.store.store import Store

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
SITE = (ROOT / "docs" / "site.md").read_text(encoding="utf-8")
RULES = ROOT / "deploy" / "alerts.yml"
BLOCKS = re.findall(r"^ *```\n(.*?)^ *```", PAGE, re.DOTALL | re.MULTILINE)
LINES = [line.strip() for block in BLOCKS for line in block.splitlines()]
COMMANDS = [line.replace("undercut-admin", "undercut admin") for line in LINES if line.startswith("undercut")]
COMMANDS += [one.replace("undercut-admin", "undercut admin") for one in re.findall(r"`(undercut-admin [^`]+)`", PAGE)]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_is_understood(line):
    words = shlex.split(line, comments=True)[1:]
    command, _, ignored = app.parse_args(words, exit_on_error=False, print_error=False)
    assert command.__name__.replace("_", "-") in words[:2] or words[0] == "admin"
    assert not ignored


def test_the_files_that_are_installed_exist():
    installed = {word for line in LINES for word in line.split() if word.startswith("deploy/")}
    assert len(installed) > 4
    for pattern in installed:
        assert list(ROOT.glob(pattern)), pattern
    units = [path.name for pattern in installed for path in ROOT.glob(pattern)]
    there = {path.name for path in (ROOT / "deploy").iterdir() if path.suffix in (".service", ".socket", ".timer")}
    assert there <= set(units)


def test_the_page_and_the_units_name_the_same_places():
    units = "".join(path.read_text() for path in (ROOT / "deploy").glob("undercut*"))
    for place in ("/opt/undercut", "/etc/undercut/environment", "/var/lib/undercut", "/var/backups/undercut"):
        assert place in PAGE
        assert place in units
    assert "--mode 0600 deploy/environment /etc/undercut/environment" in PAGE
    assert not re.search(r"cp .*(?<!/var/lib/undercut)/secret ", PAGE.replace("/backup/secret", ""))


def names(text: str) -> set[str]:
    found = set(re.findall(r"\b(?:undercut|process)_[a-z_]+\b", text))
    return {re.sub(r"_(bucket|count|sum)$", "", name) for name in found}


def alerts() -> list[dict]:
    return [rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]]


def test_alerts_and_page_name_the_measurements_that_there_are(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db") as address:
        Client(address).get("/nothing-here")
        wait_for(lambda: get(f"{address}/ready").status_code == 200)
        there = {name for name in names(get(f"{address}/metrics").text) if not name.endswith("_created")}
    told = names(PAGE)
    asked = set().union(*(names(rule["expr"]) for rule in alerts()))
    assert asked <= there
    assert told <= there
    own = {name for name in there if name.startswith("undercut_")}
    own -= {name.removesuffix("_total") for name in own if name.endswith("_total")}
    assert own - told == {"undercut_build"}


def test_the_page_says_what_to_do_about_every_alert():
    section = PAGE.split("| alert | do |")[1].split("\n\n")[0]
    assert set(re.findall(r"`(Undercut\w+)`", section)) == {rule["alert"] for rule in alerts()}


def test_prometheus_accepts_the_rules():
    promtool = shutil.which("promtool")
    if not promtool:
        pytest.skip("promtool is not installed (apt install prometheus)")
    done = subprocess.run([promtool, "check", "rules", str(RULES)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_setting_has_a_row_and_every_row_a_setting():
    table = SITE.split("| variable |")[1].split("\n\n")[0]
    rows = set(re.findall(r"`UNDERCUT_([A-Z_]+)`", table))
    assert rows == {field.name.upper() for field in fields(Settings)} | {"DATA"}


async def test_a_restore_can_be_rehearsed_while_the_site_runs(tmp_path):
    backup, rehearsal = tmp_path / "backup.db", tmp_path / "rehearsal"
    rehearsal.mkdir()

    def admin(folder: Path, *words: str) -> None:
        own = os.environ | {"UNDERCUT_DATA": str(folder), "UNDERCUT_SECRET": SECRET}
        preloaded.done(["admin", *words], env=own)

    async with connections() as http:
        with site_process(tmp_path, f"sqlite:///{tmp_path}/tables.db") as site:
            people = [Person(http, site.address), Person(http, site.address)]
            game = await Game.begin(people, "cuttle")
            await game.play(3)
            before = [await person.look(game.table) for person in people]
            await asyncio.to_thread(admin, tmp_path, "back-up", str(backup))
            await game.play(1)
            await asyncio.to_thread(admin, rehearsal, "restore", str(backup))
            with site_process(rehearsal, f"sqlite:///{rehearsal}/tables.db") as restored:
                wait_for(lambda: get(f"{restored.address}/ready").status_code == 200)
                for person, scene in zip(people, before, strict=True):
                    person.address = restored.address
                    found = await person.look(game.table)
                    assert (found["version"], found["view"]) == (scene["version"], scene["view"])
                game.acknowledged.clear()  # the last move came after the backup
                assert await game.play(1) == 1


ADMIN = (Path(__file__).parents[2] / "docs" / "admin.md").read_text(encoding="utf-8")
TABLE = "NEfVtLVjUtWh5AAq"


def examples() -> list[tuple[str, str]]:
    blocks = re.findall(r"^```\n(.*?)^```", ADMIN, re.MULTILINE | re.DOTALL)
    return [tuple(one.partition("\n")[::2]) for block in blocks for one in block.split("$ ")[1:]]


async def fill(url: str) -> str:
    """Make a listed table of Ann's, one of Bob's against a bot, and a report of Bob's about Ann."""
    _, listed = await fill_database(url, [("bob", {"opponents": ["random"], "listed": False}), ("ann", {})])
    async with await Store.open(url) as store:
        report = moderation.Report(1.0, listed, 0, "bob", "bob0000000000000", "name", "Rude one")
        await store.change("", lambda connection: moderation.add_report(connection, report, ("bob",), 0))
        return listed


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_the_examples_print_what_the_page_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERCUT_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("UNDERCUT_DATABASE", f"sqlite:///{tmp_path}/tables.db")
    monkeypatch.delenv("UNDERCUT_SECRET", raising=False)
    (tmp_path / "data").mkdir()
    kept_secret(tmp_path / "data")
    table = asyncio.run(fill(f"sqlite:///{tmp_path}/tables.db"))
    found = examples()
    assert len(found) > 15
    for command, said in found:
        words = [word.replace(TABLE, table) for word in shlex.split(command)]
        assert words[0] == "undercut"
        capsys.readouterr()
        assert not app(words[1:]), command
        printed = squeezed(capsys.readouterr().out).replace(table, TABLE)
        expected = ".*".join(map(re.escape, squeezed(said).split("...")))
        assert re.fullmatch(expected, printed), f"{command}\n{printed}"


def test_the_page_names_every_command():
    commands = {name for name in app["admin"] if not name.startswith("-")}
    assert commands
    assert [name for name in sorted(commands) if f"undercut admin {name}" not in ADMIN] == []
