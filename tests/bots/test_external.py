import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing

import pytest

import undercut
from tests import preloaded
from tests.amounts import some
from tests.bots.rogues import SENSIBLE, alive, left, rogue
from undercut.arena.playing import Games, Job, Plan
from undercut.bots.external import client
from undercut.bots.external.check import dealt
from undercut.bots.external.client import External, Process, Programs
from undercut.bots.players import Forfeit, take_turn
from undercut.bots.registry import make
from undercut.errors import UndercutError
from undercut.workers import InProcess


def play(name, *, keep=False, game="cuttle", rules="sipie", made=None):

    def maker(name, game, seed):
        player = make(name, game, seed)
        if made is not None and isinstance(player, External):
            made.append(player)
        return player

    return Games(Plan(game, rules, 2, ((name, "random"),)), keep, maker).play(Job(0, 0, 0))


@pytest.mark.parametrize(
    ("wrong", "reason", "text"),
    [
        ("garbage", "garbled", "not JSON: 'hello, world'"),
        ("binary", "garbled", r"not JSON: '\x00\x01'"),
        ("list", "garbled", "not a JSON object: '[1]'"),
        ("no-move", "garbled", 'an answer needs a "move"'),
        ("number", "garbled", 'an answer needs a "move"'),
        ("deep", "garbled", "not JSON: '[[[["),
        ("illegal", "illegal", "pass: CU-5 you may pass only when the stock is empty"),
        ("nonsense", "illegal", "'Zz' is not a move"),
        ("error", "error", "the bot reports: I do not know this card"),
        ("crash", "exited", "exited with code 1; last stderr line: RuntimeError: I am lost"),
        ("exit", "exited", "exited with code 3"),
        ("killed", "exited", "killed by SIGSEGV"),
        ("close", "exited", "closed its output"),
        ("flood", "garbled", "line longer than 65536 bytes: 'xxxx"),
        ("noise", "noise", "more than 1 MiB on standard error"),
        ("early", "garbled", "'Loading..."),
        ("long-name", "garbled", "name: longer than 100 characters"),
        ("picky", "refused", "does not play cuttle, sipie, 2 seats"),
    ],
)
def test_whoever_does_wrong_loses_and_is_told_why(wrong, reason, text):
    made = []
    result = play(rogue(wrong), keep=True, made=made)
    assert (result.winners, result.reason, result.fault.seat) == ((1,), reason, 0)
    assert text in result.fault.text
    replayed = undercut.replay(result.record)
    assert (replayed.result.winners, replayed.result.reason) == ((1,), "resigned")
    assert not left(made[0].process.pid)


@pytest.mark.parametrize("wrong", ["late", "deaf", "no-hello", "child", "children", "stubborn"])
def test_whoever_does_not_answer_loses_and_leaves_no_process_behind(wrong):
    made = []
    clock = "0.1s" if wrong in {"deaf", "no-hello"} else "0.4s"  # six times as long for the answer to hello
    result = play(rogue(wrong, clock=clock), keep=True, made=made)
    assert (result.winners, result.reason) == ((1,), "time")
    assert "no answer within" in result.fault.text
    assert undercut.replay(result.record).result.reason == "time"
    assert not left(made[0].process.pid)


def test_who_does_not_leave_after_goodbye_is_ended(monkeypatch):
    monkeypatch.setattr(client, "EXIT_TIMEOUT", 0.3)
    made = []
    result = play(rogue("stays"), made=made)
    assert result.fault is None
    assert made[0].process.code == -signal.SIGKILL
    assert not left(made[0].process.pid)


def test_who_speaks_unasked_loses():
    player = External(rogue("twice"), 1)
    state, players = dealt(undercut.game("cuttle"), {0: player}, 7)
    take_turn(state, players)
    with pytest.raises(Forfeit, match="output without a question: 'That was a good move") as caught:
        player.process.expect_silence(20)
    assert caught.value.reason == "garbled"
    player.close()


def test_a_line_that_is_never_read_does_not_block():
    line = b"x" * 1_000_000 + b"\n"
    texts = {Process.ask: r"no answer within 0.2 s \(input not read", Process.send: "input not read within"}
    for speak, text in texts.items():
        process = Process(["sleep", "1000"])
        with pytest.raises(Forfeit, match=text):
            speak(process, line, 0.2)
        process.end()
        assert not left(process.pid)


def test_a_program_that_exits_while_a_line_is_written_is_ended():
    process = Process(["sh", "-c", "head -c 10; sleep 0.2; exit 3"])
    with pytest.raises(Forfeit, match="exited with code 3"):
        process.ask(b"x" * 1_000_000 + b"\n", 20)
    assert process.closed


@pytest.mark.parametrize("then", ["exec <&-; sleep 1000", "exit 3"])
def test_a_program_that_stops_reading_at_its_end_is_ended(then):
    process = Process(["sh", "-c", f"sleep 0.3; {then}"])
    with pytest.raises(Forfeit, match="input not read"):
        process.send(b"x" * 1_000_000 + b"\n", 0.1)
    process.end(1)
    assert process.closed
    assert not left(process.pid)


def test_a_program_without_a_guard_is_ended(monkeypatch):
    started, start = [], client._start  # noqa: SLF001  the guard's alone fails

    def fails(command, environment):
        if started:
            message = "no guard"
            raise UndercutError(message)
        started.append(start(command, environment))
        return started[0]

    monkeypatch.setattr(client, "_start", fails)
    with pytest.raises(UndercutError, match="no guard"):
        Process(["sleep", "1000"])
    assert started[0].returncode == -signal.SIGKILL
    assert started[0].stdin.closed


def test_long_lines_go_both_ways():
    process = Process(["cat"])
    line = b"x" * 65_535
    assert [process.ask(line + b"\n", 20) for _ in range(3)] == [line] * 3
    process.end(20)
    assert process.code == 0


def test_a_bot_is_told_everything_that_its_seat_may_know_and_nothing_else(tmp_path):
    diary = tmp_path / "diary.jsonl"
    rules = {"set": "denexa", "seven": 2}
    result = play(rogue("diary", diary), keep=True, rules=rules)
    hello, *questions, goodbye = map(json.loads, diary.read_text().splitlines())
    chosen = undercut.game("cuttle", rules=rules)
    assert hello["type"] == "hello"
    assert (hello["protocol"], hello["game"], hello["rules"]) == (1, "cuttle", rules)
    assert hello["options"] == {**chosen.options, "kings": [*chosen.options["kings"]]}
    assert (hello["seats"], hello["seat"], hello["clock"]) == (2, 0, 10.0)
    assert 0 <= hello["seed"] < 2**32
    assert goodbye == {"type": "goodbye", "result": {"winners": [*result.winners], "reason": result.reason}}
    state = undercut.replay({**result.record, "moves": [], "shuffles": [], "result": None})
    again = undercut.replay(result.record)
    moves = []
    while again.moves:
        again.undo()
        if again.to_move == 0:
            moves.append((again.view(0), [move.notation for move in again.legal_moves()]))
    assert state.position() == again.position()
    asked = [(question["view"], [move["move"] for move in question["moves"]]) for question in questions]
    assert asked == moves[::-1]
    assert set(questions[0]["moves"][0]) == {"move", "text", "kind", "card", "target"}


def test_a_bot_gets_few_variables_and_no_shell(monkeypatch):
    monkeypatch.setenv("SECRET", "sesame")
    monkeypatch.setenv("BOT_LEVEL", "3")

    def name(wrong, *arguments):
        with closing(External(rogue(wrong, *arguments), 1)) as bot:
            bot.begin(undercut.game("cuttle"), 0)
            return bot.ready.name

    known = name("environment").split()
    assert "BOT_LEVEL" in known
    assert "PATH" in known
    assert "SECRET" not in known
    assert name("arguments", "$HOME", "a b;", "*") == "$HOME|a b;|*"


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("exec:", "write exec:COMMAND"),
        ("exec@2:./bot", "write exec:COMMAND"),
        ("exec@0s:./bot", "the time limit must be above 0"),
        ("exec:  ", "missing command"),
        ("exec:./bot 'a", "No closing quotation"),
        ("exec:/no/such/bot", "'/no/such/bot' cannot be started: No such file"),
        (f"exec:{os.devnull}", "cannot be started: Permission denied"),
    ],
)
def test_what_cannot_be_started_is_refused(name, fault):
    with pytest.raises(undercut.UndercutError, match=fault):
        make(name, "cuttle")


def test_who_has_lost_stays_lost():
    state = undercut.game("cuttle").deal(seed=7)
    bot = External(rogue("error"), 1)
    question = state.view(0), state.legal_moves()
    assert bot.choose(*question) == state.legal_moves()[0]
    for _ in range(2):
        with pytest.raises(Forfeit, match="I do not know this card"):
            bot.choose(*question)
    bot.close()


GUARDED = """
import os, signal, sys
from undercut.bots.external.client import Process
script = "trap '' HUP INT TERM; sleep 1000 & read -r line; echo up; while :; do sleep 1000; done"
process = Process(["/bin/sh", "-c", script])
process.ask(b"?\\n", 60)
print(process.pid, flush=True)
os.kill(os.getpid(), getattr(signal, sys.argv[1]))
"""


@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_whoever_kills_us_kills_our_bots(how):
    command = [sys.executable, "-c", GUARDED, how]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode != 0
    assert not left(int(done.stdout))


@pytest.mark.parametrize("processes", some([2, 1], 1))
def test_an_arena_that_is_killed_in_the_middle_of_a_game_takes_everything_along(tmp_path, processes):
    name = rogue("stubborn", tmp_path, clock="900s")
    words = ["arena", "cuttle", name, "random", "--processes", processes]
    arena = preloaded.Process(words, start_new_session=True)
    bot = f"rogue.py stubborn {tmp_path}"
    while sum(bot in line and group != arena.pid for group, line in alive()) < processes:
        assert arena.poll() is None
        time.sleep(0.05)
    arena.kill()
    arena.wait()
    assert not left(arena.pid, bot)


def started(monkeypatch):
    found = []

    def start(command, watch):
        found.append(Process(command, watch))
        return found[-1]

    monkeypatch.setattr(client, "Process", start)
    return found


def test_a_match_starts_a_program_once_for_each_seat_and_plays_the_same_games(monkeypatch):
    plan = Plan("cuttle", "sipie", 2, ((SENSIBLE, "random"), (SENSIBLE, SENSIBLE)), seed=5)
    jobs = [*plan.jobs(2)]
    alone = [Games(plan).play(job) for job in jobs]
    processes = started(monkeypatch)
    assert [*InProcess().run(Games(plan), iter(jobs))] == alone
    assert len(processes) == 2
    assert all(process.closed and not left(process.pid) for process in processes)


def test_a_match_of_the_library_ends_its_programs(monkeypatch):
    processes = started(monkeypatch)
    undercut.match("cuttle", [SENSIBLE, "random"], deals=2, seed=1)
    # One is started to find out whether it can be.
    assert [process.closed for process in processes] == [True, True]


def test_a_program_that_has_left_is_started_again(monkeypatch):
    processes = started(monkeypatch)
    plan = Plan("cuttle", "sipie", 2, ((rogue("dies-between"), "random"),))
    found = [*InProcess().run(Games(plan), plan.jobs(2))]
    assert Counter(result.fault for result in found) == {None: 4}
    assert len(processes) == 4


def test_a_program_that_cannot_stay_is_ended_after_its_game():
    with closing(Programs()) as programs:
        player = External(rogue("fine"), 1, programs=programs)
        player.begin(undercut.game("cuttle"), 0)
        player.close(undercut.Outcome((0,), "points"))
        assert player.process.closed
        assert programs.take(player.name) is None
