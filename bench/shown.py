"""Play a game for the site to show, and judge its moves: ``python bench/shown.py cuttle-2 7 Cleo Mira``.

The name of the game has a number from the second game on; a seed and the players follow. Without them, the game that
is shown is judged again. The judge sees what a watcher sees: all hands, but not the order of the cards that lie face
down, of which it searches several.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import MutableSequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, cast

import undercut
from undercut.bots.advice.explain import Explainer, cause
from undercut.bots.players import advice_settings
from undercut.bots.thinking.budget import Watch, edges_of
from undercut.bots.thinking.think import Clock, SearchResult, collect, prepare
from undercut.bots.thinking.tree import Tree
from undercut.cards import UNKNOWN
from undercut.decoding import JSON
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.games.base.game_types import Move
from undercut.games.base.parts.bots import Budget, Settings, level_of_person
from undercut.games.base.sentences import Text
from undercut.play.loading import determinize
from undercut.play.state import State

DUEL = Budget(iterations=160_000, threads=96)  # a tree for each deal of the hidden cards
CROWD = Budget(iterations=16_000, threads=64)  # with more than two players, whose games are long
LEAST_LOSS = 0.08  # of the game, from which on a better move is told
ROOT = Path(__file__).parents[1] / "src" / "undercut" / "games"


def played(game: str, seed: int, players: list[str]) -> State:
    """Play a game between persons of the levels."""
    state = undercut.game(game, rules=recommended(registry.spec(game)), seats=len(players)).deal(seed=seed)
    bots = [undercut.bot(level_of_person(name), game, seed=seed) for name in players]
    while state.to_move is not None:
        state.play(bots[state.to_move].choose(state))
    return state


def judged(state: State) -> tuple[list[list[int]], dict[str, list[object]]]:
    """Return the chances in per cent before each move and at the end, and better moves with theirs and a reason."""
    prepare(state.game.name, None)
    moments, earlier = list[State](), state.copy()
    while earlier.moves:
        earlier.undo()
        moments.insert(0, earlier.copy())
    shares, better = [1 / state.game.seats] * state.game.seats, dict[str, list[object]]()
    rows: list[list[float]] = []
    for number, (moment, move) in enumerate(zip(moments, state.moves, strict=True), start=1):
        seat, deals = cast("int", moment.to_move), _deals(moment)
        found = collect(_grown(deals, advice_settings(state.game.name)), 0.0)
        shares = _shared(shares, seat, found.best.expected)
        rows.append(shares)
        if best := _better(found, deals, str(move)):
            better[str(number)] = [str(best[0]), round(100 * best[1]), why(moment, move, best[0], number)]
    assert state.result  # noqa: S101  the bots play to the end
    rows.append([*state.result.shares(state.game.seats)])
    hidden = [json.dumps(_open_view(moment)).count(f'"{UNKNOWN}"') for moment in (*moments, state)]
    for place in reversed(range(len(moments))):
        # Unless a move is a mistake or turns up a card, both chances are of the same truth: average them.
        if str(place + 1) not in better and hidden[place] == hidden[place + 1]:
            rows[place] = [(one + other) / 2 for one, other in zip(*rows[place : place + 2], strict=True)]
    return [[round(100 * share) for share in row] for row in rows], better


def why(moment: State, played: Move, best: Move, number: int) -> str:
    """Say why the best move is better than the one played, as the mover could know, or else what it does."""
    explainer = Explainer(moment.view(moment.to_move), random.Random(number))
    found = cause(explainer.outlook, best, played, Text("your move"))
    return f"{found[:1].lower()}{found[1:]}".rstrip(".") or explainer.effect(best)


class _Deal(random.Random):
    """Deals hidden cards in an order that lasts from move to move, so that luck does not change the chances."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put the cards into this deal's order."""
        x[:] = sorted(x, key=lambda card: random.Random(f"{self.number}/{card}").random())


def _open_view(state: State) -> dict[str, JSON]:
    """Return what a watcher sees, who looks into all hands."""
    hands = [cast("list[JSON]", state.view(seat)["hands"])[seat] for seat in range(state.game.seats)]
    return state.view(state.to_move) | {"hands": hands}


def _deals(state: State) -> list[tuple[State, int]]:
    """Deal the cards that no player sees in several ways."""
    view = _open_view(state)
    return [(determinize(view, _Deal(number)), number) for number in range(_budget(state).threads)]


def _budget(state: State) -> Budget:
    return DUEL if state.game.seats == 2 else CROWD


def _grown(deals: list[tuple[State, int]], settings: Settings) -> list[Tree]:
    budget = _budget(deals[0][0])
    trees = [Tree(deal, seed, settings, edges_of(budget, None), None, openly=True) for deal, seed in deals]
    Clock(budget, perf_counter(), Watch()).grow_all(trees)
    return trees


def _shared(shares: list[float], seat: int, expected: float) -> list[float]:
    """Give the seat to move what the search expects, and the others the rest, in proportion."""
    others = sum(shares) - shares[seat]
    rest = [(1 - expected) * share / others if others else (1 - expected) / (len(shares) - 1) for share in shares]
    return [*rest[:seat], expected, *rest[seat + 1 :]]


def _better(found: SearchResult, deals: list[tuple[State, int]], played: str) -> tuple[Move, float] | None:
    """Return the best move and its chance if it is surely much better than the one played, over the same deals."""
    own = next(stats for stats in found.moves if str(stats.move) == played)
    if found.best.expected - own.expected < LEAST_LOSS:
        return None
    settings = advice_settings(deals[0][0].game.name)
    values = [
        [tree.value(move) for tree in _grown(deals, replace(settings, first=str(move)))]
        for move in (found.best.move, own.move)
    ]
    losses = [best - less for best, less in zip(*values, strict=True)]
    sure = 2 * stdev(losses) / len(losses) ** 0.5
    return (found.best.move, fmean(values[0])) if fmean(losses) >= max(LEAST_LOSS, sure) else None


def main() -> None:
    """Write the game into its file."""
    name, *more = sys.argv[1:]
    game, _, number = name.partition("-")
    path = ROOT / registry.package(game).rpartition(".")[2] / "lessons" / f"shown{number and '-'}{number}.json"
    if more:
        seed, *players = more
        state = played(game, int(seed), players)
    else:
        known = json.loads(path.read_text(encoding="utf-8"))
        players = known["players"]
        state = undercut.replay({key: value for key, value in known.items() if key not in {"chances", "better"}})
    chances, better = judged(state)
    shown = state.record() | {"players": players, "chances": chances, "better": better}
    path.write_text(f"{json.dumps(shown, separators=(',', ':'))}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
