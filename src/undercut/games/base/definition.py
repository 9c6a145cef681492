"""The definition of a game: its rules, its words, and every part that it has or that follows from these."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from types import ModuleType, SimpleNamespace
from typing import Any, cast

from undercut.cards import Pack
from undercut.engine import contract
from undercut.engine.contract import Option, Value
from undercut.errors import UndercutError
from undercut.games.base.derived import arrays, piles
from undercut.games.base.derived.piles import DUE, HANDS, STOCK
from undercut.games.base.derived.writing import module_for
from undercut.games.base.layout import ActionNumbers, Observations
from undercut.games.base.parts.bots import Levels, Search
from undercut.games.base.parts.drawing import Drawer
from undercut.games.base.parts.explanation import Explanation
from undercut.games.base.parts.figures import Figures
from undercut.games.base.parts.lessons import Glance
from undercut.games.base.parts.playing import DERIVED, CardOptions, Notation, Positions, Sentences, completed
from undercut.games.base.words import GameWords, Question, Sight

_COURSE = {"turn", "to_move", "phase", "result"}
_HISTORY_ROOM = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Research:
    """What is for research alone: players are not offered it."""

    options: tuple[Option, ...] = ()
    """Options of the deal, which any rule set takes."""
    deal: dict[str, Value] = field(default_factory=dict[str, Value])
    """The values of these options in all rule sets that do not give others."""
    rule_sets: dict[str, dict[str, Value]] = field(default_factory=dict[str, dict[str, Value]])
    """Further rule sets, with a value for every option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What players read before they choose rules."""

    questions: Mapping[str, Question] = field(default_factory=dict[str, Question])
    """The options as questions, by name."""
    suggested: Mapping[str, str] = field(default_factory=dict[str, str])
    """The rule sets in a sentence each, the one that the site deals first."""
    minutes: Mapping[str, int] = field(default_factory=dict[str, int])
    """About how many minutes a game of two takes under each rule set."""
    fixes: Mapping[str, str] = field(default_factory=dict[str, str])
    """A sentence for each option that `GameSpec.fit` may change, with ``{seats}`` and ``{value}``."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GameSpec:
    """The definition of a game: what it has, and where; what is left out has a default or follows from the rest.

    Raises:
        UndercutError: Functions of the rules or fields are missing; the message lists all of them.

    Examples:
        >>> from undercut.games.cuttle import GAME
        >>> GAME.title, GAME.seats
        ('Cuttle', range(2, 3))
    """

    name: str
    words: GameWords
    """Its title, piles and ends."""
    place: int = 100
    """Where lists of games show it: the lower, the earlier; then by name."""

    # The rules
    rules: tuple[ModuleType, ...]
    """The modules of its rules, the lowest first: only these are compiled."""
    seats: range = range(2, 3)
    """How many seats a table may have."""
    full_pack: Callable[[Mapping[str, Value]], list[int]] = DERIVED
    """Lists every card that is dealt, given the options."""

    # Options and rule sets
    options: tuple[Option, ...] = ()
    rule_sets: dict[str, dict[str, Value]] = field(default_factory=lambda: {"standard": {}})
    """A value for every option, by the name of the rule set, the default first."""
    earlier: dict[str, dict[str, Value]] = field(default_factory=dict[str, dict[str, Value]])
    """By rule set, former values of options that were corrected."""
    refused: dict[str, str] = field(default_factory=dict[str, str])
    """Rule sets that cannot be played, with the reason."""
    clash: Callable[[dict[str, Value], int], dict[str, str]] = lambda _options, _seats: {}
    """Lists conflicts between valid options at a number of seats, by the name of the option to change."""
    fit: Callable[[dict[str, Value], int], dict[str, Value]] = lambda _options, _seats: {}
    """Returns changes that make options valid together at a number of seats."""
    offer: Offer = Offer()
    research: Research = Research()

    # Moves and positions
    notation: Notation = field(default_factory=Notation)
    card_options: CardOptions = field(default_factory=CardOptions)
    sentences: Sentences = field(default_factory=Sentences)
    positions: Positions = field(default_factory=Positions)

    # Batches
    actions: ActionNumbers | None = DERIVED
    """The fixed numbers of its moves; None if it has none."""
    observations: Observations | None = DERIVED
    """The layout of its observations and histories; None if it has none."""

    # Parts: the first three are functions that import them when they are first needed
    search: Callable[[], Search] = Search
    """Its search, without which the hidden cards are redealt and rollouts are random."""
    bots: Callable[[], Levels | None] = lambda: None
    """Its levels and characters."""
    drawing: Callable[[], Drawer | None] = lambda: None
    """Describes a table as zones of cards."""
    explanation: Explanation = field(default_factory=Explanation)
    """What it says about its moves in hints and reviews."""
    figures: Figures = field(default_factory=Figures)
    """What the lab measures of it."""
    glance: Callable[[Glance], Glance] = lambda glance: glance
    """Adds to the game on one screen, from ``lessons/lessons.toml``, what follows from the rules."""

    def __post_init__(self) -> None:
        """Check that nothing is missing, and fill in what follows from the rest."""
        _refuse_missing(self)
        if self._draws_by_default:
            self._set(rules=(*self.rules, piles))
        names = self.rule_names
        is_derived = self.positions.write is DERIVED  # the table is made of piles and numbers: more follows from them
        if is_derived:
            _refuse_unexplained(self, names)
            self._set(search=cache(partial(_complete_search, self.name, self.words, self.search)))
        if self.full_pack is DERIVED:
            self._set(full_pack=partial(_whole_pack, self.words.pack))
        self._set(**completed(self.words, names, self.notation, self.card_options, self.sentences, self.positions))
        if self.actions is DERIVED:
            self._set(actions=_actions(self.words, self.notation) if is_derived else None)
        if self.observations is DERIVED:
            self._set(observations=_observations(self, names) if is_derived else None)

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def rule_names(self) -> SimpleNamespace:
        """All names that the rule modules define, and the functions that they may leave out."""
        names: dict[str, Any] = {stub.__name__: stub for stub in contract.RULES.optional}
        for module in self.rules:
            names |= vars(module)
        return SimpleNamespace(**names)

    @property
    def _draws_by_default(self) -> bool:
        names = vars(self.rule_names)
        return {DUE, STOCK, HANDS} <= names["Table"].lengths.keys() and names["chance_need"] is contract.chance_need

    @property
    def fields(self) -> set[str]:
        """The fields of a position besides those common to all games."""
        return {*self.piles, *self.words.numbers, *self.words.position_fields} | _COURSE

    @property
    def title(self) -> str:
        """The game's title."""
        return self.words.title

    @property
    def pack(self) -> Pack:
        """The pack of cards."""
        return self.words.pack

    @property
    def piles(self) -> tuple[str, ...]:
        """The fields of a position that hold cards; each card is in one of them."""
        return tuple(pile.id for pile in self.words.piles)


def _refuse_missing(spec: GameSpec) -> None:
    """Raise an error that lists everything that the rules and the options lack."""
    rules = vars(spec.rule_names)
    needed = ("Table", "PACK_SIZE", "MAX_MOVES", *(stub.__name__ for stub in contract.RULES.required))
    missing = [f"rules: {name}" for name in needed if name not in rules]
    missing += _missing_chance(rules)
    names = [option.name for option in spec.options]
    # What the functions that a game may leave out need.
    fields = ["reason"] * (rules["is_over"] is contract.is_over) + ["to_move"] * (rules["mover"] is contract.mover)
    lengths = cast("dict[str, int]", rules["Table"].lengths) if "Table" in rules else [*names, *fields]
    missing += [f"table: {name}" for name in (*fields, *names) if name not in lengths]
    for each, values in spec.rule_sets.items():
        missing += [f"options: {name} in the rule set {each}" for name in names if name not in values]
    if missing:
        raise UndercutError(f"{spec.name} is not complete; missing are {', '.join(missing)}")


def _missing_chance(rules: dict[str, Any]) -> list[str]:
    """List the functions for chance that the rules lack; a game defines all of them or none."""
    stubs = (contract.chance_need, contract.chance_pool, contract.apply_chance)
    missing = [stub.__name__ for stub in stubs if rules[stub.__name__] is stub]
    return [f"rules: {name}" for name in missing] if len(missing) < len(stubs) else []


# --- What follows from the words and rules of a game that is made of piles and numbers --------------------------------


def _refuse_unexplained(spec: GameSpec, rules: SimpleNamespace) -> None:
    """Raise an error that lists the fields of the table that a derived position would leave out."""
    known = spec.fields | {option.name for option in spec.options} | {"seats", "reason", DUE}
    if missing := [name for name in rules.Table.lengths if name not in known]:
        raise UndercutError(f"{spec.name}: no pile and no number for {', '.join(missing)}, and no `positions.write`")


def _whole_pack(pack: Pack, options: Mapping[str, Value]) -> list[int]:
    del options
    return [*range(len(pack.texts))]


def _actions(words: GameWords, notation: Notation) -> ActionNumbers:
    """Number the moves by their codes: the cards, the moves without a card, the cards with a choice."""
    codes = words.choice_code(len(words.pack.texts), 0)
    return ActionNumbers(arrays.action, tuple(map(notation.write, range(codes))))


def _observations(spec: GameSpec, rules: SimpleNamespace) -> Observations:
    """Write what a seat sees of each pile, and the numbers."""
    columns = arrays.Columns(spec.words, max(spec.seats))
    functions = rules.is_over, rules.mover, rules.winners
    made = module_for(spec.name, arrays, spec.words, columns.facts, functions)
    return Observations(1, tuple(columns.blocks), columns.places, _HISTORY_ROOM, made.observe, made.news)


def _complete_search(game: str, words: GameWords, given: Callable[[], Search]) -> Search:
    """Let a search and a ranking without functions that redeal hidden cards redeal what a seat cannot see."""
    found = given()
    if all(pile.sight in (Sight.ALL, Sight.TOP) for pile in words.piles):
        return found
    made = module_for(game, piles, words, {})
    searches = any(hasattr(module, "determinize") for module in found.modules)
    ranks = not found.ranking or any(hasattr(module, "deal_unseen") for module in found.ranking)
    return replace(
        found,
        modules=found.modules if searches else (*found.modules, made),
        ranking=found.ranking if ranks else (*found.ranking, made),
    )
