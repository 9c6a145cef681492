"""What any game must hold, whatever its options: a suite that a new game passes before it is one."""

import json
import random

import undercut
from undercut.engine.contract import copy_fields
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.games.base.registry import load
from undercut.play.loading import determinize

LONGEST = 20_000


def as_bytes(data) -> bytes:
    return json.dumps(data).encode()


def uniform(state, moves, chance):
    del state
    return chance.choice(moves)


def eager(state, moves, chance):
    del state
    idle = {"draw", "pass", "ok", "end", "bury", "keep", "call", "supply"}
    return chance.choice([move for move in moves if move.kind not in idle] or moves)


def fickle(state, moves, chance):
    """Stop at random: the first or the last move as often as any other."""
    del state
    return chance.choice((moves[0], moves[-1], chance.choice(moves)))


POLICIES = (uniform, eager, fickle)


def check_position(state: undercut.State, chance: random.Random) -> list:
    """Hold one position: JSON and back, views that hide, moves that can be undone; give the legal moves."""
    position = state.position()
    assert undercut.from_position(json.loads(json.dumps(position))).position() == position
    for seat in (None, *range(state.game.seats)):
        view = state.view(seat)
        other = determinize(view, chance)
        assert as_bytes(other.view(seat)) == as_bytes(view), "a view depends on what its seat cannot know"
    moves = state.legal_moves()
    assert moves, "an unfinished position without a legal move"
    assert len({move.notation for move in moves}) == len(moves)
    return moves


def check_move(state: undercut.State, move: undercut.Move) -> None:
    before = state.position()
    assert state.why_not(move) is None
    state.play(move)
    after = state.position()
    assert state.undo() == move.notation
    assert state.position() == before
    state.play(move.notation)
    assert state.position() == after, "chance did not repeat itself"


def check_refusals(state: undercut.State, moves: list, strangers: list[str]) -> None:
    legal = {move.notation for move in moves}
    clauses = {clause.id for clause in read_book(state.game.name).clauses}
    before = state.position()
    for text in strangers:
        try:
            reason = state.why_not(text)
        except undercut.BadNotation:
            continue
        assert (reason is None) == (text in legal), text
        if reason:
            assert reason.clause in clauses, f"{text} is refused by {reason.clause!r}, which the book does not have"
            assert reason.text
            refused(state, text)
    assert state.position() == before


def refused(state: undercut.State, text: str) -> None:
    try:
        state.play(text)
    except undercut.IllegalMove:
        return
    raise AssertionError(text)


def check_book(name: str) -> None:
    """Every clause that the game's definition cites is in its book, and so is every rule set."""
    spec, book = registry.spec(name), read_book(name)
    clauses = {clause.id for clause in book.clauses}
    cited = {f"the pile {pile.id}": pile.clause for pile in spec.words.piles if pile.clause}
    cited |= {f"the end {end.value}": end.clause for end in spec.words.ends}
    for place, clause in cited.items():
        assert clause in clauses, f"{place} cites {clause!r}, which the book of {name} does not have"
    assert all(end.text for end in spec.words.ends)
    for rules in spec.rule_sets:
        assert rules in book.titles, f"the book of {name} does not list the rule set {rules!r} under Rule sets"


def check_game(game: undercut.Game, seed: int, policy, every: int = 1) -> undercut.State:
    check_book(game.name)
    chance = random.Random(seed)
    state = game.deal(seed=seed)
    strangers: list[str] = []
    number = 0
    while not state.result:
        moves = state.legal_moves()
        if number % every == 0:
            moves = check_position(state, chance)
            check_refusals(state, moves, strangers)
        strangers = (strangers + [move.notation for move in moves])[-60:]
        move = policy(state, moves, chance)
        if number % every == 0:
            check_move(state, move)
        else:
            state.play(move)
        number += 1
        assert number < LONGEST, "the game does not end"
    check_end(state)
    return state


def check_end(state: undercut.State) -> None:
    assert state.result.reason in registry.spec(state.game.name).words.reasons
    assert state.legal_moves() == []
    assert state.to_move is None
    again = undercut.replay(json.loads(json.dumps(state.record())))
    assert again.position() == state.position()
    assert again.record() == state.record()
    while again.moves:
        again.undo()
    assert again.position() == again.record()["start"]


def traces(game: undercut.Game, seed: int, hosts: tuple[Host, ...]) -> list[tuple]:
    """Play the same random game on several hosts; give what was chosen among how many, and the end."""
    found = []
    for host in hosts:
        engine = load(game.name, host).instance()
        states = engine.states(1)
        engine.load(start(game, seed), states, 0)
        moves, pool, generator = engine.cells(engine.max_moves), engine.cells(engine.pack_size), engine.cells(1)
        played = engine.cells(2 * LONGEST)
        generator[0] = seed
        filled = engine.functions.trace(states[0], generator, moves, pool, played)
        assert filled >= 0, f"listing, counting and picking disagree after {-filled // 2} moves"
        end = engine.unload(states, 0)
        fields = tuple(tuple(v) if isinstance(v := getattr(end, name), list) else v for name in end.lengths)
        found.append((filled, [int(cell) for cell in played[:filled]], fields))
    return found


def start(game: undercut.Game, seed: int):
    """Deal plainly, so that all hosts begin alike."""
    return copied(game.deal(seed=seed).table_copy(), game)


def copied(table, game: undercut.Game):
    twin = game.engine.table()
    copy_fields(table, twin)
    return twin
