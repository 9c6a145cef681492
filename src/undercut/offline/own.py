"""The reader's own things: the list of games, records, imports, settings, and forgetting all of it."""

from __future__ import annotations

from importlib.metadata import version

import msgspec
from msgspec import Struct, field

from undercut.bots.players.characters import level_of_person
from undercut.errors import BadRecord, UndercutError
from undercut.offline.exchange import Answer, Asked, Routes, done, download, show
from undercut.offline.home import Home
from undercut.pages.forms.choices import game_cards
from undercut.pages.lists.history import Chosen, games_page, played_game
from undercut.pages.lists.pages import AboutPage, ImportPage, few_faults
from undercut.pages.preferences import Preferences, preferences_from
from undercut.table.events import DamagedLog, Sat
from undercut.table.judged import accuracy
from undercut.table.opening.imported import import_record, read_texts, summary
from undercut.table.opening.new_table import Opening
from undercut.table.showing import own

route = Routes()

_MOST_REVIEWS = 100
_MOST_RECORDS = 2_000  # in one file


@route("GET", "/games")
async def games(home: Home, asked: Asked) -> Answer:
    """List the reader's games."""
    chosen = Chosen(asked.get("game"), asked.get("rules"), asked.get("opponent"), asked.get("result"))
    history = [played_game(own(line, seat), seat) for line, seat in home.kept.played()]
    found: dict[str, float] = {}
    for one in history[:_MOST_REVIEWS]:
        stored = home.kept.reviews.get(one.table.table)
        kept = accuracy(bytes(stored), one.seat) if stored else None
        if kept is not None:
            found[one.table.table] = kept
    page = games_page(home.yours(), history, chosen, max(1, asked.number("page", 1)), found)
    return show(home, asked, "games.html", page, here="games")


@route("GET", "/games/records")
async def records(home: Home, asked: Asked) -> Answer:
    """Download the records of all finished games, one a line."""
    del asked
    lines: list[bytes] = []
    for line, _seat in home.kept.played():
        try:
            table = (await home.room(line.table)).table
        except DamagedLog:
            continue
        if table.state is not None and not line.closed:
            lines.append(msgspec.json.encode(table.state.record()))
    return download(b"".join(line + b"\n" for line in lines), "undercut-games.jsonl", "application/x-ndjson")


@route("GET", "/import")
async def show_import(home: Home, asked: Asked) -> Answer:
    """Show the form for a record."""
    return show(home, asked, "import.html", ImportPage())


@route("POST", "/import")
async def import_game(home: Home, asked: Asked) -> Answer:
    """Import a record as a finished game."""
    text = asked.field("file").strip() or asked.field("record")
    try:
        openings = [import_record(record) for record in read_texts(text.encode(errors="replace"), _MOST_RECORDS)]
        if len(openings) > 1:
            for opening in openings:
                await home.add(opening.events, summary(opening), _only_person(opening))
            return done(asked, {"games": len(openings)}, "/games")
        table = await home.add(openings[0].events, summary(openings[0]))
    except (UndercutError, RecursionError) as error:
        if not isinstance(error, BadRecord | RecursionError):
            raise
        faults = error.faults if isinstance(error, BadRecord) else ("record: nested too deeply",)
        return show(home, asked, "import.html", ImportPage(text, few_faults(faults)), status=422)
    return done(asked, {"table": table}, f"/t/{table}")


def _only_person(opening: Opening) -> int | None:
    """Return the seat of the only player whose name is not a bot's: a file of many games is the reader's history."""
    persons = [event.seat for event in opening.events if isinstance(event, Sat) and not level_of_person(event.name)]
    return persons[0] if len(persons) == 1 else None


class _SettingsPage(Struct, frozen=True):
    preferences: Preferences = field(name="look")
    saved: bool = False


@route("GET", "/settings")
async def show_settings(home: Home, asked: Asked) -> Answer:
    """Show the display preferences."""
    page = _SettingsPage(asked.preferences, saved=asked.get("saved") == "yes")
    return show(home, asked, "settings.html", page, here="settings")


@route("POST", "/settings")
async def keep_settings(home: Home, asked: Asked) -> Answer:
    """Save the display preferences."""
    del home
    chosen = preferences_from(dict(asked.form))
    return Answer(status=303, headers={"Location": "/settings?saved=yes"}, look=chosen.cookie())


@route("GET", "/about")
async def about(home: Home, asked: Asked) -> Answer:
    """Show the page about Undercut."""
    return show(home, asked, "about.html", AboutPage(version("undercut"), game_cards()))


@route("GET", "/privacy")
async def privacy(home: Home, asked: Asked) -> Answer:
    """Say what is stored."""
    return show(home, asked, "privacy_alone.html", None, here="privacy")


class _Numbers(Struct, frozen=True):
    tables: int
    playing: int = 0
    waiting: int = 0


@route("GET", "/forget")
async def ask_to_forget(home: Home, asked: Asked) -> Answer:
    """Ask whether everything is to be erased."""
    return show(home, asked, "forget_alone.html", _Numbers(len(home.kept.tables)), here="settings")


@route("POST", "/forget")
async def forget(home: Home, asked: Asked) -> Answer:
    """Erase everything."""
    number = len(home.kept.tables)
    await home.clear()
    answer = show(home, asked, "forgotten.html", _Numbers(number), here="settings")
    answer.look = ""
    return answer
