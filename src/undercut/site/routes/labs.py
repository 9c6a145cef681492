"""Routes of the pages "What the rules do"."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from msgspec.structs import replace

from undercut.games.base.book import rules_title
from undercut.pages.books.lab_page import LabIndex, LabPage, lab_index, lab_page
from undercut.pages.books.rule_links import chosen_game, rule_address
from undercut.site.routes.parameters import Changes, RuleSet
from undercut.site.routes.replies import show
from undercut.site.routes.tables import LOOKS
from undercut.site.security.guest import SiteRequest


@get("/lab", tags=["rules"])
async def all_studies(request: SiteRequest) -> Response[LabIndex]:
    """List what the rules of each game do, from the published studies."""
    page = await asyncio.to_thread(lab_index)
    return show(request, "lab_index.html", page, here="lab")


@get("/lab/{name:str}", responses=LOOKS, tags=["rules"])
async def study_of_game(
    request: SiteRequest,
    name: Annotated[str, PathParameter(description="The game's name.", max_length=40)],
    rules: RuleSet = None,
    changes: Changes = None,
) -> Response[LabPage]:
    """Return what each option of a game does, from its published study, and whether that is of other rules."""
    page = await asyncio.to_thread(lab_page, name)
    if page is None:
        raise NotFoundException
    chosen = chosen_game(name, rules or page.rule_set, changes or [])
    if chosen.rules != page.rule_set:
        others = rules_title(name, chosen.rules)
        page = replace(page, others=others, others_address=rule_address(name, chosen.rules))
    return show(request, "lab.html", page, here="lab")


HANDLERS = (all_studies, study_of_game)
"""Every handler of this module."""
