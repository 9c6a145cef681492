"""Programs that play one game after another in one process."""

from collections import Counter

import undercut
from tests.bots.rogues import SENSIBLE, left, rogue
from undercut.arena.jobs import Plan, all_jobs
from undercut.arena.match import Games, play_job
from undercut.bots.external import client
from undercut.bots.external.client import External, Programs
from undercut.bots.external.process import Process
from undercut.workers import InProcess


def started(monkeypatch):
    """List the processes that are started from now on."""
    found = []

    def start(command, watch):
        found.append(Process(command, watch))
        return found[-1]

    monkeypatch.setattr(client, "Process", start)
    return found


def test_a_match_starts_a_program_once_for_each_seat_and_plays_the_same_games(monkeypatch):
    plan = Plan("cuttle", "sipie", 2, ((SENSIBLE, "random"), (SENSIBLE, SENSIBLE)), seed=5)
    jobs = [*all_jobs(plan, 2)]
    alone = [play_job(plan, job) for job in jobs]
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
    found = [*InProcess().run(Games(plan), all_jobs(plan, 2))]
    assert Counter(result.fault for result in found) == {None: 4}
    assert len(processes) == 4


def test_a_program_that_cannot_stay_is_ended_after_its_game():
    with Programs() as programs:
        player = External(rogue("fine"), 1, programs=programs)
        player.begin(undercut.game("cuttle"), 0)
        player.close(undercut.Outcome((0,), "points"))
        assert player.process.closed
        assert programs.take(player.name) is None
