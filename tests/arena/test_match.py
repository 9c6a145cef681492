import os
import signal
from itertools import islice
from multiprocessing import active_children

import pytest
from ray.cluster_utils import Cluster as Machines

import undercut
from undercut import workers
from undercut.arena import playing
from undercut.arena.contest import Contest, play
from undercut.arena.playing import Games, Job, Plan, labels_of, line_up_of
from undercut.arena.report import report_on
from undercut.arena.scores import Sprt
from undercut.bots.registry import make
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move
from undercut.play.sources import derive
from undercut.workers import Cluster, InProcess, Processes

PLAN = Plan("cuttle", "sipie", 2, (("greedy", "random"),), seed=3)


class Broken:
    name = "broken"

    def __init__(self, wrong, good_moves=2):
        self.wrong = wrong
        self.left = good_moves
        self.closed = 0

    def choose(self, _view, moves):
        self.left -= 1
        return moves[0] if self.left >= 0 else self.wrong()

    def begin(self, _game, _seat):
        self.closed = 0

    def close(self, _result):
        self.closed += 1


def fail():
    message = "I am lost"
    raise RuntimeError(message)


ILLEGAL = Move("Xx", "", "", None, None)
WRONGS = {"error": fail, "illegal": lambda: ILLEGAL, "pass": lambda: "pass", "nothing": lambda: None}


def maker(name, game, seed):
    if name == "unmakeable":
        fail()
    return Broken(WRONGS[name]) if name in WRONGS else make(name, game, seed)


def test_seeds_are_the_same_everywhere():
    assert derive(0, "deal", 0) == 1015615663965718049
    assert PLAN.deal_seed(Job(4, 0, 0)) == PLAN.deal_seed(Job(4, 0, 1))
    seeds = {PLAN.player_seed(job, seat) for job in PLAN.jobs(10) for seat in range(2)}
    assert len(seeds) == 40


def test_a_game_is_the_same_each_time_and_starts_from_the_deal():
    job = Job(5, 0, 1)
    first, again = (Games(PLAN, keep=True).play(job) for _ in range(2))
    assert first == again
    assert first.record == again.record
    assert first.record["players"] == ["random", "greedy"]
    assert first.record["start"] == undercut.game("cuttle").deal(PLAN.deal_seed(job)).position()
    replayed = undercut.replay(first.record)
    assert (replayed.result.winners, replayed.result.reason) == (first.winners, first.reason)
    other = Games(PLAN, keep=True).play(Job(5, 0, 0))
    assert other.record["start"] == first.record["start"]


def test_only_choices_are_timed():
    result = Games(PLAN).play(Job(0, 0, 0))
    assert 0 < sum(sum(times.values()) for times in result.times) <= result.moves


@pytest.mark.parametrize(
    ("name", "reason", "text"),
    [
        ("error", "error", "RuntimeError: I am lost"),
        ("unmakeable", "error", "RuntimeError: I am lost"),
        ("illegal", "illegal", "'Xx' is not a move"),
        ("pass", "illegal", "CU-5"),
        ("nothing", "illegal", "None is not a move"),
    ],
)
def test_whoever_does_wrong_loses(name, reason, text):
    plan = Plan("cuttle", "sipie", 2, (("random", name),))
    result = Games(plan, keep=True, maker=maker).play(Job(0, 0, 0))
    assert (result.winners, result.reason, result.fault.seat) == ((0,), reason, 1)
    assert text in result.fault.text
    assert undercut.replay(result.record).result.winners == (0,)


@pytest.mark.parametrize(
    ("name", "runner"),
    [("nobody", Processes(1)), *((name, InProcess()) for name in ("search:soon", "cheating:soon", "peeking:none"))],
)
def test_a_player_that_does_not_exist_is_an_error_and_loses_no_game(name, runner):
    contest = Contest(Plan("cuttle", "sipie", 2, (("random", name),)), deals=20)
    with pytest.raises(UndercutError, match=r"soon|nobody|peeking"):
        play(contest, runner)
    assert contest.games == 0


def test_the_others_share_when_one_does_wrong_and_the_arena_goes_on():
    plan = Plan("cups", "simple", 4, (line_up_of(["error", "random"], 4),))
    contest = Contest(plan, deals=2)
    play(contest, InProcess(), maker=maker)
    assert len(contest.results) == 8
    broken, others = report_on(contest)[0].players
    assert broken.faults == {"error": 8}
    assert broken.first_fault == "RuntimeError: I am lost"
    assert not others.faults
    assert (broken.share.mean, others.share.mean) == pytest.approx((0, 1))
    assert all(len(result.winners) == 3 for result in contest.results)


def test_players_are_let_go():
    made = []

    def keeping(*_):
        made.append(Broken(lambda: None, 5))
        return made[-1]

    Games(PLAN, maker=keeping).play(Job(0, 0, 0))
    assert [player.closed for player in made] == [1, 1]


def test_a_game_that_reaches_the_limit_is_a_draw():
    plan = Plan("cuttle", "sipie", 2, (("random", "random"),), limit=3)
    result = Games(plan, keep=True).play(Job(0, 0, 0))
    assert (result.winners, result.reason, result.moves) == ((), "limit", 3)
    assert undercut.replay(result.record).result is None


def test_line_ups():
    assert line_up_of(["a", "b", "c"], 3) == ("a", "b", "c")
    assert line_up_of(["a", "b"], 3) == ("a", "b", "b")
    for names in (["a"], ["a", "b", "c"]):
        with pytest.raises(UndercutError, match="for 4 seats"):
            line_up_of(names, 4)
    assert playing.pool_line_ups(["a", "b", "c"], 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert playing.pool_line_ups(["a", "b"], 4) == (("a", "b", "a", "b"),)
    for names in (["a"], ["a", "a"]):
        with pytest.raises(UndercutError, match="a pool needs at least two"):
            playing.pool_line_ups(names, 2)
    assert labels_of(("a", "b", "b")) == ("a", "b", "b")


def test_a_test_stops_at_the_same_deal_on_any_number_of_processes():
    here, there = (Contest(PLAN, 200, Sprt(0, 90)) for _ in range(2))
    play(here, InProcess())
    play(there, Processes(3))
    assert here.verdict == there.verdict == "elo1"
    assert here.results == there.results
    assert here.played < 200


def test_a_process_that_dies_is_replaced():
    results = {}
    for result in Processes(2).run(Games(PLAN), PLAN.jobs(20)):
        results[result.job] = result
        if len(results) in {3, 9}:
            os.kill(active_children()[0].pid, signal.SIGKILL)
    assert results == {result.job: result for result in InProcess().run(Games(PLAN), PLAN.jobs(20))}
    assert not active_children()


def test_a_game_that_kills_its_workers_is_given_up_by_name(monkeypatch):
    # Workers that end without an answer.
    monkeypatch.setattr(workers, "_serve", print)
    with pytest.raises(UndercutError, match=r"deal 7, rotation 1 of greedy, random: 5 workers died"):
        next(Processes(1).run(Games(PLAN), iter([Job(7, 0, 1)])))
    assert not active_children()


def test_stopping_leaves_no_process_behind():
    running = Processes(2).run(Games(PLAN), PLAN.jobs())
    assert len(list(islice(running, 3))) == 3
    running.close()
    assert not active_children()


@pytest.fixture
def machines():
    quick = {"health_check_period_ms": 500, "health_check_failure_threshold": 3}
    head = {"num_cpus": 1, "include_dashboard": False, "_system_config": quick}
    cluster = Machines(initialize_head=True, head_node_args=head)
    yield cluster, cluster.add_node(num_cpus=1)
    cluster.shutdown()


def test_a_cluster_that_loses_a_worker_loses_nothing(machines):
    cluster, worker = machines
    results = []
    for result in Cluster(cluster.address).run(Games(PLAN), PLAN.jobs(25)):
        results.append(result)
        if len(results) == 5:
            cluster.remove_node(worker, allow_graceful=False)
    assert len(results) == 50
    assert sorted(results, key=lambda result: result.job) == list(InProcess().run(Games(PLAN), PLAN.jobs(25)))
