"""The opponents: they see views only, and play sensibly where anybody would."""

from __future__ import annotations

import pytest

import undercut
from tests.amounts import amount
from tests.clauses.cuttle_table import table
from tests.touring import varied
from undercut.bots.players.player import play_out
from undercut.bots.players.registry import PLAYERS, make
from undercut.games.base import registry


def choice(state: undercut.State, seed: int = 1) -> str:
    return str(make("greedy", state.game.name, seed).choose(state.view(state.to_move), state.legal_moves()))


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize(("player", "limit"), [*((player, 3000) for player in PLAYERS), ("search:4", amount(30, 150))])
def test_whole_games_under_any_rules(name, player, limit):
    for seed in range(amount(2, 8)):
        game = varied(name, seed)
        players = [make(player, name, seed + seat) for seat in range(game.seats)]
        state = play_out(game.deal(seed=seed), players, limit=limit)
        assert state.result or len(state.moves) == limit


def test_greedy_beats_random_at_cuttle():
    """By far: 60 paired games, seats exchanged, of which luck gives random a few."""
    wins = 0
    for seed in range(60):
        players = [make("greedy", "cuttle", seed), make("random", "cuttle", seed)]
        state = undercut.game("cuttle").deal(seed=seed // 2)
        result = play_out(state, players[:: 1 if seed % 2 else -1], limit=2000).result
        wins += result is not None and result.winners == (0 if seed % 2 else 1,)
    assert wins >= 45


@pytest.mark.parametrize("rules", ["sipie", "denexa", "akagiri", "pagat", "cuttle-cards-1", "cuttle-cards-2"])
def test_greedy_takes_a_win(rules):
    assert choice(table(rules, hands=("Td 2c Kc", "9c 9d"), points=("Tc 4h", "5s"))) in ("Td", "Kc+")


def test_greedy_gives_nothing_away():
    """A jack on one's own card is legal, and a gift."""
    state = table("sipie", hands=("Jc", "9c 9d"), points=("Tc", ""))
    assert "Jc>Tc" in {str(move) for move in state.legal_moves()}
    assert choice(state) != "Jc>Tc"
    state = table("sipie", hands=("Ac 3d", "9c 9d"), points=("Tc 7c", ""))
    assert choice(state) != "Ac!"


def test_greedy_scuttles_what_would_win():
    assert choice(table("sipie", hands=("Ts 3d", "9c 9d"), points=("", "Td 9h"))) == "TsxTd"


def test_greedy_counters_what_hurts():
    state = table("sipie", hands=("2c 3d", "Ah 9d"), points=("Tc 9c", ""), turn=1)
    state.play("Ah!")
    assert choice(state) == "2c!"


def test_greedy_keeps_its_two_when_nothing_is_at_stake():
    state = table("sipie", hands=("2c 3d", "6h 9d"), points=("", ""), turn=1)
    state.play("6h!")
    assert choice(state) == "ok"
