"""How a game explains its moves: in short words, by reasons for them, and by measures that compare them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from undercut.errors import Reason
from undercut.games.base.game_types import GameState, Move, View
from undercut.games.base.sentences import Plural, Template, Text


class Tone(StrEnum):
    """Effect of a move on the game; pages show it by a colour."""

    GAIN = "gain"  # it scores, or costs something
    STRIKE = "strike"  # it attacks a card or a player
    SPELL = "spell"  # it has an effect of its own
    SAFE = "safe"  # it protects, or costs nothing
    PLAIN = "plain"


class Icon(StrEnum):
    """The picture on a chip; without one, pages show that of its tone."""

    JACK = "jack"  # a card changes sides
    SEE = "eye"  # hidden cards are seen
    DRAW = "draw"  # cards are drawn
    TURN = "turn"  # the direction of play changes
    ROW = "up"  # the card goes onto a row
    KEEP = "supply"  # the card is kept for later
    LOSE = "grave"  # the card is given up


class Aftermath(NamedTuple):
    """What a move led to by itself, open to all, such as a new stack."""

    text: Text
    verb: Text  # the same in up to 20 letters
    card: str = ""  # the card that it turned up, in notation; "?" for cards that lie face down


class Score(NamedTuple):
    """How near a player is to winning: a number, and the number that wins.

    A goal of 0 means that the number must fall.
    """

    reached: int
    goal: int


@dataclass(frozen=True, slots=True)
class Brief:
    """A move of a card in short words, as a chip at the card shows it."""

    verb: Text  # what the player does, in up to 20 letters
    tone: Tone = Tone.PLAIN
    more: Text | None = None  # what follows from it, in up to 25 letters
    meaning: Text | None = None  # what tells it from another move on the same target
    icon: Icon | None = None  # None for that of its tone
    hits: tuple[str, ...] = ()  # the cards on the table that it affects, in notation
    told: Text | None = None  # the verb as others read it ("Scuttles 8♥"); None for `verb`
    score: Score | None = None  # the player's after it, if others let it happen; None if unchanged or not known
    badge: Text | None = None  # `more` in a word, to stand on the card; None for no badge
    clause: str = ""  # what it falls under, where the same card may fall under several
    way: Text | None = None  # from where to where it goes, if that tells moves apart


@dataclass(frozen=True, slots=True)
class Gauge:
    """One measure of how a seat stands, and the sentence that compares two moves by it."""

    clause: str
    # What is worse {after} the other move; of counted values, by what {gap}. {player} is the other one of two. A plural
    # form is chosen by the number of other seats.
    sentence: Template
    least: float  # the smallest difference that is worth a sentence
    more_is_better: bool = True
    counted: Plural | None = None  # what the values count, with {number}; None: they are shares of games
    usual: Template | None = None  # what usually happens, if that is bad, where a share of games is large


class Harm(NamedTuple):
    """What another player may well do to a seat."""

    text: str
    card: str = ""  # the seat's card that it happens to, in notation
    of_it: str = ""  # the same where the card has just been named


def _nothing_measured(state: GameState, seat: int) -> Sequence[float] | None:
    return () if state.to_move in (seat, None) else None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A game's functions for explaining its moves; by default moves are explained by figures alone."""

    # Returns the effects of a move, from a determinized position, the seat's view, the move and the seat.
    reasons: Callable[[GameState, View, Move, int], list[Reason]] = lambda _state, _view, _move, _seat: []
    # Returns whether the next player can win, from the position after a seat's move and the seat; None if the seat's
    # turn continues.
    can_win: Callable[[GameState, int], bool | None] = lambda _state, _seat: None
    # Returns the kind of a reply, in a word or two, from the position before it and its code.
    answer: Callable[[GameState, int], str] = lambda state, code: state.game.spec.notation.parts(code).kind
    # Returns why one would play the move, strongest first, and nothing that its own sentence says.
    motives: Callable[[GameState, View, Move, int], list[Reason]] = lambda _state, _view, _move, _seat: []
    # Returns what is equal for moves that differ in nothing but a suit or a place, from the position and the move.
    twin: Callable[[GameState, Move], str] = lambda _state, move: str(move)
    # What is measured after a seat's move, from the position and the seat: first the values at once, then those when
    # the seat's next turn begins or the game is over, None before that.
    gauges: tuple[Gauge, ...] = ()
    at_once: Callable[[GameState, int], Sequence[float]] = lambda _state, _seat: ()
    standing: Callable[[GameState, int], Sequence[float] | None] = _nothing_measured
    # Returns what another player may well do to a seat, from the position before the move, its notation and the seat.
    harm: Callable[[GameState, str, int], Harm | None] = lambda _state, _move, _seat: None
    # How near a seat is to winning, to follow a colon: {count} is what `Positions.to_go` counts, {cards} that in cards.
    distance: Template = ""
