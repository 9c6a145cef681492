"""The front page, new tables, daily deals, the game to watch, and the position editor."""

from __future__ import annotations

import hashlib
import time
from typing import cast

import msgspec
from msgspec import Struct

from undercut import draw
from undercut.bots.players.characters import ADAPTIVE, START, strength_of
from undercut.errors import BadPosition
from undercut.games.base import registry
from undercut.lessons.courses import first_lesson, solved
from undercut.offline.exchange import Answer, Asked, Routes, Unknown, done, download, show
from undercut.offline.home import Home
from undercut.offline.room import YOU
from undercut.pages.board.pictures import sprite_address
from undercut.pages.board.render import board_context
from undercut.pages.books.rule_links import chosen_game
from undercut.pages.forms.choices import game_cards, levels, new_page, opponents
from undercut.pages.forms.editor_page import changed, editor_context, editor_page, load
from undercut.pages.forms.position_text import (
    JSONObject,
    pack_position,
    unpack_position,
)
from undercut.pages.lists.daily import DailyPage, Stored, daily_page
from undercut.pages.lists.pages import FrontPage
from undercut.pages.lists.showcase import todays_deal
from undercut.pages.lists.watched import moment, scenes, shown_at
from undercut.play.state import State
from undercut.table.commands import NewTable, NotPossible, PlayOn
from undercut.table.opening.choices import OPEN, QUICK, Terms, form_object, read_choices
from undercut.table.opening.daily import Day, day_at, games, level_of, named_day, open_daily
from undercut.table.opening.new_table import from_start, open_table, result_of
from undercut.table.thinking import Request
from undercut.translation import _

route = Routes()

_COUNTED = 50  # most games that count for the strength
_HINT_SECONDS = 1.5


class Created(Struct, frozen=True):
    """A table was opened."""

    table: str
    address: str


@route("GET", "/")
async def front(home: Home, asked: Asked) -> Answer:
    """Show the front page."""
    now, kept = time.time(), home.kept
    done_now = solved(one for _at, one in kept.learned)
    page = FrontPage(
        games=game_cards(),
        levels=opponents(),
        quick=QUICK,
        yours=home.yours(),
        tables=[],
        shown=shown_at(now),
        today=todays_deal(kept.tries(), day_at(now)),
        learned=[name for name, lesson in sorted(done_now) if (first := first_lesson(name)) and first.name == lesson],
    )
    return show(home, asked, "front.html", page, here="play")


@route("GET", "/watch/now")
async def watch_now(home: Home, asked: Asked) -> Answer:
    """Send the move that the front page shows now."""
    return show(home, asked, "parts/live.html", shown_at(time.time()))


@route("GET", "/watch")
async def watch(home: Home, asked: Asked) -> Answer:
    """Show the bots' game."""
    now = moment(time.time())
    if now is None:
        raise Unknown
    seen = scenes(now.game)[now.step]
    return show(home, asked, "watch.html", seen, context=board_context(seen) | {"wait": now.wait}, here="play")


# --- A new table -----------------------------------------------------------------------------------------------------


@route("GET", "/new")
async def new(home: Home, asked: Asked) -> Answer:
    """Show the choices for a new table."""
    given = form_object(asked.query)
    page = new_page(read_choices(given), with_faults="rules" in given)
    return show(home, asked, "new.html", page, here="play")


@route("POST", "/new")
async def show_answers(home: Home, asked: Asked) -> Answer:
    """Show the choices as they were made, with the answers of the chosen rule set."""
    return show(home, asked, "new.html", new_page(read_choices(form_object(asked.form))), here="play")


@route("POST", "/tables")
async def create(home: Home, asked: Asked) -> Answer:
    """Open a table against bots."""
    wanted = asked.command(NewTable)
    given = {name: getattr(wanted, name) for name in wanted.__struct_fields__}
    draft = read_choices({name: value for name, value in given.items() if value not in (None, [])})
    if draft.terms is None and asked.wants_page:
        return show(home, asked, "new.html", new_page(draft), status=422, here="play")
    terms = draft.checked()
    if OPEN in terms.opponents:
        message = _("Nobody else can sit down here: choose bots.")
        raise NotPossible(message)
    opening = open_table(terms, YOU, _strength(home, terms))
    table = await home.open(opening)
    return done(asked, Created(table, f"{home.address}/t/{table}"), f"/t/{table}")


def _strength(home: Home, terms: Terms) -> float:
    """Estimate the reader's place among the levels by the latest finished games against bots."""
    if ADAPTIVE not in terms.opponents:
        return START
    mine = [
        line
        for line, seat in home.kept.played()
        if line.game == terms.game.name and not line.practice and not any(line.levels[seat : seat + 1])
    ]
    results = (result_of(line.levels, line.winners) for line in reversed(mine[:_COUNTED]))
    return strength_of(result for result in results if result)


# --- The daily deal --------------------------------------------------------------------------------------------------


def public_deal(day: str, name: str) -> Day:
    """Return the deal of a day, whose secret everybody can work out: nobody is there to keep it."""
    secret = hashlib.sha256(f"undercut offline {day} {name}".encode()).hexdigest()
    return Day(day, name, secret, level_of(day))


@route("GET", "/daily")
async def today(home: Home, asked: Asked) -> Answer:
    """Show today's deals."""
    return await on_day(home, asked, "today")


@route("GET", "/daily/{}")
async def on_day(home: Home, asked: Asked, day: str) -> Answer:
    """Show the deals of a day."""
    shown, now = _days(day)
    stored = {name: Stored(level_of(shown), ()) for name in games()}
    page: DailyPage = daily_page(shown, now, home.kept.tries(), [], stored, home.address)
    return show(home, asked, "daily.html", page, here="daily")


def _days(text: str) -> tuple[str, str]:
    found = named_day(text, time.time())
    if found is None:
        raise Unknown
    return found


@route("POST", "/daily/{}/{}")
async def play_deal(home: Home, asked: Asked, day: str, name: str) -> Answer:
    """Play a deal: today's first try counts; played again, and on later days, it does not."""
    on, now = _days(day)
    if name not in games():
        raise Unknown
    mine = next((line for line in home.kept.tries() if (line.daily, line.game) == (on, name)), None)
    table = mine.table if mine and mine.status != "over" else ""
    if not table:
        counts = on == now and mine is None
        table = await home.open(open_daily(public_deal(on, name), "", YOU, counts=counts), tried=counts)
    return done(asked, Created(table, f"{home.address}/t/{table}"), f"/t/{table}")


# --- The position editor ---------------------------------------------------------------------------------------------


class EditorHint(Struct, frozen=True):
    """The move that a bot would play in a position."""

    move: str
    text: str
    why: str


class _PlayPosition(PlayOn, frozen=True, kw_only=True):
    p: str = ""


def _unpacked(name: str, packed: str) -> JSONObject:
    if name not in registry.names():
        raise Unknown
    return unpack_position(packed) | {"game": name}


def _loaded(name: str, packed: str) -> State:
    state, faults = load(_unpacked(name, packed))
    if state is None:
        raise BadPosition(faults)
    return state


@route("GET", "/editor/{}")
async def show_editor(home: Home, asked: Asked, name: str) -> Answer:
    """Show a position with all its faults; without one, a new deal."""
    if packed := asked.get("p"):
        position = _unpacked(name, packed)
    elif name in registry.names():
        deal = chosen_game(name, asked.get("rules") or None, asked.changes)
        position = cast("JSONObject", dict(deal.deal().position()))
    else:
        raise Unknown
    return _show_position(home, asked, name, position)


def _show_position(home: Home, asked: Asked, name: str, position: JSONObject, hint: EditorHint | None = None) -> Answer:
    page, state = editor_page(name, position)
    context = editor_context(page, state, asked.preferences)
    context |= {"levels": levels(), "quick": QUICK, "sprite": sprite_address(registry.spec(name).pack), "hint": hint}
    context |= {"games": [(each, registry.spec(each).title) for each in registry.names()]}
    return show(home, asked, "editor.html", page, context=context)


@route("POST", "/editor/{}")
async def edit(home: Home, asked: Asked, name: str) -> Answer:
    """Change a position by the form of the editor."""
    del home
    if name not in registry.names():
        raise Unknown
    position = changed(name, dict(asked.form))
    address = f"/editor/{name}?p={pack_position(position)}"
    return Answer(status=303, headers={"Location": address})


@route("POST", "/editor/{}/hint")
async def hint_position(home: Home, asked: Asked, name: str) -> Answer:
    """Find the move that a bot would play in a position."""
    packed = asked.field("p")
    state = _possible(name, packed)
    view = state.view(state.to_move)
    found = await home.think(Request(name, dict(view), None, time.time_ns() >> 2, _HINT_SECONDS))
    move = next(move for move in state.legal_moves() if move.notation == found.move)
    hint = EditorHint(move.notation, move.text, found.why)
    return _show_position(home, asked, name, _unpacked(name, packed), hint)


def _possible(name: str, packed: str) -> State:
    state = _loaded(name, packed)
    if state.to_move is None:
        message = _("The game is over in this position.")
        raise NotPossible(message)
    return state


@route("POST", "/editor/{}/play")
async def play_position(home: Home, asked: Asked, name: str) -> Answer:
    """Play from a position, against bots."""
    wanted = asked.command(_PlayPosition)
    table = await home.open(from_start(_possible(name, wanted.p), wanted, YOU))
    return done(asked, Created(table, f"{home.address}/t/{table}"), f"/t/{table}")


@route("GET", "/editor/{}/position.json")
async def export_json(home: Home, asked: Asked, name: str) -> Answer:
    """Download a position as JSON."""
    del home
    return download(msgspec.json.encode(_unpacked(name, asked.get("p"))), f"{name}.json")


@route("GET", "/editor/{}/position.svg")
async def export_svg(home: Home, asked: Asked, name: str) -> Answer:
    """Download a picture of a position."""
    del home
    state = _loaded(name, asked.get("p"))
    return download(draw.svg(state.position(), goals=state.goals).encode(), f"{name}.svg", "image/svg+xml")
