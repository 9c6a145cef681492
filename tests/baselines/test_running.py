import json
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np
import pyspiel
import pytest

import undercut
import undercut.envs.openspiel  # registers the games
from undercut.baselines import ppo, running
from undercut.baselines.running import CURVE, POLICY, Algorithm, SmallGame
from undercut.bots.policies import Policy
from undercut.cli.train import TrainOptions, train
from undercut.envs.tabular import exploitability, grow

TINY = ["pack=A25c", "dealt=1 1", "kings=3 3 3 3 3"]


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    monkeypatch.setattr(ppo, "Settings", partial(ppo.Settings, games=8, steps=8, epochs=1, minibatch=32))


def options(folder, **changes):
    return replace(TrainOptions(folder=folder, algorithm=Algorithm.PPO, rounds=1, points=1, deals=1), **changes)


def test_the_command_trains_measures_and_keeps(tmp_path, capsys):
    assert train("cuttle", options=options(tmp_path), rules="toy", changes=TINY) == 0
    (point,) = json.loads((tmp_path / CURVE).read_text())
    assert 0 <= point["low"] <= point["share"] <= point["high"] <= 1
    assert 0 <= point["exploitability"] <= 1
    assert "exploitability" in capsys.readouterr().out
    assert Policy.load(tmp_path / POLICY).game.rule_set == "toy"
    assert Policy.load(tmp_path / POLICY).draws, "its exploitability is that of the drawn moves"


def test_a_folder_keeps_the_policy_of_another_training(tmp_path, monkeypatch):
    def trained(**changes):
        return train("cuttle", options=options(tmp_path, **changes), rules="toy", changes=TINY)

    tmp_path = tmp_path / "new"
    with pytest.raises(undercut.UndercutError, match="nobody"):
        trained(against="nobody")
    assert not tmp_path.exists(), "it leaves nothing behind"
    assert trained() == 0
    kept = [(tmp_path / name).read_bytes() for name in (CURVE, POLICY)]
    monkeypatch.setattr(running, "train", lambda _: pytest.fail("it is refused before anything is built"))
    with pytest.raises(undercut.UndercutError, match="holds another run"):
        trained(seed=1)
    with pytest.raises(undercut.UndercutError, match="cannot be continued"):
        trained()
    assert [(tmp_path / name).read_bytes() for name in (CURVE, POLICY)] == kept
    (tmp_path / CURVE).unlink()
    with pytest.raises(undercut.UndercutError, match="holds another run"):
        trained(seed=1)
    assert {path.name for path in tmp_path.iterdir()} == {POLICY, "run.json"}


def test_a_stop_keeps_the_policy_of_the_last_round(tmp_path, monkeypatch, capsys):
    whole = running.train

    def stopped(training):
        yield from islice(whole(training), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "train", stopped)
    with pytest.raises(KeyboardInterrupt):
        train("cuttle", options=options(tmp_path, rounds=3), rules="toy", changes=TINY)
    assert "has the policy after round 2" in capsys.readouterr().out
    assert Policy.load(tmp_path / POLICY).draws


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_a_policy_learns_against_an_opponent_and_is_a_player_by_the_name_of_its_file(tmp_path, share):
    wanted = options(tmp_path, against="random", share=share, cap=5)
    assert train("cuttle", options=wanted, rules="toy", changes=TINY) == 0
    assert json.loads((tmp_path / CURVE).read_text())[0]["opponent"] == "random"
    name = f"baseline:{tmp_path / POLICY}"
    assert undercut.match("cuttle", [name, "random"], deals=1, rules="toy").games == 2
    with pytest.raises(undercut.UndercutError, match="a policy for cuttle, not for cups"):
        undercut.bot(name, "cups")


def test_a_uniform_policy_is_as_exploitable_as_the_uniform_strategy():
    game = undercut.game("cuttle", rules={"set": "toy", "pack": "A25c", "dealt": [1, 1], "kings": [3, 3, 3, 3, 3]})
    columns, actions = game.observations.length, len(game.actions)
    uniform = Policy(game, [(np.zeros((columns, actions), np.float32), np.zeros(actions, np.float32))])
    tree = grow(pyspiel.load_game("undercut_cuttle(rules=toy/pack:A25c/dealt:1 1/kings:3 3 3 3 3)"))
    assert SmallGame(game).exploitability(uniform) == pytest.approx(exploitability(tree, tree.uniform()))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"algorithm": Algorithm.NFSP, "against": "greedy"}, "a best response needs ppo"),
        ({"algorithm": Algorithm.DEEP_CFR, "cap": 20}, "a cap needs ppo"),
        ({"rounds": 0}, "rounds: 0 is less than 1"),
        ({"algorithm": None, "against": "greedy"}, "--rounds, --points, --against: only with --algorithm"),
        ({"hours": 1.0, "processes": 2}, "--hours, --processes: only without --algorithm"),
        ({"against": "nobody"}, "nobody"),
        ({"against": "random", "share": 0.0}, "--share: 0.0 is not greater than 0"),
        ({"share": 0.5}, "--share: only with --against"),
    ],
)
def test_what_cannot_be_trained_is_refused(tmp_path, changes, said):
    with pytest.raises(undercut.UndercutError, match=said):
        train("cuttle", options=options(tmp_path, **changes))
