"""Files of networks: a line of JSON with what the network is and how it was trained, then its compressed weights."""

import hashlib
import json
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from sys import byteorder
from typing import cast

from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.files import replacing
from undercut.games.base import registry
from undercut.search import network as layout

FORMAT = 1  # the version of the files
BITS = 32


@dataclass(frozen=True, slots=True)
class Network:
    game: str
    weights: Sequence[int]
    recipe: Mapping[str, JSON]


def write_network(path: Path, network: Network) -> None:
    cells = array("i", network.weights)
    assert cells.itemsize * 8 == BITS  # noqa: S101  on every machine that Python knows
    if byteorder == "big":
        cells.byteswap()
    body = zlib.compress(cells.tobytes(), 9)
    head = {
        "format": FORMAT,
        "game": network.game,
        "sha256": hashlib.sha256(body).hexdigest(),
        "recipe": dict(network.recipe),
    }
    with replacing(path) as draft:
        draft.write_bytes(json.dumps(head).encode() + b"\n" + body)


def read_network(path: Path) -> Network:
    """Read a network, and check that it is complete."""
    try:
        first, _, body = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise UndercutError(f"{path}: {error.strerror}") from None
    try:
        head = cast("dict[str, JSON]", json.loads(first))
        version, digest, game = head["format"], head["sha256"], cast("str", head["game"])
        recipe = cast("dict[str, JSON]", head["recipe"])
    except (ValueError, KeyError, TypeError):
        raise UndercutError(f"{path}: not a network") from None
    if version != FORMAT:
        raise UndercutError(f"{path}: a network of format {version}; this version reads format {FORMAT}")
    if digest != hashlib.sha256(body).hexdigest():
        raise UndercutError(f"{path}: the weights are damaged: their hash is not the one in the first line")
    try:
        cells = array("i", zlib.decompress(body))
    except (zlib.error, ValueError) as error:
        raise UndercutError(f"{path}: the weights are damaged: {error}") from None
    if byteorder == "big":
        cells.byteswap()
    return Network(game, cells, recipe)


def fits(network: Network) -> bool:
    """Return whether the weights are of the sizes that the game's search reads: compiled code checks no index."""
    row, features = network.weights, registry.spec(network.game).search().features
    if features is None or len(row) < layout.CONTENTS:
        return False
    in_states, in_moves = features
    sizes = (
        (layout.VALUE_ROWS, row[layout.VALUE_UNITS] * (1 + in_states)),
        (layout.INNER_ROWS, row[layout.INNER_UNITS] * (1 + row[layout.VALUE_UNITS])),
        (layout.LAST_ROWS, row[layout.OUTPUTS] * (1 + row[layout.INNER_UNITS])),
        (layout.POLICY_ROWS, row[layout.POLICY_UNITS] * (1 + in_states)),
        (layout.MOVE_ROWS, in_moves * (1 + row[layout.POLICY_UNITS])),
    )
    starts = (*(row[name] for name, _ in sizes), len(row))
    ends = tuple(start + size for start, (_, size) in zip(starts, sizes, strict=False))
    return row[layout.MOVE_FEATURES] == in_moves and starts == (layout.CONTENTS, *ends)


@cache
def own_network(game: str) -> Network:
    path = registry.spec(game).search().network
    if path is None:
        raise UndercutError(f"{game} has no network")
    return read_network(path)
