"""Positions with answers that follow from the rule books, not from a search.

Each file lists the positions of one game. ``at`` has the arguments of the game's ``table`` in `tests.clauses`, and
``why`` explains the answer in a sentence. ``right`` lists all right moves, or ``wrong`` all wrong ones. ``level`` names
the weakest level that must find a right move. ``claim`` is one of:

- ``win in 2``: by a right move, and by no other, the player to move wins within this number of own moves, whatever is
  hidden and whatever others do;
- ``others lose in 1``: after a wrong move, another player wins within this number of own moves, whatever is hidden;
- ``sound``: clear to good players, but not certain.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import undercut
from tests.clauses import cups_table, cuttle_table, rope_table

TABLES = MappingProxyType({"cuttle": cuttle_table.table, "cups": cups_table.table, "cut_the_rope": rope_table.table})


@dataclass(frozen=True, slots=True)
class Known:
    game: str
    name: str
    level: str
    kind: str
    within: int
    right: frozenset[str]
    named: frozenset[str]
    state: undercut.State

    @property
    def moves(self) -> frozenset[str]:
        return frozenset(map(str, self.state.legal_moves()))


def read(game: str, entry: dict[str, Any]) -> Known:
    at = {field: tuple(value) if isinstance(value, list) else value for field, value in entry["at"].items()}
    state = TABLES[game](**at)
    named = frozenset(entry.get("right") or entry["wrong"])
    right = named if "right" in entry else frozenset(map(str, state.legal_moves())) - named
    kind, _, within = entry["claim"].partition(" in ")
    return Known(game, entry["name"], entry["level"], kind, int(within or 0), right, named, state)


def known(game: str) -> list[Known]:
    entries = json.loads((Path(__file__).parent / f"{game}.json").read_text(encoding="utf-8"))
    return [read(game, entry) for entry in entries]
