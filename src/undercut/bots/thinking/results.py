"""Results of a search: the value of each move, how sure it is, and how play is likely to go on, from all its trees."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from undercut.bots.thinking.prove import Proof, Result
from undercut.bots.thinking.tree import LINE_SAMPLES, LONGEST_LINE, LeadTotals, MoveTotals, Tree
from undercut.games.base.game_types import Move

_LEAST_SHARE = 0.25  # of the samples that must share a move of the likely continuation

_PROVEN = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}


def margin(error: float) -> int:
    """Return two standard errors (a 95 % interval) in per cent: at least 1, or 0 if the value is proven."""
    return max(1, round(200 * error)) if error else 0


def chance_text(share: float, error: float) -> str:
    how = f"give or take {margin(error)}" if error else "proven"
    return f"chance to win {100 * share:.0f} %, {how}"


@dataclass(frozen=True, slots=True)
class MoveStats:
    move: Move
    expected: float  # share of the game, 0 to 1; 0 if the move was never tried
    error: float
    visits: int  # number of iterations that played the move
    line: tuple[str, ...] = ()  # the likely continuation, starting with the move itself; empty if not requested
    answers: tuple[tuple[str, float], ...] = ()  # likely replies and their shares of the sampled games

    def __str__(self) -> str:
        text = f"{self.move}: {chance_text(self.expected, self.error)}"
        return f"{text}; expects {' '.join(self.line[1:])}" if len(self.line) > 1 else text


@dataclass(frozen=True, slots=True)
class SearchResult:
    moves: tuple[MoveStats, ...]  # the best first
    iterations: int
    seconds: float
    proof: Proof | None = None  # the proven result; None if nothing was proven

    @property
    def best(self) -> MoveStats:
        return self.moves[0]

    def of(self, move: Move) -> MoveStats:
        return next(stats for stats in self.moves if stats.move == move)


def collect(trees: Sequence[Tree], seconds: float, lines: int = 0, proof: Proof | None = None) -> SearchResult:
    """Add up what the trees of a search counted, with the likely continuations of some of the best moves."""
    first = trees[0]
    ranked = _ranked(trees)
    moves = [_continued(stats, code, first) for stats, code in ranked[:lines]]
    moves += [stats for stats, _ in ranked[lines:]]
    settled = _settled(moves, proof) if proof else moves
    return SearchResult(tuple(settled), sum(tree.iterations for tree in trees), seconds, proof)


def _ranked(trees: Sequence[Tree]) -> list[tuple[MoveStats, int]]:
    """List the legal moves with their codes: by sure lead after a race, by visits after a tree."""
    state, codes = trees[0].state, trees[0].codes
    by_move = zip(*(tree.totals() for tree in trees), strict=True)
    moves = [_stats(move, totals) for move, totals in zip(state.legal_moves(), by_move, strict=True)]
    leads = [tree.leads() for tree in trees]
    sure = {code: LeadTotals(*_sums(race[code] for race in leads)).sure for code in leads[0]}
    ranked = [*zip(moves, codes, strict=True)]
    ranked.sort(key=lambda pair: (sure.get(pair[1], 0.0), pair[0].visits, pair[0].expected), reverse=True)
    return ranked


def _stats(move: Move, by_tree: Sequence[MoveTotals]) -> MoveStats:
    totals = MoveTotals(*_sums(by_tree))
    error = sqrt(totals.variance / max(totals.visits, 1) + _disagreement(by_tree, totals.mean))
    return MoveStats(move, totals.mean, error, totals.visits)


def _sums(rows: Iterable[tuple[int, ...]]) -> Iterable[int]:
    return map(sum, zip(*rows, strict=True))


def _disagreement(by_tree: Sequence[MoveTotals], mean: float) -> float:
    """Variance of a move's value between trees, which the variance of the rollouts does not cover."""
    tried = [totals for totals in by_tree if totals.visits]
    if len(tried) < 2:  # noqa: PLR2004  a single tree has no variance
        return 0.0
    apart = sum(totals.visits * (totals.mean - mean) ** 2 for totals in tried)
    return apart / sum(totals.visits for totals in tried) / (len(tried) - 1)


def _continued(stats: MoveStats, code: int, tree: Tree) -> MoveStats:
    """Add the continuation that most samples share, and the share of samples with each reply."""
    write, samples = tree.state.game.spec.write_move, tree.sample(code)
    replies = Counter(line[1] for line in samples if len(line) > 1).most_common()
    answers = tuple((write(reply), count / LINE_SAMPLES) for reply, count in replies)
    return replace(stats, line=tuple(map(write, _agreed(code, samples))), answers=answers)


def _agreed(code: int, samples: list[tuple[int, ...]]) -> list[int]:
    """Follow the most frequent next move as long as enough of the samples share it."""
    agreed = [code]
    while len(agreed) < LONGEST_LINE:
        size = len(agreed)
        samples = [line for line in samples if line[:size] == tuple(agreed)]
        following = Counter(line[size] for line in samples if len(line) > size).most_common(1)
        if not following:
            break
        ((move, count),) = following
        if count < _LEAST_SHARE * LINE_SAMPLES:
            break
        agreed.append(move)
    return agreed


def _settled(moves: Sequence[MoveStats], proof: Proof) -> list[MoveStats]:
    """Put the moves that preserve a proven result first, with the proven value."""
    settled = [_proven(stats, proof) for stats in moves]
    # The sort is stable: the search's order remains within each group.
    settled.sort(key=lambda stats: str(stats.move) not in proof.moves)
    return settled


def _proven(stats: MoveStats, proof: Proof) -> MoveStats:
    """Give a move the proven value, unless it gives away a win or a draw; in a lost position all moves lose."""
    move = str(stats.move)
    if move not in proof.moves and proof.result is not Result.LOSS:
        return stats
    line = proof.line if (move,) == proof.line[:1] else stats.line
    return replace(stats, expected=_PROVEN[proof.result], error=0.0, line=line)
