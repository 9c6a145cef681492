"""The template engine of the site: the environment of the pages, and the token of each request's guest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from litestar.plugins.jinja import JinjaTemplateEngine

from undercut.pages.templates import environment
from undercut.site.security.guest import CSRF_STATE, SiteRequest


def template_engine() -> JinjaTemplateEngine:
    """Create the engine."""
    engine = JinjaTemplateEngine(engine_instance=environment())
    engine.register_template_callable("csrf_token", _csrf_token)
    return engine


def _csrf_token(context: Mapping[str, object]) -> str:
    """Return the token that the forms of a page must send back."""
    request = cast("SiteRequest", context["request"])
    return cast("str", request.scope["state"][CSRF_STATE])
