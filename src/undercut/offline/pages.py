"""Every address but those of a table, answered from what the browser keeps."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

import msgspec
from msgspec import Struct

from undercut.bots.players.characters import ADAPTIVE, START, level_of_person
from undercut.errors import BadRecord
from undercut.offline.exchange import Answer, Asked, Result, Routes, download, see_other
from undercut.offline.home import Home
from undercut.offline.room import HINT_SECONDS, YOU
from undercut.pages.answers import Done, Page, books, editor, lobby
from undercut.pages.answers.lobby import ImportPage
from undercut.pages.lobby.daily import DailyPage, Stored, daily_page
from undercut.pages.lobby.front import shown_at
from undercut.pages.lobby.history import Chosen
from undercut.pages.preferences import preferences_from
from undercut.table.commands import NewTable, NotPossible
from undercut.table.events import DamagedLog, Sat
from undercut.table.opening.choices import OPEN, form_object
from undercut.table.opening.daily import Day, games, level_of, open_daily
from undercut.table.opening.imported import import_record, read_texts, summary
from undercut.table.opening.new_table import Opening, from_start, open_table
from undercut.table.thinking import Request
from undercut.translation import _

route = Routes()

_MOST_RECORDS = 2_000  # in one file


# --- A new table, and the daily deal ---------------------------------------------------------------------------------


@route("POST", "/new")
def _show_answers(_home: Home, asked: Asked) -> Result:
    return lobby.answers(form_object(asked.form))


@route("POST", "/tables")
async def _create(home: Home, asked: Asked) -> Result:
    draft = lobby.read_new_table(asked.command(NewTable))
    if draft.terms is None and asked.wants_page:
        return lobby.refuse_table(draft)
    terms = draft.checked()
    if OPEN in terms.opponents:
        message = _("Nobody else can sit down here: choose bots.")
        raise NotPossible(message)
    strength = lobby.strength_in(terms.game.name, home.kept.played()) if ADAPTIVE in terms.opponents else START
    return await home.opened(open_table(terms, YOU, strength))


def public_deal(day: str, name: str) -> Day:
    """Return the deal of a day, whose secret everybody can work out: nobody is there to keep it."""
    secret = hashlib.sha256(f"undercut offline {day} {name}".encode()).hexdigest()
    return Day(day, name, secret, level_of(day))


def _deals(home: Home, day: str) -> Page[DailyPage]:
    shown, now = lobby.days(day, time.time())
    stored = {name: Stored(level_of(shown), ()) for name in games()}
    return Page("daily.html", daily_page(shown, now, home.kept.tries(), [], stored, home.address), "daily")


@route("POST", "/daily/{}/{}")
async def _play_deal(home: Home, _asked: Asked, day: str, name: str) -> Result:
    on, now = lobby.days(day, time.time())
    mine = lobby.try_of(home.kept.tries(), on, name)
    if mine and mine.status != "over":
        return await home.back_to(mine.table)
    counts = on == now and mine is None
    return await home.opened(open_daily(public_deal(on, name), "", YOU, counts=counts), tried=counts)


# --- Lessons, rule books and studies ---------------------------------------------------------------------------------


@route("GET", "/learn/{}/{}/#")
def _show_lesson(home: Home, asked: Asked, game: str, name: str, step: int) -> Result:
    lesson = books.lesson_at(game, name, step)
    return books.step_of(lesson, step, home.kept.known, asked.get("by")[: books.LONGEST_MOVE])


@route("POST", "/learn/{}/{}/#")
async def _try_move(home: Home, asked: Asked, game: str, name: str, step: int) -> Result:
    lesson, move = books.lesson_at(game, name, step), asked.field("move")[: books.LONGEST_MOVE]
    verdict, tried = books.judge_try(lesson, step, move, time.time())
    if tried:
        await home.kept.note_try(tried)
    return books.after_try(lesson, step, move, verdict, home.kept.known)


# --- The position editor ---------------------------------------------------------------------------------------------


@route("GET", "/editor/{}")
def _show_editor(_home: Home, asked: Asked, name: str) -> Result:
    return editor.editor(name, editor.position_at(name, asked.get("p"), asked.rules, asked.changes))


@route("POST", "/editor/{}")
def _edit(_home: Home, asked: Asked, name: str) -> Result:
    return see_other(editor.address_of(name, editor.submit(name, dict(asked.form))))


@route("POST", "/editor/{}/hint")
async def _hint_position(home: Home, asked: Asked, name: str) -> Result:
    packed = asked.field("p")
    state = editor.in_play(name, packed)
    view = state.view(state.to_move)
    found = await home.think(Request(name, dict(view), None, time.time_ns() >> 2, HINT_SECONDS))
    return editor.editor(name, editor.unpack(name, packed), editor.hint_in(state, found))


@route("POST", "/editor/{}/play")
async def _play_position(home: Home, asked: Asked, name: str) -> Result:
    wanted = asked.command(editor.PlayPosition)
    return await home.opened(from_start(editor.in_play(name, wanted.p), wanted, YOU))


@route("GET", "/editor/{}/position.json")
def _export_json(_home: Home, asked: Asked, name: str) -> Result:
    return download(msgspec.json.encode(editor.unpack(name, asked.get("p"))), f"{name}.json")


@route("GET", "/editor/{}/position.svg")
def _export_svg(_home: Home, asked: Asked, name: str) -> Result:
    return download(editor.picture(name, asked.get("p")), f"{name}.svg", "image/svg+xml")


# --- The reader's own ------------------------------------------------------------------------------------------------


@route("GET", "/games")
def _games(home: Home, asked: Asked) -> Result:
    chosen = Chosen(asked.get("game"), asked.get("rules"), asked.get("opponent"), asked.get("result"))
    held = home.kept.played()
    analysed = [line.table for line, _seat in held[: lobby.MOST_REVIEWS] if line.table in home.kept.reviews]
    reviews = {table: home.kept.reviews[table] for table in analysed}
    return lobby.your_games(home.yours(), held, chosen, max(1, asked.number("page") or 1), reviews)


@route("GET", "/games/records")
async def _records(home: Home, _asked: Asked) -> Result:
    records: list[bytes] = []
    for line, _seat in home.kept.played():
        try:
            table = (await home.room(line.table)).table
        except DamagedLog:
            continue
        if table.state is not None and not line.closed:
            records.append(msgspec.json.encode(table.state.record()) + b"\n")
    return download(b"".join(records), "undercut-games.jsonl", "application/x-ndjson")


@route("POST", "/import")
async def _import_games(home: Home, asked: Asked) -> Result:
    text = asked.field("file").strip() or asked.field("record")
    try:
        openings = [import_record(record) for record in read_texts(text.encode(errors="replace"), _MOST_RECORDS)]
        if len(openings) > 1:
            for opening in openings:
                await home.add(opening.events, summary(opening), _only_person(opening))
            return Done({"games": len(openings)}, "/games")
        table = await home.add(openings[0].events, summary(openings[0]))
    except BadRecord as error:
        return lobby.refuse_import(text, error.faults)
    except RecursionError:
        return lobby.refuse_import(text, ["record: nested too deeply"])
    return Done({"table": table}, f"/t/{table}")


def _only_person(opening: Opening) -> int | None:
    """Return the seat of the only player whose name is not a bot's: a file of many games is the reader's history."""
    persons = [event.seat for event in opening.events if isinstance(event, Sat) and not level_of_person(event.name)]
    return persons[0] if len(persons) == 1 else None


@route("POST", "/settings")
def _keep_settings(_home: Home, asked: Asked) -> Result:
    return see_other("/settings?saved=yes", look=preferences_from(dict(asked.form)).cookie())


class _Erased(Struct, frozen=True):
    tables: int
    playing: int = 0
    waiting: int = 0


@route("POST", "/forget")
async def _forget(home: Home, asked: Asked) -> Answer:
    erased = _Erased(len(home.kept.tables))
    await home.clear()
    answer = home.answer(asked, Page("forgotten.html", erased, "settings"))
    answer.look = ""
    return answer


# --- What needs no more than what is kept -----------------------------------------------------------------------------

_PAGES: dict[str, Callable[[Home, Asked], Result]] = {
    "/": lambda home, _asked: lobby.front(time.time(), home.yours(), [], home.kept.tries(), home.kept.known),
    "/watch/now": lambda _home, _asked: Page("parts/live.html", shown_at(time.time())),
    "/watch": lambda _home, _asked: lobby.watch(time.time()),
    "/new": lambda _home, asked: lobby.new_table(form_object(asked.query)),
    "/daily": lambda home, _asked: _deals(home, "today"),
    "/learn": lambda home, asked: books.learn(home.kept.known, asked.get("game"), asked.rules, asked.changes),
    "/puzzles": lambda home, _asked: books.puzzles(home.kept.known, time.time()),
    "/rules": lambda _home, _asked: books.rules_index(),
    "/lab": lambda _home, _asked: books.studies(),
    "/import": lambda _home, _asked: Page("import.html", ImportPage()),
    "/settings": lambda _home, asked: lobby.settings(asked.preferences, asked.get("saved")),
    "/about": lambda _home, _asked: lobby.about(),
    "/privacy": lambda _home, _asked: Page("privacy_alone.html", None, "privacy"),
    "/forget": lambda home, _asked: Page("forget_alone.html", _Erased(len(home.kept.tables)), "settings"),
}

_PAGES_OF: dict[str, Callable[[Home, Asked, str], Result]] = {
    "/daily/{}": lambda home, _asked, day: _deals(home, day),
    "/learn/{}/today": lambda _home, _asked, game: see_other(books.address_of_today(game, time.time())),
    "/rules/{}": lambda _home, asked, name: books.rules(name, asked.rules, asked.changes, asked.get("find")[:100]),
    "/lab/{}": lambda _home, asked, name: books.study(name, asked.rules, asked.changes),
}
"""The pages whose address names a game, or a day."""

for _path, _page in (*_PAGES.items(), *_PAGES_OF.items()):
    route("GET", _path)(_page)
