"""Write the golden games and scenarios anew: ``python -m tests.golden.make`` (part of ``make golden``).

A golden game is a whole game as text: each position and each seat's view (what changed in it since the move before),
and the legal moves in words. A golden scenario is the same of a few moves from a position that was set up; one text
may hold several. Review the diff: it shows what a change of the rules changes for players.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import undercut
from tests.golden import scenarios_cups, scenarios_cut_the_rope
from undercut.bots.players.registry import make as make_player

HERE = Path(__file__).parent

CUTTLE = [
    ("sipie", 1, "greedy"), ("sipie", 2, "random"), ("sipie", 3, "greedy"), ("denexa", 4, "greedy"),
    ("denexa", 5, "random"), ("denexa", 6, "greedy"), ("akagiri", 7, "greedy"), ("akagiri", 8, "random"),
    ("pagat", 9, "greedy"), ("pagat", 10, "random"), ("pagat", 11, "greedy"), ("cuttle-cards-1", 12, "greedy"),
    ("cuttle-cards-1", 13, "random"), ("cuttle-cards-1", 14, "greedy"), ("cuttle-cards-2", 15, "greedy"),
    ("cuttle-cards-2", 16, "random"), ({"set": "pagat", "four": "random"}, 17, "random"),
    ({"set": "sipie", "nine_targets": "all", "nine_to": "player", "nine_freeze": True}, 18, "random"),
    ({"set": "cuttle-cards-2", "hand_limit": 4, "seven_leaves": "after"}, 19, "random"),
    ({"set": "denexa", "scuttle": "any", "queen_guards_oneoffs": "none", "seven": 2}, 20, "random"),
]  # fmt: skip

CUPS = [
    ("simple", 2, 1, "greedy"), ("simple", 3, 2, "random"), ("children", 4, 3, "greedy"),
    ({"set": "children", "sit_out_gives": True, "unseen_cup": "may", "side_run": True}, 3, 4, "random"),
    ("democratic-league", 3, 5, "greedy"), ({"set": "democratic-league", "redeal_ace": "return"}, 2, 6, "random"),
    ("magellan", 5, 7, "greedy"), ("magellan", 4, 8, "random"), ({"set": "mathematicians", "decks": 2}, 2, 9, "random"),
    ({"set": "mathematicians", "decks": 2, "hand_size": 4}, 8, 10, "greedy"),
]  # fmt: skip

CUT_THE_ROPE = [
    ("standard", 2, 1, "greedy"), ("quick", 3, 2, "greedy"), ({"set": "standard", "personal": 2}, 4, 6, "random"),
    ({"set": "short", "personal": 5}, 2, 4, "greedy"), ({"set": "cat-and-mouse", "personal": 2}, 2, 6, "random"),
    ({"set": "quick", "personal": 8}, 8, 6, "greedy"), ({"set": "short", "personal": 3}, 3, 7, "random"),
    ({"set": "short", "open_scissors": False, "personal": 4}, 2, 8, "random"),
]  # fmt: skip

GAMES = {
    **{f"cuttle-{number:02}": ("cuttle", rules, 2, *more) for number, (rules, *more) in enumerate(CUTTLE)},
    **{f"cups-{number:02}": ("cups", *arguments) for number, arguments in enumerate(CUPS)},
    **{f"cut-the-rope-{number:02}": ("cut_the_rope", *arguments) for number, arguments in enumerate(CUT_THE_ROPE)},
}

SCENARIOS = {
    **{f"scenario-cups-{name}": parts for name, parts in scenarios_cups.SCENARIOS.items()},
    **{f"scenario-cut-the-rope-{name}": parts for name, parts in scenarios_cut_the_rope.SCENARIOS.items()},
}


def text(name: str) -> str:
    """Write a golden game or scenario."""
    return playthrough(*GAMES[name]) if name in GAMES else "\n".join(scenario(*part) for part in SCENARIOS[name])


def playthrough(game: str, rules, seats: int, seed: int, player: str) -> str:
    """Play a game and write all of it down."""
    state = undercut.game(game, rules=rules, seats=seats).deal(seed=seed)
    players = [make_player(player, game, seed=100 * seed + seat) for seat in range(seats)]
    chance = random.Random(seed)

    def choose(moves: list[undercut.Move]) -> undercut.Move:
        seat = state.to_move
        return players[seat].choose(state.view(seat), moves) if chance.random() < 0.85 else chance.choice(moves)

    return written(f"{seats} seats, seed {seed}, {player} players", state, choose)


def scenario(title: str, start: dict, moves: str, *shuffles: str) -> str:
    """Play some moves from a position, each shuffle coming out as given (top first), and write all of it down."""
    record = {"start": start, "shuffles": [cards.split() for cards in shuffles], "moves": moves.split()}
    state = undercut.replay(record)
    while state.moves:
        state.undo()
    left = iter(record["moves"])
    return written(title, state, lambda _: next(left, None))


def written(title: str, state: undercut.State, choose: Callable) -> str:
    """Play on while there is a move chosen, and write down what everybody sees."""
    lines = [f"# {state.game.name}, {json.dumps(state.game.rules)}, {title}"]
    before: dict = {}
    while True:
        for seat in ("all", None, *range(state.game.seats)):
            shown = state.position() if seat == "all" else state.view(seat)
            lines += changes(seat, before.get(seat, {}), shown)
            before[seat] = shown
        moves = state.legal_moves()
        lines += [f"  {move.notation:9}{move.text}" for move in moves]
        move = choose(moves) if moves else None
        if move is None:
            break
        lines.append(f"> seat {state.to_move} plays {move}")
        shuffles = len(state.shuffles)
        state.play(move)
        lines += [f"> chance gives {' '.join(order)}" for order in state.shuffles[shuffles:]]
    if state.result:
        lines.append(f"> {state.result}")
    return "\n".join(lines) + "\n"


def changes(seat, before: dict, shown: dict) -> list[str]:
    """Write the fields of a position or view that are new."""
    name = {"all": "position", None: "public"}.get(seat, f"seat {seat}")
    fresh = {key: value for key, value in shown.items() if before.get(key) != value}
    return [f"{name} {key}: {compact(value)}" for key, value in fresh.items()]


def compact(value) -> str:
    """Write JSON with runs of unknown cards counted."""
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        known = [item for item in value if item != "?"]
        hidden = len(value) - len(known)
        return " ".join(known + ([f"?x{hidden}"] if hidden else []))
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        return " | ".join(compact(item) if item else "-" for item in value)
    return json.dumps(value)


if __name__ == "__main__":
    for each in (*GAMES, *SCENARIOS):
        (HERE / f"{each}.txt").write_text(text(each), encoding="utf-8")
