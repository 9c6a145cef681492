"""One-offs of Cuttle: every one that is described can be played, does what it says, and no other exists."""

import json
import random

import pytest

import undercut
from undercut.cards import FRENCH
from undercut.games.base.book import read_book
from undercut.games.cuttle.one_offs import ONE_OFFS, one_off
from undercut.games.cuttle.options import OPTIONS
from undercut.games.cuttle.table import COUNTERING
from undercut.play.state import State

BY_OPTION = {
    option: {it.rank for it in ONE_OFFS if it.option in ("", option)} for option in {it.option for it in ONE_OFFS}
}
GAMES = 40


def rules_with(option: str) -> dict[str, object]:
    values = {known.name: known.values[-1] for known in OPTIONS}
    return {"set": "pagat"} | ({option: values[option]} if option else {})


def places(state: State, card: str) -> list[str]:
    """The fields of the position that name a card."""
    return [name for name, cards in state.position().items() if name != "known" and f'"{card}"' in json.dumps(cards)]


@pytest.mark.parametrize("option", [option.name for option in OPTIONS if option.kind == "choice"])
def test_no_option_brings_a_one_off_that_is_not_described(option):
    for seed in range(3):
        chance = random.Random(seed)
        state = undercut.game("cuttle", rules=rules_with(option)).deal(seed=seed)
        while state.result is None:
            moves = state.legal_moves()
            one_offs = [move for move in moves if move.kind == "one-off"]
            table = state.table_copy()
            assert all(one_off(table, FRENCH.code(move.card)) for move in one_offs)
            state.play(chance.choice(moves))


@pytest.mark.parametrize("option", sorted(BY_OPTION))
def test_every_one_off_is_played_and_does_what_it_says(option):
    announced = set()
    for seed in range(GAMES):
        chance = random.Random(seed)
        state = undercut.game("cuttle", rules=rules_with(option)).deal(seed=seed)
        while state.result is None:
            moves = state.legal_moves()
            new = [move for move in moves if move.kind == "one-off" and FRENCH.code(move.card) >> 2 not in announced]
            move = chance.choice(new or moves)
            if move.kind == "one-off":
                announced.add(FRENCH.code(move.card) >> 2)
                takes_effect(state, move)
            state.play(move)
    assert announced == BY_OPTION[option]


def takes_effect(state, move):
    described = one_off(state.table_copy(), FRENCH.code(move.card))
    assert described is not None
    brief, after = state.brief(move), state.copy()
    before = {card: places(state, card) for card in brief.hits}
    after.play(move)
    after.play("ok")
    undercut.from_position(after.position())
    assert all(places(after, card) != place for card, place in before.items())
    table = after.table_copy()
    if described.phase != COUNTERING and described.discards(table):
        assert table.phase == described.phase
        assert table.to_discard == min(described.discards(table), table.hands[table.to_move].bit_count())


@pytest.mark.parametrize("described", ONE_OFFS, ids=lambda it: f"{it.clause}-{it.option}")
def test_a_one_off_rests_on_its_clause_and_option(described):
    clause = read_book("cuttle").clause(described.clause)
    assert described.heading
    if described.option:
        assert described.option in {option.name for option in OPTIONS}
        assert described.option in {choice.option for choice in clause.choices}
        assert described.question
        values = next(option.values for option in OPTIONS if option.name == described.option)
        assert all(isinstance(value, bool) or str(value) in described.question.answers for value in values)
