"""Why a move is refused never depends on cards that its player cannot see."""

import random
import re

import pytest

import undercut
from tests.amounts import amount, some_of_each_game
from tests.server.making import seated
from undercut.games.base import registry
from undercut.play.loading import determinize
from undercut.table.commands import NotPossible
from undercut.table.decisions.decide import play_move
from undercut.table.table import Table

KINDS = [(game, rules) for game in registry.names() for rules in registry.spec(game).rule_sets]
SEATS = {"cuttle": 2, "cups": 3, "cut_the_rope": 3}
MOVES, GUESSES, WORLDS = 30, amount(12, 25), 2


def answer(table: Table, move: str) -> tuple[str, str | None] | None:
    """Why a move is refused; None if it is not."""
    try:
        play_move(table, table.to_move, move)
    except NotPossible as refused:
        return str(refused), refused.clause
    return None


def guesses(game: str, seen: list[str], choice: random.Random) -> set[str]:
    """Moves of all forms that have been seen, each with any cards in the places of its own."""
    cards = registry.spec(game).pack.texts
    pattern = "|".join(sorted(map(re.escape, cards), key=len, reverse=True))
    return {re.sub(pattern, lambda _: choice.choice(cards), choice.choice(seen)) for _ in range(GUESSES)}


@pytest.mark.parametrize(("game", "rules"), some_of_each_game(KINDS, 1))
def test_refusals_tell_nothing_of_hidden_cards(game, rules):
    choice = random.Random(f"refusals {game} {rules}")
    state = undercut.game(game, rules=rules, seats=SEATS[game]).deal(seed=5)
    seen: list[str] = []
    refused = 0
    for _ in range(MOVES):
        if state.result:
            break
        legal = [str(move) for move in state.legal_moves()]
        seen += legal
        real = seated(state.position())
        view = state.view(state.to_move)
        others = [seated(determinize(view, choice).position()) for _ in range(WORLDS)]
        for move in [*legal, *sorted(guesses(game, seen, choice))]:
            expected = answer(real, move)
            assert [answer(other, move) for other in others] == [expected] * WORLDS, move
            refused += expected is not None
        state.play(choice.choice(legal))
    assert refused > MOVES
