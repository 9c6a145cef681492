import hashlib
import random
import re
from dataclasses import replace

import numpy as np
import pytest

import undercut
from tests.amounts import SEARCH_HOSTS, amount
from tests.train.networks import random_network, random_weights
from undercut.arena.playing import make_entrant
from undercut.bots.players import levels_of
from undercut.bots.registry import make
from undercut.bots.thinking.budget import Effort
from undercut.bots.thinking.think import think
from undercut.engine.contract import WHOLE_SHARE
from undercut.engine.host import Host
from undercut.games.base.parts.bots import GUIDED, Budget, Settings
from undercut.play.loading import determinize
from undercut.search import workspace
from undercut.search.network import FIXED_POINT_ONE, FULL, SCALE
from undercut.search.network_file import Network, own_network, read_network, write_network
from undercut.train.networks import inputs_of, rounded
from undercut.train.playing import _engine

GAMES = ["cuttle", "cups", "cut_the_rope"]


def positions(name, number):
    for seed in range(number):
        rules = random.Random(seed).choice([*undercut.games.base.registry.spec(name).rule_sets])
        state = undercut.game(name, rules=rules).deal(seed=seed)
        players = [make("random", name, seed + seat) for seat in range(state.game.seats)]
        for _ in range(seed % 30):
            if not state.result:
                state.play(players[state.to_move].choose(state.view(state.to_move), state.legal_moves()))
        if not state.result and len(state.legal_moves()) > 1:
            yield state


class Inference:
    def __init__(self, name, weights):
        self.functions = _engine(name, Host.PLAIN).functions
        self.row = rounded(weights).tolist()
        self.workspace = [[0] * workspace.LEAST_ROW for _ in range(workspace.ROWS)]

    def shares(self, state):
        self.functions.net_shares(state.table_copy(), state.game.seats, self.workspace, self.row)
        return self.workspace[workspace.SHARES][: state.game.seats]

    def priors(self, state, table=None):
        table = table or state.table_copy()
        codes = [state.game.spec.notation.parse(state.table_copy(), str(move)) for move in state.legal_moves()]
        self.workspace[workspace.MOVES][: len(codes)] = codes
        self.functions.fill_priors(table, len(codes), self.workspace, self.row)
        return self.workspace[workspace.PRIORS][: len(codes)]

    def parts(self, name, state, *arguments):
        found = [0] * 2048
        self.functions.prepare_moves(state, found)
        return found[: getattr(self.functions, name)(state, *arguments, found)]


def softmax(odds):
    powers = np.exp(odds - odds.max())
    return powers / powers.sum()


@pytest.mark.parametrize("name", GAMES)
def test_inference_is_what_numpy_computes(name):
    weights = random_weights(name)
    network = Inference(name, weights)
    for state in positions(name, 25):
        table = state.table_copy()
        parts = network.parts("value_features", table)
        units = np.clip(weights.value.bias + weights.value.rows[parts].sum(0), 0, 1)
        inner = np.clip(weights.inner.bias + weights.inner.rows @ units, 0, 1)
        seats = state.game.seats
        wanted = softmax((weights.last.bias + weights.last.rows @ inner)[:seats])
        found = np.array(network.shares(state)) / WHOLE_SHARE
        assert found[(state.to_move + np.arange(seats)) % seats] == pytest.approx(wanted, abs=0.02)
        listed = network.parts("policy_features", table)
        units = np.clip(weights.policy.bias + weights.policy.rows[listed].sum(0), 0, 1)
        codes = [state.game.spec.notation.parse(table, str(move)) for move in state.legal_moves()]
        lists = [network.parts("move_features", table, code) for code in codes]
        odds = [weights.moves.bias[each].sum() + weights.moves.rows[each].sum(0) @ units for each in lists]
        assert np.array(network.priors(state)) / FIXED_POINT_ONE == pytest.approx(softmax(np.array(odds)), abs=0.02)


def visits_of(state, iterations, host, settings):
    effort = Effort(Budget(iterations=iterations), host)
    found = think(state.view(state.to_move), effort, random.Random(1), settings=settings)
    return [(str(one.move), one.visits, one.expected) for one in found.moves]


@pytest.mark.parametrize("name", GAMES)
def test_parts_are_in_range(name):
    network, inputs = Inference(name, random_weights(name)), inputs_of(name)
    for state in positions(name, amount(25, 60)):
        table = state.table_copy()
        for kind in ("value_features", "policy_features"):
            parts = network.parts(kind, table)
            assert parts
            assert all(0 <= part < inputs.state_features for part in parts)
        for move in state.legal_moves():
            parts = network.parts("move_features", table, state.game.spec.notation.parse(table, str(move)))
            assert 0 < len(parts) <= 20
            assert all(0 <= part < inputs.move_features for part in parts)


@pytest.mark.parametrize("name", GAMES)
def test_priors_do_not_depend_on_hidden_cards(name):
    network, chance, changed = Inference(name, random_weights(name)), random.Random(3), 0
    for state in positions(name, 30):
        other = determinize(state.view(state.to_move), chance)
        changed += other.position() != state.position()
        assert network.priors(state, other.table_copy()) == network.priors(state)
    assert changed > 10


def test_the_value_depends_on_the_other_hand():
    network, state = Inference("cuttle", random_weights()), undercut.game("cuttle").deal(seed=7)
    others = [determinize(state.view(0), random.Random(seed)) for seed in range(5)]
    assert len({tuple(network.shares(other)) for other in others}) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_search_by_a_network_is_the_same_on_every_host(name, tmp_path):
    path = random_network(tmp_path / "random.network", name)
    settings = Settings(guidance=1.5, first_play=0.2, spread=0.1, network=path)
    for state in list(positions(name, 12))[-3:]:
        seen = [visits_of(state, 60, host, settings) for host in SEARCH_HOSTS]
        assert all(one == seen[0] for one in seen)
        assert sum(visits for _, visits, _ in seen[0]) == 60


def test_a_race_by_a_network_is_the_same_on_every_host(tmp_path):
    path = random_network(tmp_path / "random.network", "cut_the_rope")
    usual = levels_of("cut_the_rope").settings
    settings = replace(usual, guidance=1.0, network=path)
    state = list(positions("cut_the_rope", 12))[-1]
    seen = [visits_of(state, 40, host, settings) for host in SEARCH_HOSTS]
    assert all(one == seen[0] for one in seen)
    assert visits_of(state, 40, Host.PLAIN, usual) != seen[0]


def test_a_network_guides_the_search(tmp_path):
    state, effort = undercut.game("cuttle").deal(seed=7), Effort(Budget(iterations=60), Host.PLAIN)
    found = [
        [one.visits for one in think(state.view(0), effort, random.Random(1), settings=settings).moves]
        for settings in (
            levels_of("cuttle").settings,
            *(Settings(guidance=1.5, network=random_network(tmp_path / str(seed), seed=seed)) for seed in range(2)),
        )
    ]
    assert found[0] != found[1] != found[2]


def test_the_network_evaluates_where_the_tree_ends(tmp_path):
    state, network = undercut.game("cuttle").deal(seed=7), random_network(tmp_path / "random.network")
    found = [
        think(state.view(0), Effort(Budget(iterations=30), Host.PLAIN), random.Random(1), settings=settings).moves
        for settings in (Settings(guidance=1.5, network=network, limit=limit) for limit in (0, 4_000))
    ]
    assert found[0] == found[1]


def test_a_file_gives_back_its_network(tmp_path):
    network = Network("cuttle", [1, -2, (1 << 31) - 1, -(1 << 31)], {"seed": 7})
    write_network(tmp_path / "a.network", network)
    found = read_network(tmp_path / "a.network")
    assert (found.game, [*found.weights], found.recipe) == ("cuttle", [*network.weights], {"seed": 7})


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (lambda data: data[:-1], "hash"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "hash"),
        (lambda data: data.replace(b'"format": 1', b'"format": 2'), "format 2; this version reads format 1"),
        (lambda data: data[1:], "not a network"),
        (lambda _data: b"", "not a network"),
        (lambda _data: b"[]\n", "not a network"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, damage, fault):
    path = tmp_path / "a.network"
    write_network(path, Network("cuttle", [1, 2, 3], {}))
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(undercut.UndercutError, match=fault):
        read_network(path)


def test_a_missing_network_and_one_of_another_game_are_refused(tmp_path):
    view = undercut.game("cups").deal(seed=1).view(0)

    def search(path):
        effort, settings = Effort(Budget(iterations=1), Host.PLAIN), Settings(guidance=1.0, network=path)
        think(view, effort, random.Random(1), settings=settings)

    with pytest.raises(undercut.UndercutError, match=r"nothing\.network: No such file"):
        search(str(tmp_path / "nothing.network"))
    with pytest.raises(undercut.UndercutError, match="is a network for cuttle, not for cups"):
        search(random_network(tmp_path / "cuttle.network"))
    write_network(tmp_path / "short.network", Network("cups", own_network("cups").weights[:-1], {}))
    with pytest.raises(undercut.UndercutError, match="is of other sizes"):
        search(str(tmp_path / "short.network"))
    head, _, _ = (tmp_path / "short.network").read_bytes().partition(b"\n")
    digest = hashlib.sha256(b"no zlib").hexdigest()
    text = re.sub(rb'"sha256": "\w+"', f'"sha256": "{digest}"'.encode(), head)
    (tmp_path / "short.network").write_bytes(text + b"\nno zlib")
    with pytest.raises(undercut.UndercutError, match="weights are damaged: "):
        read_network(tmp_path / "short.network")


@pytest.mark.parametrize("weight", [1e9 / SCALE * FULL, float("nan"), float("-inf")])
def test_weights_of_a_fit_that_diverged_are_refused(weight):
    weights = random_weights()
    weights.last.bias[0] = weight
    with pytest.raises(undercut.UndercutError, match="the fit diverged"):
        rounded(weights)


SIGNATURE = {"cuttle": 214476, "cups": 194730}


@pytest.mark.parametrize("name", SIGNATURE)
def test_signature_of_a_search_by_the_network(name):
    """One number for fixed positions and iterations, by the network that belongs to the game."""
    number = 0
    for seed, state in enumerate(list(positions(name, 12))[-6:]):
        found = think(state.view(state.to_move), Effort(Budget(iterations=400)), random.Random(seed), settings=GUIDED)
        for one in sorted(found.moves, key=lambda one: str(one.move)):
            number = (number * 31 + one.visits) % 1_000_003
    assert number == SIGNATURE[name]


@pytest.mark.parametrize("name", SIGNATURE)
def test_a_network_says_how_it_was_trained(name):
    recipe = own_network(name).recipe
    assert {"seed", "games", "positions", "generation", "recipe", "undercut", "torch", "license"} <= recipe.keys()


def test_an_arena_has_a_player_by_the_network():
    state = undercut.game("cuttle").deal(seed=7)
    player = make_entrant("learned:4", "cuttle", 1)
    player.host = Host.PLAIN
    assert player.choose(state.view(0), state.legal_moves()) in state.legal_moves()
    with pytest.raises(undercut.UndercutError, match="cut_the_rope has no network"):
        make_entrant("learned:4", "cut_the_rope", 1)
