from dataclasses import replace

import pytest

import undercut
from tests.amounts import thorough
from undercut.bots.players import levels_of
from undercut.cli import train as command
from undercut.games.base.parts.bots import GUIDED, NetworkSizes, Recipe, SelfPlayPlan
from undercut.search.network_file import read_network
from undercut.train import playing, run


def options(folder, **changes):
    return replace(command.TrainOptions(folder=folder, hours=0.001, deals=0), **changes)


@pytest.mark.parametrize(
    "wrong", [{"hours": 0}, {"hours": float("nan")}, {"processes": 0, "deals": -1, "hours": -1}, {"seed": -1}]
)
def test_wrong_options_are_refused(tmp_path, monkeypatch, wrong):
    monkeypatch.setattr(command, "NEEDED", ())
    with pytest.raises(undercut.UndercutError) as refused:
        command.train("cuttle", options=options(tmp_path, **wrong))
    assert all(name in str(refused.value) for name in wrong)


def test_a_missing_package_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "NEEDED", ("no_such_package",))
    with pytest.raises(undercut.UndercutError, match=r"no_such_package: pip install 'undercut\[train\]'"):
        command.train("cuttle", options=options(tmp_path))


def test_a_generation_is_played_fitted_and_noted(tmp_path, monkeypatch):
    """And fitted again, it gives the same network."""
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    monkeypatch.setattr(run, "PART", 6)
    quick = SelfPlayPlan(levels_of("cuttle").settings, fast_iterations=3, full_iterations=6, opening_moves=6)
    sizes = NetworkSizes(units=8, inner=4, policy=8, epochs=1)
    recipe = Recipe(quick, quick, games=6, warm=quick, warm_games=2, sizes=sizes)
    monkeypatch.setattr(run, "recipe_of", lambda _: recipe)

    def train(folder):
        return run.train("cuttle", folder, hours=1 / 3600, processes=1, seed=3, deals=0, say=lambda _: None)

    curve = train(tmp_path / "a")
    assert [row["generation"] for row in curve] == [0]
    assert 0 < curve[0]["value error"] < 1
    network = read_network(tmp_path / "a" / "generation-000.network")
    assert network.game == "cuttle"
    assert network.recipe["seed"] == 3
    assert train(tmp_path / "a") == curve
    train(tmp_path / "b")
    assert [*read_network(tmp_path / "b" / "generation-000.network").weights] == [*network.weights]
    monkeypatch.setattr(run, "recipe_of", lambda _: replace(recipe, trust=0.5))
    with pytest.raises(undercut.UndercutError, match="holds another run"):
        train(tmp_path / "a")


@thorough
def test_the_first_generation_may_play_by_a_network_fitted_to_rollouts(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    monkeypatch.setattr(run, "PART", 2)
    monkeypatch.setattr(playing, "random_rules_of", lambda *_: undercut.game("cups"))
    shares = {"random_share": 0.2, "rollout_share": 0.75}
    usual = levels_of("cups").settings
    warm = SelfPlayPlan(usual, fast_iterations=1, full_iterations=1, opening_moves=40, **shares)
    guided = replace(warm, settings=GUIDED, fast_iterations=2, full_iterations=2, full_share=0.5)
    sizes = NetworkSizes(units=8, inner=4, policy=8, epochs=1)
    recipe = Recipe(guided, guided, games=2, warm=warm, warm_games=4, sizes=sizes)
    monkeypatch.setattr(run, "recipe_of", lambda _: recipe)
    run.train("cups", tmp_path, hours=1 / 3600, processes=1, seed=3, deals=0, say=lambda _: None)
    assert read_network(tmp_path / "generation-000.network").game == "cups"
    first = read_network(tmp_path / run.WARM)
    assert first.recipe["warm games"] == 4
