"""How long each address holds the event loop: ``PYTHONPATH=. python bench/gets.py``.

Reads all addresses of a site in this process, some with other tables, rules, words and positions, as a page and as
JSON, and prints the processor time of the longest callback of each. None should take 20 milliseconds; the test that
counts calls, `tests/server/test_gets.py`, has the same addresses.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
from pathlib import Path

from tests.server.test_gets import ACCEPTED, addresses, site

ROUNDS = 3
SHOWN = 20


async def measure(folder: Path) -> list[tuple[float, str]]:
    """Return the longest callback in milliseconds for each address, longest first."""
    longest = 0.0
    run = asyncio.Handle._run  # noqa: SLF001  what the loop calls

    def timed(self: asyncio.Handle) -> None:
        nonlocal longest
        began = time.thread_time()
        run(self)
        longest = max(longest, time.thread_time() - began)

    found: list[tuple[float, str]] = []
    async with site(folder) as (_, http):
        gc.collect()
        gc.freeze()
        asyncio.Handle._run = timed  # noqa: SLF001  as above
        for number in range(ROUNDS):
            for address in await addresses(http, number):
                for accept in ACCEPTED:
                    await asyncio.sleep(0)
                    longest = 0.0
                    await http.get(address, headers={"accept": accept})
                    await asyncio.sleep(0)
                    found.append((longest * 1000, f"{accept:16} {address}"))
    return sorted(found, reverse=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        for milliseconds, address in asyncio.run(measure(Path(made)))[:SHOWN]:
            print(f"{milliseconds:6.1f} ms  {address[:100]}")
