import random

import pytest

import undercut
from tests.amounts import SEARCH_HOSTS, amount
from tests.bots.endings import ENDINGS, can_be_sure, can_force, children, cuttle_ending, worlds
from tests.clauses import rope_table
from tests.clauses.cuttle_table import table
from undercut.bots.thinking.budget import Effort
from undercut.bots.thinking.prove import RELAX_CELLS, Endgame, OutOfBudgetError, ProofLimit, Result, prove
from undercut.bots.thinking.think import think
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import Budget
from undercut.games.cuttle.moves import TAKE
from undercut.games.cuttle.search.hidden import BLANK
from undercut.games.cuttle.table import LIMITING
from undercut.play.loading import determinize
from undercut.search.layers import search_engine

DEEPEST = 2


def proven(state, nodes=20_000, host=Host.PLAIN, **others):
    return prove(state.view(state.to_move), nodes=nodes, host=host, **others)


def endgame(state, nodes=4_000):
    """What `prove` asks, without its order; of another game that the seat cannot tell from the real one."""
    other = determinize(state.view(state.to_move), random.Random(len(state.moves)))
    return Endgame(other, Host.PLAIN, ProofLimit(nodes))


def endings(name, first, number):
    for seed in range(first, first + number):
        state = ENDINGS[name](random.Random(seed))
        yield state, endgame(state), (name, seed)


def first_found(asked, number):
    try:
        return asked.won_in(number) or asked.lost_in(number) or asked.drawn_in(number)
    except OutOfBudgetError:
        pytest.fail("these endings are small")


TENS = {"points": ("", "Tc 5h"), "rest": "scrap"}
ALL = frozenset({"all"})
KNOWN = {
    "a ten": (table(hands=("Td 2c", "9c 9d"), points=("Tc 4h", "5s")), "forced win in 1", {"Td"}),
    # Under a queen nobody can counter the two that brings the jack's ten back: eighteen points, and the three makes
    # twenty-one; a one-off in between has to be let be.
    "a queen against counters": (
        table(hands=("2c 3d", "2d 6c"), points=("8c", "Tc:Jd 3c"), permanents=("Qh", ""), stock="5d", rest="scrap"),
        "forced win in 3",
        {"2c!Jd"},
    ),
    "two winning cards": (table(hands=("Kd", "Td Th"), **TENS), "lost in 1", ALL),
    # The three takes a card, which gives the other side one more thing to say; nothing else does.
    "as late as possible": (table(hands=("3c", "Td Th"), **TENS), "lost in 2", {"3c!"}),
    "nobody can do anything": (
        table(hands=("", ""), points=("5c", "6c"), rest="scrap"),
        "draw with best play",
        {"pass"},
    ),
    "an ace that is countered": (table(hands=("Ac", "2c Td"), **TENS), "lost in 2", {"Ac!"}),
    "scissors as the last card": (
        rope_table.table(hands=("5 5", "9"), personal=("7 2", "X"), levels=("up 1 2", "", "")),
        "lost in 1",
        ALL,
    ),
    **{
        f"all in one turn, {seats} seats": (
            rope_table.table(seats=seats, hands=("3 4 X", "9"), personal=("6", "2 7"), levels=("up 1 2", "", "")),
            "forced win in 4",
            {"3>1"},
        )
        for seats in (2, 4)
    },
}


@pytest.mark.parametrize("ending", KNOWN)
def test_what_people_can_check(ending):
    state, text, moves = KNOWN[ending]
    proof = proven(state)
    assert (proof.text, {*proof.moves}) == (text, {*map(str, state.legal_moves())} if moves is ALL else moves)


def test_the_line_of_a_turn():
    state, *_ = KNOWN["all in one turn, 2 seats"]
    assert proven(state).line == ("3>1", "4>1", "X>1", "p>1")


@pytest.mark.parametrize("hands", [("Ac 3c", "Td Th"), ("Ac", "4c Td")])
def test_an_ace_turns_it_round(hands):
    proof = proven(table(hands=hands, **TENS), nodes=3_000)
    assert proof is None or proof.result is not Result.LOSS or proof.count > 1


def test_with_a_third_player_between_nothing_is_certain():
    state = rope_table.table(seats=3, hands=("5 5", "9", "9"), personal=("7 2", "6 6", "X"), levels=("up 1 2", "", ""))
    assert proven(state) is None


@pytest.mark.parametrize(("name", "number"), [("cuttle", 50), ("cut_the_rope", 25), ("cups", 30)])
def test_minimax_finds_the_same_where_all_cards_are_open(name, number):
    compared = 0
    for state, asked, seed in endings(name, 5000, number):
        if not asked.mine.sees_all or any(not prover.sees_all for prover in asked.others):
            continue
        compared += 1
        functions, me = state.game.engine.functions, state.to_move
        after = list(children(functions, state.table_copy()))
        write = state.game.spec.notation.write
        for own in range(DEEPEST + 1):
            won = [write(move) for move, child in after if own and can_force(functions, child, me, own - 1)]
            wins = [all(can_force(functions, child, g.seat, own) for _, child in after) for g in asked.others]
            winner = next((g.seat for g, forced in zip(asked.others, wins, strict=True) if forced), None)
            found = first_found(asked, own)
            if won:
                assert (found.result, found.count, list(found.moves)) == (Result.WIN, own, won), seed
            elif winner is not None:
                assert (found.result, found.count) == (Result.LOSS, own), seed
            elif found:
                assert found.result is Result.DRAW, seed
                assert all(can_force(functions, child, 1 - me, own, draw=True) for _, child in after), seed
                kept = [write(move) for move, child in after if can_force(functions, child, me, own - 1, draw=True)]
                assert list(found.moves) == kept, seed
            if found:
                break
    assert compared > 2


@pytest.mark.parametrize(("name", "number"), [("cuttle", 50), ("cut_the_rope", 25), ("cups", 30)])
def test_a_win_needs_no_hidden_card(name, number):
    """Whoever has to play alike in all games that look alike wins in every one of them."""
    won = 0
    for state, asked, seed in endings(name, 7000, number):
        if asked.mine.sees_all:
            continue
        for own in range(1, DEEPEST + 1):
            found = asked.won_in(own)
            if found:
                won += 1
                possible = worlds(state, state.to_move, 40)
                for move in found.moves:
                    code = state.game.spec.notation.parse(state.table_copy(), move)
                    assert can_be_sure(state.game, possible, state.to_move, own, [code]), (seed, move)
                break
    assert won


@pytest.mark.parametrize(("name", "number"), [("cuttle", 60), ("cut_the_rope", 25)])
def test_a_loss_needs_no_card_that_the_winner_cannot_know(name, number):
    lost = 0
    for state, asked, seed in endings(name, 9000, number):
        for own in range(DEEPEST + 1):
            if asked.won_in(own):
                break
            winner = next((g for g in asked.others if not g.sees_all and asked.all_reach(g, own)), None)
            if winner:
                lost += 1
                assert_lost(state, winner.seat, own, seed)
                break
    assert lost


def assert_lost(state, winner, own, seed):
    """Whatever the seat on turn plays, the other one wins by what it knows when it comes to move."""
    todo = [state.copy()]
    for _ in range(60):
        if not todo:
            break
        at = todo.pop()
        if at.result:
            assert at.result.winners == (winner,), (seed, at.moves)
        elif at.to_move == winner:
            assert can_be_sure(at.game, worlds(at, winner, 40), winner, own), (seed, at.moves)
        else:
            for move in at.legal_moves():
                following = at.copy()
                following.play(move)
                todo.append(following)


def legal(functions, table):
    return {code for code, _ in children(functions, table)}


def discarded(functions, worlds, phase, chance):
    """CU-35: real hands keep to the hand limit, which the relaxed table of Cuttle leaves out."""
    for world in worlds:
        while world.phase == LIMITING != phase:
            functions.play(world, chance.choice(sorted(legal(functions, world))))


def after(functions, world, move):
    return next(child for _, child in children(functions, world, [move]))


def certain_so_far(functions, relaxed, number, tables, prover, chance):
    """Play sure moves on a relaxed table and on real ones side by side; give how many steps they stay together."""
    blank = BLANK << 6
    for step in range(10):
        if relaxed.lengths.get("hand_limit") is not None:
            discarded(functions, tables, relaxed.phase, chance)
        if functions.is_over(relaxed):
            if functions.winners(relaxed) == 1 << prover:
                assert all(functions.is_over(table) and functions.winners(table) == 1 << prover for table in tables)
            return step
        apart = any(functions.is_over(table) or functions.chance_need(table) for table in tables)
        if apart or functions.chance_need(relaxed) or {table.phase for table in tables} != {relaxed.phase}:
            return step
        listed = legal(functions, relaxed)
        sure = {move for move in listed if functions.is_sure(relaxed, move, prover, number)}
        if functions.mover(relaxed) == prover:
            moves = {move for move in sure if move & 63 << 6 != blank}
            assert all(moves <= legal(functions, table) for table in tables), "a sure move that is not always legal"
        else:
            possible = set.union(*(legal(functions, table) for table in tables))
            if sure != listed or not possible <= listed:
                # A card that the hand limit sent to the scrap counts as one that is still in hand.
                assert sure != listed or all(move >> 12 == TAKE for move in possible - listed), "a move is overlooked"
                return step
            moves = possible
        if not moves:
            return step
        move = chance.choice(sorted(moves))
        tables = [after(functions, table, move) for table in tables if move in legal(functions, table)]
        relaxed = after(functions, relaxed, move)
    return 10


@pytest.mark.parametrize("name", registry.names())
def test_sure_moves_are_sure_whatever_is_hidden(name):
    """Under every value of every option: the seat to win can play them, and the others have no further ones."""
    functions, steps = search_engine(name, Host.PLAIN).functions, 0
    for seed in range(amount(30, 2000)):
        state, chance = ENDINGS[name](random.Random(seed)), random.Random(seed)
        seat, tables = state.to_move, worlds(state, state.to_move, 8)
        for prover in range(state.game.seats):
            relaxed = determinize(state.view(seat), random.Random(seed)).table_copy()
            number = functions.relax(relaxed, seat, prover, [0] * RELAX_CELLS)
            if number > 0:
                steps += certain_so_far(functions, relaxed, number, list(tables), prover, chance)
    assert steps > amount(5, 20)


@pytest.mark.parametrize(("name", "number"), [("cuttle", 25), ("cut_the_rope", 20), ("cups", 60)])
def test_the_line_leads_to_the_result(name, number):
    reached = 0
    for state, asked, seed in endings(name, 11_000, number):
        found = proven(state, nodes=2_000)
        if not found or not found.line:
            continue
        assert found.line[0] in found.moves
        seat = state.to_move
        open_cards = asked.mine.sees_all and all(prover.sees_all for prover in asked.others)
        if open_cards or found.count == 1:
            played = state.copy()
            for move in found.line if open_cards else found.line[:1]:
                played.play(move)
            if found.result is Result.WIN:
                own = found.count
                assert played.result.winners == (seat,), seed
                assert own <= len(found.line), seed
                reached += 1
            elif open_cards:
                assert seat not in played.result.winners, seed
                reached += 1
    assert reached


@pytest.mark.parametrize("name", registry.names())
def test_hosts_agree(name):
    for seed in range(amount(5, 15)):
        state = ENDINGS[name](random.Random(seed))
        plain, *others = (proven(state, nodes=1_500, host=host) for host in SEARCH_HOSTS)
        assert all(other == plain for other in others)


def test_it_gives_up_when_told():
    state = cuttle_ending(random.Random(3), stock=0)
    assert prove(state.view(state.to_move), seconds=60, host=Host.PLAIN, cancelled=lambda: True) is None
    with pytest.raises(undercut.UndercutError, match="needs a limit"):
        prove(state.view(state.to_move))


def test_the_line_has_a_budget_of_its_own():
    state, limit = table("sipie", hands=("Td 2c", "9c 9d"), points=("Tc 4h", "5s")), ProofLimit(1_000)
    assert Endgame(state, Host.PLAIN, limit).run().line
    assert limit.nodes < 1_000


def test_thinking_takes_what_is_proven():
    state = table("sipie", hands=("Td 2c", "9c 9d"), points=("Tc 4h", "5s"))
    thought = think(state.view(0), Effort(Budget(iterations=1_000), Host.PLAIN), random.Random(1))
    assert thought.proof.text == "forced win in 1"
    assert str(thought.best.move) == "Td"
    assert (thought.best.expected, thought.best.error, thought.best.line) == (1.0, 0.0, ("Td",))
    assert thought.iterations == 100
    assert think(state.view(0), Effort(Budget(iterations=100), Host.PLAIN), random.Random(1)).proof is None


def test_thinking_resists_as_long_as_it_can():
    state = table("sipie", hands=("3c", "Td Th"), points=("", "Tc 5h"), rest="scrap")
    thought = think(state.view(0), Effort(Budget(iterations=1_000), Host.PLAIN), random.Random(1))
    assert thought.proof.text == "lost in 2"
    assert str(thought.best.move) == "3c!"
    assert {one.expected for one in thought.moves} == {0.0}
