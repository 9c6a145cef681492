"""What a person chooses for a new table: checked together, and nothing that was typed is lost."""

import pytest

from undercut.games.base import registry
from undercut.games.base.words import value_text
from undercut.pages.new_page import new_page
from undercut.table.commands import form_object
from undercut.table.opening.terms import read_choices


def chosen_values(page):
    values = {option.name: option.value for option in page.options}
    for option in page.options:
        if option.kind == "choice":
            assert [value.value for value in option.values if value.chosen] == [option.value], option.name
    return values


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_set_fills_in_its_values_and_goes_with_all_that_is_chosen_on_the_page(name):
    spec = registry.spec(name)
    numbers = {option.name: str(option.values[1]) for option in spec.options if option.kind == "number"}
    for rules, options in spec.rule_sets.items():
        draft = read_choices({"game": name, "rules": rules})
        assert draft.faults == ()
        values = chosen_values(new_page(draft))
        assert {k: v.replace("null", "none") for k, v in values.items()} == {
            k: value_text(v) for k, v in options.items()
        }
        assert all(option.value == option.usual for option in new_page(draft).options)
        for seats in (spec.seats[0], spec.seats[-1]):
            given = {"game": name, "players": str(seats), "seat": "7", "practice": "on", "against": "friends"}
            draft = read_choices(given | {"rules": numbers | {"set": rules, "shown": rules, "open_scissors": "true"}})
            assert [fault for fault in draft.faults if "open_scissors" not in fault or name == "cut_the_rope"] == []


CLASH = [
    ("game", "cut_the_rope"), ("name", "Ada"), ("seat", "2"), ("listed", "yes"), ("rules.set", "standard"),
    ("rules.open_scissors", "true"), ("rules.personal", "70"), ("rules.refill", "when_empty"),
    ("opponents[]", "open"), ("opponents[]", ""), ("opponents[]", "master"),
]  # fmt: skip


def test_a_clash_comes_back_with_its_reason_and_all_that_was_typed():
    draft = read_choices(form_object(CLASH))
    assert draft.terms is None
    page = new_page(draft)
    assert page.faults == [
        "personal: 3 players with 70 cards and a hand of 6 each need 228 cards; the pack has 160 (CR-1)",
        "open_scissors: it needs equal (CR-24)",
    ]
    values = chosen_values(page)
    assert (values["open_scissors"], values["personal"], values["refill"]) == ("true", "70", "when_empty")
    assert (page.name, page.seat, page.listed, page.opponents) == ("Ada", "2", True, ["open", "master"])
    assert {option.name for option in page.options if option.fault} == {"open_scissors", "personal"}


def test_on_the_page_a_clash_is_mended_and_the_page_says_so():
    draft = read_choices(form_object([*CLASH, ("rules.shown", "standard")]))
    page = new_page(draft)
    assert page.faults == []
    assert page.fixes == [
        "3 players: personal decks of 47 cards.",
        "Open scissors: equal numbers may be played too.",
    ]
    values = chosen_values(page)
    assert (values["open_scissors"], values["equal"], values["personal"]) == ("true", "true", "47")
    assert draft.terms.note.startswith("3 players: personal decks")


@pytest.mark.parametrize(
    ("fields", "opponents"),
    [
        ({"players": "4", "against": "bots", "level": "hard"}, ("hard",) * 3),
        ({"players": "3", "against": "friends", "level": "hard"}, ("open",) * 2),
        ({"players": "4", "against": "friends", "opponents": ["", "easy"]}, ("open", "easy", "open")),
        ({"players": "3", "against": "bots", "opponents": ["", "", "easy", "easy"]}, ("medium",) * 2),
        ({"players": "3", "against": "friends", "seat": "none"}, ("open",) * 3),
        ({"against": "friends"}, ("open",)),
        ({"players": "many", "against": "bots"}, ("medium",)),
    ],
)
def test_players_are_chosen_all_at_once_or_one_by_one(fields, opponents):
    draft = read_choices({"game": "cups"} | fields)
    assert (draft.opponents, draft.faults) == (opponents, ())


@pytest.mark.parametrize("name", registry.names())
def test_options_are_questions_with_answers_and_rule_sets_one_sentence(name):
    spec = registry.spec(name)
    assert spec.questions.keys() == {option.name for option in spec.options}
    assert spec.suggested.keys() == spec.rule_sets.keys()
    assert [rules.recommended for rules in new_page(read_choices({"game": name})).first_sets] == [True, False, False]
    for option in new_page(read_choices({"game": name})).options:
        assert option.question.endswith("?")
        labels = [value.label for value in option.values]
        assert len(set(labels)) == len(labels)
        assert not any("_" in label for label in labels)


@pytest.mark.parametrize(
    ("option", "typed", "fault"),
    [
        ("hand_limit", "eight", "'eight' is not a whole number from 0 to 52"),
        ("hand_limit", "53", "53 is not a whole number"),
        ("kings", "21, 14", "not a list of 5 numbers"),
        ("kings", "21 14 x 7 5", "'x' is not a whole number"),
        ("four", "both", "'both' is not one of"),
    ],
)
def test_a_value_that_cannot_be_read_is_refused_where_it_stands(option, typed, fault):
    draft = read_choices({"game": "cuttle", "rules": {option: typed}})
    page = new_page(draft)
    (faulty,) = (one for one in page.options if one.fault)
    assert faulty.name == option
    assert fault in faulty.fault
    assert faulty.value == typed.replace(",", "")
    assert len(page.faults) == 1


def test_another_rule_set_keeps_what_was_changed_and_nothing_else():
    shown = {name: value_text(value) for name, value in registry.spec("cuttle").rule_sets["sipie"].items()}
    rules = shown | {"four": "random", "shown": "sipie", "set": "cuttle-cards-1"}
    draft = read_choices({"game": "cuttle", "rules": rules})
    assert draft.terms.game.rules == {"set": "cuttle-cards-1", "four": "random"}


def test_json_says_the_same_as_a_form():
    typed = read_choices(form_object([("game", "cuttle"), ("rules.kings", "21 14 10 5 0"), ("rules.set", "pagat")]))
    sent = read_choices({"game": "cuttle", "rules": {"set": "pagat", "kings": [21, 14, 10, 5, 0]}})
    assert typed.terms.game == sent.terms.game


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"game": "cuttle", "opponents": ["easy", "easy"]}, "Cuttle is for 2 players"),
        ({"game": "cuttle", "opponents": ["genius"]}, "'genius' is not one of: open, random"),
        ({"game": "cuttle", "seat": "7"}, "'7' is not a seat from 0 to 1"),
        ({"game": "cups", "seat": "none", "opponents": ["easy", "easy"]}, "a table needs a person"),
        ({"game": "cups", "opponents": ["easy"] * 7}, "need 57 cards"),
        ({"game": "cups", "name": "x" * 60}, "more than 40 characters"),
        ({"game": "cuttle", "rules": "wild"}, "'wild' is not one of: sipie"),
        ({"game": "cups", "rules": "gamblers"}, "no text under it"),
        ({"game": "cups", "opponents": ["", ""]}, "opponents: choose at least one"),
    ],
)
def test_every_other_fault_has_its_sentence(given, fault):
    draft = read_choices(given)
    assert draft.terms is None
    assert any(fault in one for one in draft.faults), draft.faults
    assert new_page(draft).faults
