"""Long requests end when their client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from litestar.exceptions import ClientException
from litestar.types import Receive

from undercut.site.security.guest import SiteRequest

_Found = TypeVar("_Found")


async def while_connected(request: SiteRequest, work: Coroutine[None, None, _Found]) -> _Found:
    """Do something that takes a while, or cancel it when the client disconnects."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(leaves(request.receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
    finally:
        working.cancel()
        leaving.cancel()
    message = "The client has disconnected."
    raise ClientException(message)


async def leaves(receive: Receive) -> None:
    """Return when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
