"""Finished games of a batch: kept on request, as records, and as rows of decisions."""

import numpy as np
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


@pytest.mark.parametrize("host", [PLAIN, COMPILED])
def test_policies_are_kept_with_the_legal_moves_that_they_are_of(host):
    games = undercut.batch("cuttle", 6, seed=2, host=host, keep=True, opponents="random", seat=None)
    chance = np.random.default_rng(1)
    given: dict[tuple[int, int], list[float]] = {}
    for turn in range(60):
        policy = chance.random(games.mask.shape, dtype=np.float32) if turn % 3 else None
        for game, (seed, number) in enumerate(zip(games.seeds.tolist(), games.steps.tolist(), strict=True)):
            if policy is not None:
                given[seed, number] = policy[game, np.flatnonzero(games.mask[game])].tolist()
        games.step(games.sample(), policy=policy)
    found = games.finished()
    rows = undercut.frame(found).to_pylist()
    kinds = set()
    for row in rows:
        policy = given.get((int(found.seeds[row["game_id"]]), row["number"]))
        by_number = None if row["policy"] is None else dict(zip(row["legal_actions"], row["policy"], strict=True))
        assert (None if by_number is None else [by_number[number] for number in sorted(by_number)]) == policy
        kinds.add((row["seat"] == found.learners[row["game_id"]], policy is None))
    assert kinds == {(True, True), (True, False), (False, True)}
    assert len(next(found.chunks()).policy) == len(next(found.chunks()).legal)


def test_nothing_is_kept_unless_asked_for():
    games = undercut.batch("cuttle", 2, host=PLAIN)
    with pytest.raises(UndercutError, match="policy: this batch keeps no games"):
        games.step(games.sample(), policy=np.ones(games.mask.shape))
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
