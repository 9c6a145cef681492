"""The engine that fills in templates, with what all of them may call."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar.plugins.jinja import JinjaTemplateEngine

from undercut.games.book import rules_title
from undercut.server.web.rulebook import plain_html

FOLDER = Path(__file__).parent.parent / "templates"

_REMEMBERED = 8192
"""How many drawn cards are kept: a board shows dozens, most of them as the last one did."""


def template_engine() -> JinjaTemplateEngine:
    """Make the engine; whatever it fills in is escaped, and a name that is not there is a fault of ours."""
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,  # or each board would look at the times of seven files
    )
    shared = cast("dict[str, object]", environment.globals)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    shared.update(
        plain_html=plain_html,
        remember=lru_cache(maxsize=_REMEMBERED),
        rules_title=rules_title,
    )
    return JinjaTemplateEngine(engine_instance=environment)
