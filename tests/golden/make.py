"""Write the golden games anew: `python -m tests.golden.make` (part of `make golden`).

A golden game is a whole game of random moves as text. A golden scenario is a few moves from a position that was set up;
one text may hold several. `writing.py` says how to read them; `sentences.txt` has an example of each sentence about a
move. Review the diff: it shows what a change of the rules changes for players.
"""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import undercut
from tests.golden.scenarios import SCENARIOS
from tests.golden.writing import Choose, written
from undercut.cards import FRENCH, LATIN, ROPE

HERE = Path(__file__).parent

GAMES = {
    "cuttle": [
        ("sipie", 2, 15), ("sipie", 2, 33), ("denexa", 2, 36), ("denexa", 2, 37),
        ("akagiri", 2, 14), ("akagiri", 2, 48),
        ("pagat", 2, 39), ("pagat", 2, 43), ("cuttle-cards-1", 2, 38), ("cuttle-cards-1", 2, 57),
        ("cuttle-cards-2", 2, 1), ("cuttle-cards-2", 2, 54), ({"set": "pagat", "four": "random"}, 2, 49),
        ({"set": "sipie", "nine_targets": "all", "nine_to": "player", "nine_freeze": True}, 2, 26),
        ({"set": "cuttle-cards-2", "hand_limit": 4, "seven_leaves": "after"}, 2, 20),
        ({"set": "denexa", "scuttle": "any", "queen_guards_oneoffs": "none", "seven": 2}, 2, 40),
        ({"set": "pagat", "eight_scraps_eight": True, "ten_undoes_scuttle": True}, 2, 10),
    ],
    "cups": [
        ("simple", 2, 35), ("simple", 3, 15), ("simple", 7, 26), ("children", 4, 31),
        ({"set": "children", "sit_out_gives": True, "unseen_cup": "may", "side_run": True}, 3, 35),
        ("democratic-league", 3, 16), ({"set": "democratic-league", "redeal_ace": "return"}, 2, 1),
        ("magellan", 4, 13), ("magellan", 5, 33), ("magellan", 6, 38),
        ({"set": "mathematicians", "decks": 2}, 2, 23), ({"set": "mathematicians", "decks": 2, "hand_size": 4}, 8, 32),
    ],
    "cut_the_rope": [
        ("standard", 2, 15), ({"set": "standard", "personal": 2}, 4, 17),
        ({"set": "standard", "personal": 2}, 5, 27), ({"set": "cat-and-mouse", "personal": 2}, 6, 31), ("quick", 3, 15),
        ({"set": "quick", "personal": 3}, 7, 9), ({"set": "quick", "personal": 2}, 8, 18),
        ({"set": "short", "personal": 5}, 2, 20), ({"set": "short", "personal": 3}, 3, 30),
        ({"set": "short", "open_scissors": False, "personal": 4}, 2, 27),
        ({"set": "cat-and-mouse", "personal": 2}, 2, 35),
    ],
}  # fmt: skip
"""The rules, the number of seats and the seed of each golden game."""

PACKS = {"cuttle": FRENCH, "cups": LATIN, "cut_the_rope": ROPE}


def names() -> list[str]:
    own = {game: [*map(title, games), *SCENARIOS.get(game, ())] for game, games in GAMES.items()}
    return [f"{game}/{name}" for game, names in own.items() for name in names]


def title(played: tuple[str | dict, int, int]) -> str:
    rules, seats, seed = played
    return f"{rules if isinstance(rules, str) else rules['set']}-{seats}-{seed}"


def text(name: str) -> str:
    return "\n".join(written(*part) for part in parts(name))


def parts(name: str) -> list[tuple[str, undercut.State, Choose]]:
    """Give what a golden text is made of: headings, states to begin with, and how moves are chosen."""
    game, _, own = name.partition("/")
    if own in SCENARIOS.get(game, {}):
        return [scenario(*part) for part in SCENARIOS[game][own]]
    return [playthrough(game, *next(played for played in GAMES[game] if title(played) == own))]


def playthrough(game: str, rules: str | dict, seats: int, seed: int) -> tuple[str, undercut.State, Choose]:
    state = undercut.game(game, rules=rules, seats=seats).deal(seed=seed)
    return heading(state, f"{seats} seats, seed {seed}"), state, random.Random(seed).choice


def scenario(title: str, start: dict, moves: str, *shuffles: str) -> tuple[str, undercut.State, Choose]:
    record = {"start": start, "shuffles": [cards.split() for cards in shuffles], "moves": moves.split()}
    state = undercut.replay(record)
    while state.moves:
        state.undo()
    left = iter(record["moves"])
    return heading(state, title), state, lambda _: next(left, None)


def heading(state: undercut.State, title: str) -> str:
    return f"# {state.game.name}, {json.dumps(state.game.rules)}, {title}"


def sentences() -> str:
    """Write an example of each sentence about a move in the golden texts; which card and number makes no difference."""
    found: dict[tuple[str, str, str], str] = {}
    for name in names():
        game = name.partition("/")[0]
        cards = "|".join(PACKS[game].name(code) for code in range(len(PACKS[game].texts)))
        for move in legal_moves(name):
            key = (game, move.kind, re.sub(rf"\b({cards}|\d+)\b", "*", move.text))
            facts = f"{move.kind:10} {move.notation:8} {move.card or '-':3} {move.target or '-':9}"
            found.setdefault(key, f"{facts} {move.text}")
    return "".join(f"{game:13} {line}\n" for (game, _, _), line in sorted(found.items()))


def legal_moves(name: str) -> Iterator[undercut.Move]:
    for _, state, choose in parts(name):
        while moves := state.legal_moves():
            yield from moves
            move = choose(moves)
            if move is None:
                break
            state.play(move)


def main() -> None:
    made = {HERE / f"{name}.txt": text(name) for name in names()} | {HERE / "sentences.txt": sentences()}
    for old in {*HERE.rglob("*.txt")} - {*made}:
        old.unlink()
    for path, content in made.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
