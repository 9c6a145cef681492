import random
from functools import cache, partial

import pytest

import undercut
from tests.amounts import amount
from tests.bots.endings import ENDINGS
from tests.conformance.suite import as_bytes
from tests.touring import varied
from undercut.bots.advice import explain
from undercut.bots.advice.analysis import analyse
from undercut.bots.advice.explain import Explainer
from undercut.bots.advice.hint import advise
from undercut.bots.advice.judging import review_move
from undercut.bots.players import PLAYERS, SearchPlayer, play_out
from undercut.bots.registry import make
from undercut.bots.thinking.budget import Effort
from undercut.bots.thinking.prove import look_ahead, prove
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES, Budget
from undercut.play.loading import determinize

FEW = Budget(iterations=amount(12, 80))


@cache
def pairs(name: str) -> list[tuple[undercut.State, undercut.State]]:
    """Positions, each with another one that the seat to move cannot tell from it: under any rules, and near the end."""
    chance, found = random.Random(5), []
    for seed in range(amount(2, 8)):
        game = varied(name, seed)
        players = [make("random", name, seed + seat) for seat in range(game.seats)]
        found += [play_out(game.deal(seed=seed), players, limit=5 + 9 * seed), ENDINGS[name](random.Random(seed))]
    found = [(state, determinize(state.view(state.to_move), chance)) for state in found if not state.result]
    assert sum(other.position() != state.position() for state, other in found) > len(found) / 2
    return found


def choice(player: str, state: undercut.State) -> str:
    """The move of a player; of a level, with few iterations and without a compiler."""
    made = make(player, state.game.name, 11)
    if isinstance(made, SearchPlayer):
        made.budget = Budget(iterations=min(made.budget.iterations, FEW.iterations))
        made.crowd, made.host = None, Host.PLAIN
    return str(made.choose(state.view(state.to_move), state.legal_moves()))


def judged(state: undercut.State):
    state = undercut.from_position(state.position())
    view, move = state.view(state.to_move), str(min(state.legal_moves(), key=str))
    state.play(move)
    reviewed = review_move(view, move, 1, Effort(FEW, Host.PLAIN))
    return analyse(state, None, Effort(FEW, Host.PLAIN)).judged, reviewed


def reasons(state: undercut.State):
    explainer = Explainer(state.view(state.to_move), random.Random(1))
    return [explainer.reasons(move) for move in state.legal_moves()]


ASKED = {
    **{player: partial(choice, player) for player in (*PLAYERS, *LEVEL_NAMES)},
    "hint": lambda state: advise(state, None, Effort(FEW, Host.PLAIN), chance=random.Random(1)),
    "review": judged,
    "reasons": reasons,
    "proof": lambda state: prove(state.view(state.to_move), nodes=800, host=Host.PLAIN),
    "look_ahead": lambda state: look_ahead(state.view(state.to_move), host=Host.PLAIN),
}


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("name", registry.names())
def test_hidden_cards_change_nothing(name, asked, monkeypatch):
    monkeypatch.setattr(explain, "DEALS", amount(3, 24))
    for state, other in pairs(name):
        assert as_bytes(other.view(state.to_move)) == as_bytes(state.view(state.to_move))
        assert ASKED[asked](other) == ASKED[asked](state)
