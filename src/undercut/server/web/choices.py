"""Build the page for a new table from a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from undercut.games import registry
from undercut.games.book import options_of, read_book
from undercut.games.spec import GameSpec
from undercut.server.fault_lists import few_faults
from undercut.server.tables.wishes import LEVELS
from undercut.server.web.pages import GameCard, Level, NewPage, OptionChoice, RuleSetChoice, ValueChoice
from undercut.server.web.rule_links import written
from undercut.server.web.rulebook import meaning

if TYPE_CHECKING:
    from undercut.engine.contract import Option, Value
    from undercut.server.tables.wishes import Draft

_LEVEL_TEXTS = {
    "random": "Plays any legal move. Good for learning the rules.",
    "greedy": "Plays the move that looks best now, without looking ahead.",
    "easy": "Looks ahead a little.",
    "medium": "Looks further ahead and still plays quickly.",
    "hard": "Thinks for up to a second.",
    "master": "Thinks for up to five seconds. The strongest bot.",
}


def new_page(draft: Draft, *, with_faults: bool = True) -> NewPage:
    """Return the page of a draft, with all input as typed.

    Args:
        with_faults: Whether to show the draft's faults.

    Example:
        >>> from undercut.server.tables.wishes import read_wish
        >>> new_page(read_wish({"game": "cups", "opponents": ["easy"]})).opponents
        ['easy']
    """
    spec = draft.spec
    return NewPage(
        game=game_card(spec.name),
        games=game_cards(),
        rule_sets=[
            RuleSetChoice(name, read_book(spec.name).rule_sets.get(name, ""), name == draft.rule_set)
            for name in spec.rule_sets
        ],
        options=_options(draft),
        seats=draft.seats,
        least=spec.seats[0],
        most=spec.seats[-1],
        seat=draft.seat,
        opponents=list(draft.opponents),
        levels=levels(),
        name=draft.name,
        listed=draft.listed,
        hints=draft.hints,
        practice=draft.practice,
        faults=few_faults(draft.faults) if with_faults else [],
    )


def game_card(name: str) -> GameCard:
    """Summarise a game.

    Example:
        >>> game_card("cups").most
        8
    """
    spec = registry.spec(name)
    return GameCard(
        name=name,
        title=spec.title,
        pitch=spec.words.pitch,
        least=spec.seats[0],
        most=spec.seats[-1],
        rule_set=next(iter(spec.rule_sets)),
    )


def game_cards() -> list[GameCard]:
    """Summarise every game."""
    return [game_card(name) for name in registry.names()]


def levels() -> list[Level]:
    """List the levels of bots, weakest first.

    Example:
        >>> [level.name for level in levels()]
        ['random', 'greedy', 'easy', 'medium', 'hard', 'master']
    """
    return [Level(level, level.capitalize(), _LEVEL_TEXTS[level]) for level in LEVELS]


def _options(draft: Draft) -> list[OptionChoice]:
    """List the options in the order of the rule book, with the values as typed."""
    base = draft.spec.rule_sets[draft.rule_set]
    typed = base | {name: cast("Value", value) for name, value in draft.changes.items() if name in base}
    faults = draft.option_faults
    return [
        _option(draft.spec, option, base[option.name], written(typed[option.name]), faults.get(option.name))
        for clause in read_book(draft.spec.name).clauses
        for option in options_of(draft.spec.name, clause.id)
    ]


def _option(spec: GameSpec, option: Option, usual: Value, typed: str, fault: str | None) -> OptionChoice:
    numbers = option.kind != "choice"
    listed = option.named if numbers else option.values
    least, greatest = cast("tuple[int, int]", option.values) if numbers else (None, None)
    return OptionChoice(
        name=option.name,
        clause=option.clause,
        title=read_book(spec.name).clause(option.clause).title,
        kind=option.kind,
        values=[
            ValueChoice(written(value), meaning(spec.name, option, value), typed == written(value), value == usual)
            for value in listed
        ],
        value=typed,
        usual=written(usual),
        text=meaning(spec.name, option, usual) if numbers else "",
        least=least,
        most=greatest,
        length=option.length,
        fault=fault,
    )
