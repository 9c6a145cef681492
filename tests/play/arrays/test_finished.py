"""Finished games of a batch: kept on request, as records, and as rows of decisions."""

import pytest

import undercut
from undercut.errors import UndercutError
from undercut.games.base import registry

PLAIN, COMPILED = undercut.Host.PLAIN, undercut.Host.COMPILED


def made(game="cuttle", steps=150, **options):
    games = undercut.batch(game, 8, **{"seed": 3, "host": COMPILED, "keep": True} | options)
    ends = [games.seeds.copy()]
    count = 0
    for _ in range(steps):
        _, done = games.step(games.sample())
        count += int(done.sum())
        ends.append(games.seeds.copy())
    return games, count


@pytest.mark.parametrize("game", registry.names())
def test_decisions_are_what_the_seats_saw_and_did(game):
    games, count = made(game, 300)
    found = games.finished()
    assert len(found) == count > 3
    assert len(games.finished()) == 0
    table = undercut.frame(found)
    rows = table.slice(0, int(found.offsets[2])).to_pylist()
    for number, record in enumerate([record for record, _ in zip(found.records(), range(2), strict=False)]):
        state, own = undercut.replay(record), [row for row in rows if row["game_id"] == number]
        assert state.result
        rewards = [row["reward"] for row in own]
        seats = []
        for row in reversed(own):
            state.undo()
            legal = [move.action for move in state.legal_moves()]
            assert (row["number"], row["seat"]) == (len(state.moves), state.to_move)
            assert row["legal_actions"] == legal
            assert row["action"] in legal
            assert row["observation"] == state.observation(state.to_move).tolist()
            seats.append(state.to_move)
        winners = undercut.replay(record).result.winners
        assert all((reward > 0) == (seat in winners) for reward, seat in zip(rewards[::-1], seats, strict=True))
    assert table.num_rows == found.offsets[-1]


def test_games_against_opponents_are_kept_once_on_every_host():
    tables = []
    for host in (PLAIN, COMPILED):
        games, count = made("cups", 40, seats=3, opponents="greedy", seat=None, host=host)
        found = games.finished()
        assert len(found) == count
        assert set(found.learners.tolist()) <= {0, 1, 2}
        tables.append(undercut.frame(found))
    assert tables[0].equals(tables[1])
    assert undercut.frame(found, of="games").num_rows == count


def test_nothing_is_kept_unless_asked_for():
    with pytest.raises(UndercutError, match="keep=True"):
        undercut.batch("cuttle", 2, host=PLAIN).finished()
    assert undercut.frame(undercut.batch("cuttle", 2, host=PLAIN, keep=True).finished()).num_rows == 0


def test_loaded_games_are_not_kept():
    games = undercut.batch("cuttle", 1, seed=1, host=PLAIN, keep=True)
    games.load(games.state(0).position(), 0)
    while not games.step(games.sample())[1].any():
        pass
    assert len(games.finished()) == 0
    while not games.step(games.sample())[1].any():
        pass
    [record] = games.finished().records()
    assert undercut.replay(record).result
