import asyncio
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from random import Random

import msgspec
import pytest

import undercut
from tests.bots.test_history import Reader
from tests.bots.test_levels import positions, won
from tests.server.attacks.test_timing import Room
from tests.server.inside import workers
from tests.server.making import seated
from undercut.bots.thinking.budget import Watch
from undercut.engine.host import Host
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.site.base.tasks import Background
from undercut.site.rooms.bots import BotTurn
from undercut.site.workers import supervisor as module
from undercut.site.workers import thinkers as pool
from undercut.site.workers.supervisor import Call, Queue, Ticket
from undercut.site.workers.thinkers import MODULE, Rank, Thinkers, Timing
from undercut.table import events as happened
from undercut.table.bot_requests import BotReply, BotRequest, Played, answer, fallback_move, view_for_level

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
    return thinkers.ask_move("cut_the_rope", VIEW, level, guest="Ann", timing=Timing(1.0, 0.0, 0.0))


async def under_way(ticket, starts: int = 1) -> None:
    while ticket.starts < starts:  # noqa: ASYNC110  what is watched is no event
        await asyncio.sleep(0.01)


async def test_every_level_chooses_a_legal_move_from_a_view_and_a_hint_says_why(thinkers):
    for level in ("random", "greedy", "easy", "medium"):
        assert (await ask(thinkers, level).answer).move in MOVES
    hint = await thinkers.ask_hint("cut_the_rope", VIEW, guest="Ann").answer
    assert hint.move in MOVES
    assert hint.plain


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


async def test_judgements_come_last_and_hints_before_them():
    queue = Queue(len(Rank))
    for rank in reversed(Rank):
        queue.add(Ticket("a request", rank=rank))
    assert [queue.take().rank for _ in range(len(queue))] == [Rank.MOVE, Rank.HINT, Rank.JUDGEMENT]


async def test_a_hint_takes_the_process_of_a_judgement():
    asked = asyncio.Event()

    async def think(request: BotRequest, stop: asyncio.Future[None]) -> BotReply | None:
        if not request.played:
            return BotReply(min(MOVES))
        asked.set()
        await stop
        return None

    thinkers = Thinkers(1, workers(think))
    await thinkers.start()
    judged = thinkers.ask_judgement("cut_the_rope", VIEW, Played(min(MOVES), 1), guest="reader")
    await asked.wait()
    hint = thinkers.ask_hint("cut_the_rope", VIEW, guest="player")
    assert await asyncio.wait_for(asyncio.shield(hint.answer), 10)
    assert not judged.answer.done()
    await thinkers.close()


async def test_an_unknown_error_in_a_job_refuses_its_asker_and_ends_no_serving(caplog):
    failing = [KeyError("hidden")]

    async def think(_request: BotRequest, _stop: asyncio.Future[None]) -> BotReply | None:
        if failing:
            raise failing.pop()
        return BotReply(min(MOVES))

    thinkers = Thinkers(1, workers(think))
    await thinkers.start()
    assert await asyncio.wait_for(ask(thinkers, "easy").answer, 10) is None
    assert await asyncio.wait_for(ask(thinkers, "easy").answer, 10) == BotReply(min(MOVES))
    assert "a job for thinking failed" in caplog.text
    await thinkers.close()


async def test_a_round_that_fails_ends_no_repeated_task(caplog):
    rounds, background = asyncio.Queue[int](), Background()

    async def work():
        rounds.put_nowait(rounds.qsize())
        raise KeyError

    background.repeat(work, 0.001, "looking", expected=OSError)
    async with asyncio.timeout(10):
        await rounds.get()
        await rounds.get()
    await background.close()
    assert "the task looking failed" in caplog.text


@pytest.mark.parametrize("wants", [True, False])
def test_only_players_that_ask_get_the_history(wants, monkeypatch):
    player = Reader(Random(1), wants_history=wants)
    monkeypatch.setattr("undercut.table.bot_requests._player", lambda *_: player)
    monkeypatch.setattr("undercut.table.bot_requests.ready_host", lambda _game: Host.PLAIN)
    state = undercut.game("cuttle").deal(seed=1)
    state.play("draw")
    view = view_for_level(state, 1, "master")
    assert answer(BotRequest("cuttle", view, "master", 0, 0.1), Watch()).move
    assert player.views == [view if wants else state.view(1)]
    assert view_for_level(state, 1, "hard") == view_for_level(state, 1, "random") == state.view(1) != view


class Asked:
    def __init__(self):
        self.views = []

    def ask_move(self, _game, view, level, *, guest, timing, seed=None):  # noqa: ARG002  as the thinkers have it
        self.views.append(view)
        return Ticket(BotRequest("cuttle", view, level, 0, 0.1), guest, timing.slot)

    def place(self, _ticket):
        return 1

    def drop(self, _ticket):
        pass


async def test_a_bot_thinks_about_the_table_as_its_turn_began():
    table = seated(undercut.game("cuttle").deal(seed=1).position(), kind="bot", level="easy")
    asked, room = Asked(), Room([])
    room.turn = BotTurn(room, table, asked, Timing(0.1, 0.02, 0.7))
    table.apply(happened.Ended([1], "resigned"), 2.0)
    await asyncio.sleep(0.05)
    room.turn.stop()
    (view,) = asked.views
    assert (view["result"], view["to_move"]) == (None, 0)


@pytest.mark.parametrize("level", LEVEL_NAMES[:-1])
def test_a_win_is_taken_at_the_site_as_everywhere(level, monkeypatch):
    monkeypatch.setattr("undercut.table.bot_requests.ready_host", lambda _game: Host.PLAIN)
    for state, winning in positions("cuttle", won):
        request = BotRequest("cuttle", state.view(state.to_move), level, 0, 0.1)
        assert answer(request, Watch()).move in winning


def started(*arguments):
    command, environment = [sys.executable, "-m", MODULE, *arguments], os.environ | {"UNDERCUT_HOST": "plain"}
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(command, env=environment, **pipes)


def send(worker, request):
    worker.stdin.write(msgspec.json.encode(Call(1, msgspec.Raw(msgspec.json.encode(request)))) + b"\n")
    worker.stdin.flush()


def test_a_job_that_fails_is_told_with_its_lines_and_without_values():
    with started() as worker:
        send(worker, BotRequest("cuttle", {"game": "cuttle", "hands": "Kh"}, "random", 1, 0.1))
        assert worker.stdout.readline() == b"null\n"
        told = worker.communicate(timeout=120)[1]
    assert re.match(rb"a job failed: \w+ at .*bot_requests\.py:\d+ ", told), told
    assert b"Kh" not in told


@pytest.mark.parametrize("arguments", [(), ("compile",)])
def test_a_worker_ends_quietly_while_its_other_thread_still_listens(arguments):
    view = undercut.game("cuttle").deal(seed=7).view(0)
    with started(*arguments) as worker:
        worker.stdout.close()  # nobody reads the answer
        send(worker, BotRequest("cuttle", view, "random", 1, 0.1))
        assert worker.wait(timeout=120) == 0
        assert worker.stderr.read() == b""
