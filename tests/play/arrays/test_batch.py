import copy
import pickle

import numpy as np
import pytest

import undercut
from tests.amounts import amount
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.play.arrays.batch import Batch, Single
from undercut.play.arrays.games import read_only

HOSTS = [undercut.Host.PLAIN, undercut.Host.COMPILED]
TURNS = amount(60, 150)
TABLES = [("cuttle", None, 2), ("cups", "children", 3), ("cups", "mathematicians", 2), ("cut_the_rope", None, 4)]


def made(game="cuttle", n=6, host=undercut.Host.PLAIN, **chosen) -> Batch:
    return undercut.batch(game, n, **{"seed": 7, "host": host} | chosen)


def shown(games: Batch) -> list[np.ndarray]:
    names = "to_move", "mask", "done", "winners", "rewards", "lengths", "seeds", "steps"
    return [getattr(games, name).copy() for name in names]


def played(games: Batch, steps: int) -> list[list[np.ndarray]]:
    found = []
    for _ in range(steps):
        games.step(games.sample())
        found.append(shown(games))
    return found


def same(one: list[list[np.ndarray]], other: list[list[np.ndarray]]) -> bool:
    pairs = (pair for left, right in zip(one, other, strict=True) for pair in zip(left, right, strict=True))
    return all(np.array_equal(*pair) for pair in pairs)


@pytest.mark.parametrize(("game", "rules", "seats"), TABLES)
def test_hosts_and_threads_play_the_same_games(game, rules, seats):
    plain = played(made(game, rules=rules, seats=seats), TURNS)
    assert same(plain, played(made(game, rules=rules, seats=seats, host=undercut.Host.COMPILED), TURNS))
    assert same(plain, played(made(game, rules=rules, seats=seats, host=undercut.Host.COMPILED, threads=4), TURNS))
    fewer = [[array[:2] for array in arrays] for arrays in plain]
    assert same(fewer, played(made(game, 2, rules=rules, seats=seats), TURNS))


@pytest.mark.parametrize(("game", "rules", "seats"), TABLES)
def test_a_batch_plays_by_the_rules_of_single_states(game, rules, seats):
    games = made(game, 3, rules=rules, seats=seats)
    states = [games.state(i) for i in range(3)]
    table, ended = undercut.game(game, rules=rules, seats=seats), 0
    for turn in range(120):
        assert states == [table.deal(seed=int(seed)) for seed in games.seeds] or games.steps.any()
        for i, state in enumerate(states):
            assert np.flatnonzero(games.mask[i]).tolist() == sorted(move.action for move in state.legal_moves())
            assert games.to_move[i] == state.to_move
        actions = games.sample().copy()
        games.step(actions)
        for i, state in enumerate(states):
            state.play(table.move(int(actions[i]), state))
            assert games.done[i] == (state.result is not None)
            if state.result:
                ended += 1
                assert [seat for seat in range(seats) if games.winners[i] >> seat & 1] == list(state.result.winners)
                assert games.lengths[i] == len(state.moves)
                assert games.rewards[i].sum() == pytest.approx(0, abs=1e-6)
                assert all((games.rewards[i, seat] > 0) == (seat in state.result.winners) for seat in range(seats))
                states[i] = games.state(i)
            else:
                assert not games.rewards[i].any()
                assert turn % 20 or games.state(i) == state
    assert ended or seats == 4 or rules == "mathematicians"


@pytest.mark.parametrize("host", HOSTS)
def test_a_refused_step_changes_no_game(host):
    games = made(host=host)
    before, legal = shown(games), games.sample().copy()
    for wrong in (-1, -2, 1415, 10**12, 1):
        actions = legal.copy()
        actions[3] = wrong
        with pytest.raises(undercut.UndercutError, match=r"actions\[3\]: "):
            games.step(actions)
    with pytest.raises(undercut.IllegalMove, match=r"actions\[3\]: pass.*CU-5"):
        games.step([*legal[:3], 1, *legal[4:]])
    for wrong in (legal[:5], legal[None], legal.astype(float), legal > 0, "draw", None):
        with pytest.raises(undercut.UndercutError, match=r"actions: the (shape|type) is "):
            games.step(wrong)
    for wrong in ([[1], [1, 2]], [10**30] * 6, [None] * 6, ["draw"] * 6, 3):
        with pytest.raises(undercut.UndercutError, match="actions"):
            games.step(wrong)
    assert same([before], [shown(games)])


@pytest.mark.parametrize("host", HOSTS)
def test_without_auto_reset_a_game_stays_over_until_it_is_reset(host):
    games = made("cups", 4, host=host, auto_reset=False)
    for _ in range(20_000):
        if (games.to_move < 0).all():
            break
        games.step(games.sample())
    assert not games.mask.any()
    assert games.state(2).result
    assert games.step([-1] * 4)[1].tolist() == [False] * 4
    with pytest.raises(undercut.UndercutError, match=r"actions\[1\]: 0, but the game is over"):
        games.step([-1, 0, -1, -1])
    games.reset(where=[False, True, False, False])
    assert (games.to_move >= 0).tolist() == [False, True, False, False]
    games.reset(seed=7)
    assert same([shown(games)[-2:]], [shown(made("cups", 4))[-2:]])


@pytest.mark.parametrize("host", HOSTS)
def test_a_reset_with_a_seed_begins_all_again_and_one_without_goes_on(host):
    games = made(host=host)
    first = played(games, 10)
    games.reset(seed=7)
    assert same(first, played(games, 10))
    games.reset()
    assert not same(first, played(games, 10))
    assert len({*games.seeds.tolist(), *made().seeds.tolist()}) == 12


@pytest.mark.parametrize("host", HOSTS)
def test_a_position_is_loaded_and_its_record_begins_there(host):
    state = undercut.game("cuttle").deal(seed=3)
    for move in ("draw", "draw"):
        state.play(move)
    games = made(host=host)
    games.load(state.position(), 4)
    assert games.seeds[4] == -1
    assert games.state(4).position() == state.position()
    played(games, 5)
    assert games.state(4).record()["start"] == state.position()
    assert len(games.state(4).moves) == games.steps[4] == 5
    for wrong, why in (
        (undercut.game("cups").deal(seed=1).position(), "position: "),
        (undercut.game("cuttle", rules="denexa").deal(seed=1).position(), "position: "),
        ({"game": "cuttle"}, "stock|hands"),
    ):
        with pytest.raises(undercut.UndercutError, match=why):
            games.load(wrong, 0)
    state.finish(undercut.Outcome((0,), "resigned"))
    with pytest.raises(undercut.UndercutError, match="the game is over"):
        games.load(state.position(), 0)


def test_long_games_keep_their_whole_log():
    games = made("cut_the_rope", 2, seats=4, host=undercut.Host.COMPILED)
    while games.steps.max() < 600 and not games.done.any():
        games.step(games.sample())
    longest = int(games.steps.argmax())
    state = games.state(longest)
    assert len(state.moves) == games.steps[longest]
    assert undercut.replay(state.record()) == state


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"n": 0}, "n: 0"),
        ({"n": 1 << 21}, "n: "),
        ({"threads": 0}, "threads: 0"),
        ({"seed": -1}, "seed: -1"),
        ({"seed": 1 << 63}, "seed: "),
        ({"game": "whist"}, "whist"),
        ({"seats": 3}, "seats: 3"),
        ({"rules": {"set": "sipie", "zero": 1}}, "rules.zero"),
        ({"host": "compiled"}, "compiled"),
        ({"auto_reset": 1}, "auto_reset"),
    ],
)
def test_wrong_arguments_are_named(chosen, why):
    with pytest.raises(undercut.UndercutError, match=why):
        made(**chosen)


def test_a_state_that_does_not_exist_is_refused():
    with pytest.raises(undercut.UndercutError, match="i: 6"):
        made().state(6)
    with pytest.raises(undercut.UndercutError, match="where: the shape"):
        made().reset(where=[True])


def arrays_of(games: Batch) -> dict[str, np.ndarray]:
    rewards, done = games.step(games.sample())
    names = ("to_move", "mask", "done", "winners", "rewards", "lengths", "seeds", "steps")
    given = {name: getattr(games, name) for name in names}
    given |= {"step[0]": rewards, "step[1]": done, "sample": games.sample()}
    return given | {"observe": games.observe(), "observe(seat)": games.observe(seat=0), "history": games.history()}


@pytest.mark.parametrize("host", HOSTS)
def test_no_array_that_is_given_out_can_be_written_to(host):
    for name, array in arrays_of(made(host=host)).items():
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
        base = array.base
        while isinstance(base, np.ndarray):
            assert not base.flags.writeable, name
            base = base.base
        assert isinstance(base, memoryview), name
        assert base.readonly, name


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("value", [True, False])
def test_a_batch_of_changed_attributes_plays_by_its_own_state(host, value):
    games, other = made(host=host), made(host=host)
    for name, array in arrays_of(games).items():
        if "[" not in name and name not in {"sample", "observe", "observe(seat)", "history"}:
            setattr(games, name, np.full_like(array, value))
    arrays_of(other)
    with pytest.raises(undercut.IllegalMove):
        games.step([1] * 6)
    games.step(games.sample())
    other.step(other.sample())
    assert [games.state(i) for i in range(6)] == [other.state(i) for i in range(6)]


def pickled(games: Batch) -> Batch:
    return pickle.loads(pickle.dumps(games))  # noqa: S301  our own, a moment ago


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, Batch.copy, pickled])
@pytest.mark.parametrize("chosen", [{}, {"auto_reset": False}, {"threads": 2}, {"seed": None}])
def test_a_copy_has_the_same_future_and_a_life_of_its_own(host, again, chosen):
    games = made("cuttle", host=host, **chosen)
    played(games, 30)
    games.load(undercut.game("cuttle").deal(seed=3).position(), 2)
    games.history()
    before = shown(games)
    twin = again(games)
    assert same([before], [shown(twin)])
    assert all(np.array_equal(one, other) for one, other in zip(before, shown(games), strict=True))
    future = played(twin, TURNS)
    assert same([before], [shown(games)])
    assert same(future, played(games, TURNS))
    assert np.array_equal(twin.history(seat=1), games.history(seat=1))
    assert np.array_equal(twin.observe(seat=0), games.observe(seat=0))
    assert [twin.state(i) for i in range(6)] == [games.state(i) for i in range(6)]
    twin.reset()
    games.reset()
    assert twin.seeds.tolist() == games.seeds.tolist()


@pytest.mark.parametrize(
    "given",
    [lambda drawn: drawn, np.copy, lambda drawn: drawn.astype(np.int16), lambda drawn: drawn[::-1].copy()[::-1], list],
    ids=["read-only", "writable", "short", "strided", "list"],
)
def test_no_kind_of_array_makes_a_function_compile_anew(given):
    games = made(host=undercut.Host.COMPILED)
    functions = games._games.loops.engine.functions  # noqa: SLF001  they tell what has been compiled
    compiled = (functions.step, functions.first_fault, functions.pick, functions.list_games, functions.observe_games)

    def use(given):
        games.step(given(games.sample()))
        games.observe(seat=given(read_only(np.ones(6, dtype=np.int64))))
        games.redeal(seat=given(read_only(np.zeros(6, dtype=np.int64))), seed=1)
        return [len(function.signatures) for function in compiled]  # `observe_games`: one for each type of rows in use

    known = use(lambda drawn: drawn)
    assert known[:-1] == [1] * 4
    assert [use(given) for _ in range(3)] == [known] * 3


@pytest.mark.parametrize("name", registry.names())
def test_it_is_a_batch_of_one(name):
    batch = undercut.batch(name, 1, seed=3, host=Host.PLAIN, auto_reset=False)
    single = Single(undercut.game(name), Host.PLAIN)
    single.reset(seed=3)
    single.copy()  # which must give out its own arrays
    for _ in range(200):
        for seat in range(batch.game.seats):
            row, mask = single.look(seat).values()
            assert np.array_equal(row, batch.observe(seat=seat)[0])
            assert np.array_equal(mask, batch.mask[0] if batch.to_move[0] == seat else np.zeros_like(mask))
        number = batch.sample()
        _, done = batch.step(number)
        assert single.play(int(number[0])) == done[0]
        assert np.array_equal(single.rewards, batch.rewards)
        assert np.array_equal(single.own_rewards, batch.own_rewards)
        if done[0]:
            batch.reset()
            single.reset()
    assert single.state(0) == batch.state(0)


def test_it_plays_on_with_histories():
    single = Single(undercut.game("cuttle"), Host.PLAIN)
    single.reset(seed=1)
    single.history()
    twin = single.copy()
    number = int(single.sample()[0])
    single.play(number)
    assert twin.steps[0] == 0
    twin.play(number)
    assert np.array_equal(single.history(), twin.history())
