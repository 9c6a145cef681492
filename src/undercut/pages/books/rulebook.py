"""The page of a rule book: its clauses and options, with the changes of the chosen rules marked."""

import msgspec

from undercut.engine.contract import Option, Value
from undercut.errors import UndercutError
from undercut.games.base import book as books
from undercut.games.base import registry
from undercut.games.base.book import Book, Clause
from undercut.games.base.words import value_text
from undercut.lessons.courses import first_screen
from undercut.pages.addresses import Links, written
from undercut.pages.assets import sprite_address
from undercut.pages.books.markup import for_players, inline_html, to_html
from undercut.pages.game_cards import GameCard, game_card
from undercut.play.game import Game
from undercut.studies.results import is_published
from undercut.table.events import RulesStamp
from undercut.translation import _, ngettext


class RuleValue(msgspec.Struct, frozen=True):
    value: str
    answer: str  # to the option's question
    html: str
    rule_sets: tuple[str, ...]


class RuleOption(msgspec.Struct, frozen=True):
    name: str
    question: str
    chosen: RuleValue
    usual: str  # the default rule set's value, if it differs; empty otherwise
    usual_answer: str  # the same as an answer
    others: tuple[RuleValue, ...]


class RuleClause(msgspec.Struct, frozen=True):
    id: str
    title: str
    html: str
    options: tuple[RuleOption, ...]

    @property
    def differs(self) -> bool:
        return any(option.usual for option in self.options)


class RuleSection(msgspec.Struct, frozen=True):
    title: str
    anchor: str
    clauses: tuple[RuleClause, ...] = ()  # the chapter's clauses; empty for a chapter of plain text
    html: str = ""


class RuleSetLine(msgspec.Struct, frozen=True):
    name: str
    html: str


def sections(chosen: Game) -> tuple[RuleSection, ...]:
    book = books.read_book(chosen.name)
    found: dict[str, list[RuleClause]] = {}
    for clause in book.clauses:
        found.setdefault(clause.section, []).append(_clause(chosen, clause))
    with_clauses = [RuleSection(title, _anchor(title), tuple(clauses)) for title, clauses in found.items()]
    chapters = [
        RuleSection(title, _anchor(title), html=to_html(chosen.name, text)) for title, text in book.chapters.items()
    ]
    return (*with_clauses, *chapters)


class CardLine(msgspec.Struct, frozen=True):
    id: str
    cards: tuple[str, ...]
    title: str
    text: str
    clause: str


class FirstScreen(msgspec.Struct, frozen=True):
    goal: str
    turn: str
    cards: tuple[CardLine, ...]
    sprite: str


class RulesPage(msgspec.Struct, frozen=True):
    game: str
    title: str
    rules: RulesStamp
    rule_set: str
    default: str
    rule_sets: tuple[RuleSetLine, ...]
    changes: tuple[str, ...]
    introduction: str
    sections: tuple[RuleSection, ...]
    find: str
    hits: tuple[RuleClause, ...]
    lost: str
    first: FirstScreen | None = None  # the game on one screen, if the game has that text
    measured: bool = False

    @property
    def changed(self) -> tuple[RuleClause, ...]:
        return tuple(clause for section in self.sections for clause in section.clauses if clause.differs)

    @property
    def about(self) -> str:
        return next(line.html for line in self.rule_sets if line.name == self.rule_set)

    @property
    def card(self) -> GameCard:
        return game_card(self.game)

    @property
    def is_default(self) -> bool:
        return self.rule_set == self.default and not self.changes

    @property
    def is_first(self) -> bool:
        """Whether first games against bots are played by these rules, and others are not."""
        return not self.is_default and self.rules == self.card.first_set

    @property
    def rules_title(self) -> str:
        return books.rules_title(self.game, self.rules)

    @property
    def heading(self) -> str:
        return _("Rules of {title} ({rules})").format(title=self.title, rules=self.rules_title)

    @property
    def hits_title(self) -> str:
        count = len(self.hits)
        return ngettext("{count} clause", "{count} clauses", count).format(count=count)

    @property
    def first_clause(self) -> str:
        return self.sections[0].clauses[0].id

    @property
    def links(self) -> Links:
        return Links(self.game, self.rules)


def rules_page(chosen: Game, find: str = "") -> RulesPage:
    book = books.read_book(chosen.name)
    chapters = sections(chosen)
    hits, lost = _found(book, find)
    return RulesPage(
        game=chosen.name,
        title=book.title,
        rules=chosen.rules,
        rule_set=chosen.rule_set,
        default=books.recommended(chosen.spec),
        rule_sets=rule_sets(chosen.name),
        changes=tuple(f"{name}={written(value)}" for name, value in chosen.changes.items()),
        introduction=to_html(chosen.name, book.introduction),
        sections=chapters,
        find=find,
        hits=tuple(_clause(chosen, clause) for clause in hits),
        lost=lost,
        first=_first_screen(chosen),
        measured=is_published(chosen.name),
    )


def _first_screen(chosen: Game) -> FirstScreen | None:
    told = first_screen(chosen.name)
    if told is None:
        return None
    return FirstScreen(
        told.goal.say(chosen.options),
        told.turn.say(chosen.options),
        tuple(
            CardLine(rule.id, rule.cards, _(rule.title), rule.fact.say(chosen.options), rule.clause)
            for rule in told.cards
        ),
        sprite_address(chosen.spec.pack),
    )


def rule_sets(name: str) -> tuple[RuleSetLine, ...]:
    texts = books.read_book(name).rule_sets
    return tuple(
        RuleSetLine(each, inline_html(name, texts.get(each, ""))) for each in books.in_order(registry.spec(name))
    )


def meaning(name: str, option: Option, value: Value) -> str:
    texts = {
        choice.value: choice.text
        for choice in books.read_book(name).clause(option.clause).choices
        if choice.option == option.name
    }
    return for_players(texts.get(value_text(value)) or texts.get("", ""))


def _clause(chosen: Game, clause: Clause) -> RuleClause:
    options = tuple(_option(chosen, option) for option in books.options_of(chosen.name, clause.id))
    return RuleClause(clause.id, clause.title, to_html(chosen.name, for_players(clause.text)), options)


def _option(chosen: Game, option: Option) -> RuleOption:
    value = chosen.options[option.name]
    usual = chosen.spec.rule_sets[books.recommended(chosen.spec)][option.name]
    values: list[Value] = []
    for known in (*option.listed, *(options[option.name] for options in chosen.spec.rule_sets.values())):
        # True equals 1, but no option has both values.
        if known != value and known not in values:
            values.append(known)
    question = books.question_of(chosen.spec, option)
    return RuleOption(
        option.name,
        _(question.text),
        _value(chosen.name, option, value),
        "" if value == usual else written(usual),
        "" if value == usual else question.answer(usual),
        tuple(_value(chosen.name, option, each) for each in values),
    )


def _value(name: str, option: Option, value: Value) -> RuleValue:
    html = inline_html(name, meaning(name, option, value))
    answer = books.question_of(registry.spec(name), option).answer(value)
    in_sets = tuple(each for each, options in registry.spec(name).rule_sets.items() if options[option.name] == value)
    return RuleValue(written(value), answer, html, in_sets)


def _found(book: Book, find: str) -> tuple[tuple[Clause, ...], str]:
    if not find.strip():
        return (), ""
    try:
        return book.find(find.strip()), ""
    except UndercutError as error:
        return (), str(error)


def _anchor(title: str) -> str:
    return "-".join(title.lower().split())
