"""Write the golden games anew: ``python -m tests.golden.make`` (part of ``make golden``).

A golden game is a whole game as text: each position and each seat's view (what changed in it since the move before),
and the legal moves in words. Review the diff: it shows what a change of the rules changes for players.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import undercut
from undercut.bots.registry import make as make_player

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

GAMES = {
    f"cuttle-{number:02}": ("cuttle", rules, 2, seed, player) for number, (rules, seed, player) in enumerate(CUTTLE)
}


def playthrough(game: str, rules, seats: int, seed: int, player: str) -> str:
    """Play a game and write all of it down."""
    state = undercut.game(game, rules=rules, seats=seats).deal(seed=seed)
    players = [make_player(player, game, seed=100 * seed + seat) for seat in range(seats)]
    chance = random.Random(seed)
    lines = [f"# {game}, {json.dumps(state.game.rules)}, {seats} seats, seed {seed}, {player} players"]
    before: dict = {}
    while True:
        for seat in ("all", None, *range(seats)):
            shown = state.position() if seat == "all" else state.view(seat)
            lines += changes(seat, before.get(seat, {}), shown)
            before[seat] = shown
        if state.result:
            break
        moves = state.legal_moves()
        lines += [f"  {move.notation:9}{move.text}" for move in moves]
        seat = state.to_move
        move = players[seat].choose(state.view(seat), moves) if chance.random() < 0.85 else chance.choice(moves)
        lines.append(f"> seat {seat} plays {move}")
        shuffles = len(state.shuffles)
        state.play(move)
        lines += [f"> chance gives {' '.join(order)}" for order in state.shuffles[shuffles:]]
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
    for each, arguments in GAMES.items():
        (HERE / f"{each}.txt").write_text(playthrough(*arguments), encoding="utf-8")
