"""Find puzzles in games between bots: ``python bench/puzzles.py cuttle --seconds 600``.

A puzzle has at least four legal moves that differ. A puzzle to win is a position of the first seat that the exact
solver proves won in at most six of its own moves, whatever is hidden and whatever the other player does, by at most
three moves and half of all. The other player answers as the greedy bot does, and the last move wins at once. No puzzle
is won at once just by playing points. In a puzzle to save the game, every move but one provably loses to the other
player's next move.

Games are dealt from consecutive seeds and proofs are limited by positions, so the same seeds give the same puzzles on
every machine. Bots play greedily or at random: random moves bring about more positions whose hidden cards are known.

Writes them to the package. With `--add`, the puzzles that there are keep their places, which are their names, and all
are rated again.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import time
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from math import log2
from pathlib import Path
from typing import Any

import undercut
from undercut.bots.registry import Bot
from undercut.bots.thinking.prove import OutOfBudgetError, ProofLimit, Result, endgame_of, prove
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.lessons.coach import YOU
from undercut.lessons.course import NODES, has_choice
from undercut.play.loading import from_position
from undercut.play.state import State

LEAST, MOST = 1, 6
MOST_RIGHT = 3  # moves that solve a puzzle, and at most half of all
MOST_AT_ONCE = 40  # puzzles of a kind that take one move
MOST_HIDDEN = 2  # unknown cards in the other hand in Cuttle and Cups
LONGEST = 400
APART = 6  # moves between two puzzles of one game, so that they do not resemble each other
RANDOM = {"cuttle": 0.6, "cups": 1.0, "cut_the_rope": 0.25}
"""Share of random moves; in Cups all, since greedy moves take a hundred times as long."""

EASY, EACH_DOUBLING, EACH_PROOF, MISSED = 700, 50, 15, 250
"""The first estimate of a rating: of the easiest puzzle, for each doubling of the wrong moves beside a right one in any
step and of the positions that the proof takes, and if the greedy bot would have missed it."""


Steps = list[list[list[str]]]
"""The steps of a puzzle, each with its right moves and the answers."""


def is_near(state: State) -> bool:
    """Return whether the end may be near enough to try a proof."""
    view = state.view(YOU)
    match state.game.name:
        case "cut_the_rope":
            return len(view["personal"][YOU]) == 1
        case "cups":
            return view["hands"][1 - YOU].count("?") <= MOST_HIDDEN
        case _:
            return any(view["points"])


def may_be_forced(state: State) -> bool:
    """Return whether a forced win of several moves is worth a proof."""
    view = state.view(YOU)
    return state.game.name != "cuttle" or bool(view["points"][YOU] and view["hands"][1 - YOU].count("?") <= MOST_HIDDEN)


def line(state: State, bot: Bot) -> Steps | None:
    """Return the steps to a forced win; None if the position is no puzzle."""
    now, steps = state.copy(), []
    while now.result is None:
        proof = prove(now.view(YOU), nodes=NODES)
        if proof is None or proof.result is not Result.WIN or not (steps or LEAST <= proof.count <= MOST):
            return None
        if not steps and len(proof.moves) > min(MOST_RIGHT, len(now.legal_moves()) // 2):
            return None
        right = wins_at_once(now, YOU) or list(proof.moves)
        now.play(right[0])
        answers = []
        while now.result is None and now.to_move != YOU:
            answers.append(str(bot.choose(now.view(now.to_move), now.legal_moves())))
            known = len(now.shuffles)
            now.play(answers[-1])
            if len(now.shuffles) > known:
                return None
        steps.append([right, answers])
    return steps if now.result.winners == (YOU,) else None


def rescue(state: State) -> Steps | None:
    """Return the only move that does not lose at once, as the single step of a puzzle; None if it is no puzzle."""
    legal = [move.notation for move in state.legal_moves()]
    if state.game.name == "cut_the_rope":  # where a turn has many moves
        return None
    try:
        lost = endgame_of(state.view(YOU), None, ProofLimit(NODES)).losing()
    except OutOfBudgetError:
        return None
    right = [move for move in legal if move not in lost]
    if len(right) != 1:
        return None
    after = state.copy()
    after.play(right[0])
    return None if after.to_move is None or loses_at_once(after) else [[right, []]]


def loses_at_once(state: State, *, moved: bool = False) -> bool:
    """Return whether the other player can win with its next move, answered as well as possible with all cards open.

    Args:
        moved: Whether that move has been made, and is now being answered.
    """
    if state.result is not None:
        return state.result.winners == (1 - YOU,)
    in_turn = state.position()["phase"] == "play"
    if in_turn and (moved or state.to_move == YOU):
        return False
    after = []
    for move in state.legal_moves():
        after.append(state.copy())
        after[-1].play(move)
    lost = (loses_at_once(one, moved=moved or in_turn) for one in after)
    return all(lost) if state.to_move == YOU else any(lost)


def wins_at_once(state: State, seat: int) -> list[str]:
    """List the moves that end the game with a seat's win."""
    found = []
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if after.result is not None and after.result.winners == (seat,):
            found.append(move.notation)
    return found


@dataclass(slots=True)
class Counted(ProofLimit):
    """A limit that counts the positions of a proof."""

    spent: int = 0

    def spend(self, nodes: int) -> None:
        """Count positions."""
        self.spent += nodes
        super(Counted, self).spend(nodes)


def rating(start: State, steps: Steps, bot: Bot) -> int:
    """Estimate how difficult a puzzle is."""
    missed = str(bot.choose(start.view(YOU), start.legal_moves())) not in steps[0][0]
    limit, state, doublings = Counted(NODES), start.copy(), 0.0
    with contextlib.suppress(OutOfBudgetError):
        endgame_of(start.view(YOU), None, limit).run()
    for right, answers in steps:
        moves = [(move.card, move.kind, move.target, str(move) in right) for move in state.legal_moves()]
        doublings += log2(len({*moves}) / len({move for move in moves if move[-1]}))
        for move in (right[0], *answers):
            state.play(move)
    return round(EASY + EACH_DOUBLING * doublings + EACH_PROOF * log2(1 + limit.spent) + MISSED * missed)


class Search:
    """Searches games for puzzles.

    Args:
        name: The game's name.
        found: Puzzles found so far.
    """

    def __init__(self, name: str, found: list[dict[str, Any]]) -> None:
        """Count the known puzzles."""
        self.name = name
        self.game = undercut.game(name, rules=recommended(registry.spec(name)), seats=2)
        starts = [from_position(one["start"]) for one in found]
        shown = [one for one, start in zip(found, starts, strict=True) if has_choice(start)]
        self.of_one_move = Counter(str(one["aim"]) for one in shown if len(one["steps"]) == 1)
        bot = undercut.bot("greedy", name, seed=0)
        ratings = [rating(start, one["steps"], bot) for one, start in zip(found, starts, strict=True)]
        self.found = [one | {"rating": rated} for one, rated in zip(found, ratings, strict=True)]

    def play(self, seed: int) -> None:
        """Play a game and keep its puzzles."""
        state, last = self.game.deal(seed=seed), -APART
        bot, chance = undercut.bot("greedy", self.name, seed=seed), random.Random(seed)
        while state.result is None and len(state.moves) < LONGEST:
            legal = state.legal_moves()
            if (
                state.to_move == YOU
                and has_choice(state)
                and len(state.moves) >= last + APART
                and is_near(state)
                and self.look(state, bot)
            ):
                self.found[-1]["seed"] = seed
                last = len(state.moves)
            at_random = chance.random() < RANDOM[self.name]
            state.play(chance.choice(legal) if at_random else bot.choose(state.view(state.to_move), legal))

    def look(self, state: State, bot: Bot) -> bool:
        """Return whether a position is a puzzle, and keep it if so."""
        wins = wins_at_once(state, YOU)
        if wins and (self.of_one_move["win"] >= MOST_AT_ONCE or any(is_for_points(state, move) for move in wins)):
            return False
        aim, steps = "win", line(state, bot) if wins or may_be_forced(state) else None
        if not steps and not wins and self.of_one_move["save"] < MOST_AT_ONCE:
            aim, steps = "save", rescue(state)
        if not steps:
            return False
        self.of_one_move[aim] += len(steps) == 1
        given = {"aim": aim, "rating": rating(state, steps, bot), "start": state.position(), "steps": steps}
        self.found.append({"seed": 0} | given)
        return True


def is_for_points(state: State, move: str) -> bool:
    """Return whether a move plays a card for its points."""
    return next(one.kind for one in state.legal_moves() if one.notation == move) == "points"


def main() -> None:
    """Find puzzles and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1, help="the first deal")
    parser.add_argument("--games", type=int, default=10_000, help="how many games")
    parser.add_argument("--seconds", type=float, default=600, help="when to stop before that")
    parser.add_argument("--add", action="store_true", help="add to the puzzles that there are")
    asked = parser.parse_args()
    path = Path(str(files(registry.package(asked.game)))) / "lessons" / "puzzles.json"
    known = json.loads(path.read_text(encoding="utf-8")) if asked.add else []
    search, until = Search(asked.game, known), time.monotonic() + asked.seconds
    for seed in range(asked.seed, asked.seed + asked.games):
        if time.monotonic() > until:
            print(f"stopped before seed {seed}")
            break
        search.play(seed)
    found = search.found  # new ones last: the number of a puzzle is its name
    lines = ",\n".join(json.dumps(puzzle, separators=(",", ":")) for puzzle in found)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(found)} puzzles in {path}")


if __name__ == "__main__":
    main()
