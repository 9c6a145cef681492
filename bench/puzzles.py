"""Find puzzles in games between bots: ``python bench/puzzles.py cuttle --seconds 600``.

A puzzle has at least four legal moves that differ. A puzzle to win is a position of the first seat that is proved won
in at most twelve of its own moves, whatever is hidden and whatever the other player does, by at most three moves and
half of all. The exact solver proves it, or in Cuttle, where the other hand is open, every answer to a move that wins
with the next one. The other player answers as the greedy bot does, and the last move wins at once. No puzzle is won at
once just by playing points. In a puzzle to save the game, every move but one provably loses to the other player's next
move.

Each puzzle has an idea: the kind of its first right move, or what its line of moves does. Of one idea, a few are kept;
the others stay at their addresses and are retired. Against wrong moves a puzzle has the answers that refute them.

Games are dealt from consecutive seeds and proofs are limited by positions, so the same seeds give the same puzzles on
every machine. Bots play greedily or at random: random moves bring about more positions whose hidden cards are known.
In Cuttle the first seat likes glasses.

Writes them to the package. With `--add`, the puzzles that there are keep their places, which are their names, and all
are rated and classed again.
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

from puzzle_ideas import idea
from puzzle_lines import NODES, YOU, Step, against, has_choice, line, rescue, sees_hand, wins_at_once

import undercut
from undercut.bots.registry import Bot
from undercut.bots.thinking.prove import OutOfBudgetError, ProofLimit, endgame_of
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.games.base.words import Sight
from undercut.lessons.courses import complete
from undercut.lessons.learner import LessonPosition
from undercut.play.state import State

MOST_OF_IDEA = {"cuttle": 9, "cups": 7, "cut_the_rope": 14}
AT_ONCE = 4  # puzzles of Cut the Rope that are won with the card that fits
MOST_HIDDEN = 2  # unknown cards in the other hand in Cuttle and Cups
FEW_UNSEEN = 4  # cards in the stock of Cuttle with which the solver proves a win of several moves
DRAWN = 16  # cards of the stock that a line may bring
LONGEST = 400
APART = 6  # moves between two puzzles of one game, so that they do not resemble each other
RANDOM = {"cuttle": 0.5, "cups": 1.0, "cut_the_rope": 0.25}
"""Share of random moves; in Cups all, since greedy moves take a hundred times as long."""
GLASSES = 0.9  # share of the first seat's moves that are an eight as glasses, where that is possible

EASY, EACH_DOUBLING, EACH_PROOF, MISSED = 700, 50, 15, 250
"""The first estimate of a rating: of the easiest puzzle, for each doubling of the wrong moves beside a right one in any
step and of the positions that the proof takes, and if the greedy bot would have missed it."""


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
    if state.game.name != "cuttle":
        return True
    return sees_hand(state) or len(state.view(YOU)["stock"]) <= FEW_UNSEEN


@dataclass(slots=True)
class Counted(ProofLimit):
    """A limit that counts the positions of a proof."""

    spent: int = 0

    def spend(self, nodes: int) -> None:
        """Count positions."""
        self.spent += nodes
        super(Counted, self).spend(nodes)


def rating(start: State, steps: list[Step], bot: Bot) -> int:
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
        """Rate and class the known puzzles again, and retire those that are too many of an idea."""
        self.name = name
        self.game = undercut.game(name, rules=recommended(registry.spec(name)), seats=2)
        self.found = [self.described(self.start(one), one) for one in found]
        self.retire()
        self.ideas = Counter(one["idea"] for one in self.found if not one.get("retired"))

    @property
    def bot(self) -> Bot:
        """A bot whose answers do not depend on earlier puzzles."""
        return undercut.bot("greedy", self.name, seed=0)

    def start(self, one: dict[str, Any]) -> State:
        """Return the position of a puzzle."""
        return LessonPosition(complete(self.game.spec, one["start"]), ()).state()

    def described(self, start: State, one: dict[str, Any]) -> dict[str, Any]:
        """Return a puzzle with its idea, its rating, and the answers to wrong moves."""
        position, steps = as_text(start), [(step[0], step[1]) for step in one["steps"]]
        start = self.start({"start": position})
        now, full = start.copy(), list[list[Any]]()
        for right, answers in steps:
            full.append([right, answers, against(now, right, self.bot, saves=one["aim"] == "save")])
            for move in (right[0], *answers):
                now.play(move)
        return {
            "seed": one["seed"],
            "aim": one["aim"],
            "idea": idea(start, steps, one["aim"]),
            "rating": rating(start, steps, self.bot),
            "start": position,
            "steps": full,
        }

    def retire(self) -> None:
        """Retire puzzles without a choice, and of each idea all but some of every difficulty."""
        offered = dict[str, list[dict[str, Any]]]()
        for one in sorted(self.found, key=lambda one: one["rating"]):
            one.pop("retired", None)
            if has_choice(self.start(one)):
                offered.setdefault(one["idea"], []).append(one)
            else:
                one["retired"] = True
        for name, same in offered.items():
            most = self.most(name)
            kept = {id(same[place * len(same) // most]) for place in range(most)} if len(same) > most else None
            for one in same:
                if kept is not None and id(one) not in kept:
                    one["retired"] = True

    def most(self, idea: str) -> int:
        """Return how many puzzles of an idea are offered."""
        return AT_ONCE if idea.endswith("at once") else MOST_OF_IDEA[self.name]

    def play(self, seed: int) -> None:
        """Play a game and keep its puzzles."""
        state, last = self.game.deal(seed=seed), -APART
        bot, chance = undercut.bot("greedy", self.name, seed=seed), random.Random(seed)
        while state.result is None and len(state.moves) < LONGEST:
            if (
                state.to_move == YOU
                and has_choice(state)
                and len(state.moves) >= last + APART
                and is_near(state)
                and self.look(state, seed)
            ):
                last = len(state.moves)
            state.play(self.next_move(state, bot, chance))

    def next_move(self, state: State, bot: Bot, chance: random.Random) -> str:
        """Return the next move of a game: glasses, a random one, or the bot's."""
        legal = state.legal_moves()
        glasses = [move for move in legal if self.name == "cuttle" and move.kind == "permanent" and move.card[0] == "8"]
        if glasses and state.to_move == YOU and chance.random() < GLASSES:
            return str(glasses[0])
        at_random = chance.random() < RANDOM[self.name]
        return str(chance.choice(legal) if at_random else bot.choose(state.view(state.to_move), legal))

    def look(self, state: State, seed: int) -> bool:
        """Return whether a position is a puzzle with an idea that is not yet frequent, and keep it if so."""
        wins = wins_at_once(state, YOU)
        if any(is_for_points(state, move) for move in wins):
            return False
        aim, steps = "win", line(state, self.bot) if wins or may_be_forced(state) else None
        if not steps and not wins:
            aim, steps = "save", rescue(state)
        if not steps or self.ideas[name := idea(state, steps, aim)] >= self.most(name):
            return False
        self.found.append(self.described(state, {"seed": seed, "aim": aim, "steps": steps}))
        self.ideas[self.found[-1]["idea"]] += 1
        print(len(self.found), seed, self.found[-1]["idea"], self.found[-1]["rating"], len(steps), flush=True)
        return True


def as_text(state: State) -> dict[str, Any]:
    """Return a position whose piles are texts, without what is empty or lies deep in the stock."""
    spec, position = state.game.spec, state.position()
    stock = next(pile.id for pile in spec.words.piles if pile.sight is Sight.NOBODY and not pile.owned)
    position[stock] = position[stock][:DRAWN]
    left_out = ("game", "seats", "to_move")
    shown = {name: value for name, value in position.items() if value and name not in left_out}
    return {name: joined(value) if name in spec.piles else value for name, value in shown.items()}


def joined(value: object) -> object:
    """Join a list of cards to a text."""
    if not isinstance(value, list):
        return value
    if all(isinstance(one, str) for one in value):
        return " ".join(value)
    return [joined(one) for one in value]


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
    print(f"{len(found)} puzzles in {path}: {search.ideas.most_common()}")


if __name__ == "__main__":
    main()
