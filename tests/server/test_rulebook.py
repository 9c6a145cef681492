"""The rule books as pages: every clause can be reached, and what the rules change is marked."""

import re

import pytest

from undercut.games.base import registry
from undercut.games.base.book import book_markdown, read_book, recommended
from undercut.pages.books.markup import to_html
from undercut.pages.books.rule_links import chosen_game, rule_address
from undercut.pages.books.rulebook import rules_page
from undercut.play.game import game

ALL_RULES = [(name, rules) for name in registry.names() for rules in registry.spec(name).rule_sets]


def clauses(page):
    return [clause for section in page.sections for clause in section.clauses]


@pytest.mark.parametrize(("name", "rules"), ALL_RULES)
def test_every_clause_is_there_with_the_option_that_these_rules_choose(name, rules):
    chosen = chosen_game(name, rules, [])
    found = clauses(rules_page(chosen))
    assert [clause.id for clause in found] == [clause.id for clause in read_book(name).clauses]
    options = {option.name: option for clause in found for option in clause.options}
    assert options.keys() == chosen.options.keys()
    for option in options.values():
        assert option.chosen.html, option.name
        assert rules in option.chosen.rule_sets


@pytest.mark.parametrize(("name", "rules"), ALL_RULES)
def test_just_what_differs_from_the_rules_that_the_site_plays_is_marked(name, rules):
    chosen = chosen_game(name, rules, [])
    default = registry.spec(name).rule_sets[recommended(registry.spec(name))]
    page = rules_page(chosen)
    marked = {option.name for clause in page.changed for option in clause.options if option.usual}
    assert marked == {option for option, value in chosen.options.items() if value != default[option]}


@pytest.mark.parametrize(("name", "rules"), ALL_RULES)
def test_the_terminal_marks_just_what_differs_from_its_own_default(name, rules):
    chosen, spec = game(name, rules=rules), registry.spec(name)
    default = next(iter(spec.rule_sets.values()))
    differing = sum(value != default[option] for option, value in chosen.options.items())
    assert book_markdown(name, chosen.options).count("*(differs: usually") == differing


def test_a_single_option_is_marked_and_named():
    page = rules_page(game("cuttle", rules={"set": "cuttle-cards-2", "four": "random"}))
    (clause,) = page.changed
    (option,) = clause.options
    assert (clause.id, option.chosen.value, option.usual) == ("CU-4a", "random", "choose")
    assert [other.value for other in option.others] == ["choose"]
    assert page.changes == ("four=random",)


@pytest.mark.parametrize("name", registry.names())
def test_clauses_lead_to_clauses_that_there_are(name):
    page = rules_page(game(name))
    known = {clause.id for clause in clauses(page)}
    texts = [section.html for section in page.sections]
    for clause in clauses(page):
        texts += [clause.html, *(value.html for option in clause.options for value in (option.chosen, *option.others))]
    targets = re.findall(r'href="#([^"]+)"', "".join(texts))
    assert len(targets) > 10
    assert set(targets) <= known


def test_markup_in_a_text_stays_text():
    assert "<script>" not in to_html("cuttle", "<script>alert(1)</script> CU-999")
    assert "CU-999</a>" not in to_html("cuttle", "CU-999")


def test_an_address_leads_back_to_the_same_rules():
    chosen = game("cut_the_rope", rules={"set": "short", "personal": "half", "bookend": False})
    assert rule_address("cut_the_rope", chosen.rules, "CR-22") == (
        "/rules/cut_the_rope?rules=short&set=personal%3Dhalf&set=bookend%3Dfalse#CR-22"
    )
    again = chosen_game("cut_the_rope", "short", ["personal=half", "bookend=false"])
    assert again.rules == chosen.rules


def test_a_word_or_an_id_is_found():
    page = rules_page(game("cuttle"), find="glasses")
    assert "CU-30" in [clause.id for clause in page.hits]
    assert [clause.id for clause in rules_page(game("cuttle"), find="cu-31").hits] == ["CU-31"]
    assert "'zebra'" in rules_page(game("cuttle"), find="zebra").lost


def test_a_word_is_found_in_texts_and_in_what_options_mean():
    hits = [clause.id for clause in rules_page(game("cuttle"), find="scuttle").hits]
    assert hits[0] == "CU-11"
    assert {"CU-2", "CU-31"} <= set(hits)
