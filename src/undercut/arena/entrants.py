"""Players of an arena: those that see every card, for comparisons, and all players by name."""

# What `Cheating` wins more than the honest search with the same budget is what hidden cards cost. `Peeking` tries each
# of its moves and each answer, like the bot against which people practise Cuttle on line: a player that beats it while
# seeing only its own cards plays better than such a bot.

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from operator import itemgetter

from undercut.bots.external.client import Programs
from undercut.bots.players import Player, SearchPlayer, levels_of
from undercut.bots.registry import NoSuchOpponent, make
from undercut.bots.thinking.budget import Effort, read_budget
from undercut.bots.thinking.think import think_openly
from undercut.engine.contract import WHOLE_SHARE, Fields
from undercut.engine.engine import table_after
from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.bots import BY_NETWORK, Budget, Settings
from undercut.play.game import Game
from undercut.play.input import expect, read_seed
from undercut.play.state import State
from undercut.search.layers import own_function, search_engine
from undercut.search.network_file import own_network
from undercut.search.workspace import LEAST_ROW

PLIES = 2
# A move without a choice costs no ply; after this many in a row, looking further shows nothing more.
MOST_FORCED = 20
# How much a lead of one card moves a share away from a half.
STEP = 0.001

Valuation = Callable[[Game, Fields], list[float]]  # estimates every seat's share of a game that goes on


class Omniscient(ABC):
    name: str

    def choose(self, view: View, moves: Sequence[Move]) -> Move:  # noqa: ARG002  a player's
        raise UndercutError(f"{self.name} cheats: it plays in the arena only, where it is shown all cards")

    def choose_openly(self, state: State) -> Move:
        moves = state.legal_moves()
        return moves[0] if len(moves) == 1 else self.best(state, moves)

    @abstractmethod
    def best(self, state: State, moves: Sequence[Move]) -> Move:
        """Choose among several moves."""


@dataclass(eq=False)
class Cheating(Omniscient):
    """Plays the most visited move of a search that sees all hands and the order of every pile."""

    chance: random.Random
    budget: Budget
    settings: Settings
    _: KW_ONLY
    name: str
    host: Host | None = None

    def best(self, state: State, moves: Sequence[Move]) -> Move:  # noqa: ARG002  the search lists them itself
        return think_openly(state, Effort(self.budget, self.host), self.chance, settings=self.settings).best.move


def by_evaluation(game: Game, table: Fields) -> list[float]:
    """Value a table as searches do where they stop: by its evaluation."""
    shares = [0] * game.seats
    search_engine(game.name, Host.PLAIN).functions.evaluate(table, shares, [0] * LEAST_ROW)
    return [share / sum(shares) for share in shares]


def by_count(game: Game, table: Fields) -> list[float]:
    """Value a table of two players by the number of cards alone, where the game's search can count them."""
    count_lead = own_function(game.name, "count_lead")
    assert count_lead is not None, "a game without this count"  # noqa: S101  `valuations` does not offer it
    lead = float(count_lead(table))
    return [0.5 + STEP * lead, 0.5 - STEP * lead]


def valuations(game: str) -> dict[str, Valuation]:
    known: dict[str, Valuation] = {"peeking": by_evaluation} if own_function(game, "evaluate") else {}
    if own_function(game, "count_lead"):
        known["peeking:count"] = by_count
    return known


@dataclass(eq=False)
class Peeking(Omniscient):
    """Plays the move that is worth most if the next seat to choose answers best, with all cards open."""

    chance: random.Random
    valuation: Valuation = by_evaluation
    _: KW_ONLY
    name: str = "peeking"

    def best(self, state: State, moves: Sequence[Move]) -> Move:
        tied = [worth + self.chance.random() * 1e-6 for worth in shares_after_replies(state, self.valuation)]
        return moves[tied.index(max(tied))]


def shares_after_replies(state: State, valuation: Valuation = by_evaluation) -> list[float]:
    """Estimate the share that each legal move gets if the next seat answers best, in the real order of piles."""
    seat = state.to_move
    assert seat is not None, "the game is over"  # noqa: S101  the caller asked
    table = state.table_copy()
    looking = _Looking(state.game, valuation)
    return [looking.after(table, code, PLIES - 1)[seat] for code in looking.codes(table)]


class _Looking:
    def __init__(self, game: Game, valuation: Valuation) -> None:
        self.game = game
        self.engine = search_engine(game.name, Host.PLAIN)
        self.valuation = valuation
        self.buffer = [0] * self.engine.max_moves

    def codes(self, table: Fields) -> list[int]:
        """List the legal moves; none if the game is over, or it is for chance to go on."""
        functions = self.engine.functions
        if functions.is_over(table) or functions.chance_need(table):
            return []
        return self.buffer[: functions.legal_moves(table, self.buffer)]

    def after(self, table: Fields, code: int, plies: int) -> list[float]:
        """Estimate every seat's share after a move, looking a number of plies further."""
        functions = self.engine.functions
        twin = table_after(self.engine, table, code)
        codes = self.codes(twin)
        for _ in range(MOST_FORCED):
            if len(codes) != 1:
                break
            functions.play(twin, codes[0])
            codes = self.codes(twin)
        if plies == 0 or not codes:
            return self.valued(twin)
        chooser = functions.mover(twin)
        answers = [self.after(twin, code, plies - 1) for code in codes]
        return max(answers, key=itemgetter(chooser))

    def valued(self, table: Fields) -> list[float]:
        functions = self.engine.functions
        if not functions.is_over(table):
            return self.valuation(self.game, table)
        shares = [0] * self.game.seats
        functions.result_shares(table, shares, self.game.seats)
        return [share / WHOLE_SHARE for share in shares]


CHEATING, LEARNED = "cheating", "learned"


def make_entrant(name: str, game: str, seed: int | None = None, *, programs: Programs | None = None) -> Player:
    """Make a player; ``programs`` keeps one that is a program for later games."""
    registry.spec(expect("game", game, str))
    kind, _, argument = expect("name", name, str).partition(":")
    chance = random.Random(read_seed(seed))  # noqa: S311  choices may be repeated from a seed
    if kind == CHEATING and argument:
        return Cheating(chance, read_budget(argument), levels_of(game).settings, name=name)
    if kind == LEARNED and argument:
        own_network(game)
        return SearchPlayer(chance, read_budget(argument), BY_NETWORK, name=name)
    if name in (known := valuations(game)):
        return Peeking(chance, known[name], name=name)
    try:
        return make(name, game, seed, programs=programs)
    except NoSuchOpponent as error:
        references = ", ".join(known)
        raise NoSuchOpponent(f"{error}; and in an arena, to compare with, {references} and {CHEATING}:5000") from None
