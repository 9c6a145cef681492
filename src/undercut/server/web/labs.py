"""Routes of the pages "What the rules do"."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from undercut.server.web.lab_page import LabIndex, LabPage, lab_index, lab_page
from undercut.server.web.replies import show
from undercut.server.web.security import SiteRequest
from undercut.server.web.tables import LOOKS


@get("/lab", tags=["rules"])
async def all_studies(request: SiteRequest) -> Response[LabIndex]:
    """List what the rules of each game do, from the published studies."""
    page = await asyncio.to_thread(lab_index)
    return show(request, "lab_index.html", page, here="lab")


@get("/lab/{name:str}", responses=LOOKS, tags=["rules"])
async def study_of_game(
    request: SiteRequest, name: Annotated[str, PathParameter(description="The game's name.", max_length=40)]
) -> Response[LabPage]:
    """Return what each option of a game does, from its published study."""
    page = await asyncio.to_thread(lab_page, name)
    if page is None:
        raise NotFoundException
    return show(request, "lab.html", page, here="lab")


HANDLERS = (all_studies, study_of_game)
"""Every handler of this module."""
