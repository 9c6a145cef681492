"""The perft tables: the same counts on every host."""

import pytest

import undercut
from tests.amounts import amount
from tests.perft.make import DEPTHS, GAMES, table

CHEAP = amount(10_000, 40_000)


@pytest.mark.parametrize("host", [undercut.Host.COMPILED, undercut.Host.CHECKED])
@pytest.mark.parametrize("game", GAMES)
def test_compiled_hosts_count_as_the_table_says(game, host):
    for entry in table(game):
        state = undercut.from_position(entry["position"])
        assert [undercut.perft(state, depth, host=host) for depth in DEPTHS] == entry["counts"], entry["name"]


@pytest.mark.parametrize("game", GAMES)
def test_the_plain_host_counts_as_the_table_says(game):
    for entry in table(game):
        state = undercut.from_position(entry["position"])
        for depth, count in zip(DEPTHS, entry["counts"], strict=True):
            if count <= CHEAP:
                assert undercut.perft(state, depth, host=undercut.Host.PLAIN) == count, entry["name"]


@pytest.mark.parametrize("game", GAMES)
def test_counting_through_the_facade_gives_the_same(game):
    for entry in table(game)[::7]:
        state = undercut.from_position(entry["position"])
        state.set_chance(InOrder())
        assert walk(state, 2) == entry["counts"][1], entry["name"]


class InOrder:
    """Chance as perft has it: the cards stay in the order of the pool."""

    def order(self, cards, first):
        return cards[:first]

    def copy(self):
        return self


def walk(state: undercut.State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in state.legal_moves():
        state.play(move)
        total += walk(state, depth - 1)
        state.undo()
    return total


def test_a_finished_game_has_no_sequences():
    state = undercut.game("cuttle").deal(seed=1)
    state.finish(undercut.Outcome((0,), "resigned"))
    assert undercut.perft(state, 1) == 0
    assert undercut.perft(state, 0) == 1


@pytest.mark.parametrize("depth", [-1, 101, 1.5, True])
def test_a_depth_that_is_none_is_refused(depth):
    with pytest.raises(undercut.UndercutError, match="depth"):
        undercut.perft(undercut.game("cuttle").deal(seed=1), depth)
