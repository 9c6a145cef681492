"""The definition of a game: its rules, its words, and every part that it has or that follows from these."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any, TypeAlias, cast

from undercut.cards import Pack
from undercut.decoding import JSON
from undercut.engine import contract
from undercut.engine.bits import members
from undercut.engine.contract import MoveParts, Option, Value
from undercut.errors import Reason, UndercutError
from undercut.games.base.derived import arrays, piles
from undercut.games.base.derived.piles import DUE, HANDS, PHASES, STOCK
from undercut.games.base.derived.writing import module_for
from undercut.games.base.layout import ActionNumbers, Observations
from undercut.games.base.parts.bots import Levels, Search
from undercut.games.base.parts.drawing import Drawer
from undercut.games.base.parts.explanation import Aftermath, Brief, Explanation
from undercut.games.base.parts.figures import Figures
from undercut.games.base.parts.lessons import Glance
from undercut.games.base.position_reader import FieldReader, Placed, unknown, write_result
from undercut.games.base.sentences import Deed, Sentence, Text, the_card
from undercut.games.base.words import GameWords, Pile, Question, Sight

Table: TypeAlias = Any  # a state of the rules; every game has a class of its own
Code: TypeAlias = int  # of a move

_COURSE = {"turn", "to_move", "phase", "result"}

_DERIVED: Any = object()
"""The default of fields that `_Defaults` derives from the words and the rules."""


def _nothing(*_given: object, **_named: object) -> None:
    """Return None: the game has no such part, and the default for all games applies."""


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
    rules: tuple[ModuleType, ...]
    """The modules of its rules, the lowest first: only these are compiled."""
    seats: range = range(2, 3)
    """How many seats a table may have."""
    place: int = 100
    """Where lists of games show it: the lower, the earlier; then by name."""

    # Options and rule sets
    options: tuple[Option, ...] = ()
    rule_sets: dict[str, dict[str, Value]] = field(default_factory=lambda: {"standard": {}})
    """A value for every option, by the name of the rule set, the default first."""
    deal_options: tuple[Option, ...] = ()
    """Options of the deal, for research: any rule set takes them, but players are not offered them."""
    usual_deal: dict[str, Value] = field(default_factory=dict[str, Value])
    """The values of these options in all rule sets that do not give others."""
    research_sets: dict[str, dict[str, Value]] = field(default_factory=dict[str, dict[str, Value]])
    """Rule sets for research, with a value for every option; players are not offered them."""
    earlier: dict[str, dict[str, Value]] = field(default_factory=dict[str, dict[str, Value]])
    """By rule set, former values of options that were corrected."""
    refused: dict[str, str] = field(default_factory=dict[str, str])
    """Rule sets that cannot be played, with the reason."""
    full_pack: Callable[[Mapping[str, Value]], list[int]] = _DERIVED
    """Lists every card that is dealt, given the options."""
    # conflicts between options that are each valid, by the name of the option to change
    clash: Callable[[dict[str, Value], int], dict[str, str]] = lambda _options, _seats: {}
    """Lists conflicts between valid options at a number of seats."""
    fit: Callable[[dict[str, Value], int], dict[str, Value]] = lambda _options, _seats: {}
    """Returns changes that make options valid together at a number of seats."""
    questions: Mapping[str, Question] = field(default_factory=dict[str, Question])
    """The options as questions for people, by name."""
    suggested: Mapping[str, str] = field(default_factory=dict[str, str])
    """The rule sets in a sentence each, the one that the site deals first."""
    minutes: Mapping[str, int] = field(default_factory=dict[str, int])
    """About how many minutes a game of two takes under each rule set."""
    fixes: Mapping[str, str] = field(default_factory=dict[str, str])
    """A sentence for each option that `fit` may change, with ``{seats}`` and ``{value}``."""

    # Moves
    parse: Callable[[Table, str], Code] = _DERIVED
    """Parses a move, given the state and the text; raises ValueError."""
    write_move: Callable[[Code], str] = _DERIVED
    """Writes a move in notation."""
    parts: Callable[[Code], MoveParts] = _DERIVED
    """Splits a move for programs."""
    sentence: Callable[..., Sentence] = _DERIVED
    """Describes a move, given the state before it; a game that hides moves takes `hidden`: to leave the card out."""
    refusal: Callable[[Table, Code], Reason] = _DERIVED
    """Explains why a move is not legal while the game goes on."""
    attempts: Callable[[Table], dict[str, list[str]]] = _DERIVED
    """Lists the moves to offer, legal or not, by the card or pile that they use."""
    taken_up: Callable[[str], str | None] = _DERIVED
    """Returns the card or pile that a move in notation uses."""
    brief: Callable[[Table, Code], Brief] = _DERIVED
    """Describes a legal move of a card in short words, given the state before it."""
    aftermath: Callable[..., Aftermath | None] = _nothing
    """Describes what followed by itself from a move, given it, a reader's views before and after, and a shuffle."""
    story: Callable[[Table, Code, int], Sentence] = _DERIVED
    """Says how the last move won, given the final state, the move and the winner's seat."""

    # Positions and views
    write: Callable[[Table], dict[str, JSON]] = _DERIVED
    """Writes a state as a complete position."""
    read: Callable[..., None] = _DERIVED
    """Reads a position into a fresh state, given a `FieldReader` and the state."""
    view: Callable[[Table, int | None], dict[str, JSON]] = _DERIVED
    """Writes what a seat may know."""
    views: Callable[[Table, Sequence[int | None]], list[dict[str, JSON]]] = _DERIVED
    """Writes the same for several seats; the views may share what they have in common."""
    arrange: Callable[[Mapping[str, Value], dict[str, JSON], list[str], Random], None] | None = None
    """Arranges hidden cards in an order that fits a view; None if any order fits."""
    hides: Callable[[Table, Code, int | None], bool] = lambda _s, _move, _seat: False
    """Whether a seat may not know the card of a move, given the state before it."""
    goals: Callable[[Table], list[int] | None] = _nothing
    """Lists the total that each seat must reach; None for a game without points."""
    to_go: Callable[[Table], list[int] | None] = _nothing
    """Lists how many points each seat still needs, or how many cards it still holds; None if neither decides."""

    # Batches
    actions: ActionNumbers | None = _DERIVED
    """The fixed numbers of its moves; None if it has none."""
    observations: Observations | None = _DERIVED
    """The layout of its observations and histories; None if it has none."""

    # Parts, which these functions import when they are first needed
    search: Callable[[], Search] = Search
    """Its search, without which the hidden cards are redealt and rollouts are random."""
    bots: Callable[[], Levels | None] = _nothing
    """Its levels and characters."""
    explanation: Callable[[], Explanation] = Explanation
    """What it says about its moves in hints and reviews."""
    drawing: Callable[[], Drawer | None] = _nothing
    """Describes a table as zones of cards."""
    figures: Callable[[], Figures] = Figures
    """What the lab measures of it."""
    glance: Callable[[Glance], Glance] = lambda glance: glance
    """Adds to the game on one screen, from ``lessons/lessons.toml``, what follows from the rules."""

    def __post_init__(self) -> None:
        """Check that nothing is missing, and fill in what follows from the rest."""
        _refuse_missing(self)
        if self._draws_by_default:
            object.__setattr__(self, "rules", (*self.rules, piles))
        left_out = [each.name for each in fields(self) if getattr(self, each.name) is _DERIVED]
        usual = _Defaults(self, self.rule_names)
        is_derived = "write" in left_out  # the table is made of piles and numbers, so that more follows from them
        if is_derived:
            usual.refuse_unexplained()
            object.__setattr__(self, "search", cache(partial(usual.complete, self.search)))
        # What follows from a part comes after it.
        for name in sorted(left_out, key=lambda name: name in ("actions", "observations")):
            is_missing = name in ("actions", "observations") and not is_derived
            object.__setattr__(self, name, None if is_missing else getattr(usual, name))

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


# --- What follows from the words and rules of a game that leaves it out ----------------------------------------------


_HISTORY_ROOM = 256
_CHOOSE = Deed(
    "Play {card} and choose {choice}.",
    "You play {card} and choose {choice}.",
    "{name} plays {card} and chooses {choice}.",
)
_WINS_WITH = Deed("", "Your last card was {card}.", "{name}'s last card was {card}.")
_PLAY = Deed("Play {card}.", "You play {card}.", "{name} plays {card}.")


@dataclass(frozen=True, slots=True)
class _Defaults:
    """Functions derived for one game, by the names of the fields of `GameSpec`.

    They serve a game whose cards are unique, whose piles are sets of cards and whose moves each play one card. A pile
    is a field of the table with a mask of cards, or with one mask per seat if the pile is owned; the code of a move is
    the code of its card. A game that differs defines that function itself.
    """

    own: GameSpec
    rules: SimpleNamespace  # all names that the rule modules define

    @property
    def words(self) -> GameWords:
        return self.own.words

    def refuse_unexplained(self) -> None:
        """Raise an error that lists the fields of the table that a derived position would leave out."""
        known = self.own.fields | {option.name for option in self.own.options} | {"seats", "reason", DUE}
        if missing := [name for name in self.rules.Table.lengths if name not in known]:
            raise UndercutError(f"{self.own.name}: no pile and no number for {', '.join(missing)}, and no `write`")

    def full_pack(self, options: Mapping[str, Value]) -> list[int]:
        """List every card that is dealt: the whole pack."""
        del options
        return list(range(len(self.words.pack.texts)))

    # --- Notation ---

    def parse(self, s: Table, text: str) -> int:
        """Parse a move: the card to play, perhaps with a choice, or the name of a move without a card."""
        del s
        buttons, (card, _, choice) = [*self.words.buttons], text.partition("=")
        if choice in self.words.choices:
            return self.words.choice_code(self.words.pack.code(card), [*self.words.choices].index(choice))
        return len(self.words.pack.texts) + buttons.index(text) if text in buttons else self.words.pack.code(text)

    def write_move(self, move: int) -> str:
        cards, first = len(self.words.pack.texts), self.words.choice_code(0, 0)
        if move < cards:
            return self.words.pack.text(move)
        if move < first:
            return [*self.words.buttons][move - cards]
        card, choice = divmod(move - first, len(self.words.choices))
        return f"{self.words.pack.text(card)}={[*self.words.choices][choice]}"

    def parts(self, move: int) -> MoveParts:
        text = self.own.write_move(move)
        card, _, choice = text.partition("=")
        return MoveParts(text, None, None) if text in self.words.buttons else MoveParts("play", card, choice or None)

    def sentence(self, s: Table, move: int) -> Sentence:
        del s
        text = self.own.write_move(move)
        if button := self.words.buttons.get(text):
            return button.deed.said()
        card, _, choice = text.partition("=")
        played = the_card(self.words.pack, self.words.pack.code(card))
        return _CHOOSE.said(card=played, choice=self.words.choices[choice]) if choice else _PLAY.said(card=played)

    # --- Legal moves and refusals ---

    def legal(self, s: Table) -> list[int]:
        if self.rules.is_over(s):
            return []
        moves = [0] * self.rules.MAX_MOVES
        return moves[: self.rules.legal_moves(s, moves)]

    def hand(self, s: Table) -> list[str]:
        """List the cards in the hand of the seat to move, if there is a pile ``hands`` of masks."""
        held = getattr(s, HANDS, None)
        pile = next((pile for pile in self.words.piles if pile.id == HANDS), None)
        return self._cards(held[s.to_move]) if held and pile and pile.owned else []

    def refusal(self, s: Table, move: int) -> Reason:
        """Cite the game's main clause."""
        del s, move
        return Reason(self.words.goal, "this move is not legal now")

    def taken_up(self, move: str) -> str | None:
        """Return the card that a move uses, if its notation begins with one."""
        return next((card for card in self.words.pack.texts if move.startswith(card)), None)

    def attempts(self, s: Table) -> dict[str, list[str]]:
        """List the legal moves, and each card of the hand alone."""
        found: dict[str, list[str]] = {}
        for move in map(self.own.write_move, self.legal(s)):
            if taken := self.own.taken_up(move):
                found.setdefault(taken, []).append(move)
        for card in self.hand(s):
            with suppress(ValueError):
                found.setdefault(card, [self.own.write_move(self.own.parse(s, card))])
        return found

    def brief(self, s: Table, move: int) -> Brief:
        """Name the kind of move, and the card that it is played on."""
        del s
        parts = self.own.parts(move)
        hits = (parts.target,) if parts.target in self.words.pack.texts else ()
        return Brief(Text(parts.kind.replace("_", " ").capitalize()), hits=hits)

    def story(self, s: Table, move: int, seat: int) -> Sentence:
        """Name the last card."""
        del s, seat
        card = self.own.parts(move).card
        return _WINS_WITH.said(card=the_card(self.words.pack, self.words.pack.code(str(card))))

    # --- Batches and search ---

    @property
    def actions(self) -> ActionNumbers:
        """Number the moves by their codes: the cards, the moves without a card, the cards with a choice."""
        codes = self.words.choice_code(len(self.words.pack.texts), 0)
        return ActionNumbers(arrays.action, tuple(map(self.own.write_move, range(codes))))

    @property
    def observations(self) -> Observations:
        """Write what a seat sees of each pile, and the numbers."""
        columns, rules = arrays.Columns(self.words, max(self.own.seats)), self.rules
        functions = rules.is_over, rules.mover, rules.winners
        made = module_for(self.own.name, arrays, self.words, columns.facts, functions)
        return Observations(1, tuple(columns.blocks), columns.places, _HISTORY_ROOM, made.observe, made.news)

    def complete(self, given: Callable[[], Search]) -> Search:
        """Let a search and a ranking without functions that redeal hidden cards redeal what a seat cannot see."""
        found = given()
        if all(pile.sight in (Sight.ALL, Sight.TOP) for pile in self.words.piles):
            return found
        made = module_for(self.own.name, piles, self.words, {})
        searches = any(hasattr(module, "determinize") for module in found.modules)
        ranks = not found.ranking or any(hasattr(module, "deal_unseen") for module in found.ranking)
        return replace(
            found,
            modules=found.modules if searches else (*found.modules, made),
            ranking=found.ranking if ranks else (*found.ranking, made),
        )

    # --- Positions ---

    def write(self, s: Table) -> dict[str, JSON]:
        over = bool(self.rules.is_over(s))
        result = write_result(self.rules.winners(s), self.words.reasons[int(s.reason)]) if over else None
        course: dict[str, JSON] = {"to_move": None if over else s.to_move, "turn": s.to_move, "phase": PHASES[over]}
        numbers: dict[str, JSON] = {name: getattr(s, name) for name in self.words.numbers}
        return course | {"result": result} | {pile.id: self._written(s, pile) for pile in self.words.piles} | numbers

    def _written(self, s: Table, pile: Pile) -> JSON:
        held = getattr(s, pile.id)
        if pile.owned:
            return [[*self._cards(cards)] for cards in held[: _seats(s)]]
        return [*self._cards(held)]

    def _cards(self, cards: int) -> list[str]:
        return [self.words.pack.text(code) for code in members(cards)]

    def view(self, s: Table, seat: int | None) -> dict[str, JSON]:
        """Write what a seat may know: as `views` says, else as the words say which piles are hidden."""
        if self.own.views != self.views:
            return self.own.views(s, [seat])[0]
        shown = self.write(s)
        for pile in self.words.piles:
            if pile.sight is Sight.ALL:
                continue
            if pile.owned:
                seen = seat if pile.sight is Sight.OWNER else None
                hands = cast("list[list[JSON]]", shown[pile.id])
                shown[pile.id] = [each if owner == seen else unknown(len(each)) for owner, each in enumerate(hands)]
            else:
                shown[pile.id] = unknown(len(cast("list[JSON]", shown[pile.id])))
        return shown

    def views(self, s: Table, seats: Sequence[int | None]) -> list[dict[str, JSON]]:
        return [self.own.view(s, seat) for seat in seats]

    def read(self, reader: FieldReader, s: Table) -> None:
        """Read a position into a fresh table; the reader collects the faults."""
        self._read_piles(reader, s)
        for name, number in self.words.told_numbers.items():
            values = number.values
            setattr(s, name, reader.whole(name, values[0], values[-1], values[0]))
        seats = _seats(s)
        s.to_move = reader.whole("turn", 0, seats - 1)
        over = reader.phase(PHASES)
        winners, s.reason = reader.ending(PHASES[over], seats, self.words.reasons)
        if reader.faults:
            return
        reader.check_to_move(PHASES[over], s.to_move)
        if s.reason and winners != self.rules.winners(s):
            reader.fault("result.winners", "the cards give other winners")
        if not over and not self.legal(s):
            reader.fault("phase", "there is no legal move")

    def _read_piles(self, reader: FieldReader, s: Table) -> None:
        placed = Placed(reader, range(len(self.words.pack.texts)))
        for pile in self.words.piles:
            if pile.owned:
                rows = reader.rows(pile.id, _seats(s))
                held = getattr(s, pile.id)
                for seat, row in enumerate(rows):
                    where = f"{pile.id}[{seat}]"
                    if pile.id == HANDS and len(row) > self.rules.MAX_MOVES:
                        # Each card in a hand is a possible move, and the list of moves has no room for more.
                        reader.fault(
                            where,
                            "there are {count} cards; a hand has at most {most}",
                            count=len(row),
                            most=self.rules.MAX_MOVES,
                        )
                    held[seat] = placed.put_set(where, row)
            else:
                setattr(s, pile.id, placed.put_set(pile.id, reader.cards(pile.id)))
        placed.check_all_there(self.words.piles[-1].id)


def _seats(s: Table) -> int:
    return getattr(s, "seats", 2)
