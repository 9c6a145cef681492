import json

import numpy as np
import pytest

import undercut
from tests.amounts import amount, some_of_each_game
from undercut.engine.host import Host
from undercut.engine.rows import EVENT_WIDTH
from undercut.games.base import registry
from undercut.play.arrays.batch import Batch
from undercut.play.moments import is_hidden
from undercut.search.layers import search_engine

HOSTS = [undercut.Host.PLAIN, undercut.Host.COMPILED]
_APART = {"set": "mathematicians", "cups_apart": True, "redeal_ace": "return", "short_draw": "magellan"}
TABLES = [
    ("cuttle", None, 2),
    ("cuttle", "cuttle-cards-2", 2),
    ("cuttle", {"four": "random", "seven": 2}, 2),
    ("cups", None, 4),
    ("cups", "children", 3),
    ("cups", "mathematicians", 2),
    ("cups", _APART, 3),
    ("cups", {"hand_size": 2, "redeal_ace": "remove", "short_draw": "dump"}, 8),
    ("cut_the_rope", None, 4),
    ("cut_the_rope", "short", 8),
    ("cut_the_rope", {"equal": True, "refill": "when_empty", "personal": 5}, 2),
]
TWINS = 4
"""Games that begin alike to one seat."""


def made(game="cuttle", n=6, host=undercut.Host.PLAIN, **chosen) -> Batch:
    return undercut.batch(game, n, **{"seed": 7, "host": host} | chosen)


def tables(games: Batch) -> list:
    engine, states = games._games.loops.engine, games._games.arrays.states  # noqa: SLF001  replaying each game anew would take too long
    return [engine.unload(states, place) for place in range(len(games.to_move))]


class Seen:
    """Two ways to write down the same knowledge: they tell the same positions apart, or this finds where not."""

    def __init__(self) -> None:
        self.one, self.other, self.shared = {}, {}, 0

    def add(self, one, other) -> None:
        assert self.one.setdefault(one, other) == other, f"one is the same, the other is not: {one}"
        assert self.other.setdefault(other, one) == one, f"the other is the same, one is not: {one}"
        self.shared += 1

    @property
    def repeated(self) -> int:
        return self.shared - len(self.one)


def imagined(game: undercut.Game, table, seat: int, generator: list[int]):
    engine = search_engine(game.name, Host.PLAIN)
    twin = game.engine.table()
    undercut.engine.contract.copy_fields(table, twin)
    engine.functions.determinize(twin, seat, generator, [0] * 4096)
    return twin


def twins(game: undercut.Game, families: int, seat: int, host: Host) -> Batch:
    """Deal games, each in several forms that a seat cannot tell apart."""
    games = made(game.name, families * TWINS, host, rules=game.rules, seats=game.seats, auto_reset=False)
    generator = [7]
    dealt = tables(games)
    for place in range(len(dealt)):
        if place % TWINS:
            twin = imagined(game, dealt[place - place % TWINS], seat, generator)
            games.load(games.state(0).position() | game.spec.positions.write(twin), place)
    games.history()
    for family in range(families):
        games.load(games.state(family * TWINS).position(), family * TWINS)
    return games


def learned(game, known: str, before, action: int, seat: int, view: str) -> str:
    """Give what a seat has come to know: everything that it has seen, in order, as a number."""
    if action < 0:
        return known or str(hash(view))
    code = game.spec.notation.parse(before, game.actions[action])
    move = "?" if is_hidden(game, before, code, seat) else action
    return str(hash(f"{known} {before.to_move} {move} {view}"))


def together(games: Batch) -> np.ndarray:
    """A move for each game: of a family, the same one wherever it is legal."""
    chosen = games.sample().copy()
    for first in range(0, len(chosen), TWINS):
        for place in range(first + 1, first + TWINS):
            if chosen[first] >= 0 and games.mask[place, chosen[first]]:
                chosen[place] = chosen[first]
    return chosen


@pytest.mark.parametrize(("name", "rules", "seats"), TABLES)
def test_equal_knowledge_gives_equal_integers_and_different_knowledge_different_ones(name, rules, seats):
    game = undercut.game(name, rules=rules, seats=seats)
    spec, seat = game.spec, seats - 1
    views, states = Seen(), Seen()
    games = twins(game, amount(4, 25), seat, undercut.Host.COMPILED)
    known = [""] * len(games.to_move)
    chosen = np.full(len(known), -1)
    before, generator = tables(games), [1]
    for _ in range(amount(16, 120)):
        now = tables(games)
        columns, events = games.observe(seat=seat).copy(), games.history(seat=seat).copy()
        for place, table in enumerate(now):
            view = json.dumps(spec.positions.view(table, seat))
            views.add(view, columns[place].tobytes())
            known[place] = learned(game, known[place], before[place], int(chosen[place]), seat, view)
            states.add(known[place], columns[place].tobytes() + events[place].tobytes())
            if place % TWINS == 0:
                twin = imagined(game, table, seat, generator)
                row = np.zeros_like(columns[place])
                spec.observations.observe(twin, seat, row)
                views.add(json.dumps(spec.positions.view(twin, seat)), row.tobytes())
        chosen, before = together(games), now
        games.step(chosen)
    assert views.repeated > 10
    assert states.repeated > 10


@pytest.mark.parametrize(("name", "rules", "seats"), some_of_each_game(TABLES, 2))
def test_hosts_threads_and_single_states_observe_the_same(name, rules, seats):
    plain, fast = (made(name, 4, host, rules=rules, seats=seats) for host in HOSTS)
    shared = made(name, 4, undercut.Host.COMPILED, rules=rules, seats=seats, threads=2)
    late = made(name, 4, rules=rules, seats=seats)
    for turn in range(amount(25, 60)):
        for seat in (None, *range(seats)) if turn % 12 == 0 else ():
            found = plain.observe(seat=seat).copy(), plain.history(seat=seat).copy()
            for games in (fast, shared):
                assert np.array_equal(games.observe(seat=seat), found[0])
                assert np.array_equal(games.history(seat=seat), found[1])
            for place in range(4):
                state, watcher = plain.state(place), plain.to_move[place] if seat is None else seat
                events = state.history(watcher)
                assert np.array_equal(state.observation(watcher), found[0][place])
                assert np.array_equal(events, found[1][place][: len(events)])
                assert not found[1][place][len(events) :].any()
        for games in (plain, fast, shared, late):
            games.step(games.sample())
    assert np.array_equal(late.history(), plain.history())
    assert plain.observe().dtype == plain.history().dtype == np.int16


@pytest.mark.parametrize("name", sorted({table[0] for table in TABLES}))
def test_values_stay_in_their_ranges(name):
    layout = undercut.game(name).observations
    columns, rows = layout.columns, layout.history
    assert [column.index for column in columns] == list(range(layout.length))
    assert len({column.name for column in columns}) == len(columns)
    assert len(rows) == EVENT_WIDTH
    for rules in registry.spec(name).rule_sets:
        games = made(name, 16, undercut.Host.COMPILED, rules=rules)
        for turn in range(60):
            games.step(games.sample())
            for seat in range(games.game.seats) if turn % 6 == 0 else ():
                assert (games.observe(seat=seat) >= [column.least for column in columns]).all()
                assert (games.observe(seat=seat) <= [column.greatest for column in columns]).all()
                assert (games.history(seat=seat) >= [column.least for column in rows]).all()
                assert (games.history(seat=seat) <= [column.greatest for column in rows]).all()


def test_an_end_at_the_table_is_observed():
    state = undercut.game("cuttle").deal(seed=7)
    columns = {column.name: column.index for column in state.game.observations.columns}
    before = state.observation(1)
    state.finish(undercut.Outcome((1,), "resigned"))
    after = state.observation(1)
    changed = {name for name, index in columns.items() if before[index] != after[index]}
    assert changed == {"to move seat +1", "phase play", "phase over", "winner you", "end resigned"}


@pytest.mark.parametrize("host", HOSTS)
def test_where_no_seat_is_to_move_nothing_is_observed(host):
    games = made("cuttle", 3, host, auto_reset=False)
    for _ in range(300):
        games.step(games.sample())
    assert (games.to_move < 0).all()
    assert not games.observe().any()
    assert not games.history().any()
    assert games.observe(seat=0).any(axis=1).all()
    assert games.history(seat=[0, 1, 0]).any(axis=(1, 2)).all()


@pytest.mark.parametrize("host", HOSTS)
def test_a_history_that_outgrows_its_room_is_refused_until_the_next_deal(host):
    games = made("cuttle", 3, host, history_room=20, auto_reset=False)
    assert games.history().shape == (3, 20, EVENT_WIDTH)
    for _ in range(8):
        games.step(games.sample())
    games.reset(where=[True, False, True])
    for _ in range(12):
        games.step(games.sample())
        games.reset(where=[True, False, True])
    with pytest.raises(undercut.UndercutError, match=r"history of game 1: it has \d+ events, and history_room is 20"):
        games.history(seat=0)
    games.reset(where=[False, True, False])
    assert games.history(seat=0).any()


def test_bad_seats_and_rooms_are_refused():
    games = made()
    for ask in (games.observe, games.history):
        for wrong, why in (
            (2, "seat: 2 is not a whole number from 0 to 1"),
            (-1, "seat: -1 is not"),
            (True, "seat: True is not"),
            ("0", "seat: '0' is not"),
            ([0, 1], r"seat: the shape is \(2,\), not \(6,\)"),
            ([0.0] * 6, "seat: the type is float64"),
            ([0, 1, 0, 2, 0, 0], r"seat\[3\]: 2 is not a seat from 0 to 1"),
        ):
            with pytest.raises(undercut.UndercutError, match=why):
                ask(seat=wrong)
    for wrong in (0, -1, 2.5, "many", True):
        with pytest.raises(undercut.UndercutError, match="history_room: "):
            made(history_room=wrong)
    for ask in (games.state(0).observation, games.state(0).history):
        for wrong in (2, -1, None, "you"):
            with pytest.raises(undercut.UndercutError, match="seat: "):
                ask(wrong)
