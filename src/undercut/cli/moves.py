"""The ``undercut moves`` command: list legal moves."""

from __future__ import annotations

from undercut.cli.exits import DONE
from undercut.cli.positions import load_position
from undercut.cli.screen import Screen, print_json


def moves(screen: Screen, path: str, *, as_json: bool) -> int:
    """List the legal moves of a position."""
    legal = load_position(path).legal_moves()
    if as_json:
        print_json(
            [
                {"move": str(move), "text": move.text, "kind": move.kind, "card": move.card, "target": move.target}
                for move in legal
            ]
        )
    else:
        for move in legal:
            screen.line(f"{move.notation:8} {move.text}")
    return DONE
