"""The template engine and the functions that all templates can call."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, cast

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined, Template
from jinja2.ext import Extension
from litestar.plugins.jinja import JinjaTemplateEngine
from markupsafe import Markup, escape

from undercut.games.base import registry
from undercut.games.base.book import rules_title
from undercut.pages.board.log_rows import log_html
from undercut.pages.books.markup import bdi, isolate, plain_html, sentence
from undercut.pages.books.rule_links import Links, rule_address
from undercut.site.security.guest import CSRF_STATE, SiteRequest
from undercut.translation import _, ngettext

if TYPE_CHECKING:
    from undercut.table.scene import Scene

TOKEN, VERSION, TABLE = Markup("<token>"), Markup("<version>"), Markup("<table>")
"""Stand on a board for a guest's token, the table's version and its id; no text of a page holds a bare `<`."""

FOLDER = Path(__file__).parent / "templates"
STATIC = Path(__file__).parent / "static"

_REMEMBERED = 4096
"""Number of drawings of each kind to keep: a board shows dozens, mostly the same as before."""

_MACROS = ("cards", "commands", "seats", "hand", "beside")
"""Files of macros that all templates can call; importing them for each page takes longer than calling them."""

_PLAIN = re.compile(r"""\{\{ _\("([^"\\]*)"\) \}\}""")
"""A message without placeholders."""

_INCLUDED = re.compile(r"""{% include "([^"]+)" %}""")
"""A template that is always part of another."""


class _Fixed(Extension):
    """Fills in what never varies when a template is loaded, not each time it is rendered."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Put in the parts, the messages without placeholders, and what stands for token, version and table."""
        del name, filename
        source = _INCLUDED.sub(lambda found: self._source(found[1]), source)
        for known, text in (("TOKEN", TOKEN), ("VERSION", VERSION), ("TABLE", TABLE)):
            source = source.replace(f"{{{{ {known} }}}}", text)
        return _PLAIN.sub(lambda found: str(_message(found[1])), source)

    def _source(self, name: str) -> str:
        """Return the source of a part, which shares the names of the whole; an include would copy them each time."""
        loader = cast("BaseLoader", self.environment.loader)
        source = loader.get_source(self.environment, name)[0]
        return _INCLUDED.sub(lambda found: self._source(found[1]), source)


def _message(text: str, **values: object) -> Markup:
    """Return a message, with a value for each placeholder."""
    return Markup(_(text)) % values if values else _fixed(text)  # noqa: S704  the messages may hold markup; values are escaped


@lru_cache(maxsize=_REMEMBERED)
def _fixed(text: str) -> Markup:
    return Markup(_(text)) % {}  # noqa: S704  as above


def board_bytes(template: Template, context: Mapping[str, object]) -> bytes:
    """Render a board with the id and the version of its table, but without the reader's token."""
    scene = cast("Scene", context["scene"])
    # Most pieces are ASCII, which costs nothing to encode; the whole is not.
    board = b"".join([piece.encode() for piece in template.generate(context)])
    return board.replace(TABLE.encode(), scene.table.encode()).replace(VERSION.encode(), b"%d" % scene.version)


def template_engine() -> JinjaTemplateEngine:
    """Create the engine: values are escaped, and undefined names are errors."""
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(FOLDER), FunctionLoader(_game_board)]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,  # otherwise each board checks the modification times of seven files
        extensions=["jinja2.ext.i18n", _Fixed],
    )
    environment.install_gettext_callables(_, ngettext, newstyle=True)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]  the extension adds it
    environment.policies["ext.i18n.trimmed"] = True
    shared = cast("dict[str, object]", environment.globals)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    shared.update(
        _=_message,
        plain_html=plain_html,
        remember=lru_cache(maxsize=_REMEMBERED),
        keep=_keep,
        each=_each,
        log_html=log_html,
        rules_title=rules_title,
        rule_address=rule_address,
        site_links=Links(),
    )
    filters = cast("dict[str, object]", environment.filters)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    filters["own"] = _own
    filters["sentence"] = sentence
    filters["bdi"] = bdi
    filters["isolate"] = isolate
    for name in _MACROS:
        macros = environment.get_template(f"macros/{name}.html").module
        shared.update({name: value for name, value in vars(macros).items() if not name.startswith("_")})
    engine = JinjaTemplateEngine(engine_instance=environment)
    engine.register_template_callable("csrf_token", _csrf_token)
    return engine


def _game_board(name: str) -> str | None:
    """Return the source of ``games/NAME.html``, the board in a game's own folder."""
    game = name.removeprefix("games/").removesuffix(".html")
    if game not in registry.packages():
        return None
    board = files(registry.package(game)).joinpath("board.html")
    return board.read_text(encoding="utf-8") if board.is_file() else None


def _own(board: Markup, table: str, version: int, token: str) -> Markup:
    """Fill in what differs from table to table and from reader to reader on a board."""
    filled = board.replace(TABLE, table).replace(VERSION, str(version)).replace(TOKEN, escape(token))
    return Markup(filled)  # noqa: S704  the board is escaped


def _each(draw: Callable[..., str], things: Iterable[object], *first: object) -> Markup:
    """Draw several things, faster than a loop in a template would."""
    return Markup("".join([draw(*first, thing) for thing in things]))  # noqa: S704  macros escape what they draw


def _keep(draw: Callable[..., str]) -> Callable[..., str]:
    """Remember what a macro drew of places by their identity: comparing their cards takes as long as drawing them."""
    kept: dict[tuple[object, ...], tuple[object, str]] = {}

    def drawn(sprite: str, place: object, *more: object) -> str:
        key = (id(place), sprite, *more)
        known = kept.get(key)
        if known is None or known[0] is not place:
            if len(kept) >= _REMEMBERED:
                kept.clear()
            known = kept[key] = place, draw(sprite, place, *more)
        return known[1]

    return drawn


def _csrf_token(context: Mapping[str, object]) -> str:
    """Return the token that the forms of a page must send back."""
    request = cast("SiteRequest", context["request"])
    return cast("str", request.scope["state"][CSRF_STATE])
