"""The idea of a puzzle: what its first right move is, or what its line of moves does."""

from __future__ import annotations

from puzzle_lines import YOU, Step, played

from undercut.games.base.game_types import Move, View
from undercut.play.state import State

FEW = 4  # moves of a short win of Cups
ROW = 10  # cards of a finished level


def idea(state: State, steps: list[Step], aim: str) -> str:
    """Name the idea of a puzzle, with its aim."""
    found = {"cuttle": in_cuttle, "cups": in_cups}.get(state.game.name, in_rope)(state, steps)
    return f"{aim} {found}"


def in_cuttle(state: State, steps: list[Step]) -> str:
    """Name the use of the card, by its rank where that decides; moves that only begin a win are ideas of their own."""
    move = first_move(state, steps)
    what = f"{move.kind} {move.card[0]}" if move.kind in ("one-off", "permanent") else move.kind
    return f"{what}, then win" if len(steps) > 1 else what


def in_cups(state: State, steps: list[Step]) -> str:
    """Name how the card is played, whether the other player is stuck then, and if it takes long, how it ends."""
    move, view = first_move(state, steps), state.view(YOU)
    if move.kind != "play" or not move.card:
        return move.kind
    first = "alone" if "bury" in steps[0][1] else "followed"
    end = "" if len(steps) <= FEW else ", long" if "bury" in steps[-2][1] else ", long, then a pair"
    return f"{how_played(str(move.card), view)}, {first}{end}"


def how_played(card: str, view: View) -> str:
    """Name how a card is played onto the active one."""
    pile = view["side"] if view["side_active"] else view["dump"]
    active = pile[-1] if pile else ""
    if not active:
        return "lead"
    if active[1] == "c":
        return "on a cup"
    if card[1] == active[1]:
        return "ace" if card[0] == "A" else "higher"
    return "take three" if card[1] == "c" else "draw"


def in_rope(state: State, steps: list[Step]) -> str:
    """Name what the line does on the level rows, or with which cards."""
    if len(steps) == 1:
        return "at once"
    now, found, rows = state.copy(), set[str](), set[str]()
    for right, answers in steps:
        move = right[0]
        source, _, row = move.partition(">")
        if row:
            level = now.view(YOU)["levels"][int(row[0]) - 1]
            found |= {"finish a row"} if len(level) == ROW - 1 else {"open a row"} if not level else set()
            rows.add(row[0])
        if all(one[0] == "X" for one in right):
            found.add("scissors")
        if source[0] == "s" and all(one[0] == "s" for one in right):
            found.add("supply")
        now = played(now, move, *answers)
    if len(rows) > 1:
        found.add("two rows")
    ideas = ("finish a row", "two rows", "open a row", "supply", "scissors")
    return next((one for one in ideas if one in found), "short row" if len(steps) == 2 else "long row")


def first_move(state: State, steps: list[Step]) -> Move:
    """Return the first right move."""
    return next(move for move in state.legal_moves() if str(move) == steps[0][0][0])
