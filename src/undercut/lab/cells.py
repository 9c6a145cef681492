"""Cells of a study, and their games, compiled or between bots; each game depends on its number alone."""

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from undercut.bots.players import Player, seated, take_turn
from undercut.bots.registry import make
from undercut.engine.chance import next_seed, start_numbered
from undercut.engine.contract import Fields
from undercut.engine.engine import Engine
from undercut.engine.host import Host, Layer, default_host
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.parts.figures import COLUMNS, LAB, ROTATION, WORTH
from undercut.games.base.registry import made_once, rules
from undercut.lab.kernels import extras, whole_games
from undercut.lab.kernels.whole_games import GREEDY, RANDOM, SCRIPT, Buffers, Deals
from undercut.play.game import Game
from undercut.play.sources import derive
from undercut.search.contract import BUFFER
from undercut.search.layers import can_rank, greedy_layer

LONGEST = 100_000  # a game is stopped after this many decisions
LONGEST_OF_BOTS = 5_000  # a game between bots is stopped after this many moves

POLICY_CODES = {"random": RANDOM, "greedy": GREEDY}
"""The codes of the policies that play in compiled code, by name; all other policies are bots."""


@dataclass(frozen=True, slots=True)
class Cell:
    game: Game
    policies: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.policies) != self.game.seats:
            raise UndercutError(f"policies: {len(self.policies)} for {self.game.seats} seats")
        if "greedy" in self.policies and not can_rank(self.game.name):
            message = f"policies: {self.game.spec.title} has no ranking of moves, so greedy cannot play it here"
            raise UndercutError(message)

    @property
    def compiled(self) -> bool:
        return all(name in POLICY_CODES for name in self.policies)

    @property
    def rotations(self) -> int:
        """The number of seatings of each deal: all different rotations of the policies, one if they are alike."""
        seats = range(1, self.game.seats + 1)
        return next(turn for turn in seats if self.policies[turn:] + self.policies[:turn] == self.policies)


@made_once
def _engine(game: str, host: Host) -> Engine:
    own = registry.spec(game).figures.modules
    layers = (Layer("lab", LAB, own, (whole_games,)), Layer("extras", WORTH, own, (extras,)))
    return Engine(game, host, rules(game), greedy_layer(game), *layers)


def lab_engine(game: str, layer: str = "lab") -> Engine:
    if max(registry.spec(game).seats) > whole_games.MOST_SEATS:
        raise UndercutError(f"{game}: the lab plays games with up to {whole_games.MOST_SEATS} seats")
    made = _engine(game, default_host())
    made.prepare(layer)
    return made


def play_deals(
    cell: Cell, seed: int, first: int, last: int, *, players: int | None = None, limit: int = LONGEST
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    players, engine = seed if players is None else players, lab_engine(cell.game.name)
    rows, leads = engine.rows((last - first) * cell.rotations, COLUMNS), engine.rows(whole_games.MOST_TURNS, 2)
    buffers, play = _buffers(cell, engine), engine.functions.play_deals
    if cell.compiled:
        play(buffers, Deals(seed, players, first, last, cell.rotations, limit), rows, leads)
    # Bots play by themselves; the loop repeats each of their games to fill its row.
    for place in range(0 if cell.compiled else len(rows)):
        number, rotation = first + place // cell.rotations, place % cell.rotations
        moves = moves_of(cell, seed, players, number, rotation)
        buffers.work[whole_games.GIVEN][: len(moves)] = moves
        play(buffers, Deals(seed, players, number, number + 1, 1, len(moves)), rows[place : place + 1], leads)
        rows[place][ROTATION] = rotation
    return np.asarray(rows, dtype=np.int64), np.asarray(leads, dtype=np.int64)


def _buffers(
    cell: Cell, engine: Engine, states: int = whole_games.ALL_STATES, rows: int = whole_games.ROWS, moments: int = 0
) -> Buffers:
    seats, pack = cell.game.seats, cell.game.pack
    generators = engine.rows((moments + 1) * (seats + 1) + 1, 1)
    work = engine.rows(rows, max(BUFFER, 0 if cell.compiled else LONGEST_OF_BOTS))
    made = engine.states(states)
    engine.load(cell.game.fresh_table(), made, whole_games.FRESH)
    buffers = Buffers(cast("list[Fields]", made), engine.cells(seats), engine.cells(len(pack)), generators, work)
    buffers.policies[:] = [POLICY_CODES[name] if cell.compiled else SCRIPT for name in cell.policies]
    buffers.pack[:] = pack
    return buffers


def worth_of_deals(cell: Cell, seed: int, first: int, last: int, *, limit: int = LONGEST) -> NDArray[np.int64]:
    """Play deals with cards exchanged and turns skipped; return sums by deal, moment, kind (last: turn), column."""
    engine = lab_engine(cell.game.name, "extras")
    kinds = len(registry.spec(cell.game.name).figures.kinds)
    shape = last - first, extras.MOMENTS, kinds + 1, extras.SUMS
    sums = engine.rows(last - first, int(np.prod(shape[1:])))
    buffers = _buffers(cell, engine, extras.WORTH_STATES, extras.EXTRA_ROWS, extras.MOMENTS)
    engine.functions.play_worths(buffers, Deals(seed, seed, first, last, cell.rotations, limit), sums, kinds)
    return np.asarray(sums, dtype=np.int64).reshape(shape)


def interest_of_deals(
    cell: Cell, seed: int, first: int, last: int, *, limit: int = LONGEST, every: int = 1
) -> NDArray[np.int64]:
    """Try every legal move at every decision; return by deal the columns of `play_interest`, then the uses of cards."""
    name = cell.game.name
    figures = registry.spec(name).figures
    engine, uses = lab_engine(name, "extras"), len(figures.kinds) * len(figures.ways)
    sums = engine.rows(len(range(-(-first // every) * every, last, every)), extras.USES + uses)
    buffers = _buffers(cell, engine, extras.INTEREST_STATES, extras.EXTRA_ROWS)
    engine.functions.play_interest(buffers, Deals(seed, seed, first, last, cell.rotations, limit), sums, every)
    return np.asarray(sums, dtype=np.int64).reshape(-1, extras.USES + uses)


# --- Between bots that do not play in compiled code: each from its seat's view ---


def deal_seed(seed: int, number: int) -> int:
    generator = [0]
    start_numbered(generator, seed, number)
    return next_seed(generator)


def moves_of(cell: Cell, seed: int, players: int, number: int, rotation: int) -> list[int]:
    game = cell.game
    names = cell.policies[rotation:] + cell.policies[:rotation]
    state = game.deal(deal_seed(seed, number))

    def bot(seat: int) -> Player:
        return make(names[seat], game.name, derive(players, "player", number, seat), timed=False)

    codes: list[int] = []
    try:
        with seated(state, bot) as bots:
            while not state.result and len(codes) < LONGEST_OF_BOTS:
                before = state.table_copy()
                codes.append(game.spec.notation.parse(before, str(take_turn(state, bots))))
    except Exception as error:
        who = ", ".join(names)
        message = f"deal {number}, rotation {rotation} of {who}: {type(error).__name__}: {str(error)[:200]}"
        raise UndercutError(message) from error
    return codes
