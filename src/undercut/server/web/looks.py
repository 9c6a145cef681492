"""The forms in which streams show the whole table: the board for the script, the view as JSON for programs."""

from __future__ import annotations

from functools import partial
from typing import Literal, cast

import msgspec
from jinja2 import Environment, Template
from litestar.plugins.jinja import JinjaTemplateEngine
from markupsafe import Markup

from undercut.server.rooms.streams import Look, message
from undercut.server.tables.scene import Scene
from undercut.server.web.render import board_context
from undercut.server.web.security import CSRF_STATE, SiteRequest
from undercut.server.web.site import address_here

Shown = Literal["events", "table", "board"]
"""What a stream sends besides its events."""

SHOWN = (
    "`table`: after each change also the table as JSON, without its log, in a message named `table`; "
    "`board`: likewise the part of its page that changes, in a message named `board`."
)

_TOKEN = Markup("<token>")
"""Stands for a guest's token in a rendering for several guests; no text of a page holds a bare `<`."""


def look(request: SiteRequest, shown: Shown) -> Look | None:
    """Return the form in which a request wants to be shown the table; None: not at all."""
    if shown == "events":
        return None
    if shown == "table":
        return Look(shown, address_here(request), write_table)
    engine = cast("JinjaTemplateEngine", request.app.template_engine)  # pyright: ignore[reportUnknownMemberType]  the library's own types
    return board_look(engine.engine, address_here(request), cast("str", request.scope["state"][CSRF_STATE]))


def board_look(templates: Environment, address: str, token: str) -> Look:
    """Return the form in which the script is shown the table.

    Args:
        address: The site's base URL, for links.
        token: The token that the reader's forms send back.
    """
    template, stand_in, own = templates.get_template("board.html"), _TOKEN.encode(), token.encode()
    return Look("board", address, partial(_write_board, template), lambda board: board.replace(stand_in, own))


def write_table(scene: Scene) -> bytes:
    """Write the message that shows programs the table."""
    return message(msgspec.structs.replace(scene, log=[], earlier=scene.version), name="table")


def _write_board(template: Template, scene: Scene) -> bytes:
    html = template.render(csrf_token=lambda: _TOKEN, **board_context(scene))
    lines = html.replace("\r", " ").replace("\n", "\ndata: ")
    return f"event: board\ndata: {lines}\n\n".encode()
