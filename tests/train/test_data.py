import dataclasses
import random
import re
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import undercut
from tests.train.networks import random_network
from undercut.bots.players import levels_of
from undercut.engine.host import Host
from undercut.files import claimed
from undercut.games.base import registry
from undercut.games.base.parts.bots import NetworkSizes, Search, SelfPlayPlan, Settings
from undercut.train import playing
from undercut.train import run as training
from undercut.train.examples import NO_FEATURE, ExampleWriter, PolicyExamples, ValueExamples, padded, smoothed
from undercut.train.fit import fit_policy, fit_value, indifferent, lay_out, log_shares, new_value
from undercut.train.networks import Inputs, inputs_of, recipe_of
from undercut.train.playing import Positions, SelfPlay, concatenate, random_rules_of, read_positions, write_positions


@pytest.fixture(scope="module")
def play():
    settings = levels_of("cuttle").settings
    return SelfPlayPlan(settings, fast_iterations=6, full_iterations=12, full_share=0.5, opening_moves=6)


@pytest.fixture(scope="module")
def positions(play):
    return SelfPlay("cuttle", play, Host.PLAIN).games(6, seed=3)


def same(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in Positions.__slots__)


def test_the_same_seed_plays_the_same_games(play, positions):
    assert same(SelfPlay("cuttle", play, Host.PLAIN).games(6, seed=3), positions)
    other = SelfPlay("cuttle", play, Host.PLAIN).games(6, seed=4)
    assert len(other) != len(positions) or not same(other, positions)


def test_every_search_spent_its_budget(positions):
    budgets = np.where(positions.facts["thorough"], 12, 6)
    assert (positions.facts["root_visits"] == budgets).all()
    starts = np.cumsum(positions.counts) - positions.counts
    assert (np.add.reduceat(positions.visits, starts) == budgets).all()
    assert {0, 1} == set(positions.facts["thorough"])


def test_a_race_logs_visits_by_its_leads(monkeypatch):
    """The move that it would play has the most, 1,000."""
    short = undercut.game("cut_the_rope", rules={"set": "quick", "personal": 1})
    monkeypatch.setattr(playing, "random_rules_of", lambda *_: short)
    play = SelfPlayPlan(levels_of("cut_the_rope").settings, fast_iterations=40, full_iterations=40, opening_moves=0)
    found = SelfPlay("cut_the_rope", play, Host.PLAIN).games(2, seed=1)
    starts = np.cumsum(found.counts) - found.counts
    assert (np.maximum.reduceat(found.visits, starts) == 1000).all()
    assert (np.add.reduceat(found.visits, starts) == found.facts["root_visits"]).all()
    assert (found.visits < 1000).any()


def test_wild_moves_come_first(positions):
    """Once a game is calm it stays so."""
    for game in np.unique(positions.facts["game"]):
        calm = positions.facts["calm"][positions.facts["game"] == game]
        assert (np.diff(calm) >= 0).all()
    assert 0 in positions.facts["calm"]


def test_a_game_by_a_network_plays_on(tmp_path):
    path = random_network(tmp_path / "random.network")
    settings = Settings(guidance=1.5, spread=0.15, network=path)
    plan = SelfPlayPlan(settings, fast_iterations=4, full_iterations=4, opening_moves=2)
    assert len(SelfPlay("cuttle", plan, Host.PLAIN).games(2, seed=1)) > 4


def test_a_file_gives_back_its_positions(tmp_path, positions):
    part = tmp_path / "part.npz"
    write_positions(part, positions)
    assert same(read_positions(part), positions)
    whole, chance = part.read_bytes(), random.Random(1)
    part.write_bytes(whole[:-50])
    with pytest.raises(undercut.UndercutError, match=re.escape(f"{part}: damaged (")):
        read_positions(part)
    for _ in range(200):
        flipped = bytearray(whole)
        flipped[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        part.write_bytes(flipped)
        with suppress(undercut.UndercutError):
            read_positions(part)


def test_games_are_numbered_one_after_another(positions, play, monkeypatch):
    assert [*np.unique(concatenate([positions, positions]).facts["game"])] == [*range(12)]
    monkeypatch.setattr(playing, "_JOINED", 2)
    assert same(SelfPlay("cuttle", play, Host.PLAIN).games(6, seed=3), positions)


def test_games_without_a_position_are_refused_in_words(play):
    with pytest.raises(undercut.UndercutError, match="none kept a position"):
        SelfPlay("cuttle", play).games(0, 1)


def test_targets_of_the_value_are_shares_of_the_seat_to_move(positions):
    writer = ExampleWriter("cuttle", levels_of("cuttle").settings, Host.PLAIN)
    examples = writer.values(positions, 2, 1.0)
    calm = positions.facts["calm"] == 1
    winners, seats = positions.facts["winners"][calm], positions.facts["seat"][calm]
    wanted = np.where(winners == 0, 0.5, winners >> seats & 1)
    assert examples.targets[:, 0].tolist() == wanted.tolist()
    assert (examples.targets.sum(1) == 1).all()
    assert examples.features.max() < inputs_of("cuttle").state_features
    for trust in (0.0, 0.5):
        mixed = writer.values(positions, 2, trust).targets
        assert mixed.sum(1) == pytest.approx(np.ones(len(mixed)), abs=0.01)
        assert (mixed[:, 0] != examples.targets[:, 0]).any()


def test_smoothing_goes_backwards_and_stays_in_its_game():
    shares = np.array([[0.5, 0.5], [0.8, 0.2], [0.1, 0.9]])
    facts = {"game": np.array([0, 0, 1]), "seats": np.array([2, 2, 2]), "winners": np.array([1, 1, 0])}
    assert smoothed(shares, facts, 0.5)[:, 0].tolist() == pytest.approx([0.5 * 0.8 + 0.5 * 1, 1, 0.5])
    assert smoothed(shares, facts, 1.0)[:, 0].tolist() == [1, 1, 0.5]


def test_targets_of_the_policy_are_parts_of_the_visits(positions):
    writer = ExampleWriter("cuttle", levels_of("cuttle").settings, Host.PLAIN)
    examples = writer.choices(positions)
    thorough = positions.facts["thorough"] == 1
    assert examples.counts.tolist() == positions.counts[thorough].tolist()
    assert len(examples.moves) == len(examples.targets) == examples.counts.sum()
    assert examples.targets.sum() == pytest.approx(thorough.sum())
    assert ((examples.moves != NO_FEATURE).sum(1) > 0).all()


def test_rows_are_filled_up():
    assert padded([1, 2, 3], [2, 2, 3]).tolist() == [[1, 2], [NO_FEATURE, NO_FEATURE], [3, NO_FEATURE]]


def test_an_interrupted_generation_plays_only_what_is_missing(tmp_path, play, monkeypatch):
    """A file that was half written is not there; all others stay as they are."""
    monkeypatch.setattr(training, "PART", 2)
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    recipe = replace(recipe_of("cuttle"), first=play, games=6)
    said = []
    run = training.Run("cuttle", tmp_path, 1.0, 1, 7, recipe, said.append)
    training.play_generation(run, 0)
    paths = sorted((tmp_path / "generation-000").iterdir())
    kept = [path.read_bytes() for path in paths]
    assert len(said) == len(paths) == 3
    paths[1].unlink()
    paths[1].with_name(f"{paths[1].name}.draft").write_bytes(b"half")
    training.play_generation(run, 0)
    assert len(said) == 4
    assert [path.read_bytes() for path in paths] == kept


def test_games_that_are_too_long_to_keep_are_counted(tmp_path, play, monkeypatch):
    monkeypatch.setattr(training, "PART", 3)
    monkeypatch.setattr(playing, "LOG_CELLS", 250)
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    said = []
    recipe = replace(recipe_of("cuttle"), first=play, games=3)
    training.play_generation(training.Run("cuttle", tmp_path, 1.0, 1, 7, recipe, said.append), 0)
    assert said == ["generation 0: part-0000.npz, 0 to go; games too long to keep: 1"]


def test_the_time_of_an_interrupted_generation_counts(tmp_path, monkeypatch):
    def generation(*_):
        clock.append(clock[-1] + 1.0)
        if len(clock) <= 3:
            raise KeyboardInterrupt
        return {}

    clock = [0.0]
    monkeypatch.setattr(training.time, "monotonic", lambda: clock[-1])
    monkeypatch.setattr(training, "_generation", generation)
    monkeypatch.setattr(training, "HOUR", 1.0)
    train = partial(training.train, "cuttle", tmp_path, processes=1, seed=1, deals=0, say=print)
    for hours in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            train(hours=hours)
    assert train(hours=2) == []
    assert [row["seconds"] for row in train(hours=4)] == [3.0, 1.0]


@pytest.mark.parametrize("name", ["run.json", training.CURVE])
def test_a_file_of_a_run_that_is_damaged_is_named(tmp_path, name):
    (tmp_path / name).write_text('{"game": "cut')
    with pytest.raises(undercut.UndercutError, match=re.escape(f"{tmp_path / name}: ")):
        training.train("cuttle", tmp_path, hours=0, processes=1, seed=1, deals=0, say=print)


def test_a_folder_belongs_to_one_run_even_if_its_first_write_is_interrupted(tmp_path, monkeypatch):
    def half(path, content):
        path.write_text(content[:9].decode())
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(KeyboardInterrupt):
        claimed(tmp_path / "run", {"seed": 1}).__enter__()
    monkeypatch.undo()
    with claimed(tmp_path / "run", {"seed": 1}):
        with pytest.raises(undercut.UndercutError, match="another run is being written there"):
            claimed(tmp_path / "run", {"seed": 1}).__enter__()
        (tmp_path / "run" / "part").touch()
    with pytest.raises(undercut.UndercutError, match="holds another run"):
        claimed(tmp_path / "run", {"seed": 2}).__enter__()


def test_a_game_without_features_cannot_be_trained(monkeypatch):
    without = dataclasses.replace(registry.spec("cuttle"), search=Search)
    monkeypatch.setattr(registry, "spec", lambda _: without)
    with pytest.raises(undercut.UndercutError, match="no features for a network"):
        inputs_of("cuttle")


@pytest.mark.parametrize("name", ["cuttle", "cups", "cut_the_rope"])
def test_games_are_chosen_among_all_rule_sets_with_as_many_seats_as_the_cards_allow(name):
    chance = random.Random(1)
    chosen = {(found.rule_set, found.seats) for found in (random_rules_of(name, 0.3, chance) for _ in range(600))}
    assert {rules for rules, _ in chosen} == {*registry.spec(name).rule_sets}
    assert {seats for _, seats in chosen} == {*registry.spec(name).seats}


INPUTS = Inputs(state_features=6, move_features=4, seats=3)
SIZES = NetworkSizes(units=8, inner=4, policy=8, epochs=60, rate=0.04)
POSITIONS = 800


@pytest.fixture
def features():
    return np.random.default_rng(1).integers(0, 6, (POSITIONS, 3)).astype(np.int16)


def test_the_value_network_learns_who_wins(features):
    """Who has feature 0 wins; a third seat that does not play gets nothing."""
    has = (features == 0).any(1)
    targets = np.stack([has, ~has, np.zeros(POSITIONS)], axis=1).astype(np.float32)
    examples = ValueExamples(features, targets, np.full(POSITIONS, 2), np.arange(POSITIONS))
    value, errors = fit_value(examples, INPUTS, SIZES, seed=5)
    assert errors["value error"] < 0.02 < targets[:, 0].var()
    two = np.array([[1, 1, 1, 0, 0, 0], [0, 1, 1, 1, 0, 0]], np.float32)
    shares = np.exp(log_shares(value, two, np.full(2, 2)))
    assert shares.round().tolist() == [[1, 0, 0], [0, 1, 0]]
    again, _ = fit_value(examples, INPUTS, SIZES, seed=5)
    assert (np.asarray(again["last"][0]) == np.asarray(value["last"][0])).all()


def test_the_policy_network_learns_which_move_the_search_likes(features):
    """A move with feature 1 is liked, whatever the position; positions have one to four moves."""
    chance = np.random.default_rng(2)
    counts = chance.integers(1, 5, POSITIONS)
    liked = np.concatenate([chance.permutation(count) == 0 for count in counts])
    moves = np.stack([np.where(liked, 1, 2), np.full(len(liked), NO_FEATURE)], axis=1).astype(np.int16)
    examples = PolicyExamples(features, moves, counts, liked.astype(np.float32), np.arange(POSITIONS))
    policy, found = fit_policy(examples, INPUTS, SIZES, seed=5)
    assert found["policy agrees"] == 1
    assert 0 <= found["policy surprise"] < 0.1
    weights = lay_out(new_value(INPUTS, SIZES, 0), policy)
    assert weights.moves.rows.shape == (4, 8)
    assert weights.last.rows.shape == (3, 4)
    assert weights.policy.rows.shape == (6, 8)


def test_a_policy_without_preferences_likes_all_moves_equally():
    weights = lay_out(new_value(INPUTS, SIZES, 0), indifferent(INPUTS, SIZES))
    assert not weights.moves.rows.any()
    assert not weights.moves.bias.any()
