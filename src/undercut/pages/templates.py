"""The template engine and the functions that all templates can call."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import cast

from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader, ModuleLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from undercut.games.base import registry
from undercut.games.base.book import rules_title
from undercut.games.base.sentences import as_sentence, capitalized, named
from undercut.pages import addresses
from undercut.pages.addresses import Links
from undercut.pages.assets import PAGE, asset_address, game_class, icon, portrait, sprite_address
from undercut.pages.board.log import log_html
from undercut.pages.board.panel import Button
from undercut.pages.board.table_page import TablePage, board_context
from undercut.pages.books.markup import bdi, cite, glossed, isolate, plain_html
from undercut.pages.game_cards import levels
from undercut.pages.texts import percent
from undercut.table.names import NAME_LENGTH
from undercut.table.opening.terms import QUICK
from undercut.table.parts import PHRASES
from undercut.table.scene import Scene
from undercut.table.showing import html_message
from undercut.translation import _, ngettext

TOKEN, VERSION, TABLE = Markup("<token>"), Markup("<version>"), Markup("<table>")
"""Stand on a board for a guest's token, the table's version and its id; no text of a page holds a bare `<`."""

FOLDER = Path(__file__).parent / "templates"

_REMEMBERED = 4096  # number of drawings of each kind to keep: a board shows dozens, mostly the same as before

_MACROS = ("cards", "commands", "seats", "hand", "panel")
"""Files of macros that all templates can call; importing them for each page takes longer than calling them."""


def _message(text: str, **values: object) -> Markup:
    return Markup(_(text)) % values  # noqa: S704  the messages may hold markup; values are escaped


def _board_bytes(template: Template, context: Mapping[str, object]) -> bytes:
    """Render a board with the id and the version of its table, but without the reader's token."""
    scene = cast("TablePage", context["table"]).scene
    # Most pieces are ASCII, which costs nothing to encode; the whole is not.
    board = b"".join([piece.encode() for piece in template.generate(context)])
    return board.replace(TABLE.encode(), scene.table.encode()).replace(VERSION.encode(), b"%d" % scene.version)


def board_message(template: Template, scene: Scene) -> bytes:
    return html_message(_board_bytes(template, board_context(scene)), name="board")


def environment(*, elsewhere: str | None = None, docs: str = "") -> Environment:
    """Create the environment: values are escaped, and undefined names are errors.

    The edition without a server links to a site ``elsewhere``, or to none if that is empty; None: this is a site. Pages
    link to the docs site unless ``docs`` is empty.
    """
    made = Environment(
        loader=ChoiceLoader([*_compiled(), FileSystemLoader(FOLDER), DictLoader(_game_templates())]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(_, ngettext, newstyle=True)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]  the extension adds it
    made.policies["ext.i18n.trimmed"] = True
    shared = cast("dict[str, object]", made.globals)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    shared |= _shared() | {"alone": elsewhere is not None, "elsewhere": elsewhere or "", "docs": docs}
    shared |= {name: value for name, value in vars(addresses).items() if name.endswith("_address")}
    filters = cast("dict[str, object]", made.filters)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    filters |= {"own": _own, "capitalized": capitalized, "sentence": as_sentence, "bdi": bdi, "isolate": isolate}
    filters |= {"glossed": glossed, "named": named, "game_class": game_class, "percent": percent}
    for name in _MACROS:
        macros = made.get_template(f"macros/{name}.html").module
        shared.update({name: value for name, value in vars(macros).items() if not name.startswith("_")})
    return made


def _shared() -> dict[str, object]:
    return {
        "_": _message,
        "TOKEN": TOKEN,
        "VERSION": VERSION,
        "TABLE": TABLE,
        "plain_html": plain_html,
        "cite": cite,
        "remember": lru_cache(maxsize=_REMEMBERED),
        "each": _each,
        "hidden": _hidden,
        "command": Button,
        "log_html": log_html,
        "rules_title": rules_title,
        "asset_address": asset_address,
        "page_colours": [*PAGE.items()],
        "sprite_of": _sprite_of,
        "icon": icon,
        "portrait": portrait,
        "site_links": Links(),
        "made_by_build": False,
        "bot_levels": levels,
        "usual_level": QUICK,
        "name_length": NAME_LENGTH,
        "phrases": tuple(PHRASES.items()),
    }


def _sprite_of(game: str) -> str:
    return sprite_address(registry.spec(game).pack)


COMPILED = FOLDER.with_name("compiled")
"""The folder of the templates translated to Python, if the build of an edition has done so."""


@cache
def _compiled() -> list[ModuleLoader]:
    return [ModuleLoader(COMPILED)] if COMPILED.is_dir() else []


def import_compiled() -> None:
    """Import all translated templates, which are otherwise imported when they are first needed."""
    for loader in _compiled():
        for path in COMPILED.glob("tmpl_*"):
            import_module(f"{loader.package_name}.{path.stem}")


def _game_templates() -> dict[str, str]:
    every = [(name, file) for name in registry.names() for file in ("board.html", "macros.html")]
    found = {f"games/{name}/{file}": files(registry.package(name)) / file for name, file in every}
    return {name: each.read_text(encoding="utf-8") for name, each in found.items() if each.is_file()}


def _own(board: Markup, table: str, version: int, token: str) -> Markup:
    """Fill in what differs from table to table and from reader to reader on a board."""
    filled = board.replace(TABLE, table).replace(VERSION, str(version)).replace(TOKEN, escape(token))
    return Markup(filled)  # noqa: S704  the board is escaped


def _hidden(token: str = "", more: Iterable[tuple[str, str]] = (), /, **fields: object) -> Markup:
    """Write hidden fields of a form, first the guest's token; a list is a field that occurs several times."""
    named: list[tuple[str, object]] = [*([("_csrf_token", token)] if token else []), *more]
    for name, value in fields.items():
        values = cast("list[object]", value) if isinstance(value, list) else [value]
        named += [(name, each) for each in values]
    field = Markup('<input type="hidden" name="{}" value="{}">')
    return Markup("").join([field.format(*each) for each in named])


def _each(draw: Callable[..., str], things: Iterable[object], *first: object) -> Markup:
    """Draw several things, faster than a loop in a template would."""
    return Markup("".join([draw(*first, thing) for thing in things]))  # noqa: S704  macros escape what they draw
