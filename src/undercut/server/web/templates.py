"""The template engine and the functions that all templates can call."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar.plugins.jinja import JinjaTemplateEngine

from undercut.games.book import rules_title
from undercut.server.web.markup import plain_html
from undercut.server.web.security import CSRF_STATE, SiteRequest

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
    )
    shared = cast("dict[str, object]", environment.globals)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    shared.update(
        plain_html=plain_html,
        remember=lru_cache(maxsize=_REMEMBERED),
        rules_title=rules_title,
    )
    engine = JinjaTemplateEngine(engine_instance=environment)
    engine.register_template_callable("csrf_token", _csrf_token)
    return engine


def _csrf_token(context: Mapping[str, object]) -> str:
    """Return the token that the forms of a page must send back."""
    request = cast("SiteRequest", context["request"])
    return cast("str", request.scope["state"][CSRF_STATE])
