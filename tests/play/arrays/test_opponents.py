import json
import random
import zlib

import numpy as np
import pytest

import undercut
from tests.amounts import some_of_each_game
from undercut.bots.players import ranks_of
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.play.loading import determinize

PLAIN, COMPILED = undercut.Host.PLAIN, undercut.Host.COMPILED
TABLES = some_of_each_game(
    (
        (name, rules, seats)
        for name in registry.names()
        for place, rules in enumerate([*registry.spec(name).rule_sets][:2])
        for seats in sorted({registry.spec(name).seats[0], min(4, registry.spec(name).seats[-1])}, reverse=place > 0)
    ),
    2,  # with few seats and with many
)


def made(game="cuttle", n=6, **options):
    return undercut.batch(game, n, **{"seed": 3, "opponents": "greedy", "host": PLAIN} | options)


def played(games, steps=25):
    found = []
    for _ in range(steps):
        rewards, done = games.step(games.sample())
        assert (games.to_move == games.seat).all()
        found.append([rewards.copy(), done.copy(), games.own_rewards.copy(), games.steps.copy(), games.mask.copy()])
    return [np.stack(each) for each in zip(*found, strict=True)]


def same(one, other):
    return all(np.array_equal(*each) for each in zip(one, other, strict=True))


@pytest.mark.parametrize(("game", "rules", "seats"), TABLES)
def test_hosts_threads_and_copies_play_the_same_games(game, rules, seats):
    options = {"rules": rules, "seats": seats, "seat": None}
    first, compiled = made(game, **options), made(game, host=COMPILED, **options)
    assert same(played(first), played(compiled))
    assert same(played(compiled.copy()), played(first))
    again = made(game, host=COMPILED, threads=2, **options)
    again.reset(seed=3)
    assert same(played(again), played(made(game, host=COMPILED, **options)))


@pytest.mark.parametrize(("game", "rules", "seats"), TABLES)
def test_greedy_chooses_as_the_bot_does(game, rules, seats):
    """Each of its moves ranks highest in a deal that its seat considers possible."""
    games, chance = made(game, 3, host=COMPILED, rules=rules, seats=seats, seat=seats - 1), random.Random(5)
    for _ in range(12):
        games.step(games.sample())
    for place in range(3):
        state = games.state(place)
        moves = [*state.moves]
        state = games.game.deal(int(games.seeds[place]))
        for move in moves:
            if state.to_move != seats - 1:
                assert is_best(state, move, chance), move
            state.play(move)


def is_best(state, move, chance):
    legal, view = state.legal_moves(), state.view(state.to_move)
    place = [str(each) for each in legal].index(move)
    for _ in range(300):
        ranks = ranks_of(determinize(view, chance), legal)
        if ranks[place] == max(ranks):
            return True
    return False


def test_rewards_are_those_of_the_seat_that_moved():
    games = made("cups", 32, host=COMPILED, seats=4, seat=None)
    ended = 0
    for _ in range(60):
        seats = games.seat.copy()
        rewards, done = games.step(games.sample())
        assert np.array_equal(games.own_rewards, rewards[np.arange(32), seats])
        assert np.array_equal(games.seat, np.where(done, (seats + 1) % 4, seats))
        ended += int(done.sum())
    assert ended > 20
    assert (games.seat != games.seat[0]).any()


def test_games_without_auto_reset_stay_over():
    games = made("cuttle", 4, auto_reset=False)
    for _ in range(200):
        games.step(games.sample())
    assert (games.to_move == -1).all()
    games.reset(where=[True, False, False, True])
    assert games.to_move.tolist() == [0, -1, -1, 0]


def test_histories_and_states_have_the_opponents_moves():
    games = made("cut_the_rope", 3, seats=3, opponents=["random", "greedy"], seat=1)
    games.history()
    for _ in range(15):
        games.step(games.sample())
    rows = games.history(seat=2)
    for place in range(3):
        state = games.state(place)
        assert state.to_move == 1
        assert len(state.moves) == games.steps[place]
        known = state.history(2)
        assert np.array_equal(rows[place, : len(known)], known)


def test_functions_and_players_choose():
    def last(observations, masks):
        assert observations.shape[0] == masks.shape[0]
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    games = made("cups", 3, seats=3, opponents=[last, undercut.bot("beginner", "cups", seed=1)])
    for _ in range(10):
        games.step(games.sample())
    state = games.state(0)
    assert state.to_move == 0
    assert len(played(made("cups", 2, seats=2, opponents="easy"), 3)) == 5
    assert len(played(made("cups", 2, seats=2, opponents="baseline:ppo"), 3)) == 5


class ByRows:
    """A player that would fail if it were asked game by game."""

    choose = None

    def decide(self, observations, masks):
        assert len(observations) == len(masks)
        return masks.argmax(axis=1)


def test_a_player_that_decides_for_rows_is_asked_for_all_games_at_once():
    moves = [played(made("cups", 4, seats=2, opponents=one), 5) for one in (ByRows(), ByRows().decide)]
    assert str(moves[0]) == str(moves[1])


class ByView:
    """A player whose move follows from the view and the legal moves alone."""

    def choose(self, view, moves):
        return moves[zlib.crc32(json.dumps(view).encode()) % len(moves)]


def test_players_see_the_game_whatever_happened_before_in_its_place():
    player = ByView()
    games = made("cups", 3, seats=3, opponents=player, seat=None, seed=1)

    def follows(place):
        seen, seat = games.state(place), int(games.seat[place])
        for move in reversed(seen.moves):
            seen.undo()
            if seen.to_move != seat:
                assert str(player.choose(seen.view(seen.to_move), seen.legal_moves())) == move
        return len(games.state(place).moves)

    kept = games.snapshot()
    for again in (lambda: games.reset(seed=1), lambda: games.restore(kept), lambda: games.redeal(seed=1)):
        for turn in range(3):
            again()
            for _ in range(4 + turn):
                games.step(games.sample(seed=turn))
            assert sum(map(follows, range(3))) > 10


def test_loaded_positions_go_on_to_the_learner():
    games = made("cuttle", 2, seat=1)
    state = undercut.game("cuttle").deal(seed=1)
    assert state.to_move == 0
    games.load(state.position(), 1)
    assert games.to_move[1] == 1
    assert len(games.state(1).moves) == games.steps[1] == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"opponents": ["greedy", "greedy"]}, "2 given for the 1 other seats"),
        ({"opponents": "nobody"}, "'nobody' is not a player of cuttle"),
        ({"opponents": "baseline:nobody"}, "'baseline:nobody' is not a baseline of cuttle; choose from baseline:ppo"),
        ({"opponents": 3}, "neither a name, nor a player"),
        ({"seat": 2}, "seat"),
        ({"seat": 1, "opponents": None}, "seat: 1 means nothing without opponents"),
        ({"seat": 1, "opponents": lambda _, masks: masks.argmin(axis=1)}, "not the number of a legal move"),
        ({"seat": 1, "opponents": lambda *_: [0.5]}, "a whole number for each"),
    ],
)
def test_faults_are_named(options, why):
    with pytest.raises(UndercutError, match=why):
        made(**options)


@pytest.mark.parametrize("name", registry.names())
def test_what_keeps_every_move_changes_none(name):
    """Kept games and histories ask for each move by itself; otherwise opponents play on in one call."""
    plain, kept, told = (made(name, 3, seed=4, keep=keep) for keep in (False, True, False))
    told.history()
    for _ in range(25):
        for games in (plain, kept, told):
            games.step(games.sample())
    for place in range(3):
        assert plain.state(place) == kept.state(place) == told.state(place)
    assert np.array_equal(plain.mask, kept.mask)
    assert np.array_equal(plain.mask, told.mask)


def recorded(game="cuttle", steps=150, **options):
    games = undercut.batch(game, 8, **{"seed": 3, "host": COMPILED, "keep": True} | options)
    count = 0
    for _ in range(steps):
        _, done = games.step(games.sample())
        count += int(done.sum())
    return games, count


@pytest.mark.parametrize("game", registry.names())
def test_decisions_are_what_the_seats_saw_and_did(game):
    games, count = recorded(game, 300)
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
        games, count = recorded("cups", 40, seats=3, opponents="greedy", seat=None, host=host)
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
