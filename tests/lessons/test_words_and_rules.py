import random
import re

import pytest

import undercut
from tests.touring import covering_games
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.lessons.courses import card_rule, first_screen, lessons, puzzles

GAMES = registry.names()

# What a text claims, and the option that makes it true. A number in the text is given to the check.
CLAIMS = {
    "cuttle": [
        (r"win with (\d+) points on the table", lambda o, n: o["kings"][0] == n),
        (r"needs? (\d+) points again", lambda o, n: o["kings"][0] == n),
        (r"not (\d+) yet", lambda o, n: o["kings"][0] == n),
        (r"(\d+) with one(?: king)?", lambda o, n: o["kings"][1] == n),
        (r"(\d+) with two", lambda o, n: o["kings"][2] == n),
        (r"(\d+) with three", lambda o, n: o["kings"][3] == n),
        (r"king you need only (\d+)", lambda o, n: o["kings"][1] == n),
        (r"still needs only (\d+)", lambda o, n: o["kings"][1] == n),
        (r"king(?: in front of you)?, (\d+) points are enough", lambda o, n: o["kings"][1] == n),
        (r"wins with (\d+) points", lambda o, n: o["kings"][1] == n),
        (r"which card she can draw next", lambda o: o["nine_to"] == "stock"),
        (r"discards? two cards", lambda o: o["four"] == "choose"),
        (r"jacks, twos and nines", lambda o: o["queen_stops"] == "targets"),
        (r"cannot counter", lambda o: o["queen_guards_oneoffs"] == "all"),
    ],
    "cups": [
        (r"three cards", lambda o: o["cup_goes"] == "dump"),
        (r"three from the dump", lambda o: o["cup_goes"] == "dump"),
        (r"anything that is not a cup|Any card but a cup", lambda o: not o["identical_cups"]),
        (r"you pick it up", lambda o: o["empty_hand"] == "pick_up"),
        (r"shuffled into a new one", lambda o: o["short_draw"] in ("rest", "magellan", "league")),
        (r"A higher card of the same suit is free", lambda o: not o["spot_equal"]),
    ],
    "cut_the_rope": [
        (r"until you hold six cards", lambda o: o["refill"] == "turn_end"),
        (r"number by number", lambda o: not o["equal"]),
        (r"stand for any number that a row needs", lambda o: not o["open_scissors"]),
        (r"ten to twenty cards", lambda o: o["personal"] is None),
    ],
}


def said(lesson):
    options = None
    for step in lesson.steps:
        options = undercut.from_position(step.start).game.options if step.start else options
        for text in (step.title, step.text, step.otherwise, *step.answers.values()):
            yield text, options
    yield lesson.title, options
    yield lesson.end, options


def checked(game, text, options):
    for pattern, holds in CLAIMS[game]:
        for match in re.finditer(pattern, text):
            yield pattern, holds(options, *map(int, match.groups()))


@pytest.mark.parametrize("game", GAMES)
def test_every_claim_of_a_lesson_exercise_or_puzzle_holds_under_its_rules(game):
    found = set()
    for lesson in (*lessons(game), *puzzles(game)):
        for text, options in said(lesson):
            for pattern, holds in checked(game, text, options):
                found.add(pattern)
                assert holds, (lesson.name, text)
    assert found == {pattern for pattern, _holds in CLAIMS[game]}


@pytest.mark.parametrize(("game", "rules"), [("cuttle", "denexa"), ("cups", "children"), ("cut_the_rope", "short")])
def test_the_same_words_would_be_wrong_under_other_rules(game, rules):
    options = undercut.game(game, rules=rules).options
    texts = [text for lesson in lessons(game) for text, _options in said(lesson)]
    assert not all(holds for text in texts for _pattern, holds in checked(game, text, options))


FACTS = {
    ("cuttle", "goal"): lambda o, said: f" {o['kings'][0]} points in front of you" in said,
    ("cuttle", "card-K"): lambda o, said: ", ".join(map(str, o["kings"][1:])) in said,
    ("cuttle", "card-9"): lambda o, said: (
        ("stock" in said) == (o["nine_to"] == "stock")
        and ("who played it" in said) == (o["nine_to"] == "player")
        and ("cannot return point cards" in said) == (o["nine_targets"] == "permanents")
        and ("frozen" in said) == o["nine_freeze"]
        and ("only your opponent's" in said) == (o["target_side"] == "opponent")
    ),
    ("cuttle", "card-3"): lambda o, said: ("not a three" in said) != o["three_takes_threes"],
    ("cuttle", "card-7"): lambda o, said: ("two cards" in said) == (o["seven"] == 2),
    ("cuttle", "card-J"): lambda o, said: ("your own" in said) == (o["jack_side"] == "any"),
    ("cuttle", "card-Q"): lambda o, said: (
        ("cannot play jacks" in said) == (o["queen_stops"] == "effects")
        and ("one-offs cannot be countered" in said) == (o["queen_guards_oneoffs"] == "all")
        and ("protect each other" in said) == o["queen_guards_queens"]
    ),
    ("cuttle", "turn"): lambda o, said: (
        ("your own point cards" in said) == (o["scuttle"] == "any")
        and (f"At most {o['hand_limit']} cards" in said) == bool(o["hand_limit"])
    ),
    ("cups", "card-bury"): lambda o, said: ("sit out" in said) == (o["empty_hand"] == "sit_out"),
    ("cups", "card-cup"): lambda o, said: (
        ("side pile" in said) == (o["cup_goes"] == "side")
        and ("identical" in said) == o["identical_cups"]
        and ("put away" in said) == o["cup_burns"]
    ),
    ("cups", "card-follow"): lambda o, said: ("identical" in said) == o["spot_equal"],
    ("cut_the_rope", "turn"): lambda o, said: ("filled at once" in said) == (o["refill"] == "when_empty"),
    ("cut_the_rope", "card-number"): lambda o, said: ("repeat" in said) == o["equal"],
    ("cut_the_rope", "card-scissors"): lambda o, said: (
        ("stays open" in said) == o["open_scissors"]
        and ("On a 9" in said) == o["bookend"]
        and ("supply row" in said) != o["supply_scissors"]
    ),
}


@pytest.mark.parametrize(("game", "where"), FACTS)
def test_the_first_screen_agrees_with_every_value_of_every_option(game, where):
    glance, spec = first_screen(game), registry.spec(game)
    named = {"goal": glance.goal, "turn": glance.turn} | {rule.id: rule.fact for rule in glance.cards}
    for rules in spec.rule_sets.values():
        mixes = [rules | {option.name: value} for option in spec.options for value in values(option)]
        for options in (rules, *mixes):
            text = named[where].say(options)
            assert FACTS[game, where](options, text), (options, text)
            assert "{" not in text


def values(option):
    if option.kind == "numbers":
        return [tuple(range(7, 7 - option.length, -1))]
    return [*option.named, *option.values]


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
def test_every_rule_of_a_card_is_found(name):
    rules = first_screen(name).cards
    clauses = {rule.clause for rule in rules}
    found = [card_rule(name, card, clause) for card in registry.spec(name).pack.texts for clause in clauses]
    assert all(rule in found for rule in rules if rule.ranks or name == "cups")


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
