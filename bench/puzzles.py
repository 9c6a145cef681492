"""Find puzzles in games between bots: ``python bench/puzzles.py cuttle --seconds 600``.

A puzzle is a position of the first seat that the exact solver proves won in at most six of its own moves, whatever is
hidden and whatever the other player does, by at most three moves and half of all. The other player answers as the
greedy bot does, and the last move wins at once. Games are dealt from consecutive seeds and proofs are limited by
positions, so the same seeds give the same puzzles on every machine. The bots play greedily, with some random moves; no
puzzle is won at once just by playing points.

Writes them to the package, easiest first.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from math import log2
from pathlib import Path

import undercut
from undercut.bots.players.front import Bot
from undercut.bots.thinking.proof import Result
from undercut.bots.thinking.prove import prove
from undercut.lessons.lesson import YOU
from undercut.lessons.positions import SITE_RULES
from undercut.lessons.puzzles import FOLDER, NODES
from undercut.play.state import State

LEAST, MOST = 1, 6
MOST_RIGHT = 3  # moves that solve a puzzle, and at most half of all
LONGEST = 400
ERRORS = 0.25  # share of random moves: more different positions, and more hands that are known
APART = 6  # moves between two puzzles of one game, so that they do not resemble each other

EASY, EACH_MOVE, EACH_DOUBLING, MISSED = 800, 120, 60, 250
"""The first estimate of a rating: of the shortest puzzle, for each further move, each doubling of the choice, and if
the greedy bot would have missed it."""


def is_near(state: State) -> bool:
    """Return whether the first seat may be so near to winning that a proof is worth a try."""
    position = state.position()
    match state.game.name:
        case "cut_the_rope":
            return len(position["personal"][YOU]) == 1
        case "cups":
            return len(position["hands"][YOU]) + sum(map(len, position["graveyards"][YOU])) <= 5
        case _:
            knows = any(card.startswith("8") for card in position["permanents"][YOU])
            return bool(position["points"][YOU]) and (
                knows or len(position["hands"][1 - YOU]) <= 1 or is_odd_win(state)
            )


def is_odd_win(state: State) -> bool:
    """Return whether a move other than a card for points wins at once."""
    return any(wins_at_once(state, move.notation) for move in state.legal_moves() if move.kind != "points")


def line(state: State, bot: Bot) -> list[list[list[str]]] | None:
    """Return the steps of a puzzle, each with its right moves and the answers; None if the position is no puzzle."""
    now, steps = state.copy(), []
    while now.result is None:
        proof = prove(now.view(YOU), nodes=NODES)
        if proof is None or proof.result is not Result.WIN or not (steps or LEAST <= proof.count <= MOST):
            return None
        wins = [move.notation for move in now.legal_moves() if wins_at_once(now, move.notation)]
        if not steps and len(proof.moves) > min(MOST_RIGHT, len(now.legal_moves()) // 2):
            return None
        if not steps and any(move.kind == "points" for move in now.legal_moves() if move.notation in wins):
            return None
        right = wins or list(proof.moves)
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


def wins_at_once(state: State, move: str) -> bool:
    """Return whether a move ends the game with your win."""
    after = state.copy()
    after.play(move)
    return after.result is not None and after.result.winners == (YOU,)


def rating(state: State, steps: list[list[list[str]]], bot: Bot) -> int:
    """Estimate how difficult a puzzle is."""
    missed = str(bot.choose(state.view(YOU), state.legal_moves())) not in steps[0][0]
    choice = log2(len(state.legal_moves()))
    return round(EASY + EACH_MOVE * (len(steps) - 1) + EACH_DOUBLING * choice + MISSED * missed)


def puzzles(name: str, seed: int, until: float, games: int) -> Iterator[dict[str, object]]:
    """Play games and yield their puzzles."""
    chosen = undercut.game(name, rules=SITE_RULES.get(name), seats=2)
    for deal in range(seed, seed + games):
        if time.monotonic() > until:
            print(f"stopped before seed {deal}")
            return
        state, last = chosen.deal(seed=deal), -APART
        bot, errors = undercut.bot("greedy", name, seed=deal), random.Random(deal)
        while state.result is None and len(state.moves) < LONGEST:
            if state.to_move == YOU and len(state.moves) >= last + APART and is_near(state):
                steps = line(state, bot)
                if steps:
                    last = len(state.moves)
                    yield {"seed": deal, "rating": rating(state, steps, bot), "start": state.position(), "steps": steps}
            moves = state.legal_moves()
            errs = errors.random() < ERRORS
            state.play(errors.choice(moves) if errs else bot.choose(state.view(state.to_move), moves))


def main() -> None:
    """Find puzzles and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1, help="the first deal")
    parser.add_argument("--games", type=int, default=10_000, help="how many games")
    parser.add_argument("--seconds", type=float, default=600, help="when to stop before that")
    asked = parser.parse_args()
    found = list(puzzles(asked.game, asked.seed, time.monotonic() + asked.seconds, asked.games))
    found.sort(key=lambda puzzle: (puzzle["rating"], puzzle["seed"]))
    lines = ",\n".join(json.dumps(puzzle, separators=(",", ":")) for puzzle in found)
    path = Path(FOLDER) / f"{asked.game}.json"
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(found)} puzzles in {path}")


if __name__ == "__main__":
    main()
