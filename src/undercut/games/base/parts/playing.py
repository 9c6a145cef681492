"""What a game says of its moves and positions, and what follows from its words and rules if it leaves that out.

The defaults serve a game whose cards are unique, whose piles are sets of cards and whose moves each play one card. A
pile is a field of the table with a mask of cards, or with one mask per seat if the pile is owned; the code of a move is
the code of its card. A game that differs defines that function itself.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from random import Random
from types import SimpleNamespace
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from undercut.decoding import JSON
from undercut.engine.bits import members
from undercut.engine.contract import MoveParts, Value
from undercut.errors import Reason
from undercut.games.base.derived.piles import HANDS
from undercut.games.base.game_types import Move
from undercut.games.base.parts.explanation import Aftermath, Brief
from undercut.games.base.position_reader import FieldReader, Placed, unknown, write_result
from undercut.games.base.sentences import Deed, Sentence, Text, the_card
from undercut.games.base.words import GameWords, Pile, Sight

Table: TypeAlias = Any  # a state of the rules; every game has a class of its own
Code: TypeAlias = int  # of a move

DERIVED: Any = object()  # the default of functions that follow from the words and the rules

_Group = TypeVar("_Group", "Notation", "CardOptions", "Sentences", "Positions")


def _completed(given: _Group, usual: object) -> _Group:
    left_out = [each.name for each in fields(given) if getattr(given, each.name) is DERIVED]
    return replace(given, **{name: getattr(usual, name) for name in left_out})


def _legal(rules: SimpleNamespace, s: Table) -> list[int]:
    moves = [0] * rules.MAX_MOVES
    return [] if rules.is_over(s) else moves[: rules.legal_moves(s, moves)]


def _cards(words: GameWords, cards: int) -> list[str]:
    return [words.pack.text(code) for code in members(cards)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """How moves are written."""

    parse: Callable[[Table, str], Code] = DERIVED
    """Parses a move, given the state and the text; raises ValueError."""
    write: Callable[[Code], str] = DERIVED
    """Writes a move."""
    parts: Callable[[Code], MoveParts] = DERIVED
    """Splits a move for programs."""


@dataclass(frozen=True, slots=True)
class _UsualNotation:
    words: GameWords
    given: Notation

    def parse(self, s: Table, text: str) -> int:
        """Parse a move: the card to play, perhaps with a choice, or the name of a move without a card."""
        del s
        buttons, (card, _, choice) = [*self.words.buttons], text.partition("=")
        if choice in self.words.choices:
            return self.words.choice_code(self.words.pack.code(card), [*self.words.choices].index(choice))
        return len(self.words.pack.texts) + buttons.index(text) if text in buttons else self.words.pack.code(text)

    def write(self, move: int) -> str:
        cards, first = len(self.words.pack.texts), self.words.choice_code(0, 0)
        if move < cards:
            return self.words.pack.text(move)
        if move < first:
            return [*self.words.buttons][move - cards]
        card, choice = divmod(move - first, len(self.words.choices))
        return f"{self.words.pack.text(card)}={[*self.words.choices][choice]}"

    def parts(self, move: int) -> MoveParts:
        text = self.write(move) if self.given.write is DERIVED else self.given.write(move)
        card, _, choice = text.partition("=")
        return MoveParts(text, None, None) if text in self.words.buttons else MoveParts("play", card, choice or None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOptions:
    """What the cards of the seat to move can do, and why not."""

    attempts: Callable[[Table], dict[str, list[str]]] = DERIVED
    """Lists the moves to offer, legal or not, by the card or pile that they use."""
    taken_up: Callable[[str], str | None] = DERIVED
    """Returns the card or pile that a move in notation uses."""
    brief: Callable[[Table, Code], Brief] = DERIVED
    """Describes a legal move of a card in short words, given the state before it."""
    refusal: Callable[[Table, Code], Reason] = DERIVED
    """Explains why a move is not legal while the game goes on."""


@dataclass(frozen=True, slots=True)
class _UsualCardOptions:
    words: GameWords
    rules: SimpleNamespace
    notation: Notation
    given: CardOptions

    def attempts(self, s: Table) -> dict[str, list[str]]:
        """List the legal moves, and each card of the hand alone."""
        taken_up = self.taken_up if self.given.taken_up is DERIVED else self.given.taken_up
        found: dict[str, list[str]] = {}
        for move in map(self.notation.write, _legal(self.rules, s)):
            if taken := taken_up(move):
                found.setdefault(taken, []).append(move)
        for card in self._hand(s):
            with suppress(ValueError):
                found.setdefault(card, [self.notation.write(self.notation.parse(s, card))])
        return found

    def _hand(self, s: Table) -> list[str]:
        """List the cards in the hand of the seat to move, if there is a pile ``hands`` of masks."""
        held = getattr(s, HANDS, None)
        pile = next((pile for pile in self.words.piles if pile.id == HANDS), None)
        return _cards(self.words, held[s.to_move]) if held and pile and pile.owned else []

    def taken_up(self, move: str) -> str | None:
        """Return the card that a move uses, if its notation begins with one."""
        return next((card for card in self.words.pack.texts if move.startswith(card)), None)

    def brief(self, s: Table, move: int) -> Brief:
        """Name the kind of move, and the card that it is played on."""
        del s
        parts = self.notation.parts(move)
        hits = (parts.target,) if parts.target in self.words.pack.texts else ()
        return Brief(Text(parts.kind.replace("_", " ").capitalize()), hits=hits)

    def refusal(self, s: Table, move: int) -> Reason:
        """Cite the game's main clause."""
        del s, move
        return Reason(self.words.goal, "this move is not legal now")


class AftermathOf(Protocol):
    """Describes what followed by itself from a move, given a reader's views before and after it."""

    def __call__(
        self, move: Move, before: Mapping[str, object], after: Mapping[str, object], /, *, shuffled: bool
    ) -> Aftermath | None:
        """Return None if nothing followed."""
        ...


def _no_aftermath(move: Move, before: Mapping[str, object], after: Mapping[str, object], /, *, shuffled: bool) -> None:
    del move, before, after, shuffled


_CHOOSE = Deed("Play {card} and choose {choice}.", "{name} plays {card} and chooses {choice}.")
_WINS_WITH = Deed("", "{name}'s last card was {card}.", "Your last card was {card}.")
_PLAY = Deed("Play {card}.", "{name} plays {card}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """What the log says of moves."""

    move: Callable[[Table, Code], Sentence] = DERIVED
    """Describes a move, given the state before it; also one without its card, as `seen_move` of the rules gives it."""
    aftermath: AftermathOf = _no_aftermath
    story: Callable[[Table, Code, int], Sentence] = DERIVED
    """Says how the last move won, given the final state, the move and the winner's seat."""


@dataclass(frozen=True, slots=True)
class _UsualSentences:
    words: GameWords
    notation: Notation

    def move(self, s: Table, move: int) -> Sentence:
        del s
        text = self.notation.write(move)
        if button := self.words.buttons.get(text):
            return button.deed.said()
        card, _, choice = text.partition("=")
        played = the_card(self.words.pack, self.words.pack.code(card))
        return _CHOOSE.said(card=played, choice=self.words.choices[choice]) if choice else _PLAY.said(card=played)

    def story(self, s: Table, move: int, seat: int) -> Sentence:
        """Name the last card."""
        del s, seat
        card = self.notation.parts(move).card
        return _WINS_WITH.said(card=the_card(self.words.pack, self.words.pack.code(str(card))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions:
    """A state as data: complete, and as a seat may know it."""

    write: Callable[[Table], dict[str, JSON]] = DERIVED
    """Writes a state as a complete position."""
    read: Callable[[FieldReader, Table], None] = DERIVED
    """Reads a position into a fresh state; the reader collects the faults."""
    views: Callable[[Table, Sequence[int | None]], list[dict[str, JSON]]] = DERIVED
    """Writes what some seats may know; the views may share what they have in common."""
    arrange: Callable[[Mapping[str, Value], dict[str, JSON], list[str], Random], None] | None = None
    """Arranges hidden cards in an order that fits a view; None if any order fits."""
    goals: Callable[[Table], list[int] | None] = lambda _s: None
    """Lists the total that each seat must reach; None for a game without points."""
    to_go: Callable[[Table], list[int] | None] = lambda _s: None
    """Lists how many points each seat still needs, or how many cards it still holds; None if neither decides."""

    def view(self, s: Table, seat: int | None) -> dict[str, JSON]:
        """Write what a seat may know."""
        return self.views(s, [seat])[0]


@dataclass(frozen=True, slots=True)
class _UsualPositions:
    words: GameWords
    rules: SimpleNamespace
    given: Positions

    def write(self, s: Table) -> dict[str, JSON]:
        over = bool(self.rules.is_over(s))
        result = write_result(self.rules.winners(s), self.words.reasons[int(s.reason)]) if over else None
        course: dict[str, JSON] = {
            "to_move": None if over else s.to_move,
            "turn": s.to_move,
            "phase": self.words.phase_names[over],
        }
        numbers: dict[str, JSON] = {name: getattr(s, name) for name in self.words.numbers}
        return course | {"result": result} | {pile.id: self._written(s, pile) for pile in self.words.piles} | numbers

    def _written(self, s: Table, pile: Pile) -> JSON:
        held = getattr(s, pile.id)
        if pile.owned:
            return [[*_cards(self.words, cards)] for cards in held[: _seats(s)]]
        return [*_cards(self.words, held)]

    def views(self, s: Table, seats: Sequence[int | None]) -> list[dict[str, JSON]]:
        """Hide the cards of piles as the words say; what is left of a pile with a known top is below it."""
        whole = (self.write if self.given.write is DERIVED else self.given.write)(s)
        hidden = [pile for pile in self.words.piles if pile.sight is not Sight.ALL]
        return [whole | {pile.id: _seen(pile, whole[pile.id], seat) for pile in hidden} for seat in seats]

    def read(self, reader: FieldReader, s: Table) -> None:
        """Read a position into a fresh table; the reader collects the faults."""
        self._read_piles(reader, s)
        for name, number in self.words.told_numbers.items():
            values = number.values
            setattr(s, name, reader.whole(name, values[0], values[-1], values[0]))
        seats = _seats(s)
        s.to_move = reader.whole("turn", 0, seats - 1)
        over = reader.phase(self.words.phase_names)
        phase = self.words.phase_names[over]
        winners, s.reason = reader.ending(phase, seats, self.words.reasons)
        if reader.faults:
            return
        reader.check_to_move(phase, s.to_move)
        if s.reason and winners != self.rules.winners(s):
            reader.fault("result.winners", "the cards give other winners")
        if not over and not _legal(self.rules, s):
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


def completed(
    words: GameWords,
    rules: SimpleNamespace,
    notation: Notation,
    options: CardOptions,
    sentences: Sentences,
    positions: Positions,
) -> dict[str, object]:
    """Fill in what a game leaves out."""
    notation = _completed(notation, _UsualNotation(words, notation))
    return {
        "notation": notation,
        "card_options": _completed(options, _UsualCardOptions(words, rules, notation, options)),
        "sentences": _completed(sentences, _UsualSentences(words, notation)),
        "positions": _completed(positions, _UsualPositions(words, rules, positions)),
    }


def _seen(pile: Pile, cards: JSON, seat: int | None) -> JSON:
    """Return the cards of a pile, or of one for each seat, as a seat sees them."""
    known = int(pile.sight is Sight.TOP)
    if not pile.owned:
        return _below_unknown(cast("list[JSON]", cards), known)
    own = seat if pile.sight is Sight.OWNER else None
    rows = enumerate(cast("list[list[JSON]]", cards))
    return [row if owner == own else _below_unknown(row, known) for owner, row in rows]


def _below_unknown(cards: list[JSON], known: int) -> list[JSON]:
    return cards[:known] + unknown(max(0, len(cards) - known))


def _seats(s: Table) -> int:
    return getattr(s, "seats", 2)
