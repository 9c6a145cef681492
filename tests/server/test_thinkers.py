"""Processes in which bots think: in order, cancellable, and none of them missed when it dies."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

import undercut
from undercut.server.thinking import thinkers as module
from undercut.server.thinking.thinkers import Thinkers, in_a_hurry

pytestmark = pytest.mark.anyio

VIEW = undercut.game("cut_the_rope").deal(seed=1).view(0)
MOVES = {str(move) for move in undercut.game("cut_the_rope").deal(seed=1).legal_moves()}


@pytest.fixture
async def thinkers():
    one = Thinkers(1)
    await one.start()
    yield one
    await one.close()


async def under_way(ticket) -> None:
    while ticket.progress is None:  # noqa: ASYNC110  what is watched is no event
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("level", ["random", "greedy", "easy", "medium"])
async def test_every_level_chooses_a_legal_move_from_a_view(thinkers, level):
    ticket = await thinkers.ask("cut_the_rope", VIEW, level)
    assert (await ticket.answer).move in MOVES


async def test_a_hint_says_why(thinkers):
    answer = await (await thinkers.ask("cut_the_rope", VIEW, None)).answer
    assert answer.move in MOVES
    assert answer.why


async def test_the_others_wait_in_order_and_move_up(thinkers):
    first = await thinkers.ask("cut_the_rope", VIEW, "master")
    await under_way(first)
    second, third = [await thinkers.ask("cut_the_rope", VIEW, "random") for _ in range(2)]
    assert [thinkers.place(ticket) for ticket in (first, second, third)] == [None, 1, 2]
    thinkers.drop(second)
    assert thinkers.place(third) == 1
    thinkers.drop(first)
    assert (await third.answer).move in MOVES


async def test_a_process_that_dies_is_replaced_and_asked_again(monkeypatch):
    pids = []
    create = asyncio.create_subprocess_exec

    async def noting(*arguments, **options):
        process = await create(*arguments, **options)
        pids.append(process.pid)
        return process

    monkeypatch.setattr(module.asyncio, "create_subprocess_exec", noting)
    watched = Thinkers(1)
    await watched.start()
    ticket = await watched.ask("cut_the_rope", VIEW, "hard")
    await under_way(ticket)
    os.kill(pids[-1], signal.SIGKILL)
    assert (await ticket.answer).move in MOVES
    ticket = await watched.ask("cut_the_rope", VIEW, "master")
    for _ in range(2):
        await under_way(ticket)
        os.kill(pids[-1], signal.SIGKILL)
        while ticket.progress is not None and not ticket.answer.done():  # noqa: ASYNC110  as above
            await asyncio.sleep(0.01)
    assert await ticket.answer is None
    await watched.close()


def test_without_any_process_a_move_is_found_all_the_same():
    assert in_a_hurry(VIEW) in MOVES
