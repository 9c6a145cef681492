"""Build the page for a new table from a draft."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from undercut.bots.players.characters import ADAPTIVE
from undercut.bots.players.levels import levels_of
from undercut.games.base import registry
from undercut.games.base.book import fitting, in_order, options_of, question_of, read_book, recommended
from undercut.games.base.definition import GameSpec
from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.pages.books.lab_page import effect_texts, lab_page
from undercut.pages.books.rule_links import written
from undercut.pages.books.rulebook import meaning
from undercut.pages.forms.new_page import NewPage, OptionChoice, RuleSetChoice, ValueChoice
from undercut.pages.lists.pages import GameCard, Level, few_faults
from undercut.table.opening.choices import LEVELS
from undercut.translation import N_, _

if TYPE_CHECKING:
    from undercut.engine.contract import Option, Value
    from undercut.table.opening.choices import Draft

_PLAYER_TEXTS = {
    "random": N_("Plays any legal move. Good for learning the rules."),
    "greedy": N_("Plays the move that looks best now, without looking ahead."),
}


def new_page(draft: Draft, *, with_faults: bool = True, table: str = "", version: int = 0) -> NewPage:
    """Return the page of a draft, with all input as typed."""
    spec = draft.spec
    study = lab_page(spec.name)
    return NewPage(
        game=game_card(spec.name),
        games=game_cards(),
        rule_sets=_rule_sets(spec, draft.rule_set),
        options=_options(draft),
        seats=draft.seats,
        least=spec.seats[0],
        most=spec.seats[-1],
        seat=draft.seat,
        opponents=list(draft.opponents),
        levels=opponents(spec.name, draft.seats),
        name=draft.name,
        listed=draft.listed,
        hints=draft.hints,
        practice=draft.practice,
        even_answers=draft.even_answers,
        faults=few_faults(draft.faults) if with_faults else [],
        fixes=list(draft.fixes),
        fitting=list(_fitting(spec.name, draft.rule_set)),
        best_of=draft.best_of,
        clock=draft.clock,
        table=table,
        version=version,
        measured_with=study.rules if study else "",
        measured_players=study.players[0] if study else "",
    )


def _rule_sets(spec: GameSpec, chosen: str) -> list[RuleSetChoice]:
    """List the rule sets, the recommended one first; a game that recommends none gets the texts of its book."""
    book = read_book(spec.name).rule_sets
    best = recommended(spec)
    order = in_order(spec)
    return [
        RuleSetChoice(
            name,
            _(spec.suggested[name]) if name in spec.suggested else book.get(name, ""),
            chosen=name == chosen,
            recommended=name == best and len(order) > 1,
            minutes=spec.minutes.get(name, 0),
        )
        for name in order
    ]


@cache
def _fitting(spec_name: str, rule_set: str) -> tuple[str, ...]:
    spec = registry.spec(spec_name)
    options = spec.rule_sets[rule_set]
    return tuple(text for seats in spec.seats for text in fitting(spec, options, seats).values())


def game_card(name: str) -> GameCard:
    """Summarise a game."""
    spec = registry.spec(name)
    return GameCard(
        name=name,
        title=spec.title,
        pitch=_(spec.words.pitch),
        least=spec.seats[0],
        most=spec.seats[-1],
        rule_set=recommended(spec),
        minutes=spec.minutes.get(recommended(spec), 0),
    )


def game_cards() -> list[GameCard]:
    """Summarise every game."""
    return [game_card(name) for name in registry.names()]


@cache
def levels(game: str = "", seats: int = 2) -> tuple[Level, ...]:
    """List the levels of bots, weakest first."""
    texts = {name: _(text) for name, text in _PLAYER_TEXTS.items()}
    if game:
        texts |= {name: levels_of(game).style(name, seats) for name in LEVEL_NAMES}
    return tuple(Level(level, _(level.capitalize()), texts.get(level, "")) for level in LEVELS)


def opponents(game: str = "", seats: int = 2) -> list[Level]:
    """List the bots that may sit at a new table: the adaptive one, then the levels; arguments as for `levels`."""
    text = _("About as strong as you: one level up after you win, down after you lose.")
    return [Level(ADAPTIVE, _("Adaptive"), text), *levels(game, seats)]


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
    question = question_of(spec, option)
    return OptionChoice(
        name=option.name,
        question=_(question.text),
        clause=option.clause,
        title=read_book(spec.name).clause(option.clause).title,
        kind=option.kind,
        values=[
            ValueChoice(
                written(value),
                question.answer(value),
                meaning(spec.name, option, value),
                chosen=typed == written(value),
                usual=value == usual,
            )
            for value in listed
        ],
        value=typed,
        usual=written(usual),
        text=meaning(spec.name, option, usual) if numbers else "",
        least=least,
        most=greatest,
        length=option.length,
        fault=fault,
        effects=effect_texts(spec.name).get(option.name, []),
    )
