"""Positions with known answers: the rules confirm each answer, and every level plays what it should know."""

import random
from itertools import chain

import pytest

from tests.amounts import amount, some
from tests.bots.endings import can_be_sure, can_force, children, worlds
from tests.bots.known.positions import known
from tests.clauses.cups_table import PACK, table
from undercut.bots.players import SearchPlayer
from undercut.bots.registry import make
from undercut.bots.thinking.prove import MOST_PLAYS, near_ends
from undercut.engine.host import table_after_shuffles
from undercut.games.base import registry
from undercut.games.base.parts.levels import LEVEL_NAMES, Budget
from undercut.play.loading import determinize

WORLDS = 10
DOUBTS = 100
SEEDS = amount(1, 2)
ITERATIONS = 3_000

POSITIONS = list(chain.from_iterable(map(known, registry.names())))
CERTAIN = [position for position in POSITIONS if position.kind != "sound"]


def by_name(positions):
    return pytest.mark.parametrize("position", positions, ids=[f"{one.game}: {one.name}" for one in positions])


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_many(name):
    positions = [one for one in POSITIONS if one.game == name]
    assert len({one.name for one in positions}) == len(positions) >= 30
    assert len({str(one.state.game.rules) for one in positions}) >= 3
    assert len({one.state.game.seats for one in positions}) >= (1 if name == "cuttle" else 3)


@by_name(POSITIONS)
def test_the_answer_is_a_choice(position):
    assert position.named <= position.moves
    assert 0 < len(position.right) < len(position.moves)


def settled(functions, table):
    """The table after all shuffles, in any order."""
    pool = [0] * 1024
    while not functions.is_over(table) and functions.chance_need(table):
        functions.chance_pool(table, pool)
        functions.apply_chance(table, pool)
    return table


def wins_in_turn(functions, table, seat, left):
    """Tell whether a seat wins in the turn that it is playing."""
    if functions.is_over(table):
        return functions.winners(table) == 1 << seat
    if functions.chance_need(table) or functions.mover(table) != seat or left == 0:
        return False
    return any(wins_in_turn(functions, child, seat, left - 1) for _, child in children(functions, table))


def wins(position, tables, move, within):
    """Tell by trying everything whether a move wins within so many own moves on all of these tables."""
    game, seat = position.state.game, position.state.to_move
    functions, code = game.engine.functions, game.spec.parse(tables[0], move)
    after = [settled(functions, child) for table in tables for _, child in children(functions, table, [code])]
    if position.game == "cut_the_rope":
        # A turn has many moves; all wins of these positions come before its end.
        return all(wins_in_turn(functions, table, seat, within - 1) for table in after)
    if all(functions.is_over(table) for table in after):
        return all(functions.winners(table) == 1 << seat for table in after)
    return can_be_sure(game, tables, seat, within, [code])


def loses(position, table, move, within):
    """Tell by trying everything whether another seat wins within so many of its moves after a move."""
    game, seat = position.state.game, position.state.to_move
    functions = game.engine.functions
    ((_, child),) = children(functions, table, [game.spec.parse(table, move)])
    after = settled(functions, child)
    return any(can_force(functions, after, other, within) for other in range(game.seats) if other != seat)


@by_name(CERTAIN)
def test_trying_everything_confirms_the_answer(position):
    tables = worlds(position.state, position.state.to_move, WORLDS)
    if position.kind == "win":
        found = [
            {move for move in position.moves if wins(position, tables, move, n + 1)} for n in range(position.within)
        ]
        assert not any(found[:-1])
        assert found[-1] == position.right
        return
    assert position.kind == "others lose"
    losing = {move for move in position.moves if all(loses(position, table, move, position.within) for table in tables)}
    wrong = position.moves - position.right
    assert wrong <= losing
    more = worlds(position.state, position.state.to_move, DOUBTS) if losing > wrong else []
    for move in losing - wrong:
        assert not all(loses(position, table, move, position.within) for table in more), move


def chosen(level, position, seed):
    """What a level plays, with a budget that keeps this cheap."""
    player = make(level, position.game, seed)
    if isinstance(player, SearchPlayer):
        player.budget = Budget(iterations=min(player.budget.iterations, ITERATIONS))
    return str(player.choose(position.state.view(position.state.to_move), position.state.legal_moves()))


@by_name(some(POSITIONS, 45))
def test_levels_play_what_they_should_know(position):
    for level in LEVEL_NAMES[LEVEL_NAMES.index(position.level) :]:
        for seed in range(SEEDS if level != "master" else 1):
            assert chosen(level, position, seed) in position.right, (level, seed)


def seen(state):
    return near_ends(state.view(state.to_move))


@pytest.mark.parametrize(
    ("hand", "grave", "losing"),
    [
        ("9s 4w", "", ()),  # each of these plays lets some last card out, but none lets every card out
        ("As 9s", "", ("As",)),  # a gift that every hand can make
        ("As 9s", "6d", ()),  # who has a graveyard is not out
    ],
)
def test_only_what_is_certain_is_foreseen(hand, grave, losing):
    assert seen(table(hands=(hand, "3d"), graveyards=("", grave), dump="7d 5s")) == ((), losing)


def test_the_same_whatever_is_hidden():
    state, chance = table(hands=("As 9s", "3d", "4w 6w"), dump="7d 5s"), random.Random(1)
    assert {seen(determinize(state.view(0), chance)) for _ in range(5)} == {((), ("As",))}


@pytest.mark.parametrize("seats", [2, 3])
def test_it_gives_up_where_there_are_many_moves(seats, monkeypatch):
    """With a hand this large the end is not near, although another player has a single card."""
    plays = []

    def counted(*args):
        plays.append(args)
        return table_after_shuffles(*args)

    monkeypatch.setattr("undercut.bots.thinking.prove.table_after_shuffles", counted)
    large = [card for card in PACK if card not in {"As", "5s", "3d"}][:44]
    hands = (" ".join(["As", *large[:22]]), "3d", " ".join(large[22:]))[:seats]
    assert seen(table(hands=hands, dump="5s")) in {((), ()), ((), ("As",))}
    assert len(plays) <= 21 * MOST_PLAYS
