"""Solve small two-player zero-sum games of OpenSpiel: CFR, CFR+ and exact best responses, on the whole tree at once.

A strategy is an array with the probability of every action of every information set, in the order of `Tree.slots`.
"""

# pyspiel has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import numpy as np

from undercut.errors import UndercutError

if TYPE_CHECKING:
    import pyspiel
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

CHANCE, TERMINAL = -1, -2
_NONE = -1


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree of a game as arrays: one entry a history, those of the same length side by side."""

    levels: Whole  # the first history of each length, and the number of histories
    players: Whole
    parents: Whole  # the history before; -1 for the first one
    slots: Whole  # the place in a strategy of the action that led here; -1 after chance
    chances: Floats  # the probability of this outcome of chance; 1 after an action
    returns: Floats  # what player 0 gets; 0 before the end
    keys: tuple[str, ...]  # the information sets as OpenSpiel writes them
    owners: Whole  # the player of each information set
    depths: Whole  # the length of the histories of each information set
    starts: Whole  # the place in a strategy of each information set's first action, and the length of a strategy
    actions: Whole  # the action at each place of a strategy
    first: Whole  # one history of each information set
    notes: tuple[object, ...]  # of each information set

    @property
    def sets(self) -> Whole:
        """The information set of each place of a strategy."""
        return np.repeat(np.arange(len(self.keys)), np.diff(self.starts))

    def uniform(self) -> Floats:
        """Return the uniform strategy."""
        return np.repeat(1 / np.diff(self.starts), np.diff(self.starts))

    def policy(self, strategy: Floats) -> dict[str, list[tuple[int, float]]]:
        """Return a strategy as ``pyspiel.TabularPolicy`` takes it."""
        pairs = list(zip(self.actions.tolist(), strategy.tolist(), strict=True))
        return {key: pairs[start:end] for key, start, end in zip(self.keys, self.starts, self.starts[1:], strict=False)}


@dataclass(slots=True)
class _Growth:
    """The histories found so far, depth first, with a row of numbers each."""

    note: Callable[[pyspiel.State], object] | None
    rows: list[tuple[int, int, int, int, float, float]] = field(default_factory=list)
    sets: dict[str, int] = field(default_factory=dict)
    owners: list[tuple[int, int, int]] = field(default_factory=list)
    actions: list[list[int]] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    notes: list[object] = field(default_factory=list)

    def add(self, state: pyspiel.State, depth: int, parent: int, slot: int, chance: float) -> None:
        place, player = len(self.rows), int(state.current_player())
        if state.is_terminal():
            self.rows.append((depth, TERMINAL, parent, slot, chance, float(state.returns()[0])))
            return
        self.rows.append((depth, player, parent, slot, chance, 0.0))
        if state.is_chance_node():
            for action, share in state.chance_outcomes():
                self.add(state.child(action), depth + 1, place, _NONE, share)
            return
        actions = cast("list[int]", state.legal_actions())
        start = self.starts[self._set(state, actions, (player, depth, place))]
        for choice, action in enumerate(actions):
            self.add(state.child(action), depth + 1, place, start + choice, 1.0)

    def _set(self, state: pyspiel.State, actions: list[int], owner: tuple[int, int, int]) -> int:
        key = state.information_state_string()
        found = self.sets.setdefault(key, len(self.sets))
        if found == len(self.actions):
            self.actions.append(actions)
            self.owners.append(owner)
            self.notes.append(self.note(state) if self.note else None)
            self.starts.append(self.starts[-1] + len(actions))
        elif self.actions[found] != actions or self.owners[found][:2] != owner[:2]:
            raise UndercutError(f"information set {key[:60]!r}: its histories differ in player, length or actions")
        return found


def grow(game: pyspiel.Game, note: Callable[[pyspiel.State], object] | None = None) -> Tree:
    """Enumerate the whole tree of a game, with a note of a state of each information set."""
    kind = game.get_type()
    if game.num_players() != 2 or game.utility_sum() != 0 or kind.dynamics != kind.Dynamics.SEQUENTIAL:  # noqa: PLR2004
        raise UndercutError(f"{game}: not a sequential zero-sum game of two players")
    growth = _Growth(note)
    growth.add(game.new_initial_state(), 0, _NONE, _NONE, 1.0)
    depths, players, parents, slots, chances, returns = (np.array(column) for column in zip(*growth.rows, strict=True))
    order = np.argsort(depths, kind="stable")
    places = np.argsort(order)
    owners = np.array(growth.owners)
    return Tree(
        levels=np.searchsorted(depths[order], np.arange(depths.max() + 2)),
        players=players[order],
        parents=np.where(parents[order] == _NONE, _NONE, places[parents[order]]),
        slots=slots[order],
        chances=chances[order],
        returns=returns[order],
        keys=tuple(growth.sets),
        owners=owners[:, 0],
        depths=owners[:, 1],
        starts=np.array(growth.starts),
        actions=np.concatenate([np.array(actions) for actions in growth.actions]),
        first=places[owners[:, 2]],
        notes=tuple(growth.notes),
    )


def values(tree: Tree, strategy: Floats) -> Floats:
    """Return what player 0 gets on average from each history on."""
    found, edges = tree.returns.copy(), _edges(tree, strategy)
    for _, start, end, before in _backwards(tree):
        _add_up(tree, found, edges, start, end, before)
    return found


def best_response(tree: Tree, strategy: Floats, player: int) -> tuple[float, Floats]:
    """Return the most that a player can get against a strategy, and a strategy that gets it.

    The result is a whole strategy, whose part for the other player is that of `strategy`.
    """
    best, sign = strategy.copy(), 1 if player == 0 else -1
    found, own, sets = tree.returns * sign, tree.owners[tree.sets] == player, tree.sets
    others = _reaches(tree, np.where(own, 1.0, strategy))
    for depth, start, end, before in _backwards(tree):
        gains = _by_slot(tree, found * others[tree.parents], start, end)
        highest = np.maximum.reduceat(gains, tree.starts[:-1])[sets]
        here = own & (tree.depths[sets] == depth)
        chosen = np.where(here & (gains == highest), 1.0, 0.0)
        shares = np.add.reduceat(chosen, tree.starts[:-1])[sets]
        best = np.where(here, chosen / np.where(here, shares, 1.0), best)
        _add_up(tree, found, _edges(tree, best), start, end, before)
    return float(found[0]), best


def exploitability(tree: Tree, strategy: Floats) -> float:
    """Return what a best response gains on average over both seats; 0 in equilibrium."""
    return (best_response(tree, strategy, 0)[0] + best_response(tree, strategy, 1)[0]) / 2


def solve(tree: Tree, *, plus: bool = True) -> Iterator[Floats]:
    """Run CFR+ or CFR, one iteration after the other, without end."""
    regrets, total, strategy = np.zeros(len(tree.actions)), np.zeros(len(tree.actions)), tree.uniform()
    owners, iteration = tree.owners[tree.sets], 0
    while True:
        iteration += 1
        for player in (0, 1):
            own = owners == player
            gains = _gains(tree, strategy, player)
            regrets += np.where(own, gains, 0.0)
            if plus:
                regrets = np.maximum(regrets, 0.0)
            weights = _reaches(tree, np.where(own, strategy, 1.0), chance=False)[tree.first][tree.sets]
            total += np.where(own, weights * strategy * (iteration if plus else 1), 0.0)
            strategy = np.where(own, _normalised(tree, np.maximum(regrets, 0.0)), strategy)
        yield _normalised(tree, total)


def _gains(tree: Tree, strategy: Floats, player: int) -> Floats:
    others = _reaches(tree, np.where(tree.owners[tree.sets] == player, 1.0, strategy))
    found = values(tree, strategy) * (1 if player == 0 else -1)
    gains = _by_slot(tree, found * others[tree.parents], 1, len(found))
    return gains - np.add.reduceat(gains * strategy, tree.starts[:-1])[tree.sets]


def _normalised(tree: Tree, weights: Floats) -> Floats:
    sums = np.add.reduceat(weights, tree.starts[:-1])[tree.sets]
    return np.where(sums > 0, weights / np.where(sums > 0, sums, 1.0), tree.uniform())


def _edges(tree: Tree, strategy: Floats, *, chance: bool = True) -> Floats:
    return np.where(tree.slots == _NONE, tree.chances if chance else 1.0, strategy[tree.slots])


def _reaches(tree: Tree, strategy: Floats, *, chance: bool = True) -> Floats:
    """Return the probability of each history; with 1 for the actions of a player, that of the others."""
    found = _edges(tree, strategy, chance=chance)
    found[0] = 1.0
    for start, end in zip(tree.levels[1:], tree.levels[2:], strict=False):
        found[start:end] *= found[tree.parents[start:end]]
    return found


def _backwards(tree: Tree) -> Iterator[tuple[int, int, int, int]]:
    """Yield the last level first: the depth before it, its first history and its end, and the first one before it."""
    levels = cast("list[int]", tree.levels.tolist())
    for depth in range(len(levels) - 3, -1, -1):
        yield depth, levels[depth + 1], levels[depth + 2], levels[depth]


def _add_up(tree: Tree, found: Floats, edges: Floats, start: int, end: int, before: int) -> None:
    """Add the values of a level to the histories before it."""
    places, weights = tree.parents[start:end] - before, found[start:end] * edges[start:end]
    found[before:start] += np.bincount(places, weights, minlength=start - before)


def _by_slot(tree: Tree, found: Floats, start: int, end: int) -> Floats:
    slots = tree.slots[start:end]
    after = slots != _NONE
    return np.bincount(slots[after], found[start:end][after], len(tree.actions)).astype(np.float64)
