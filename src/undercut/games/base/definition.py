"""The definition of a game: its rules, its words, and every part that it has."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, partial
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any, cast

from undercut.cards import Pack
from undercut.decoding import JSON
from undercut.engine import contract
from undercut.engine.contract import MoveParts, Option, Value
from undercut.errors import Reason, UndercutError
from undercut.games.base import generated
from undercut.games.base.defaults import Defaults
from undercut.games.base.layout import ActionNumbers, Observations
from undercut.games.base.parts.drawing import Drawer
from undercut.games.base.parts.figures import Figures
from undercut.games.base.parts.lessons import Glance
from undercut.games.base.parts.levels import Explanation, Levels, Search
from undercut.games.base.sentences import Aftermath, Brief, Sentence
from undercut.games.base.words import GameWords, Question

_DERIVED: Any = object()
"""The default of fields that `Defaults` derives from the words and the rules."""


def _as_it_is(glance: Glance) -> Glance:
    """Add nothing."""
    return glance


def _nothing(*_given: object, **_named: object) -> None:
    """Return None: the game has no such part, and the default for all games applies."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GameSpec:
    """The definition of a game: what it has, and where; what is left out has a default or follows from the rest.

    The fields from `search` on are functions that import their part when it is first needed.

    Args:
        words: Its title, piles and ends.
        rules: The modules of its rules, the lowest first: only these are compiled.
        rule_sets: The named rule sets, each with a value for every option, the default first.
        place: Where lists of games show it: the lower, the earlier; then by name.
        deal_options: Options of the deal, for research: any rule set takes them, but players are not offered them.
        usual_deal: The values of these options in all rule sets that do not give others.
        research_sets: Rule sets for research, with a value for every option; players are not offered them.
        earlier: By rule set, former values of options that were corrected.
        refused: Rule sets that cannot be played, with the reason.
        full_pack: Lists every card that is dealt, given the options.
        seats: How many seats a table may have.
        clash: Lists conflicts between valid options.
        fit: Returns changes that make options valid together, given the options and the number of seats.
        questions: The options as questions for people, by name.
        suggested: The rule sets in a sentence each, the one that the site deals first.
        minutes: About how many minutes a game of two takes under each rule set.
        fixes: A sentence for each option that `fit` may change, with ``{seats}`` and ``{value}``.
        parse: Parses a move, given the state and the text; raises ValueError.
        write_move: Writes a move's code in notation.
        parts: Splits a move's code for programs.
        sentence: Describes a move, given the state before it and its code; a game that hides moves also takes
            `hidden`, whether to leave the card out.
        over_clause: The clause to cite when the players have ended the game themselves.
        refusal: Explains why a move is not legal, given the state and its code; None if it is.
        reason: Explains why a move is not legal, given the state and the code of a move that is not.
        fields: The fields of a position besides those common to all games.
        write: Writes a state as a complete position.
        read: Reads a position, given its reader and a fresh state.
        view: Writes what a seat may know, given the state and the seat.
        views: Writes the same for several seats; the views may share what they have in common.
        arrange: Arranges hidden cards in an order that fits a view, given the options, the view, the cards and a
            random generator; None if any order fits.
        hides: Whether a seat may not know the card of a move, given the state before it, its code and the seat.
        attempts: Lists the moves to offer, legal or not, by the card or pile that they use, given the state.
        taken_up: Returns the card or pile that a move uses, given its notation.
        brief: Describes a legal move of a card in short words, given the state before it and its code.
        aftermath: Describes what followed automatically from a move, given the move, one reader's view before and
            after it, and whether cards were shuffled; None if nothing followed.
        story: Says how the last move won, about the winner, given the final state, its code and the seat of the winner.
        goals: Lists the total that each seat must reach; None for a game without points.
        to_go: Lists how many points each seat still needs, or how many cards it still holds; None if neither decides.
        actions: The fixed numbers of its moves; None if it has none.
        observations: The layout of its observations and histories; None if it has none.
        search: The modules of its search.
        bots: Its levels and characters.
        explanation: What it says about its moves in hints and reviews.
        drawing: Describes a table as zones of cards.
        figures: What the lab measures of it.
        glance: Adds to the game on one screen, from ``lessons/lessons.toml``, what follows from the rules.

    Raises:
        UndercutError: Functions of the rules or fields are missing; the message lists all of them.

    Examples:
        >>> from undercut.games.cuttle import GAME
        >>> GAME.title, GAME.seats
        ('Cuttle', range(2, 3))
    """

    name: str
    words: GameWords
    rules: tuple[ModuleType, ...]
    options: tuple[Option, ...] = ()
    rule_sets: dict[str, dict[str, Value]] = field(default_factory=lambda: {"standard": {}})
    place: int = 100
    deal_options: tuple[Option, ...] = ()
    usual_deal: dict[str, Value] = field(default_factory=dict[str, Value])
    research_sets: dict[str, dict[str, Value]] = field(default_factory=dict[str, dict[str, Value]])
    earlier: dict[str, dict[str, Value]] = field(default_factory=dict[str, dict[str, Value]])
    refused: dict[str, str] = field(default_factory=dict[str, str])
    full_pack: Callable[[Mapping[str, Value]], list[int]] = _DERIVED
    seats: range = range(2, 3)
    clash: Callable[[dict[str, Value], int], list[str]] = _DERIVED
    fit: Callable[[dict[str, Value], int], dict[str, Value]] = _DERIVED
    questions: Mapping[str, Question] = field(default_factory=dict[str, Question])
    suggested: Mapping[str, str] = field(default_factory=dict[str, str])
    minutes: Mapping[str, int] = field(default_factory=dict[str, int])
    fixes: Mapping[str, str] = field(default_factory=dict[str, str])
    parse: Callable[[Any, str], int] = _DERIVED
    write_move: Callable[[int], str] = _DERIVED
    parts: Callable[[int], MoveParts] = _DERIVED
    sentence: Callable[..., Sentence] = _DERIVED
    over_clause: str = ""
    refusal: Callable[[Any, int], Reason | None] = _DERIVED
    reason: Callable[[Any, int], Reason | None] = _DERIVED
    fields: set[str] = _DERIVED
    write: Callable[[Any], dict[str, JSON]] = _DERIVED
    read: Callable[..., None] = _DERIVED
    view: Callable[[Any, int | None], dict[str, JSON]] = _DERIVED
    views: Callable[[Any, Sequence[int | None]], list[dict[str, JSON]]] = _DERIVED
    arrange: Callable[[Mapping[str, Value], dict[str, JSON], list[str], Random], None] | None = None
    hides: Callable[[Any, int, int | None], bool] = _DERIVED
    attempts: Callable[[Any], dict[str, list[str]]] = _DERIVED
    taken_up: Callable[[str], str | None] = _DERIVED
    brief: Callable[[Any, int], Brief] = _DERIVED
    aftermath: Callable[..., Aftermath | None] = _nothing
    story: Callable[[Any, int, int], Sentence] = _DERIVED
    goals: Callable[[Any], list[int] | None] = _DERIVED
    to_go: Callable[[Any], list[int] | None] = _DERIVED
    actions: ActionNumbers | None = _DERIVED
    observations: Observations | None = _DERIVED
    search: Callable[[], Search] = _DERIVED
    bots: Callable[[], Levels | None] = _nothing
    explanation: Callable[[], Explanation] = Explanation
    drawing: Callable[[], Drawer | None] = _nothing
    figures: Callable[[], Figures] = Figures
    glance: Callable[[Glance], Glance] = _as_it_is

    def __post_init__(self) -> None:
        """Check that nothing is missing, and fill in what follows from the rest."""
        own = generated.rules(self.name, vars(self.rule_names))
        object.__setattr__(self, "rules", (*self.rules, own) if own else self.rules)
        _refuse_missing(self)
        left_out = [each.name for each in fields(self) if getattr(self, each.name) is _DERIVED]
        if "write" not in left_out:  # the table is not made of piles and numbers, so nothing else follows from them
            usual: dict[str, object] = {"actions": None, "observations": None, "search": Search}
            for name in usual.keys() & {*left_out}:
                object.__setattr__(self, name, usual[name])
        self._fill_in([name for name in left_out if getattr(self, name) is _DERIVED])

    def _fill_in(self, left_out: Sequence[str]) -> None:
        usual = Defaults(self)
        if "write" in left_out and usual.unexplained:
            message = f"{self.name}: no pile and no number for {', '.join(usual.unexplained)}, and no `write`"
            raise UndercutError(message)
        object.__setattr__(self, "over_clause", self.over_clause or self.words.goal)
        if "write" in left_out and "search" not in left_out:
            object.__setattr__(self, "search", cache(partial(usual.complete, self.search)))
        # What follows from a part comes after it.
        for name in sorted(left_out, key=lambda name: name in ("actions", "observations")):
            object.__setattr__(self, name, getattr(usual, name))

    @property
    def rule_names(self) -> SimpleNamespace:
        """All names that the rule modules define."""
        return SimpleNamespace(**{name: each for module in self.rules for name, each in vars(module).items()})

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

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons for ends, indexed by their codes in the rules; the first is empty."""
        return self.words.reasons


def _refuse_missing(spec: GameSpec) -> None:
    """Raise an error that lists everything that the rules and the options lack."""
    rules = vars(spec.rule_names)
    needed = ("Table", "PACK_SIZE", "MAX_MOVES", *(stub.__name__ for stub in contract.RULES.required))
    missing = [f"rules: {name}" for name in needed if name not in rules]
    missing += _missing_chance(rules)
    names = [option.name for option in spec.options]
    lengths = cast("dict[str, int]", rules["Table"].lengths) if "Table" in rules else names
    missing += [f"table: {name}" for name in names if name not in lengths]
    for each, values in spec.rule_sets.items():
        missing += [f"options: {name} in the rule set {each}" for name in names if name not in values]
    if missing:
        raise UndercutError(f"{spec.name} is not complete; missing are {', '.join(missing)}")


def _missing_chance(rules: dict[str, Any]) -> list[str]:
    """List the functions for chance that the rules lack; a game defines all of them or none."""
    names = [stub.__name__ for stub in (contract.chance_need, contract.chance_pool, contract.apply_chance)]
    missing = [name for name in names if name not in rules]
    return [f"rules: {name}" for name in missing] if len(missing) < len(names) else []
