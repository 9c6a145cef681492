"""The form for a new table, which also changes the rules of a table that waits for players."""

from typing import cast

from msgspec import Struct, field
from msgspec.structs import replace

from undercut.engine.contract import Option, OptionKind, Value
from undercut.errors import Fault
from undercut.games.base.book import in_order, options_of, question_of, read_book, recommended
from undercut.games.base.definition import GameSpec
from undercut.pages.addresses import Links, table_address, written
from undercut.pages.books.lab_page import Told, effect_texts, lab_page
from undercut.pages.books.rulebook import meaning
from undercut.pages.errors import few_faults
from undercut.pages.game_cards import Choice, GameCard, LevelCard, game_card, game_cards, opponents
from undercut.pages.texts import ENDS, TIMES, ordinal, time_choice
from undercut.table.opening.terms import DUEL, MATCHES, NO_SEAT, OPEN, QUICK, RANDOM_SEAT, Draft, usual_zero
from undercut.translation import _

_SETS = 3  # number of rule sets that the form shows at first


class ValueChoice(Struct, frozen=True):
    value: str
    label: str
    text: str
    chosen: bool
    usual: bool


class OptionChoice(Struct, frozen=True):
    name: str
    question: str
    clause: str
    title: str
    kind: OptionKind
    values: list[ValueChoice]
    value: str
    usual: str
    text: str = ""
    least: int | None = None
    most: int | None = None
    length: int = 0
    fault: str | None = None
    effects: list[Told] = field(default_factory=list[Told])

    @property
    def changed(self) -> bool:
        return self.value != self.usual

    @property
    def without_effect(self) -> str:
        return "; ".join(each.subject for each in self.effects if not each.text)

    @property
    def range(self) -> str:
        figures = {"length": self.length, "least": self.least, "most": self.most}
        if self.kind is OptionKind.NUMBERS:
            return _("{length} numbers from {least} to {most}").format(**figures)
        told = ((one.value, one.label[:1].lower() + one.label[1:]) for one in self.values)
        named = [_(", or “{value}” ({label})").format(value=value, label=label) for value, label in told]
        return "".join([_("a number from {least} to {most}").format(**figures), *named])

    @property
    def advice(self) -> str:
        """What to write in place of a wrong value."""
        if self.kind is OptionKind.NUMBER:
            return _("Write {range}.").format(range=self.range)
        example = _("Write {count} numbers with spaces between them, such as {example}.")
        return example.format(count=self.length, example=self.usual)


def match_text(games: int) -> str:
    return _("Best of {games}").format(games=games) if games else _("One game")


class RuleSetChoice(Struct, frozen=True):
    name: str
    text: str
    chosen: bool
    recommended: bool = False
    minutes: int = 0  # about how long a game of so many players takes; 0: not known


class NewPage(Struct, frozen=True):
    game: GameCard
    games: list[GameCard]
    rule_sets: list[RuleSetChoice]
    options: list[OptionChoice]
    seats: int
    least: int
    most: int
    seat: str
    opponents: list[str]
    levels: list[LevelCard]
    name: str = ""
    listed: bool = False
    hints: bool | None = None  # whether hints are allowed; None: not where people play each other
    practice: bool = False
    even_answers: bool = False
    faults: list[str] = field(default_factory=list[str])
    places: list[str] = field(default_factory=list[str])  # the id of each fault's field, if it has one
    name_fault: str = ""
    fixes: list[str] = field(default_factory=list[str])
    best_of: int = 0
    clock: tuple[str, str] = ("", "")
    table: str = ""  # the table whose rules the page changes; empty for a new table
    version: int = 0
    # the title of the rules under which the effects of options were measured; empty if they were not
    measured_with: str = ""
    measured_players: str = ""

    @property
    def hint_choices(self) -> list[Choice]:
        texts = {"": _("Only against bots"), "true": _("Always (all players agree by joining)"), "false": _("Never")}
        chosen = "" if self.hints is None else str(self.hints).lower()
        return [Choice(value, text, value == chosen) for value, text in texts.items()]

    @property
    def match_choices(self) -> list[tuple[str, str]]:
        return [(str(games), match_text(games)) for games in MATCHES]

    @property
    def clock_choices(self) -> list[Choice]:
        time = self.clock[0]
        times = TIMES if time in TIMES else (*TIMES, time)
        return [Choice(each, time_choice(each), each == time) for each in times]

    @property
    def end_choices(self) -> list[Choice]:
        """The choices when the time is up, the usual first; a form sends an empty value for the usual."""
        usual, chosen = usual_zero(self.seats), self.clock[1]
        others = [Choice(each, _(text), each == chosen) for each, text in ENDS.items() if each != usual]
        return [Choice("", _(ENDS[usual]), not any(other.chosen for other in others)), *others]

    @property
    def first_sets(self) -> list[RuleSetChoice]:
        return self.rule_sets[:_SETS]

    @property
    def more_sets(self) -> list[RuleSetChoice]:
        return self.rule_sets[_SETS:]

    @property
    def opens_more_sets(self) -> bool:
        return any(rules.chosen for rules in self.more_sets)

    @property
    def against(self) -> str:
        """The players of the seats that are not named one by one: ``"bots"`` or ``"friends"``."""
        return "friends" if self.opponents and set(self.opponents) == {OPEN} else "bots"

    @property
    def level(self) -> str:
        """The level of the bots in seats that are not named one by one."""
        return next((name for name in self.opponents if name != OPEN), QUICK)

    @property
    def mixed(self) -> bool:
        return len(set(self.opponents)) > 1 or self.seat == NO_SEAT

    @property
    def level_choices(self) -> list[tuple[str, str]]:
        offered = (level for level in self.levels if level.searches or level.name == self.level)
        return [(level.name, level.title) for level in offered]

    @property
    def opens_more(self) -> bool:
        return (
            self.mixed
            or self.listed
            or self.practice
            or self.even_answers
            or self.hints is not None
            or self.seat != "0"
        )

    @property
    def player_choices(self) -> list[tuple[str, str]]:
        return [(str(number), str(number)) for number in range(self.least, self.most + 1)]

    @property
    def rule_set(self) -> str:
        return next(rules.name for rules in self.rule_sets if rules.chosen)

    @property
    def links(self) -> Links:
        changes = {option.name: option.value for option in self.options if option.changed and not option.fault}
        return Links(self.game.name, {"set": self.rule_set, **changes} if changes else self.rule_set)

    @property
    def seat_choices(self) -> list[Choice]:
        texts = {str(seat): ordinal(seat + 1) for seat in range(self.most)}
        texts |= {"0": _("{place}: you move first").format(place=texts["0"]), RANDOM_SEAT: _("random")}
        if self.most > DUEL or self.seat == NO_SEAT:
            texts[NO_SEAT] = _("none, just watch")
        return [Choice(value, text, value == self.seat) for value, text in texts.items()]

    @property
    def opponent_choices(self) -> list[tuple[str, list[Choice]]]:
        texts = {"": _("as chosen above"), OPEN: _("a person")}
        texts |= {level.name: _("{level} bot").format(level=level.title) for level in self.levels}
        found: list[tuple[str, list[Choice]]] = []
        for place in range(self.most - (self.most == DUEL and self.seat != NO_SEAT)):
            chosen = self.opponents[place] if self.mixed and place < len(self.opponents) else ""
            label = _("Opponent {number}").format(number=place + 1)
            found.append((label, [Choice(each, text, each == chosen) for each, text in texts.items()]))
        return found

    @property
    def changed(self) -> int:
        return sum(option.changed for option in self.options)

    @property
    def opens_options(self) -> bool:
        return any(option.fault or (option.changed and not self.fixes) for option in self.options)

    @property
    def address(self) -> str:
        return table_address(self.table, "rules") if self.table else "/tables"

    @property
    def button(self) -> str:
        if self.table:
            return _("Change the rules")
        return _("Open the table") if self.seat == NO_SEAT or OPEN in self.opponents else _("Deal the cards")


def new_page(draft: Draft, *, with_faults: bool = True, table: str = "", version: int = 0) -> NewPage:
    spec = draft.spec
    study = lab_page(spec.name)
    asked = _options(draft)
    places, texts = _faults(draft, asked)
    return NewPage(
        game=game_card(spec.name),
        games=game_cards(),
        rule_sets=_rule_sets(draft),
        options=asked,
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
        faults=few_faults(texts) if with_faults else [],
        places=places,
        name_fault=draft.fault_at("name") if with_faults else "",
        fixes=list(draft.fixes),
        best_of=draft.best_of,
        clock=draft.clock,
        table=table,
        version=version,
        measured_with=study.rules if study else "",
        measured_players=study.players[0] if study else "",
    )


def _faults(draft: Draft, asked: list[OptionChoice]) -> tuple[list[str], list[str]]:
    options = {f"rules.{option.name}": option for option in asked}
    places, texts = list[str](), list[str]()
    for fault in draft.found:
        option = options.get(fault.where) if isinstance(fault, Fault) else None
        if option:
            places.append(f"{'option' if option.kind is OptionKind.CHOICE else 'value'}-{option.name}")
            texts.append(f"{option.question} {option.fault}")
        else:
            places.append("name" if isinstance(fault, Fault) and fault.where == "name" else "")
            texts.append(str(fault))
    return places, texts


def _rule_sets(draft: Draft) -> list[RuleSetChoice]:
    spec, game = draft.spec, game_card(draft.spec.name)
    book, minutes = read_book(spec.name).rule_sets, dict(spec.offer.minutes)
    usual, more = minutes.get(game.rule_set, 0), game.players_at_once - spec.seats[0]
    if more:  # the figure of the front page for its players, and between two in proportion, also where it takes as long
        part = min((draft.seats - spec.seats[0]) / more, 1)
        about = round(usual + (game.minutes - usual) * part)
        minutes |= {name: about for name, known in minutes.items() if known == usual}
    best = recommended(spec)
    order = in_order(spec)
    return [
        RuleSetChoice(
            name,
            _(spec.offer.suggested[name]) if name in spec.offer.suggested else book.get(name, ""),
            chosen=name == draft.rule_set,
            recommended=name == best and len(order) > 1,
            minutes=minutes.get(name, 0),
        )
        for name in order
    ]


def _options(draft: Draft) -> list[OptionChoice]:
    base = draft.spec.rule_sets[draft.rule_set]
    typed = base | {name: cast("Value", value) for name, value in draft.changes.items() if name in base}
    faults = draft.option_faults
    return [
        _option(draft.spec, option, base[option.name], typed[option.name], faults.get(option.name))
        for clause in read_book(draft.spec.name).clauses
        for option in options_of(draft.spec.name, clause.id)
    ]


def _option(spec: GameSpec, option: Option, usual: Value, value: Value, fault: str | None) -> OptionChoice:
    numbers = option.kind is not OptionKind.CHOICE
    least, greatest = cast("tuple[int, int]", option.values) if numbers else (None, None)
    question, typed = question_of(spec, option), _typed(value)
    shown = OptionChoice(
        name=option.name,
        question=_(question.text),
        clause=option.clause,
        title=read_book(spec.name).clause(option.clause).title,
        kind=option.kind,
        values=[
            ValueChoice(
                _typed(known),
                question.answer(known),
                meaning(spec.name, option, known),
                chosen=typed == _typed(known),
                usual=known == usual,
            )
            for known in option.listed
        ],
        value=typed,
        usual=_typed(usual),
        text=meaning(spec.name, option, usual) if numbers else "",
        least=least,
        most=greatest,
        length=option.length,
        fault=fault,
        effects=effect_texts(spec.name).get(option.name, []),
    )
    if fault and numbers and option.fault(value):
        fault = shown.advice if option.kind is OptionKind.NUMBER else f"{fault}. {shown.advice}"
        return replace(shown, fault=fault)
    return shown


def _typed(value: Value) -> str:
    """Write a value as its field has it, with a word that people know in place of null."""
    return "usual" if value is None else written(value)
