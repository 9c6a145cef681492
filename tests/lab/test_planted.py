"""Worths of a toy game whose worths are known: what was planted is found."""

from types import SimpleNamespace

import pytest

from tests.amounts import THOROUGH, amount
from tests.lab import race
from undercut.engine.contract import Contract
from undercut.engine.host import Engine, Host, Layer, rules_layer
from undercut.games.base.parts.figures import LAB, WORTH
from undercut.lab import cells, extra_measures
from undercut.lab.kernels import card_values, interest, whole_games
from undercut.search import greedy
from undercut.search.contract import GREEDY


class Named(SimpleNamespace):
    """Attributes that can be a key, as games can."""

    __hash__ = object.__hash__


@pytest.fixture
def cell(monkeypatch):
    """A cell of the toy game, known to the lab for one test."""
    layers = (
        Layer("greedy", Contract((), GREEDY.required), (), (greedy,)),
        Layer("lab", LAB, (race,), (whole_games,)),
        Layer("worth", WORTH, (race,), (card_values, interest)),
    )
    engine = Engine("race", Host.PLAIN, rules_layer((race,)), *layers)
    monkeypatch.setattr(cells, "lab_engine", lambda *_: engine)
    for module in (cells, extra_measures):
        monkeypatch.setattr(module, "kinds_of", lambda _: race.KINDS)
    game = Named(name="race", seats=2, pack=range(race.PACK_SIZE), fresh_table=race.Table)
    return SimpleNamespace(game=game, policies=("random", "random"), rotations=1, compiled=True)


def found_by(cell, seed, deals):
    """The worths of a study, by name."""
    sums = extra_measures.WorthSums.of("race", [cells.worth_of_deals(cell, seed, 0, deals)])
    found = extra_measures.worths("race", sums)
    cards = {f"first {each.card}": each for each in found.openings} | {each.card: each for each in found.cards}
    return cards | {"first turn" if each.first else "turn": each for each in found.turns}


def test_the_worth_of_a_strong_card_and_of_a_turn(cell):
    """The drawn turn is the hard part: games that end soon after it must not count more."""
    found, truth = found_by(cell, 1, amount(3000, 30_000)), race.worths()
    assert found.keys() == truth.keys()
    for name, expected in truth.items():
        assert found[name].low <= expected <= found[name].high, name
        assert 0 < found[name].error < amount(4, 1) / 100


@pytest.mark.skipif(not THOROUGH, reason="many studies")
def test_intervals_hold_together(cell):
    """All six cover the truth in about 95 of 100 studies."""
    truth, studies = race.worths(), 500
    covered = 0
    for seed in range(studies):
        found = found_by(cell, seed, 300)
        covered += all(found[name].low <= expected <= found[name].high for name, expected in truth.items())
    assert 0.92 <= covered / studies <= 0.98
