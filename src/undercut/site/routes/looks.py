"""The forms in which streams show the whole table: the board for the script, the view as JSON for programs."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Literal, cast

import msgspec
from jinja2 import Environment, Template
from litestar.plugins.jinja import JinjaTemplateEngine

from undercut.pages.board.panel import is_local
from undercut.pages.board.render import board_context
from undercut.pages.templates import TOKEN, board_bytes
from undercut.site.rooms.streams import Look, message
from undercut.site.routes.services import address_here
from undercut.site.security.guest import CSRF_STATE, SiteRequest
from undercut.table.scene import Scene
from undercut.table.showing import NO_LOG

Shown = Literal["events", "table", "board"]
"""What a stream sends besides its events."""

SHOWN = (
    "`table`: after each change also the table as JSON, without its log, in a message named `table`; "
    "`board`: likewise the part of its page that changes, in a message named `board`."
)

_NAME = f"{secrets.token_hex()}.invalid"
"""Stands for the site's name and port there: clients choose by which of many they call the site."""

_TOKEN = TOKEN.encode()


def look(request: SiteRequest, shown: Shown) -> Look | None:
    """Return the form in which a request wants to be shown the table; None: not at all."""
    if shown == "events":
        return None
    if shown == "table":
        return table_look(address_here(request))
    engine = cast("JinjaTemplateEngine", request.app.template_engine)  # pyright: ignore[reportUnknownMemberType]  the library's own types
    return board_look(engine.engine, address_here(request), cast("str", request.scope["state"][CSRF_STATE]))


def table_look(address: str) -> Look:
    """Return the form in which programs are shown the table."""
    stand_in, links = _links(address)
    return Look("table", stand_in, write_table, lambda table: table.replace(*links), NO_LOG)


def board_look(templates: Environment, address: str, token: str) -> Look:
    """Return the form in which the script is shown the table."""
    stand_in, links = _links(address)

    def own(board: bytes) -> bytes:
        return board.replace(*links).replace(_TOKEN, token.encode())

    return Look("board", stand_in, _board_writer(templates), own)


@lru_cache(maxsize=256)  # thousands of streams are open, and most call the site by the same name
def _links(address: str) -> tuple[str, tuple[bytes, bytes]]:
    """Return the base URL of renderings for several readers, and what replaces it for this one.

    The URL is local if this reader's is.
    """
    stand_in = f"http://{'localhost.' if is_local(address) else ''}{_NAME}"
    return stand_in, (stand_in.encode(), address.encode())


@lru_cache(maxsize=4)
def _board_writer(templates: Environment) -> Callable[[Scene], bytes]:
    return partial(_write_board, templates.get_template("board/whole.html"))


def write_table(scene: Scene) -> bytes:
    """Write the message that shows programs the table."""
    return message(msgspec.structs.replace(scene, log=[], earlier=scene.version), name="table")


def _write_board(template: Template, scene: Scene) -> bytes:
    board = board_bytes(template, board_context(scene))
    return b"event: board\ndata: %b\n\n" % board.replace(b"\r", b" ").replace(b"\n", b"\ndata: ")
