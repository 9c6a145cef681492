"""A game whose random choices are made from outside, card by card, as game trees with chance need it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import accumulate, islice, takewhile
from math import comb
from typing import cast

import numpy as np
from numpy.typing import NDArray

from undercut.decoding import JSON
from undercut.engine.contract import Cells, Fields
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move
from undercut.play.arrays.games import array_engine
from undercut.play.arrays.recording import observe_games
from undercut.play.arrays.stepping import FACTS, deal_order, give_cards, play_action
from undercut.play.game import Game
from undercut.play.piles import cards
from undercut.play.sources import Recorded, Secure
from undercut.play.state import State

_STAMP = ("game", "rules", "seats", "seat")  # the same all game long
_UNUSED = Secure()  # every choice of a game's log is given


class _CompiledRules:
    """The rules of a game, compiled; each game that is played has arrays of its own."""

    def __init__(self, game: Game) -> None:
        self.pack = game.pack
        parse, parts = game.spec.notation.parse, game.spec.notation.parts
        self.parts = [parts(parse(game.fresh_table(), notation)) for notation in game.actions]
        self._engine = array_engine(game.name)
        direct = self._engine.direct
        self.deal_order, self.play_action, self.give_cards = direct(deal_order), direct(play_action), direct(give_cards)
        self.fresh = cast("list[Fields]", self._engine.states(2))
        self._engine.load(game.fresh_table(), self.fresh, 1)
        self._width = 0
        if game.spec.observations:
            self._observe, self._width = self._engine.direct(observe_games), game.spec.observations.length

    def buffers(self) -> tuple[Cells, Cells]:
        return self._engine.cells(FACTS), self._engine.cells(max(self._engine.max_moves, self._engine.pack_size))

    def cells(self, numbers: list[int]) -> Cells:
        cells = self._engine.cells(len(numbers))
        cells[:] = numbers
        return cells

    def observe(self, states: list[Fields], seat: int) -> NDArray[np.int16]:
        row, seats = np.empty((1, self._width), np.int16), np.array([seat])
        self._observe(states, seats, row, 1, 0, 1)
        return row[0]


def _listed(cells: Cells) -> list[int]:
    compiled = cast("object", cells)
    return compiled.tolist() if isinstance(compiled, np.ndarray) else cells


_compiled = cache(_CompiledRules)


@cache
def _chances(size: int, rest: int) -> tuple[float, ...]:
    """Return the chance of each of some cards in order to be the lowest of a hand, which has more cards after it."""
    ways = comb(size, rest + 1)
    return tuple(comb(size - place - 1, rest) / ways for place in range(size - rest))


class Dealing:
    """A game, from before its deal, in which chance chooses one card at a time.

    Cards whose order makes no difference, those of a hand, are chosen in rising order. The last card of the pack, which
    is certain, is not asked for: all deals take equally many choices.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.history: list[int] = []  # the cards and the numbers of moves that were chosen, in order
        self.chosen: list[int] = []
        self.log: list[list[int] | int] = []  # the cards of each complete choice, the number of each move
        self.moves_played = 0
        self.actions: list[int] = []  # the numbers of the legal moves, in rising order
        self.to_move: int | None = None  # None: chance, or the game is over
        self.winners: tuple[int, ...] | None = None  # None: the game is not over
        self._rules = _compiled(game)
        self._states = deepcopy(self._rules.fresh)
        self._facts, self._options = self._rules.buffers()
        self._shown: State | None = None
        self._shown_entries = 0  # of the log
        self._told = _Told(game.seats)
        hands = cast("tuple[int, ...]", {**game.spec.research.deal, **game.options}.get("dealt", ()))
        self._blocks = [*accumulate(hands)]
        self._ask(self._rules.pack, len(self._rules.pack))

    def _ask(self, cards: list[int], number: int) -> None:
        self._left, self._need = sorted(cards), number

    def __deepcopy__(self, memo: dict[int, object]) -> Dealing:
        """Return an independent copy, without copying what never changes."""
        twin, (facts, options) = Dealing.__new__(Dealing), self._rules.buffers()
        vars(twin).update(vars(self))
        vars(twin).update(
            history=self.history[:],
            chosen=self.chosen[:],
            log=self.log[:],
            _left=self._left[:],
            _told=self._told.copy(),
            _states=deepcopy(self._states),
            _shown=self._shown and self._shown.copy(),
            _facts=facts,
            _options=options,
        )
        return twin

    def __reduce__(self) -> tuple[Callable[..., Dealing], tuple[object, ...]]:
        """Support pickling: the game is repeated."""
        return _repeated, (self.game, self.history)

    @property
    def is_chance(self) -> bool:
        """Whether a card is to be chosen at random."""
        return self._need > 0

    def outcomes(self) -> list[tuple[int, float]]:
        """List the cards that chance may choose now, with their probabilities."""
        end = next((block for block in self._blocks if block > len(self.chosen)), 0)
        if not end:
            return [(card, number / len(self._left)) for card, number in Counter(self._left).items()]
        start = max((block for block in self._blocks if block <= len(self.chosen)), default=0)
        least = self.chosen[-1] if len(self.chosen) > start else -1
        cards = [card for card in self._left if card > least]
        # The lowest of the cards that are left of the hand: each set of them is equally likely.
        return list(zip(cards, _chances(len(cards), end - len(self.chosen) - 1), strict=False))

    def choose(self, card: int) -> None:
        """Let chance choose a card."""
        if not self.is_chance or card not in self._left:
            raise UndercutError(f"{card} is not a card that chance may choose now")
        self.history.append(card)
        self._take(card)
        if len(self.chosen) == self._need - 1 and len(self._left) == 1:
            self._take(self.outcomes()[0][0])
        if len(self.chosen) < self._need:
            return
        cards = self._rules.cells(self.chosen)
        carry_out = self._rules.give_cards if self.log else self._rules.deal_order
        self.log.append(self.chosen)
        self.chosen, self._need, self._blocks = [], 0, []
        carry_out(self._states, cards, self._facts, self._options)
        self._read_position()

    def _take(self, card: int) -> None:
        self.chosen.append(card)
        self._left.remove(card)

    def move(self, number: int) -> None:
        """Play a legal move; chance may have to choose cards before it is complete."""
        if number not in self.actions:
            raise UndercutError(f"{number} is not the number of a legal move")
        self.history.append(number)
        self.log.append(number)
        self.moves_played += 1
        self._rules.play_action(self._states, number, self._facts, self._options)
        self._read_position()

    def _read_position(self) -> None:
        seat, need, size, mask = _listed(self._facts)
        options = _listed(self._options[:size])
        if need:
            self.actions, self.to_move = [], None
            self._ask(options, need)
            return
        self.actions, self.to_move = sorted(options), seat if seat >= 0 else None
        if seat < 0:
            self.winners = tuple(winner for winner in range(self.game.seats) if mask >> winner & 1)

    @property
    def state(self) -> State | None:
        """The game as the library shows it, up to the last complete move; None before the deal. Do not change it."""
        end = len(self.log)
        if self.is_chance:  # it completes the last move
            end = max((place for place, entry in enumerate(self.log) if isinstance(entry, int)), default=0)
        if end and self._shown is None:
            table = self.game.fresh_table()
            self.game.engine.functions.deal(table, self.log[0])
            self._shown, self._shown_entries = State(self.game, table, _UNUSED), 1
        while self._shown and self._shown_entries < end:
            place = self._shown_entries
            choices = [*takewhile(lambda entry: isinstance(entry, list), islice(self.log, place + 1, None))]
            self._shown.set_chance(Recorded(cast("list[list[int]]", choices), _UNUSED))
            self._shown.play(self.game.actions[cast("int", self.log[place])])
            self._shown_entries += 1 + len(choices)
        return self._shown

    def observation(self, seat: int) -> NDArray[np.int16] | None:
        """Return what a seat may know, as `State.observation` does; None before the deal."""
        if self.is_chance:
            return self.state and self.state.observation(seat)
        return self._rules.observe(self._states, seat)

    def view(self, seat: int | None) -> dict[str, JSON]:
        """Return what a seat sees; nothing before the deal."""
        return self.state.view(seat) if self.state else {}

    def hidden_from(self, seat: int) -> list[int]:
        """List the cards that a seat has never seen."""
        known = self._told.up_to(self.state).cards[seat]
        return [card for card in self.game.pack if self.game.spec.pack.text(card) not in known]

    def again(self, cards: Mapping[int, int]) -> Dealing | None:
        """Repeat the game with other cards in place of some; None if it could not have gone that way."""
        if self.is_chance:
            raise UndercutError("chance is choosing; repeat the game at a player's move")
        twin = Dealing(self.game)
        done = all(twin._repeat(entry, cards) for entry in self.log)
        return twin if done and not twin.is_chance else None

    def _repeat(self, entry: list[int] | int, cards: Mapping[int, int]) -> bool:
        """Repeat a move or a choice of another game with other cards; return whether it was possible."""
        if isinstance(entry, int):
            number = self._exchanged(entry, cards)
            if number is not None:
                self.move(number)
            return number is not None
        chosen = [cards.get(card, card) for card in entry]
        return self._choose_all(chosen if self.log else self._sorted(chosen))

    def _exchanged(self, number: int, cards: Mapping[int, int]) -> int | None:
        """Return the legal move that is like another one, but of other cards."""
        pack, parts = self.game.spec.pack, self._rules.parts
        texts = {pack.text(old): pack.text(new) for old, new in cards.items()}
        own = parts[number]
        wanted = replace(own, card=texts.get(own.card or "", own.card), target=texts.get(own.target or "", own.target))
        if wanted == own:
            return number if number in self.actions else None
        return next((action for action in self.actions if parts[action] == wanted), None)

    def _choose_all(self, chosen: list[int]) -> bool:
        """Let chance choose some cards, as the log has them; return whether they fit."""
        entries = len(self.log)
        for card in chosen:
            if len(self.log) > entries:
                break
            if not self.is_chance or card not in dict(self.outcomes()):
                return False
            self.choose(card)
        return self.log[entries:] == [chosen]

    def _sorted(self, order: list[int]) -> list[int]:
        found, start = order[:], 0
        for end in self._blocks:
            found[start:end] = sorted(found[start:end])
            start = end
        return found

    @property
    def seen(self) -> list[list[str]]:
        """For each seat, all that it has seen, in order."""
        return self._told.up_to(self.state).lines


class _Told:
    """All that each seat has seen; written when it is asked for, since few algorithms ask."""

    def __init__(self, seats: int) -> None:
        self.lines: list[list[str]] = [[] for _ in range(seats)]
        self.cards: list[set[str]] = [set() for _ in range(seats)]
        self._views: list[dict[str, JSON]] = [{}] * seats  # of the last position that the lines tell of
        self._written = 0  # the number of such positions

    def copy(self) -> _Told:
        twin = _Told(0)
        twin.lines, twin.cards = [lines[:] for lines in self.lines], [cards.copy() for cards in self.cards]
        twin._views, twin._written = self._views, self._written
        return twin

    def up_to(self, state: State | None) -> _Told:
        """Write what is missing up to a state, which is None before the deal."""
        if state is None:
            return self
        back, seats = state.copy(), range(len(self.lines))
        missing: list[tuple[int | None, list[Move], list[dict[str, JSON]]]] = []
        for _ in range(len(back.moves) + 1 - self._written):
            views = [{name: each for name, each in back.view(seat).items() if name not in _STAMP} for seat in seats]
            move = back.undo() if back.moves else None
            told = [told for told, _ in back.described(move, seats)] if move else []
            missing.append((back.to_move, told, views))
        for mover, told, views in reversed(missing):
            self._write(mover, told, views)
        return self

    def _write(self, mover: int | None, told: list[Move], views: list[dict[str, JSON]]) -> None:
        """Note for each seat a move, and what it has changed in the seat's view."""
        before, self._views = self._views, views
        self._written += 1
        for seat, lines in enumerate(self.lines):
            old, new = before[seat], views[seat]
            changed = {name: value for name, value in new.items() if name not in old or old[name] != value}
            for move in told[seat : seat + 1]:
                lines.append(f"{mover}: {move}")
                self.cards[seat].update(text for text in (move.card, move.target) if text)
            lines.append(json.dumps(changed, separators=(",", ":")))
            self.cards[seat].update(cards([*changed.values()]))


def _repeated(game: Game, history: list[int]) -> Dealing:
    dealing = Dealing(game)
    for action in history:
        (dealing.choose if dealing.is_chance else dealing.move)(action)
    return dealing
