"""The functions that a game may define for search: determinization, rollout moves, evaluation, features and proofs.

A game defines them by the same names in its ``search`` modules. The loops import them from here, and each host replaces
them with the game's own. A game without hidden cards or heuristics needs none of `SEARCH` and uses the defaults below.
Only games that define all of `PROOF` get proofs.

States are not over and not at a chance node. Buffers have at least 2,048 cells; a generator has one.
"""

from __future__ import annotations

from undercut.engine.contract import Cells, Contract, Fields, random_move
from undercut.search.workspace import MOST_SEATS


def determinize(s: object, seat: int, generator: Cells, pool: Cells) -> None:
    """Redeal the cards that a seat cannot know, all possible deals equally likely; by default none are hidden."""


def rollout_move(s: object, k: int) -> int:
    """Choose a rollout move by a cheap policy, and among equal ones by k, 0 to 2**32 - 1; by default any move."""
    return random_move(s, k)


def evaluate(s: object, shares: Cells, buffer: Cells) -> None:
    """Fill in a weight for each seat, none negative and not all zero; by default all seats are equal."""
    for seat in range(min(len(shares), MOST_SEATS)):
        shares[seat] = 1


def value_features(s: object, found: Cells) -> int:
    """List the features for the value of a state, all cards open; return their number: 0 without a network.

    A feature that occurs twice is listed twice.
    """
    return 0


def policy_features(s: object, found: Cells) -> int:
    """List the features for the choice of the seat to move, by what that seat may know; return their number."""
    return 0


PREPARED = 1024


def prepare_moves(s: object, found: Cells) -> None:
    """Work out in the cells from PREPARED on what `move_features` needs to know of a state; by default nothing."""


def move_features(s: object, move: int, found: Cells) -> int:
    """List the features of a legal move, by what the seat to move may know; return their number.

    The cells from PREPARED on are as `prepare_moves` left them.
    """
    return 0


def reconcile(start: object, s: object, seen: object, seat: int, move: int, generator: Cells) -> bool:
    """Exchange cards of a past, at a moment before a move (-1: none), so that a seat cannot tell it from the real game.

    The same cards are exchanged at its start. Of the real state, `seen`, only what the seat sees of it counts, then or
    by the move. Return whether it was possible; by default never, and the search imagines no pasts.
    """
    return False


def shuffle_piles(s: object, generator: Cells, pool: Cells) -> None:
    """Shuffle the face-down piles of a state, and leave the hands; by default leave all as it is."""


def hash_state(s: object) -> int:
    """Hash everything that the rules depend on except the options, to a number from 0 to 2**63 - 1."""
    raise NotImplementedError


def relax(s: object, seat: int, prover: int, buffer: Cells) -> int:
    """Change a state that a seat considers possible so that a win in it is a win wherever the hidden cards lie.

    The win is that of the seat `prover`, whose strategy may use what it knows itself as far as `seat` knows it too.
    Return 0 if nothing is hidden and the state is unchanged; -1 if nothing can be proved; else a number for `is_sure`.
    """
    raise NotImplementedError


def is_sure(s: object, move: int, prover: int, relaxed: int) -> bool:
    """Tell whether the effect of a move is certain, and, for all seats but `prover`, that no other move exists.

    The state was reached by sure moves; `relaxed` is the result of `relax`.
    """
    raise NotImplementedError


SEARCH = Contract(
    required=(),
    optional=(
        determinize,
        rollout_move,
        evaluate,
        value_features,
        policy_features,
        prepare_moves,
        move_features,
        reconcile,
        shuffle_piles,
    ),
)
"""The functions that every search uses."""

PROOF = Contract(required=(hash_state, relax, is_sure))  # the further functions that proofs use


# --- Greedy move choice, a contract of its own: defined in a game's module `greedy` ----------------------------------

STATES = 64  # number of states that `rank_moves` gets: the position, and scratch states after it

BUFFER = 1 << 15  # number of scratch cells that `rank_moves` and `deal_unseen` get


def rank_moves(states: list[Fields], moves: Cells, size: int, ranks: Cells, buffer: Cells) -> None:
    """Score the legal moves in the first state, which does not change: up to 10**12 in size, in the game's own unit."""
    raise NotImplementedError


def deal_unseen(s: object, seat: int, generator: Cells, buffer: Cells) -> None:
    """Redeal the cards that a seat cannot know, as far as `rank_moves` looks at them.

    The result depends on the generator and on what the seat sees, not on how the hidden cards lie.
    """
    raise NotImplementedError


GREEDY = Contract(required=(rank_moves, deal_unseen))  # the functions of greedy move choice
