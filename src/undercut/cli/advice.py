"""The command ``undercut hint``, and advice as lines of text."""

import random
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Annotated

from cyclopts import Parameter

from undercut.bots.advice.hint import BUDGET, Advice, Answer, Step, Suggestion, advise
from undercut.bots.levels import levels_of
from undercut.bots.thinking.budget import Watch, read_budget
from undercut.cli import screen as terminal
from undercut.cli.files import load_seen
from undercut.errors import UndercutError
from undercut.games.base.parts.levels import LEVEL_NAMES, Budget
from undercut.play.arguments import read_seed
from undercut.play.state import State

BudgetText = Annotated[
    str | None,
    Parameter(help="How long to think about a move: a number of games, such as 5000, or of seconds, such as 2s."),
]
SearchSeed = Annotated[int, Parameter(help="Seed of the search; the result repeats unless the budget is a time.")]
Seen = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        help="A JSON file with a position, a view of the seat to move, or a record, whose last position counts; "
        "- for standard input.",
    ),
]

Names = Sequence[str]

_MANY = 0.05  # rarer answers are not shown
_MOST_ANSWERS = 3
_INDENT = "     "


def hint(  # noqa: PLR0913  one parameter an option of the command
    position: Seen,
    *,
    seat: Annotated[int | None, Parameter(help="The seat to advise; it must be the seat to move.")] = None,
    level: Annotated[str | None, Parameter(choices=LEVEL_NAMES, help="Think as long as this opponent does.")] = None,
    budget: BudgetText = None,
    move: Annotated[int | None, Parameter(help="Advise before this move of a record, from 1.")] = None,
    seed: SearchSeed = 0,
    json: terminal.Json = False,
    plain: terminal.Plain = False,
) -> int:
    """Advise the player to move, by what that player may know: the best moves, their chances, and why."""
    screen, state = terminal.this_terminal(plain=plain), load_seen(position)
    _go_back(state, move)
    chance = random.Random(read_seed(seed))  # noqa: S311  a hint may be repeated
    chosen = chosen_budget(state.game.name, level, budget)
    with nullcontext(_quiet) if json else screen.thinking() as progress:
        advice = advise(state, seat, budget=chosen, chance=chance, watch=Watch(progress))
    if json:
        terminal.print_json(advice.to_json())
    else:
        who = state.players[advice.seat]
        screen.line(f"{state.game.spec.title}, move {len(state.moves) + 1}: {who} is to move.")
        show_advice(screen, advice, state.players)
    return terminal.DONE


def _quiet(_used: float) -> None:
    """Show no progress."""


def chosen_budget(game: str, level: str | None, budget: str | None) -> Budget:
    if level and budget:
        raise UndercutError("--level: a level has a budget of its own; leave out one of --level and --budget")
    if level and level not in levels_of(game).budgets:
        raise UndercutError(f"--level: {level[:20]!r} is not one of: {', '.join(levels_of(game).budgets)}")
    if level:
        return levels_of(game).budgets[level]
    return read_budget(budget) if budget else BUDGET


def _go_back(state: State, before: int | None) -> None:
    """Take moves back until the move with this number is next."""
    if before is None:
        return
    if not 1 <= before <= len(state.moves):
        message = f"--move: {before} is not a move from 1 to {len(state.moves)}"
        raise UndercutError(message if state.moves else "--move: a position alone has no moves; give a record")
    while len(state.moves) >= before:
        state.undo()


def show_advice(screen: terminal.Screen, advice: Advice, names: Names) -> None:
    """Print the recommended moves with their chances, reasons and likely continuations."""
    screen.line(advice.verdict)
    if advice.plain:
        screen.line(advice.plain)
    if advice.contrast:
        screen.line(advice.contrast)
    if advice.proof and len(advice.proof.line) > 1:
        screen.line(f"Best play of all: {' '.join(advice.proof.line)}")
    ranked = sorted(advice.moves, key=lambda move: (move.visits > 0, move.expected, move is advice.best), reverse=True)
    explained = [move for move in ranked if move.why or move.line]
    for suggestion in explained:
        _show_move(screen, advice, suggestion, names)
    others = [f"{move.move}: {move.chances}" for move in ranked if move not in explained]
    if others:
        screen.line(f"Others: {'; '.join(others)}.")
    if advice.iterations:
        screen.line(
            f"{advice.iterations:,} games tried, from what {names[advice.seat]} can know; "
            "“give or take” is two standard errors."
        )


def _show_move(screen: terminal.Screen, advice: Advice, suggestion: Suggestion, names: Names) -> None:
    is_best = suggestion is advice.best
    screen.pieces(
        ("best " if is_best else _INDENT, "green"),
        (f"{suggestion.move!s:8}", "bold"),
        (f" {suggestion.chances}" if suggestion.visits else "", "green" if is_best else ""),
        (f"  {suggestion.move.text}", ""),
    )
    for reason in suggestion.why:
        screen.pieces((f"{_INDENT}{reason.clause:6}", "dim"), (reason.text, ""))
    if len(suggestion.line) > 1:
        screen.line(f"{_INDENT}Likely: {likely_text(suggestion.line, names)}")
    if answers := answers_text(suggestion.answers):
        screen.line(f"{_INDENT}{'Answers' if advice.seats > 2 else 'They answer'}: {answers}")  # noqa: PLR2004  two: they


def likely_text(line: Sequence[Step], names: Names) -> str:
    """Format the likely continuation of a move, grouped by seat."""
    parts: list[str] = []
    last: int | None = line[0].seat
    for step in line[1:]:
        parts.append(step.move if step.seat == last and parts else f"{names[step.seat]} {step.move}")
        last = step.seat
    return ", ".join(parts)


def answers_text(answers: Sequence[Answer]) -> str:
    """Format the likely answers to a move; empty if they would add nothing."""
    if len(answers) < 2:  # noqa: PLR2004  one kind of answer: the line says it, or the rules do
        return ""
    often = [answer for answer in answers if answer.share >= _MANY][:_MOST_ANSWERS]
    return ", ".join(_answer_text(answer) for answer in often)


def _answer_text(answer: Answer) -> str:
    # Words such as draw and ok name no card and add nothing to their kind.
    example = "" if answer.move.isalpha() and answer.move.islower() else f" (such as {answer.move})"
    return f"{answer.kind} {100 * answer.share:.0f} %{example}"
