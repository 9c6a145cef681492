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


def test_a_finished_game_has_no_sequences():
    state = undercut.game("cuttle").deal(seed=1)
    state.finish(undercut.Outcome((0,), "resigned"))
    assert undercut.perft(state, 1) == 0
    assert undercut.perft(state, 0) == 1
