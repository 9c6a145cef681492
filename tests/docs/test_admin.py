"""The examples in docs/admin.md do what the page says."""

import asyncio
import re
import shlex
from pathlib import Path

from tests.server.admin.conftest import fill_database
from undercut.cli.app import app
from undercut.site.base.keys import kept_secret
from undercut.site.store import moderation
from undercut.site.store.store import Store

PAGE = (Path(__file__).parents[2] / "docs" / "admin.md").read_text(encoding="utf-8")
TABLE = "NEfVtLVjUtWh5AAq"


def examples() -> list[tuple[str, str]]:
    """Each command of the page, with what it prints."""
    blocks = re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
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
        assert app(words[1:]) == 0, command
        printed = squeezed(capsys.readouterr().out).replace(table, TABLE)
        expected = ".*".join(map(re.escape, squeezed(said).split("...")))
        assert re.fullmatch(expected, printed), f"{command}\n{printed}"


def test_the_page_names_every_command():
    commands = {name for name in app["admin"] if not name.startswith("-")}
    assert commands
    assert [name for name in sorted(commands) if f"undercut admin {name}" not in PAGE] == []
