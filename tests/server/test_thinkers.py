"""Processes in which bots think: in order, cancellable, and none of them missed when it dies."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import dataclass, field

import pytest

import undercut
from undercut.server.thinking import process as module
from undercut.server.thinking import thinkers as pool
from undercut.server.thinking.tempo import Tempo
from undercut.server.thinking.thinkers import Thinkers, fallback_move

pytestmark = pytest.mark.anyio

VIEW = undercut.game("cut_the_rope").deal(seed=1).view(0)
MOVES = {str(move) for move in undercut.game("cut_the_rope").deal(seed=1).legal_moves()}


@pytest.fixture
async def thinkers():
    one = Thinkers(1)
    await one.start()
    yield one
    await one.close()


@dataclass
class Seen:
    """The processes that were started; while `held`, each new one is stopped at birth, so that it cannot answer."""

    pids: list[int] = field(default_factory=list)
    held: bool = False

    def hold(self) -> None:
        self.held = True
        os.kill(self.pids[-1], signal.SIGSTOP)


@pytest.fixture
def seen(monkeypatch):
    one, create = Seen(), asyncio.create_subprocess_exec

    async def noting(*arguments, **options):
        process = await create(*arguments, **options)
        one.pids.append(process.pid)
        if one.held:
            process.send_signal(signal.SIGSTOP)
        return process

    monkeypatch.setattr(module.asyncio, "create_subprocess_exec", noting)
    monkeypatch.setattr(pool, "needs_compiler", lambda: False)
    return one


def ask(thinkers: Thinkers, level: str):
    return thinkers.ask_move("cut_the_rope", VIEW, level, guest="Ann", tempo=Tempo(1.0, 0.0, 0.0))


async def under_way(ticket, starts: int = 1) -> None:
    while ticket.starts < starts:  # noqa: ASYNC110  what is watched is no event
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("level", ["random", "greedy", "easy", "medium"])
async def test_every_level_chooses_a_legal_move_from_a_view(thinkers, level):
    assert (await ask(thinkers, level).answer).move in MOVES


async def test_a_hint_says_why(thinkers):
    answer = await thinkers.ask_hint("cut_the_rope", VIEW, guest="Ann").answer
    assert answer.move in MOVES
    assert answer.why


async def test_the_others_wait_in_order_and_move_up(seen, thinkers):
    await ask(thinkers, "random").answer
    seen.hold()
    first = ask(thinkers, "master")
    await under_way(first)
    second, third = [ask(thinkers, "random") for _ in range(2)]
    assert [thinkers.place(ticket) for ticket in (first, second, third)] == [None, 1, 2]
    thinkers.drop(second)
    assert thinkers.place(third) == 1
    thinkers.drop(first)
    os.kill(seen.pids[-1], signal.SIGCONT)
    assert (await third.answer).move in MOVES


async def test_a_move_does_not_wait_for_a_hint_which_starts_again(seen, thinkers):
    await ask(thinkers, "random").answer
    hint = thinkers.ask_hint("cut_the_rope", VIEW, guest="Ann")
    await under_way(hint)
    move = ask(thinkers, "easy")
    assert (await move.answer).move in MOVES
    assert not hint.answer.done()
    assert (await hint.answer).move in MOVES
    assert (hint.starts, len(seen.pids)) == (2, 1)


async def test_a_process_that_dies_is_replaced_and_asked_again(seen, thinkers):
    await ask(thinkers, "random").answer
    os.kill(seen.pids[-1], signal.SIGSTOP)
    ticket = ask(thinkers, "hard")
    await under_way(ticket)
    os.kill(seen.pids[-1], signal.SIGKILL)
    assert (await ticket.answer).move in MOVES
    assert ticket.starts == len(seen.pids) == 2


async def test_who_asks_is_told_when_every_process_dies(seen, thinkers):
    await ask(thinkers, "random").answer
    seen.hold()
    ticket = ask(thinkers, "master")
    for number in (1, 2):
        await under_way(ticket, number)
        os.kill(seen.pids[-1], signal.SIGKILL)
    assert await ticket.answer is None


def test_without_any_process_a_move_is_found_all_the_same():
    assert fallback_move(VIEW) in MOVES
