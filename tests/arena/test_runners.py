"""The same results wherever games are played, and nothing lost when a worker dies."""

import os
import signal
from itertools import islice
from multiprocessing import active_children

import pytest
from ray.cluster_utils import Cluster as Machines

from tests.amounts import some
from undercut import workers
from undercut.arena.contest import Contest, play
from undercut.arena.plan import Job, Plan, all_jobs
from undercut.arena.playing import Games
from undercut.arena.scores import Sprt
from undercut.errors import UndercutError
from undercut.workers import Cluster, InProcess, Processes

PLAN = Plan("cuttle", "sipie", 2, (("greedy", "random"),), seed=3)
THREE = Plan("cut_the_rope", "standard", 3, (("greedy", "random", "random"), ("random", "greedy", "greedy")))


def held(runner, plan=PLAN, deals=8, sprt=None):
    contest = Contest(plan, deals, sprt)
    play(contest, runner)
    return contest


@pytest.mark.parametrize("plan", some([PLAN, THREE], 1))
def test_any_number_of_processes_gives_the_same_results(plan):
    assert held(Processes(2), plan, 3).results == held(InProcess(), plan, 3).results


def test_a_test_stops_at_the_same_deal_on_any_number_of_processes():
    here, there = (held(runner, deals=200, sprt=Sprt(0, 90)) for runner in (InProcess(), Processes(3)))
    assert here.verdict == there.verdict == "elo1"
    assert here.results == there.results
    assert here.played < 200


def test_a_process_that_dies_is_replaced():
    results = {}
    for result in Processes(2).run(Games(PLAN), all_jobs(PLAN, 20)):
        results[result.job] = result
        if len(results) in {3, 9}:
            os.kill(active_children()[0].pid, signal.SIGKILL)
    assert results == {result.job: result for result in InProcess().run(Games(PLAN), all_jobs(PLAN, 20))}
    assert not active_children()


def test_a_game_that_kills_its_workers_is_given_up_by_name(monkeypatch):
    # Workers that end without an answer.
    monkeypatch.setattr(workers, "_serve", print)
    with pytest.raises(UndercutError, match=r"deal 7, rotation 1 of greedy, random: 5 workers died"):
        next(Processes(1).run(Games(PLAN), iter([Job(7, 0, 1)])))
    assert not active_children()


def test_stopping_leaves_no_process_behind():
    running = Processes(2).run(Games(PLAN), all_jobs(PLAN))
    assert len(list(islice(running, 3))) == 3
    running.close()
    assert not active_children()


@pytest.fixture
def machines():
    """A cluster of two on this machine, its head and a worker."""
    quick = {"health_check_period_ms": 500, "health_check_failure_threshold": 3}
    cluster = Machines(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, "_system_config": quick}
    )
    yield cluster, cluster.add_node(num_cpus=1)
    cluster.shutdown()


def test_a_cluster_that_loses_a_worker_loses_nothing(machines):
    cluster, worker = machines
    results = []
    for result in Cluster(cluster.address).run(Games(PLAN), all_jobs(PLAN, 25)):
        results.append(result)
        if len(results) == 5:
            cluster.remove_node(worker, allow_graceful=False)
    assert len(results) == 50
    assert sorted(results, key=lambda result: result.job) == list(InProcess().run(Games(PLAN), all_jobs(PLAN, 25)))
