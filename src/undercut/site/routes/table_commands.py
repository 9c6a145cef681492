"""What players do at a table: commands and hints, mutes and reports, and links that open a seat on another device."""

import hmac
import time
from typing import Annotated, Literal, cast

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, JSONBody, PathParameter
from msgspec import Meta, Struct

from undercut.pages.addresses import Links, table_address
from undercut.pages.answers import Accepted, Page, tables
from undercut.pages.board.table_page import RefusedName
from undercut.pages.texts import seat_name
from undercut.site.base.client import clients
from undercut.site.base.tasks import while_connected
from undercut.site.routes.addresses import TableId, get_page, post_command
from undercut.site.routes.visit import Visit
from undercut.site.store import moderation
from undercut.table import commands
from undercut.table.commands import NotPossible, NotYours, SeatNumber
from undercut.table.decisions.decide import event_of_move
from undercut.table.names import BadName
from undercut.table.parts import Seat
from undercut.table.scene import Scene, SceneHint
from undercut.table.table import Table
from undercut.translation import N_, _


async def _carry_out(request: Visit, table: str, command: commands.Command) -> Accepted:
    if isinstance(command, commands.Sit | commands.Leave):
        await request.site.seat_changes.take(clients())
    if isinstance(command, commands.Rematch):
        await request.site.openings.take(clients())
    room = request.rooms.room(table)
    current = await room.obey(request.guest, command)
    if isinstance(command, commands.Rematch) and current.next_game.table:
        return Accepted(current.next_game.table, current.version)
    seat = await room.seat_of(request.guest)
    moved = event_of_move(current, command, seat) if isinstance(command, commands.Play) and seat is not None else None
    return Accepted(table, moved or current.version)


def _command_route(name: str, command: type[commands.Command]) -> HTTPRouteHandler:
    """Create the route of one kind of command, described by its docstring."""

    async def act(request: Visit, table: TableId, data: commands.Command) -> Response[Accepted]:
        try:
            accepted = await _carry_out(request, table, data)
        except BadName as error:
            if not (isinstance(data, commands.Sit) and request.wants_page):
                raise
            scene = await request.rooms.room(table).scene(request.guest, request.here)
            page = tables.table_page(scene, refused=RefusedName(data.seat, data.name, str(error)))
            return cast("Response[Accepted]", request.reply(page))
        return request.done(accepted, table_address(accepted.table))

    act.__name__ = "move" if command is commands.Play else name.replace("-", "_")
    act.__doc__ = command.__doc__
    # Litestar reads the type of the body here; above, type checkers allow no variable.
    act.__annotations__["data"] = JSONBody[command]
    return post_command(f"/t/{{table:str}}/{name}")(act)


COMMAND_ROUTES = [_command_route(name, command) for name, command in commands.COMMANDS.items()]


@post_command("/t/{table:str}/hint")
async def hint(request: Visit, table: TableId, data: JSONBody[commands.Hint]) -> Response[SceneHint | None]:
    """Ask for the move that a bot would play in your place; null if the position has changed since."""
    answer = await while_connected(request.rooms.room(table).hint(request.guest, data))
    return request.done(answer, table_address(table))


REASONS = {
    "name": N_("An offensive or misleading name"),
    "stalling": N_("Stalling on purpose"),
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
    seat: int
    name: str
    kind: str
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
    reasons: dict[str, str]  # for a report; none at a table of bots
    sent: bool = False


class Muted(Struct, frozen=True):
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
            seat.kind,
            you=place == scene.you,
            muted=place in muted,
            can_mute=scene.you not in (None, place) and seat.kind == "person",
        )
        for place, seat in enumerate(scene.seats)
        if seat.kind != "open"
    ]
    can_renew = scene.can.new_link is True
    people = any(seat.kind != "bot" or seat.stand_in for place, seat in enumerate(scene.seats) if place != scene.you)
    reasons = {name: _(text) for name, text in REASONS.items()} if people else {}
    return PlayersPage(scene.table, scene.title, scene.version, players, scene.seat_link, can_renew, reasons, sent=sent)


@get_page("/t/{table:str}/players", tags=["table"])
async def show_players(request: Visit, table: TableId, sent: FromQuery[str] = "") -> Response[PlayersPage]:
    """Return the players of a table, with your mutes and your seat link."""
    room = request.rooms.room(table)
    scene = await room.scene(request.guest, request.here)
    page = _page(scene, room.holders.muted_by(scene.you), sent=sent == "yes")
    return request.reply(Page("players.html", page, context=lambda _: {"links": Links(scene.game, scene.rules)}))


@post_command("/t/{table:str}/mute")
async def mute(request: Visit, table: TableId, data: JSONBody[Mute]) -> Response[Muted]:
    """Mute a player for yourself at this table: you no longer see draw offers and take-back requests from that seat."""
    muted = await request.rooms.room(table).mute(request.guest, data.seat, muted=data.muted)
    return request.done(Muted(table, sorted(muted)), table_address(table, "players"))


@post_command("/t/{table:str}/report")
async def report(request: Visit, table: TableId, data: JSONBody[Complaint]) -> Response[Sent]:
    """Report a player, or the table, to the owner of the site."""
    current = await request.rooms.room(table).enter()
    if data.seat is not None and (data.seat >= len(current.seats) or current.seats[data.seat].kind == "open"):
        raise NotPossible(_("No player sits in that seat."))
    marks = request.maker.marks
    text = data.text.replace("\0", " ").strip()  # PostgreSQL stores no null bytes
    complaint = moderation.Report(time.time(), table, data.seat, request.guest, marks[0], data.reason, text)
    await request.store.change(table, moderation.add_report, complaint, marks, request.site.settings.reports)
    return request.done(Sent(table), f"{table_address(table, 'players')}?sent=yes")


SeatToken = Annotated[str, PathParameter(description="The token of a seat link.", max_length=200)]


class SeatLink(Struct, frozen=True):
    table: str
    game: str
    seat: int
    name: str


async def _linked(request: Visit, token: str) -> tuple[Table, int, Seat]:
    table, _, seat_and_key = token.partition(".")
    place, _, key = seat_and_key.partition(".")
    current = await request.rooms.room(table).enter()
    number = int(place) if place.isascii() and place.isdigit() and len(place) == 1 else len(current.seats)
    seat = current.seats[number] if number < len(current.seats) else None
    if seat is None or seat.key is None or not hmac.compare_digest(seat.key.encode(), key.encode()):
        raise NotFoundException
    return current, number, seat


@get_page("/s/{token:str}", tags=["table"])
async def show_seat(request: Visit, token: SeatToken) -> Response[SeatLink]:
    """Show where a seat link leads; opening it changes nothing, so that previews in chats take no seat."""
    current, number, seat = await _linked(request, token)
    game = current.game
    link, links = SeatLink(current.id, game.spec.title, number, seat.name), Links(game.name, game.rules)
    return request.reply(Page("seat.html", link, context=lambda _: {"token": token, "links": links}))


@post_command("/s/{token:str}")
async def take_seat(request: Visit, token: SeatToken) -> Response[Accepted]:
    """Follow a seat link: from now on this device can play that seat."""
    current, number, seat = await _linked(request, token)
    room = request.rooms.room(current.id)
    mine = await room.seat_of(request.guest)
    if mine not in (None, number):
        raise NotYours(_("You already have another seat at this table."))
    if mine is None:
        await request.site.seat_changes.take(clients())
    current = await room.hold(number, seat.key or "", request.guest)
    seat = current.seats[number]
    if current.phase == "playing" and (seat.kind == "bot" or seat.gone):
        current = await room.obey(request.guest, commands.Sit(version=current.version, seat=number))
    return request.done(Accepted(current.id, current.version), table_address(current.id))
