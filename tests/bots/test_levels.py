import itertools
import random
from functools import cache
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

import undercut
from tests.amounts import amount, some
from tests.bots.endings import ENDINGS, can_be_sure, can_force, children, worlds
from tests.bots.known.positions import known
from tests.clauses import cups_table
from tests.clauses.cuttle_table import table
from tests.touring import walk
from undercut.bots.players import ADAPTIVE, USUAL, SearchPlayer, levels_of, ranks_of
from undercut.bots.registry import make
from undercut.bots.thinking.budget import Effort
from undercut.bots.thinking.prove import MOST_PLAYS, near_ends
from undercut.bots.thinking.think import think
from undercut.engine.engine import table_after_shuffles
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES, Budget
from undercut.games.cups import bots as bots_of_cups
from undercut.games.cut_the_rope import bots as bots_of_cut_the_rope
from undercut.games.cuttle import bots as bots_of_cuttle
from undercut.lessons.learner import GameScore, level_at, strength_of, updated_strength


def choices(name, number, least=2):
    """List states of random games with at least this number of legal moves, each with its moves."""
    chance, found = random.Random(name), []
    for seed in range(number):
        for state in walk(undercut.game(name).deal(seed=seed), chance, 40):
            moves = state.legal_moves()
            if len(moves) >= least:
                found.append((state.copy(), moves))
    assert len(found) > 20
    return found


def best(ranking, state, moves):
    ranks = ranking(state, moves)
    return [move for move, rank in zip(moves, ranks, strict=True) if rank == max(ranks)]


@pytest.mark.parametrize("game", [*registry.names(), None])
def test_every_level_is_a_character_with_a_sentence(game):
    levels = (levels_of(game) if game else USUAL).levels
    assert tuple(levels) == LEVEL_NAMES
    assert len({level.character.name for level in levels.values()}) == len(levels)
    for level in levels.values():
        assert level.character.text.startswith(f"{level.character.name} ")
        assert level.character.text.endswith(".")
        assert len(level.character.text) <= 100


def test_ada_of_cuttle_lays_out_her_smallest_points():
    laid = 0
    for state, moves in choices("cuttle", 5):
        points = ["A23456789T".index(move.card[0]) for move in moves if move.kind == "points"]
        if points:
            chosen = best(bots_of_cuttle.low_points, state, moves)
            assert {("points", min(points))} == {(move.kind, "A23456789T".index(move.card[0])) for move in chosen}
            laid += 1
    assert laid


def test_ben_of_cuttle_plays_a_jack_whether_the_twos_are_gone_or_in_your_hand():
    """Positions that differ only in your side: where the twos are, and whether you are about to win."""
    twos, others = "2c 2d 2h 2s", "3c 4c 6d 7d"

    def chosen(hand, scrap, points):
        state = table(hands=("Jh 5c", hand), points=("", points), scrap=scrap)
        return [str(move) for move in best(bots_of_cuttle.own_points, state, state.legal_moves())]

    for points in ("9h", "9h 8d"):
        assert chosen(twos, others, points) == chosen(others, twos, points) == ["Jh>9h"]


def thoughts(level, name, states):
    levels = levels_of(name)
    for state, _ in states:
        effort = Effort(levels.levels[level].budget, Host.PLAIN)
        yield think(state.view(state.to_move), effort, random.Random(1), settings=levels.settings)


def test_cleo_of_cuttle_looks_at_few_moves():
    for found in thoughts("medium", "cuttle", choices("cuttle", 3, least=7)[::6]):
        assert sum(one.visits > 0 for one in found.moves) <= 6


def test_ada_of_cups_minds_a_draw_only_if_it_is_large():
    """She ranks as if she drew nothing up to seven cards, and like the whole hand otherwise."""
    costs = set[float]()
    for state, moves in choices("cups", 3):
        known, careless = ranks_of(state, moves), bots_of_cups.cheap_draws(state, moves)
        costs |= {other - one for one, other in zip(known, careless, strict=True)}
    assert {0.0, 40.0 * 7} < costs <= {40.0 * cards for cards in range(8)}


def test_ben_of_cut_the_rope_plays_only_what_leads_to_his_card_and_puts_down_any_card_alike():
    for state, moves in choices("cut_the_rope", 2)[::5]:
        ranks = bots_of_cut_the_rope.own_way(state, moves)
        ranked = [*zip(moves, ranks, strict=True)]
        assert sum(move.kind in ("hand", "supply") and rank > 0 for move, rank in ranked) <= 1
        assert len({rank for move, rank in ranked if move.kind == "put"}) <= 1


def test_ada_of_cut_the_rope_judges_by_a_few_deals():
    for found in thoughts("beginner", "cut_the_rope", choices("cut_the_rope", 2, least=6)[::20]):
        assert max(one.visits for one in found.moves) <= 6


def test_a_level_says_with_how_many_players_it_is_no_stronger_than_the_one_below():
    levels = levels_of("cups")
    assert levels.style("master", 2) == levels.master.character.text
    assert levels.style("master", 4).endswith("With 4 players Mira is about as strong as the level expert.")
    assert levels.style("hard", 4) == levels.hard.character.text
    assert levels.style("hard", 6).endswith("With 6 players Dora is about as strong as the level medium.")


RESULTS = st.builds(GameScore, st.sampled_from(LEVEL_NAMES), st.sampled_from([True, False, None]), st.integers(2, 8))


@given(st.lists(RESULTS))
def test_every_list_of_results_gives_a_level(results):
    assert level_at(strength_of(results)) in LEVEL_NAMES


def test_a_person_who_wins_all_games_meets_the_master_and_one_who_loses_all_the_beginner():
    for won, last in ((True, "master"), (False, "beginner")):
        strength = strength_of([])
        for _ in LEVEL_NAMES:
            strength = updated_strength(strength, GameScore(level_at(strength), won=won))
        assert level_at(strength) == last


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_a_fair_share_of_wins_keeps_the_level(seats):
    strength = 3.0
    for won in [*[False] * (seats - 1), True] * 5:
        strength = updated_strength(strength, GameScore("hard", won=won, seats=seats))
    assert level_at(strength) in ("medium", "hard")
    assert abs(strength - 3.0) <= 1.0


@given(st.integers(0, 5), RESULTS)
def test_only_a_surprise_counts(level, result):
    surprise = {True: result.level in LEVEL_NAMES[level:], False: result.level in LEVEL_NAMES[: level + 1], None: False}
    changed = updated_strength(float(level), result) != level
    assert changed == surprise[result.won] or level_at(float(level)) in (LEVEL_NAMES[0], LEVEL_NAMES[-1])


def test_it_plays_no_arena():
    with pytest.raises(undercut.UndercutError, match="plays only people"):
        make(ADAPTIVE, "cuttle")


WORLDS, POSITIONS = 20, amount(2, 3)


def player(level, name, seed=1):
    """The level, with few iterations and without a compiler: how long it thinks must not matter here."""
    made = make(level, name, seed)
    if isinstance(made, SearchPlayer):
        made.budget = Budget(iterations=min(made.budget.iterations, 12))
    made.host = Host.PLAIN
    return made


def chosen(level, state, seed=1):
    return str(player(level, state.game.name, seed).choose(state.view(state.to_move), state.legal_moves()))


def won(functions, table, seat):
    return {(seat, -1)} if functions.is_over(table) and functions.winners(table) == 1 << seat else set()


def served(functions, table, seat):
    """The moves with which another seat, if it is to move, wins at once."""
    if functions.is_over(table) or functions.chance_need(table) or functions.mover(table) == seat:
        return set()
    other = functions.mover(table)
    return {(other, code) for code, child in children(functions, table) if won(functions, child, other)}


def sure(state, wins):
    """The moves after which there is the same win in each of many tables that the seat to move thinks possible."""
    functions, write, found = state.game.engine.functions, state.game.spec.notation.write, None
    for possible in itertools.chain([state.table_copy()], worlds(state, state.to_move, WORLDS)):
        tried = children(functions, possible)
        here = {(write(code), win) for code, after in tried for win in wins(functions, after, state.to_move)}
        found = here if found is None else found & here
        if not found:
            break
    return {move for move, _ in found}


@cache
def positions(name, wins):
    found = []
    for seed in range(10_000):
        state = ENDINGS[name](random.Random(seed))
        moves = sure(state, wins)
        if 0 < len(moves) < len(state.legal_moves()) and (wins is won or not sure(state, won)):
            found.append((state, moves))
            if len(found) == POSITIONS:
                return found
    raise AssertionError(name)


@pytest.mark.parametrize("level", LEVEL_NAMES)
@pytest.mark.parametrize("name", registry.names())
def test_a_win_is_taken(name, level):
    for seed, (state, winning) in enumerate(positions(name, won)):
        assert chosen(level, state, seed) in winning


@pytest.mark.parametrize("level", LEVEL_NAMES)
@pytest.mark.parametrize("name", ["cuttle", "cut_the_rope"])
def test_a_win_is_not_served(name, level):
    for seed, (state, losing) in enumerate(positions(name, served)):
        assert chosen(level, state, seed) not in losing


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_where_every_move_serves_a_win_one_is_played(level):
    state = table("sipie", hands=("3c 4c", "Td Tc"), points=("", "Ts 5h"), known=("", "Td Tc"))
    assert chosen(level, state) in set(map(str, state.legal_moves()))


# --- Positions with known answers ---

IMAGINED = 10
DOUBTS = 100
ITERATIONS = 3_000

KNOWN = list(chain.from_iterable(map(known, registry.names())))


def by_name(positions):
    return pytest.mark.parametrize("position", positions, ids=[f"{one.game}: {one.name}" for one in positions])


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_many(name):
    positions = [one for one in KNOWN if one.game == name]
    assert len({one.name for one in positions}) == len(positions) >= 30
    assert len({str(one.state.game.rules) for one in positions}) >= 3
    assert len({one.state.game.seats for one in positions}) >= (1 if name == "cuttle" else 3)


@by_name(KNOWN)
def test_the_answer_is_a_choice(position):
    assert position.named <= position.moves
    assert 0 < len(position.right) < len(position.moves)


def settled(functions, table):
    pool = [0] * 1024
    while not functions.is_over(table) and functions.chance_need(table):
        functions.chance_pool(table, pool)
        functions.apply_chance(table, pool)
    return table


def wins_in_turn(functions, table, seat, left):
    if functions.is_over(table):
        return functions.winners(table) == 1 << seat
    if functions.chance_need(table) or functions.mover(table) != seat or left == 0:
        return False
    return any(wins_in_turn(functions, child, seat, left - 1) for _, child in children(functions, table))


def wins(position, tables, move, within):
    """Return whether a move wins on all of these tables within a number of own moves, by exhaustive search."""
    game, seat = position.state.game, position.state.to_move
    functions, code = game.engine.functions, game.spec.notation.parse(tables[0], move)
    after = [settled(functions, child) for table in tables for _, child in children(functions, table, [code])]
    if position.game == "cut_the_rope":
        # A turn has many moves; all wins of these positions come before its end.
        return all(wins_in_turn(functions, table, seat, within - 1) for table in after)
    if all(functions.is_over(table) for table in after):
        return all(functions.winners(table) == 1 << seat for table in after)
    return can_be_sure(game, tables, seat, within, [code])


def loses(position, table, move, within):
    """Return whether another seat wins within a number of its moves after a move, by exhaustive search."""
    game, seat = position.state.game, position.state.to_move
    functions = game.engine.functions
    ((_, child),) = children(functions, table, [game.spec.notation.parse(table, move)])
    after = settled(functions, child)
    return any(can_force(functions, after, other, within) for other in range(game.seats) if other != seat)


@by_name([position for position in KNOWN if position.kind != "sound"])
def test_trying_everything_confirms_the_answer(position):
    tables = worlds(position.state, position.state.to_move, IMAGINED)
    if position.kind == "win":
        depths = range(1, position.within + 1)
        found = [{move for move in position.moves if wins(position, tables, move, depth)} for depth in depths]
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


def played_by(level, position, seed):
    player = make(level, position.game, seed)
    if isinstance(player, SearchPlayer):
        player.budget = Budget(iterations=min(player.budget.iterations, ITERATIONS))
    return str(player.choose(position.state.view(position.state.to_move), position.state.legal_moves()))


@by_name(some(KNOWN, 45))
def test_levels_play_what_they_should_know(position):
    for level in LEVEL_NAMES[LEVEL_NAMES.index(position.level) :]:
        for seed in range(amount(1, 2) if level != "master" else 1):
            assert played_by(level, position, seed) in position.right, (level, seed)


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
    assert seen(cups_table.table(hands=(hand, "3d"), graveyards=("", grave), dump="7d 5s")) == ((), losing)


@pytest.mark.parametrize("seats", [2, 3])
def test_it_gives_up_where_there_are_many_moves(seats, monkeypatch):
    """With a hand this large the end is not near, although another player has a single card."""
    plays = []

    def counted(*args):
        plays.append(args)
        return table_after_shuffles(*args)

    monkeypatch.setattr("undercut.bots.thinking.prove.table_after_shuffles", counted)
    large = [card for card in cups_table.PACK if card not in {"As", "5s", "3d"}][:44]
    hands = (" ".join(["As", *large[:22]]), "3d", " ".join(large[22:]))[:seats]
    assert seen(cups_table.table(hands=hands, dump="5s")) in {((), ()), ((), ("As",))}
    assert len(plays) <= 21 * MOST_PLAYS
