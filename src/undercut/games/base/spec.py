"""The interface of a game to the rest of the library, assembled from its modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from random import Random
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from undercut.cards import Pack
from undercut.engine import contract
from undercut.engine.contract import MoveParts, Option, Value
from undercut.errors import Reason, UndercutError
from undercut.games.base.brief import Brief
from undercut.games.base.defaults import Defaults, no_changes, no_clash
from undercut.games.base.layout import Observations
from undercut.games.base.reader import JSON
from undercut.games.base.sentences import Sentence, Text
from undercut.games.base.words import GameWords

if TYPE_CHECKING:
    from undercut.games.base.questions import Question


@dataclass(frozen=True, slots=True)
class ActionNumbers:
    """The fixed numbers of a game's moves.

    Args:
        number: Returns the number of a move's code.
        notations: The notation of each number.
        layout: The version of the numbers.
    """

    number: Callable[[int], int]
    notations: tuple[str, ...]
    layout: int


@dataclass(frozen=True, slots=True)
class GameSpec:
    """The data and functions of a game, assembled from its modules.

    Args:
        words: Its title, piles and ends.
        rule_sets: The named rule sets, each with a value for every option, the default first.
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
        goals: Lists the total that each seat must reach; None for a game without points.
        actions: The fixed numbers of its moves; None if it has none.
        observations: The layout of its observations and histories; None if it has none.
    """

    name: str
    words: GameWords
    options: tuple[Option, ...]
    rule_sets: dict[str, dict[str, Value]]
    deal_options: tuple[Option, ...]
    usual_deal: dict[str, Value]
    research_sets: dict[str, dict[str, Value]]
    earlier: dict[str, dict[str, Value]]
    refused: dict[str, str]
    full_pack: Callable[[Mapping[str, Value]], list[int]]
    seats: range
    clash: Callable[[dict[str, Value], int], list[str]]
    fit: Callable[[dict[str, Value], int], dict[str, Value]]
    questions: Mapping[str, Question]
    suggested: Mapping[str, str]
    fixes: Mapping[str, str]
    parse: Callable[[Any, str], int]
    write_move: Callable[[int], str]
    parts: Callable[[int], MoveParts]
    sentence: Callable[..., Sentence]
    over_clause: str
    refusal: Callable[[Any, int], Reason | None]
    reason: Callable[[Any, int], Reason | None]
    fields: set[str]
    write: Callable[[Any], dict[str, JSON]]
    read: Callable[..., None]
    view: Callable[[Any, int | None], dict[str, JSON]]
    views: Callable[[Any, Sequence[int | None]], list[dict[str, JSON]]]
    arrange: Callable[[Mapping[str, Value], dict[str, JSON], list[str], Random], None] | None
    hides: Callable[[Any, int, int | None], bool]
    attempts: Callable[[Any], dict[str, list[str]]]
    taken_up: Callable[[str], str | None]
    brief: Callable[[Any, int], Brief]
    goals: Callable[[Any], list[int] | None]
    actions: ActionNumbers | None
    observations: Observations | None

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


RULE_MODULES = ("options", "table", "moves", "rules")
"""The modules of a game's package that hold its rules; missing ones are skipped."""


_MODULES = (
    "words", "options", "questions", "notation", "refusals", "position", "view", "uses", "actions", "observation",
)  # fmt: skip


def rule_modules(package: str) -> tuple[ModuleType, ...]:
    """Import the modules of a game's rules.

    Args:
        package: The game's package; a ``RULE_MODULES`` of its own names other modules.
    """
    chosen: tuple[str, ...] = getattr(import_module(package), "RULE_MODULES", RULE_MODULES)
    return tuple(import_module(f"{package}.{file}") for file in chosen if find_spec(f"{package}.{file}"))


def assemble(name: str, package: str) -> GameSpec:
    """Assemble a game from the modules of its package, with defaults for missing parts.

    Raises:
        UndercutError: Required modules or functions are missing; the message lists all of them.
    """
    own = _Files(package)
    own.refuse_missing()
    words: GameWords = own.get("words", "WORDS", None)
    options: tuple[Option, ...] = own.get("options", "OPTIONS", ())
    usual = Defaults(words, own.rules, options)
    if not own.has("position") and usual.unexplained:
        fields = ", ".join(usual.unexplained)
        message = f"{package}.words: no pile and no number for {fields}, and there is no position module"
        raise UndercutError(message)
    parse, write_move = own.get("notation", "parse", usual.parse), own.get("notation", "write", usual.write_move)
    parts = own.get("notation", "parts", usual.parts)
    taken_up, view = own.get("uses", "taken_up", usual.taken_up), own.get("view", "view", usual.view)
    refusal = own.get("refusals", "refusal", usual.refusal)
    return GameSpec(
        name=name,
        words=words,
        options=options,
        rule_sets=own.get("options", "RULE_SETS", {"standard": {}}),
        deal_options=own.get("options", "DEAL_OPTIONS", ()),
        usual_deal=own.get("options", "DEAL", {}),
        research_sets=own.get("options", "RESEARCH_SETS", {}),
        earlier=own.get("options", "EARLIER", {}),
        refused=own.get("options", "REFUSED", {}),
        full_pack=own.get("options", "full_pack", usual.full_pack),
        seats=own.get("options", "SEATS", range(2, 3)),
        clash=own.get("options", "faults", no_clash),
        fit=own.get("options", "fit", no_changes),
        questions=own.get("questions", "QUESTIONS", {}),
        suggested=own.get("questions", "SUGGESTED", {}),
        fixes=own.get("questions", "FIXES", {}),
        parse=parse,
        write_move=write_move,
        parts=parts,
        sentence=own.get("notation", "sentence", usual.sentence),
        over_clause=own.get("refusals", "OVER_CLAUSE", words.goal),
        refusal=refusal,
        reason=own.get("refusals", "reason", refusal),
        fields=own.get("position", "FIELDS", usual.fields),
        write=own.get("position", "write", usual.write),
        read=own.get("position", "read", usual.read),
        view=view,
        views=own.get("view", "views", _OneByOne(view)),
        arrange=own.get("view", "arrange", None),
        hides=own.get("view", "hides", usual.hides),
        attempts=own.get("uses", "attempts", _ByCard(usual, write_move, taken_up, parse)),
        taken_up=taken_up,
        brief=own.get("uses", "brief", _ByKind(parts)),
        goals=own.get("view", "goals", usual.goals),
        actions=own.actions(write_move),
        observations=own.observations(),
    )


@dataclass(frozen=True, slots=True)
class _OneByOne:
    """Default views of several seats."""

    view: Callable[[Any, int | None], dict[str, JSON]]

    def __call__(self, s: Any, seats: Sequence[int | None]) -> list[dict[str, JSON]]:  # noqa: ANN401  as below
        return [self.view(s, seat) for seat in seats]


@dataclass(frozen=True, slots=True)
class _ByCard:
    """Default attempts: the legal moves, and each card of the hand alone."""

    usual: Defaults
    write_move: Callable[[int], str]
    taken_up: Callable[[str], str | None]
    parse: Callable[[Any, str], int]

    def __call__(self, s: Any) -> dict[str, list[str]]:  # noqa: ANN401  every game has a table class of its own
        found: dict[str, list[str]] = {}
        for move in map(self.write_move, self.usual.legal(s)):
            if taken := self.taken_up(move):
                found.setdefault(taken, []).append(move)
        for card in self.usual.hand(s):
            with suppress(ValueError):
                found.setdefault(card, [self.write_move(self.parse(s, card))])
        return found


@dataclass(frozen=True, slots=True)
class _ByKind:
    """Default short words: the kind of move."""

    parts: Callable[[int], MoveParts]

    def __call__(self, s: Any, move: int) -> Brief:  # noqa: ANN401  as above
        del s
        return Brief(Text(self.parts(move).kind.replace("_", " ").capitalize()))


class _Files:
    """The modules of a game's package that exist."""

    def __init__(self, package: str) -> None:
        self.package = package
        self._rules = rule_modules(package)
        self.modules: dict[str, ModuleType] = {}
        for file in _MODULES:
            if find_spec(f"{package}.{file}"):
                self.modules[file] = import_module(f"{package}.{file}")

    @property
    def rules(self) -> SimpleNamespace:
        """All names that the rule modules define."""
        return SimpleNamespace(**{name: each for module in self._rules for name, each in vars(module).items()})

    def has(self, file: str) -> bool:
        return file in self.modules

    def get(self, file: str, name: str, default: Any) -> Any:  # noqa: ANN401  the caller knows what it asks for
        return getattr(self.modules.get(file), name, default)

    def actions(self, write_move: Callable[[int], str]) -> ActionNumbers | None:
        if not self.has("actions"):
            return None
        module = self.modules["actions"]
        return ActionNumbers(module.action, tuple(map(write_move, module.codes())), module.LAYOUT)

    def observations(self) -> Observations | None:
        if not (self.has("observation") and self.has("actions")):
            return None
        own = self.modules["observation"]
        return Observations(own.LAYOUT, own.BLOCKS, own.PLACES, own.HISTORY_ROOM, own.observe, own.news)

    def refuse_missing(self) -> None:
        """Raise an error that lists every missing part without a default."""
        rules = vars(self.rules)
        needed = ("Table", "PACK_SIZE", "MAX_MOVES", *(stub.__name__ for stub in contract.RULES.required))
        missing = [f"rules: {name}" for name in needed if name not in rules]
        missing += [] if hasattr(self.modules.get("words"), "WORDS") else ["words: WORDS"]
        missing += [] if files(self.package).joinpath("book.md").is_file() else ["book.md"]
        missing += _missing_chance(rules) + self._missing_options(rules)
        if missing:
            message = f"{self.package} is not complete; missing are {', '.join(missing)}"
            raise UndercutError(message)

    def _missing_options(self, rules: dict[str, Any]) -> list[str]:
        names = [option.name for option in self.get("options", "OPTIONS", ())]
        fields = rules["Table"].lengths if "Table" in rules else names
        sets: dict[str, dict[str, Value]] = self.get("options", "RULE_SETS", {})
        missing = [f"table: {name}" for name in names if name not in fields]
        for each, values in sets.items():
            missing += [f"options: {name} in the rule set {each}" for name in names if name not in values]
        return missing


def _missing_chance(rules: dict[str, Any]) -> list[str]:
    """List the functions for chance that the rules lack; a game defines all of them or none."""
    names = [stub.__name__ for stub in (contract.chance_need, contract.chance_pool, contract.apply_chance)]
    missing = [name for name in names if name not in rules]
    return [f"rules: {name}" for name in missing] if len(missing) < len(names) else []
