"""The first screen of a rule book: true under every rule set, and a rule for each card."""

import random

import pytest

from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.lessons.course import card_anchor, first_screen
from undercut.play.checks import covering_games

SETS = [(name, rules) for name in registry.names() for rules in registry.spec(name).rule_sets]


@pytest.mark.parametrize(("name", "rules"), SETS)
def test_every_sentence_can_be_said_under_every_rule_set(name, rules):
    glance, options = first_screen(name), registry.spec(name).rule_sets[rules]
    facts = [glance.goal, glance.turn, *(rule.fact for rule in glance.cards)]
    assert all(fact.say(options).endswith((".", "!")) for fact in facts)
    assert not any("{" in fact.say(options) for fact in facts)


@pytest.mark.parametrize("name", registry.names())
def test_special_values_exist_and_clauses_too(name):
    glance, spec = first_screen(name), registry.spec(name)
    options = {option.name: option for option in spec.options}
    for rule in glance.cards:
        assert read_book(name).clause(rule.clause).id == rule.clause
        for fact in (rule.fact, *rule.fact.more):
            values = options[fact.option].values if fact.option else ()
            assert set(fact.other) <= {str(value).lower() for value in values}


@pytest.mark.parametrize("name", registry.names())
def test_every_card_leads_to_a_rule(name):
    anchors = {rule.id for rule in first_screen(name).cards}
    assert {card_anchor(name, card) for card in registry.spec(name).pack.texts} <= anchors


NOT_TOLD = {
    "cuttle": {"buried_jacks", "seven_leaves", "open_end"},
    "cups": {
        "decks",
        "hand_size",
        "cover",
        "no_cups_end",
        "graveyard_weight",
        "short_draw",
        "redeal",
        "redeal_ace",
        "unseen_cup",
        "unseen_cup_allows_cup",
        "side_run",
        "sit_out_gives",
        "cups_apart",
    },
    "cut_the_rope": {"personal", "reshuffle", "stalemate"},
}
"""Options that make no sentence on the first screen wrong, and whose details stand in the rule book alone."""


@pytest.mark.parametrize("name", registry.names())
def test_every_option_is_told_or_is_a_detail(name):
    """A new option belongs into a sentence of the first screen; where no sentence becomes wrong, into this list."""
    spec = registry.spec(name)
    usual = next(iter(spec.rule_sets.values()))

    def said(options):
        glance = first_screen(name)
        return [fact.say(options) for fact in (glance.goal, glance.turn, *(rule.fact for rule in glance.cards))]

    for option in spec.options:
        values = {game.options[option.name] for seed in range(4) for game in covering_games(name, random.Random(seed))}
        told = {value for value in values if said({**usual, option.name: value}) != said(usual)}
        assert bool(told) != (option.name in NOT_TOLD[name]), option.name
