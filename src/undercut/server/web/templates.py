"""The template engine and the functions that all templates can call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar.plugins.jinja import JinjaTemplateEngine
from markupsafe import Markup

from undercut.games.book import rules_title
from undercut.server.web.markup import plain_html
from undercut.server.web.security import CSRF_STATE, SiteRequest
from undercut.translation import _, ngettext

FOLDER = Path(__file__).parent.parent / "templates"

_REMEMBERED = 8192
"""Number of rendered cards to cache: a board shows dozens, mostly the same as before."""


def template_engine() -> JinjaTemplateEngine:
    """Create the engine: values are escaped, and undefined names are errors."""
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,  # otherwise each board checks the modification times of seven files
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_callables(_, ngettext, newstyle=True)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]  the extension adds it
    environment.policies["ext.i18n.trimmed"] = True
    shared = cast("dict[str, object]", environment.globals)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    shared.update(
        plain_html=plain_html,
        remember=lru_cache(maxsize=_REMEMBERED),
        keep=_keep,
        each=_each,
        rules_title=rules_title,
    )
    engine = JinjaTemplateEngine(engine_instance=environment)
    engine.register_template_callable("csrf_token", _csrf_token)
    return engine


def _each(draw: Callable[..., str], rows: Iterable[Iterable[object]]) -> Markup:
    """Draw some rows, one a line, sooner than a loop in a template would."""
    return Markup("\n").join(draw(*row) for row in rows)


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
