"""The first screen of a rule book: true under every rule set, and a rule for each card."""

from __future__ import annotations

import pytest

from undercut.games import registry
from undercut.games.book import read_book
from undercut.lessons.glance import GLANCES, card_anchor

SETS = [(name, rules) for name in registry.names() for rules in registry.spec(name).rule_sets]


@pytest.mark.parametrize(("name", "rules"), SETS)
def test_every_sentence_can_be_said_under_every_rule_set(name, rules):
    glance, options = GLANCES[name], registry.spec(name).rule_sets[rules]
    facts = [glance.goal, glance.turn, *(rule.fact for rule in glance.cards)]
    assert all(fact.say(options).endswith((".", "!")) for fact in facts)
    assert not any("{" in fact.say(options) for fact in facts)


@pytest.mark.parametrize("name", registry.names())
def test_special_values_exist_and_clauses_too(name):
    glance, spec = GLANCES[name], registry.spec(name)
    options = {option.name: option for option in spec.options}
    for rule in glance.cards:
        assert read_book(name).clause(rule.clause).id == rule.clause
        if rule.fact.other:
            assert set(rule.fact.other) <= {str(value).lower() for value in options[rule.fact.option].values}


@pytest.mark.parametrize("name", registry.names())
def test_every_card_leads_to_a_rule(name):
    anchors = {rule.id for rule in GLANCES[name].cards}
    assert {card_anchor(name, card) for card in registry.spec(name).pack.texts} <= anchors


def test_the_rules_of_most_people_are_told():
    told = [rule.fact.say(registry.spec("cuttle").rule_sets["cuttle-cards-2"]) for rule in GLANCES["cuttle"].cards]
    assert "Discards a card, and draws three." in told
    assert "You need fewer points: 14, 10, 5, 0 with one, two, three or four kings." in told
