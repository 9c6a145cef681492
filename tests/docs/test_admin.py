"""The examples in docs/admin.md do what the page says."""

import asyncio
import re
import shlex
from pathlib import Path

from undercut.cli.app import app
from undercut.site.base.client import Maker
from undercut.site.base.keys import kept_secret
from undercut.site.base.settings import Settings
from undercut.site.rooms.rooms import Rooms
from undercut.site.store import moderation
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table.opening.choices import read_choices
from undercut.table.opening.new_table import open_table

PAGE = (Path(__file__).parents[2] / "docs" / "admin.md").read_text(encoding="utf-8")
TABLE = "NEfVtLVjUtWh5AAq"


def examples() -> list[tuple[str, str]]:
    """Each command of the page, with what it prints."""
    blocks = re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return [tuple(one.partition("\n")[::2]) for block in blocks for one in block.split("$ ")[1:]]


async def fill(url: str) -> str:
    """Make a listed table of Ann's, one of Bob's against a bot, and a report of Bob's about Ann."""
    async with await Store.open(url) as store:
        rooms = Rooms(store, Thinkers(0), Settings(database=url, secret="not kept"))  # noqa: S106
        made = []
        for guest, opponents in (("bob", ["random"]), ("ann", ["open"])):
            given = {
                "game": "cuttle",
                "opponents": opponents,
                "name": guest.capitalize(),
                "listed": opponents == ["open"],
            }
            opening = open_table(read_choices(given).checked(), guest)
            made.append(await rooms.open(opening.events, opening.guests, Maker(guest, (f"{guest:0<16}",))))
        await rooms.close()
        report = moderation.Report(1.0, made[1], 0, "bob", "bob0000000000000", "name", "Rude one")
        await store.change("", lambda connection: moderation.add_report(connection, report, ("bob",), 0))
        return made[1]


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
