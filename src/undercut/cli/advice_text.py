"""Format advice as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.bots.advice.hint import Advice, Answer, Step, Suggestion
from undercut.cli.screen import Screen

Names = Sequence[str]

_MANY = 0.05  # rarer answers are not shown
_MOST_ANSWERS = 3
_INDENT = "     "


def show_advice(screen: Screen, advice: Advice, names: Names) -> None:
    """Print the recommended moves with their chances, reasons and likely continuations."""
    screen.line(advice.verdict)
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


def _show_move(screen: Screen, advice: Advice, suggestion: Suggestion, names: Names) -> None:
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
    """Format the likely continuation of a move, grouped by seat.

    Example:
        >>> likely_text([Step(0, "7h", ""), Step(1, "9sx7h", ""), Step(0, "draw", "")], ["you", "greedy"])
        'greedy 9sx7h, you draw'
    """
    parts: list[str] = []
    last: int | None = line[0].seat
    for step in line[1:]:
        parts.append(step.move if step.seat == last and parts else f"{names[step.seat]} {step.move}")
        last = step.seat
    return ", ".join(parts)


def answers_text(answers: Sequence[Answer]) -> str:
    """Format the likely answers to a move; empty if they would add nothing.

    Example:
        >>> answers_text([Answer("scuttle", 0.42, "7dx7c"), Answer("draw", 0.4, "draw"), Answer("jack", 0.01, "Jh>9d")])
        'scuttle 42 % (such as 7dx7c), draw 40 %'
    """
    if len(answers) < 2:  # noqa: PLR2004  one kind of answer: the line says it, or the rules do
        return ""
    often = [answer for answer in answers if answer.share >= _MANY][:_MOST_ANSWERS]
    return ", ".join(_answer_text(answer) for answer in often)


def _answer_text(answer: Answer) -> str:
    # Words such as draw and ok name no card and add nothing to their kind.
    example = "" if answer.move.isalpha() and answer.move.islower() else f" (such as {answer.move})"
    return f"{answer.kind} {100 * answer.share:.0f} %{example}"
