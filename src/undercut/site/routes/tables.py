"""Routes of a table: its page, events, commands, seat links, and its players."""

import hmac
import secrets
import time
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Annotated, Literal, cast

import jinja2
import msgspec
from litestar import Response, get
from litestar.exceptions import ClientException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Stream as StreamResponse
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from undercut.pages.answers import Accepted, tables
from undercut.pages.board.ending import lost_to_bots
from undercut.pages.board.table_page import RefusedName, board_context, log_span
from undercut.pages.books.rule_links import Links
from undercut.pages.new_page import NewPage, new_page
from undercut.pages.templates import TOKEN, board_message
from undercut.pages.texts import is_local, seat_name
from undercut.site.base.client import clients
from undercut.site.base.tasks import while_connected
from undercut.site.rooms.streams import StreamFormat
from undercut.site.routes.replies import (
    READ_REFUSALS,
    REFUSALS,
    TableId,
    answered,
    done,
    post_command,
    send,
    show,
    wants_page,
)
from undercut.site.routes.services import Site, ThisGuest, ThisSite, address_here
from undercut.site.security.guests import CSRF_STATE, SiteRequest, preferences_of
from undercut.site.store import moderation
from undercut.table import commands as asked
from undercut.table.commands import NotPossible, NotYours, SeatNumber
from undercut.table.decisions.decide import event_of_move
from undercut.table.names import BadName
from undercut.table.opening.choices import read_choices, usual_zero
from undercut.table.parts import Seat
from undercut.table.scene import Happened, Scene, SceneHint
from undercut.table.showing import LONGEST_LOG, NO_LOG, message
from undercut.table.table import Table
from undercut.translation import N_, _

Shown = Literal["events", "table", "board"]  # what a stream sends besides its events

SHOWN = (
    "`table`: after each change also the table as JSON, without its log, in a message named `table`; "
    "`board`: likewise the part of its page that changes, in a message named `board`."
)

_NAME = f"{secrets.token_hex()}.invalid"
"""Stands for the site's name and port there: clients choose by which of many they call the site."""

_TOKEN = TOKEN.encode()


def stream_format(request: SiteRequest, shown: Shown) -> StreamFormat | None:
    """Return the form in which a request wants to be shown the table; None: not at all."""
    if shown == "events":
        return None
    if shown == "table":
        return table_format(address_here(request))
    engine = cast("JinjaTemplateEngine", request.app.template_engine)  # pyright: ignore[reportUnknownMemberType]  the library's own types
    return board_format(engine.engine, address_here(request), cast("str", request.scope["state"][CSRF_STATE]))


def table_format(address: str) -> StreamFormat:
    """Return the form in which programs are shown the table."""
    stand_in, links = _links(address)
    return StreamFormat("table", stand_in, write_table, lambda table: table.replace(*links), NO_LOG)


def board_format(templates: jinja2.Environment, address: str, token: str) -> StreamFormat:
    """Return the form in which the script is shown the table."""
    stand_in, links = _links(address)

    def own(board: bytes) -> bytes:
        return board.replace(*links).replace(_TOKEN, token.encode())

    return StreamFormat("board", stand_in, _board_writer(templates), own)


@lru_cache(maxsize=256)  # thousands of streams are open, and most call the site by the same name
def _links(address: str) -> tuple[str, tuple[bytes, bytes]]:
    """Return the base URL of renderings for several readers, and this reader's, which may be local."""
    stand_in = f"http://{'localhost.' if is_local(address) else ''}{_NAME}"
    return stand_in, (stand_in.encode(), address.encode())


@lru_cache(maxsize=4)
def _board_writer(templates: jinja2.Environment) -> Callable[[Scene], bytes]:
    return partial(board_message, templates.get_template("board/whole.html"))


def write_table(scene: Scene) -> bytes:
    """Write the message that shows programs the table."""
    return message(msgspec.structs.replace(scene, log=[], earlier=scene.version), name="table")


_DIGITS = 16  # longest event number that a client may send back
LOG = QueryParameter(
    description=f"The lines of the log, `FROM-TO`, at most {LONGEST_LOG}; without it, or with `all`, the last ones.",
    max_length=40,
)
"""The part of a log that a page or an answer holds."""


@get("/t/{table:str}", responses=READ_REFUSALS, tags=["table"])
async def show_table(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    table: TableId,
    log: Annotated[str | None, LOG] = None,
    card: FromQuery[str | None] = None,
) -> Response[Scene]:
    """Return a table as you may see it."""
    scene = await site.rooms.room(table).scene(guest, address_here(request), log_span(log))
    now = await site.rooms.room(table).enter() if wants_page(request) and lost_to_bots(scene) else None
    review = (await site.reviews.find(now)).review if now else None
    return send(request, tables.table_page(scene, card=card, log=log, review=review))


@get("/t/{table:str}/board", include_in_schema=False)
async def show_board(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    table: FromPath[str],
    log: FromQuery[str | None] = None,
    card: FromQuery[str | None] = None,
) -> Template:
    """Return the part of the table's page that changes."""
    scene = await site.rooms.room(table).scene(guest, address_here(request), log_span(log))
    preferences = preferences_of(request)
    context = board_context(scene, chosen=card, log=log) | {"preferences": preferences, "here": ""}
    return Template("board.html", context=context, headers={"Cache-Control": "no-store"})


@get(
    "/t/{table:str}/events",
    responses={
        HTTP_200_OK: answered(
            Happened,
            "A stream of server-sent events: the `id` of each message is the event's number and its data "
            "this object. Messages named `seats` report presence and thinking; messages named `table` or `board`, "
            "if asked for, show the whole table after each change. Reconnecting with `Last-Event-ID` "
            "resumes the stream without gaps; a message named `reload` says that this number does not exist.",
            "text/event-stream",
        ),
        **READ_REFUSALS,
    },
    tags=["table"],
)
async def listen(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    table: TableId,
    after: Annotated[int | None, QueryParameter(description="The last event number that you received.", ge=0)] = None,
    shown: Annotated[Shown, QueryParameter(name="show", description=SHOWN)] = "events",
) -> StreamResponse:
    """Stream a table's events from now on, or after the last event that you received."""
    last = _last_event(request.headers.get("last-event-id", ""))
    after = after if last is None else last
    return await site.stream(
        request, lambda: site.rooms.room(table).listen(guest, after, stream_format(request, shown))
    )


def _last_event(header: str) -> int | None:
    """Return the number in a Last-Event-ID header; None if there is none."""
    if len(header) > _DIGITS:
        raise ClientException(f"The Last-Event-ID header has more than {_DIGITS} characters.")
    return int(header) if header.isascii() and header.isdigit() else None


# --- Acting ----------------------------------------------------------------------------------------------------------


async def _carry_out(site: Site, guest: str, table: str, command: asked.Command) -> Accepted:
    """Carry out a guest's command; return once it is stored."""
    if isinstance(command, asked.Sit | asked.Leave):
        await site.seat_changes.take(clients())
    if isinstance(command, asked.Rematch):
        await site.openings.take(clients())
    room = site.rooms.room(table)
    now = await room.obey(guest, command)
    if isinstance(command, asked.Rematch) and now.rematch:
        return Accepted(now.rematch, now.version)
    seat = await room.seat_of(guest)
    moved = event_of_move(now, command, seat) if isinstance(command, asked.Play) and seat is not None else None
    return Accepted(table, moved or now.version)


async def _obey(request: SiteRequest, site: Site, guest: str, table: str, command: asked.Command) -> Response[Accepted]:
    try:
        accepted = await _carry_out(site, guest, table, command)
    except BadName as error:
        if not (isinstance(command, asked.Sit) and wants_page(request)):
            raise
        scene = await site.rooms.room(table).scene(guest, address_here(request))
        refused = RefusedName(command.seat, command.name, str(error))
        page = send(request, tables.table_page(scene, refused=refused))
        return cast("Response[Accepted]", page)
    return done(request, accepted, f"/t/{accepted.table}")


def _command_route(name: str, command: type[asked.Command]) -> HTTPRouteHandler:
    """Create the route of one kind of command, described by its docstring."""

    async def act(
        request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId, data: asked.Command
    ) -> Response[Accepted]:
        return await _obey(request, site, guest, table, data)

    act.__name__ = "move" if command is asked.Play else name.replace("-", "_")
    act.__doc__ = command.__doc__
    act.__annotations__["data"] = JSONBody[command]
    return post_command(f"/t/{{table:str}}/{name}")(act)


COMMAND_ROUTES = [_command_route(name, command) for name, command in asked.COMMANDS.items()]


@post_command("/t/{table:str}/hint")
async def hint(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId, data: JSONBody[asked.Hint]
) -> Response[SceneHint | None]:
    """Ask for the move that a bot would play in your place; null if the position has changed since."""
    found = await while_connected(site.rooms.room(table).hint(guest, data))
    return done(request, found, f"/t/{table}")


SeatToken = Annotated[str, PathParameter(description="The token of a seat link.", max_length=200)]


class SeatLink(Struct, frozen=True):
    """A seat that a link leads to."""

    table: str
    game: str
    seat: int
    name: str


async def _linked(site: Site, token: str) -> tuple[Table, int, Seat]:
    table, _, rest = token.partition(".")
    place, _, key = rest.partition(".")
    now = await site.rooms.room(table).enter()
    number = int(place) if place.isascii() and place.isdigit() and len(place) == 1 else len(now.seats)
    seat = now.seats[number] if number < len(now.seats) else None
    if seat is None or seat.key is None or not hmac.compare_digest(seat.key.encode(), key.encode()):
        raise NotFoundException
    return now, number, seat


@get("/s/{token:str}", responses=READ_REFUSALS, tags=["table"])
async def show_seat(request: SiteRequest, site: ThisSite, token: SeatToken) -> Response[SeatLink]:
    """Show where a seat link leads; opening it changes nothing, so that previews in chats take no seat."""
    now, number, seat = await _linked(site, token)
    context = {"token": token, "links": Links(now.game.name, now.game.rules)}
    return show(request, "seat.html", SeatLink(now.id, now.game.spec.title, number, seat.name), context=context)


@post_command("/s/{token:str}")
async def take_seat(request: SiteRequest, site: ThisSite, guest: ThisGuest, token: SeatToken) -> Response[Accepted]:
    """Follow a seat link: from now on this device can play that seat."""
    now, number, seat = await _linked(site, token)
    room = site.rooms.room(now.id)
    mine = await room.seat_of(guest)
    if mine not in (None, number):
        raise NotYours(_("You already have another seat at this table."))
    if mine is None:
        await site.seat_changes.take(clients())
    now = await room.hold(number, seat.key or "", guest)
    seat = now.seats[number]
    if now.phase == "playing" and (seat.kind == "bot" or seat.left):
        now = await room.obey(guest, asked.Sit(version=now.version, seat=number))
    return done(request, Accepted(now.id, now.version), f"/t/{now.id}")


# --- The rules of a table that waits for players ----------------------------------------------------------------------


@get("/t/{table:str}/rules", responses=READ_REFUSALS | {403: REFUSALS[403]}, tags=["table"])
async def show_rules(request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId) -> Response[NewPage]:
    """Return all choices for the rules of a table that waits for players; only its host may change them."""
    scene = await site.rooms.room(table).scene(guest, address_here(request))
    if scene.can.change is not True:
        raise NotYours(_("Only the host of a table can change its rules, and only before the deal."))
    given = {"game": scene.game, "rules": scene.rules, "players": len(scene.seats), "against": "friends"}
    given["best_of"] = scene.match.best_of if scene.match else 0
    if clock := scene.clock:
        zero = "" if clock.zero == usual_zero(len(scene.seats)) else clock.zero
        given["clock"] = {"time": clock.time, "zero": zero}
    page = new_page(read_choices(cast("dict[str, object]", given)), table=scene.table, version=scene.version)
    return show(request, "new.html", page, here="play")


# --- The players of a table: mute one, report one, and your own seat link ---------------------------------------------

REASONS = {
    "name": N_("A name that insults or deceives"),
    "stalling": N_("Making others wait on purpose"),
    "cheating": N_("Unfair play, such as one person in two seats"),
    "other": N_("Something else"),
}
"""The reasons for a report, with their texts."""

Reason = Literal["name", "stalling", "cheating", "other"]


class Mute(Struct, frozen=True):
    """Mute a player at this table, or end that."""

    seat: SeatNumber
    muted: bool = True


class Complaint(Struct, frozen=True):
    """Report a player, or the table, to the owner of the site."""

    reason: Reason
    seat: SeatNumber | None = None
    text: Annotated[str, Meta(max_length=500, examples=["Offers a draw after each move."])] = ""


class PlayerLine(Struct, frozen=True):
    """A player of a table."""

    seat: int
    name: str
    you: bool
    muted: bool
    can_mute: bool


class PlayersPage(Struct, frozen=True):
    """The players of a table, and which of them you have muted."""

    table: str
    title: str
    version: int
    players: list[PlayerLine]
    seat_link: str | None
    can_renew: bool
    reasons: dict[str, str]
    sent: bool = False


class Muted(Struct, frozen=True):
    """The seats that you have muted at a table."""

    table: str
    muted: list[int]


class Sent(Struct, frozen=True):
    """A report was stored for the owner of the site."""

    table: str


def _page(scene: Scene, muted: frozenset[int], *, sent: bool) -> PlayersPage:
    players = [
        PlayerLine(
            place,
            seat_name(scene, place),
            you=place == scene.you,
            muted=place in muted,
            can_mute=scene.you not in (None, place) and seat.kind == "person",
        )
        for place, seat in enumerate(scene.seats)
        if seat.kind != "open"
    ]
    can_renew = scene.can.new_link is True
    reasons = {name: _(text) for name, text in REASONS.items()}
    return PlayersPage(scene.table, scene.title, scene.version, players, scene.seat_link, can_renew, reasons, sent=sent)


@get("/t/{table:str}/players", responses=READ_REFUSALS, tags=["table"])
async def show_players(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId, sent: FromQuery[str] = ""
) -> Response[PlayersPage]:
    """Return the players of a table, with your mutes and your seat link."""
    room = site.rooms.room(table)
    scene = await room.scene(guest, address_here(request))
    page = _page(scene, room.holders.muted_by(scene.you), sent=sent == "yes")
    return show(request, "players.html", page, context={"links": Links(scene.game, scene.rules)})


@post_command("/t/{table:str}/mute")
async def mute(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId, data: JSONBody[Mute]
) -> Response[Muted]:
    """Mute a player for yourself at this table: you no longer see draw offers and take-back requests from that seat."""
    muted = await site.rooms.room(table).mute(guest, data.seat, muted=data.muted)
    return done(request, Muted(table, sorted(muted)), f"/t/{table}/players")


@post_command("/t/{table:str}/report")
async def report(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId, data: JSONBody[Complaint]
) -> Response[Sent]:
    """Report a player, or the table, to the owner of the site."""
    now = await site.rooms.room(table).enter()
    if data.seat is not None and (data.seat >= len(now.seats) or now.seats[data.seat].kind == "open"):
        raise NotPossible(f"seat: no player sits in seat {data.seat}.")
    marks = site.guests.maker(request, guest).marks
    text = data.text.replace("\0", " ").strip()  # PostgreSQL stores no null bytes
    made = moderation.Report(time.time(), table, data.seat, guest, marks[0], data.reason, text)
    await site.rooms.store.change(table, moderation.add_report, made, marks, site.settings.reports)
    return done(request, Sent(table), f"/t/{table}/players?sent=yes")
