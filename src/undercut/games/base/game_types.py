"""Moves, views and outcomes, and the interface of a game in progress."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Self, cast

from undercut.decoding import JSON
from undercut.engine.bits import members
from undercut.engine.contract import Fields, MoveParts
from undercut.engine.engine import Engine
from undercut.errors import Reason
from undercut.games.base.sentences import say
from undercut.games.base.words import TableEnd

View = dict[str, JSON]  # a position as a seat may know it, as `State.view` returns it


def hands_in(view: Mapping[str, object]) -> list[list[str]]:
    """Return the hands in a view, by seat; a card that its reader may not know is `undercut.cards.UNKNOWN`."""
    return cast("list[list[str]]", view["hands"])


TABLE_REASONS = tuple(end.value for end in TableEnd)
"""Reasons for an end that are decided at the table, not by the rules."""


class MoveFacts(NamedTuple):
    """Facts of a move that do not depend on the position."""

    code: int
    notation: str
    kind: str
    card: str | None
    target: str | None
    action: int | None


class Move:
    """A legal move; moves are equal if their notations are."""

    __slots__ = ("_text", "_written")

    def __init__(
        self, notation: str, text: str, kind: str, card: str | None, target: str | None, action: int | None = None
    ) -> None:
        self._written = MoveFacts(-1, notation, kind, card, target, action)
        self._text: str | Callable[[int], str] = text

    @classmethod
    def of(cls, written: MoveFacts, order: Callable[[int], str]) -> "Move":
        """Make a move that writes its sentence when it is first read; most never are."""
        move = cls.__new__(cls)
        move._written = written  # noqa: SLF001  its own class
        move._text = order  # noqa: SLF001  as above
        return move

    @property
    def notation(self) -> str:
        """The move in notation."""
        return self._written.notation

    @property
    def text(self) -> str:
        """The move as a sentence."""
        if not isinstance(self._text, str):
            self._text = self._text(self._written.code)
        return self._text

    @property
    def kind(self) -> str:
        """The kind of move in one word."""
        return self._written.kind

    @property
    def card(self) -> str | None:
        """The card played, taken or discarded, or None."""
        return self._written.card

    @property
    def target(self) -> str | None:
        """The card or row that the card is played on, or None."""
        return self._written.target

    @property
    def action(self) -> int | None:
        """The move's fixed number; None if the game has none, or if the card is hidden."""
        return self._written.action

    def __str__(self) -> str:
        return self._written.notation

    def __repr__(self) -> str:
        """Show every fact."""
        fields = ("notation", "text", "kind", "card", "target", "action")
        return f"Move({', '.join(f'{name}={getattr(self, name)!r}' for name in fields)})"

    def __eq__(self, other: object) -> bool:
        return self.notation == other.notation if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.notation)

    def __reduce__(self) -> "tuple[type[Move], tuple[str, str, str, str | None, str | None, int | None]]":
        """Support copying and pickling: the sentence is made, and its moment left behind."""
        return Move, (self.notation, self.text, self.kind, self.card, self.target, self.action)


@dataclass(frozen=True, slots=True)
class CardOption:
    """A way to use a card, with the reason if it is not legal now."""

    move: Move
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]  # empty for a draw, and for a game that every player gave up
    reason: str

    @property
    def abandoned(self) -> bool:
        """Whether every player gave the game up, so that it has neither a winner nor a draw."""
        return self.reason == TableEnd.ABANDONED.value

    def shares(self, seats: int) -> tuple[float, ...]:
        """Return each seat's share of the game: none has any if every player gave up."""
        return (0.0,) * seats if self.abandoned else shares(self.winners, seats)


def outcome_of(winners: int, reason: str) -> Outcome:
    """Return an outcome, given its winners as a mask."""
    return Outcome(tuple(members(winners)), reason)


def read_outcome(result: object) -> Outcome:
    """Parse the result in a position or record; raises ValueError."""
    given = cast("Mapping[str, object]", result if isinstance(result, Mapping) else {})
    winners, reason = given.get("winners", []), given.get("reason")
    if isinstance(winners, list) and isinstance(reason, str) and given.keys() <= {"winners", "reason"}:
        seats = cast("list[int]", winners)
        if all(type(seat) is int for seat in seats):
            return Outcome(tuple(seats), reason)
    raise ValueError(say("a result is an object with winners (a list of seats) and reason (a word)"))


def shares(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    """Return each seat's share of the win; a draw is split equally."""
    among = winners or range(seats)
    return tuple(1 / len(among) if seat in among else 0.0 for seat in range(seats))


def rewards_of(winners: Iterable[int], seats: int) -> list[float]:
    """Return the reward of each seat: they add up to 0, and winning alone brings 1."""
    won = set(winners)
    if not won:
        return [0.0] * seats
    return [((seats / len(won) if seat in won else 0) - 1) / (seats - 1) for seat in range(seats)]


class Notation(Protocol):
    """The notation of a game."""

    @property
    def parse(self) -> Callable[[Any, str], int]:
        """Parses a move, given the state and the text."""
        ...

    @property
    def parts(self) -> Callable[[int], MoveParts]:
        """Splits a move's code."""
        ...


class Definition(Protocol):
    """The definition of a game, as far as its parts need it."""

    @property
    def notation(self) -> Notation:
        """How moves are written."""
        ...


class GameInfo(Protocol):
    """A game with its options."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def seats(self) -> int:
        """The number of seats."""
        ...

    @property
    def engine(self) -> Engine:
        """Its rules as plain Python."""
        ...

    @property
    def spec(self) -> Definition:
        """Its definition."""
        ...


class GameState(Protocol):
    """A game in progress; `undercut.play.state.State` is one."""

    @property
    def game(self) -> GameInfo:
        """The game and its options."""
        ...

    @property
    def to_move(self) -> int | None:
        """The seat to move; None if the game is over."""
        ...

    def table_copy(self) -> Fields:
        """Copy the state of the rules."""
        ...

    def copy(self) -> Self:
        """Copy the game."""
        ...

    def play(self, move: str | Move, /) -> Move:
        """Play a move."""
        ...

    def legal_moves(self) -> list[Move]:
        """List the legal moves."""
        ...
