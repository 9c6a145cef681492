"""Advice as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.bots.advice.hint import Advice, Answer, Step, Suggestion
from undercut.terminal.screen import Screen

Names = Sequence[str]

_MANY = 0.05  # answers that are given less often are not worth a word
_MOST_ANSWERS = 3
_INDENT = "     "


def show_advice(screen: Screen, advice: Advice, names: Names) -> None:
    """Print what to play, what it is worth, why, and what is likely to follow.

    Args:
        names: What to call the seats, in a sentence.
    """
    screen.line(advice.verdict)
    if advice.proof and len(advice.proof.line) > 1:
        screen.line(f"Best play of all: {' '.join(advice.proof.line)}")
    ranked = sorted(advice.moves, key=lambda move: (move.visits > 0, move.expected, move is advice.best), reverse=True)
    explained = [move for move in ranked if move.why or move.line]
    for suggestion in explained:
        _show_move(screen, advice, suggestion, names)
    others = [f"{move.move} {move.chances}" for move in ranked if move not in explained]
    if others:
        screen.line(f"Others: {', '.join(others)}.")
    if advice.iterations:
        screen.line(
            f"{advice.iterations:,} games tried, from what {names[advice.seat]} may know; ± is two standard errors."
        )


def _show_move(screen: Screen, advice: Advice, suggestion: Suggestion, names: Names) -> None:
    is_best = suggestion is advice.best
    screen.pieces(
        ("best " if is_best else _INDENT, "green"),
        (f"{suggestion.move!s:8}", "bold"),
        (f" wins {suggestion.chances}" if suggestion.visits else "", "green" if is_best else ""),
        (f"  {suggestion.move.text}", ""),
    )
    for reason in suggestion.why:
        screen.pieces((f"{_INDENT}{reason.clause:6}", "dim"), (reason.text, ""))
    if len(suggestion.line) > 1:
        screen.line(f"{_INDENT}Likely: {likely_text(suggestion.line, names)}")
    if answers := answers_text(suggestion.answers):
        screen.line(f"{_INDENT}{'Answers' if advice.seats > 2 else 'They answer'}: {answers}")  # noqa: PLR2004  two: they


def likely_text(line: Sequence[Step], names: Names) -> str:
    """Write what is likely to follow a move, the moves of one seat together.

    Args:
        line: The moves, the first of which is left out.
        names: What to call the seats.

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
    """Write how a move may be answered; nothing where that would say nothing.

    Args:
        answers: The answers, the most frequent first.

    Example:
        >>> answers_text([Answer("scuttle", 0.42, "7dx7c"), Answer("draw", 0.4, "draw"), Answer("jack", 0.01, "Jh>9d")])
        'scuttle 42 % (such as 7dx7c), draw 40 %'
    """
    if len(answers) < 2:  # noqa: PLR2004  one kind of answer: the line says it, or the rules do
        return ""
    often = [answer for answer in answers if answer.share >= _MANY][:_MOST_ANSWERS]
    return ", ".join(_answer_text(answer) for answer in often)


def _answer_text(answer: Answer) -> str:
    # Words such as draw and ok name no card: they say no more than their kind.
    example = "" if answer.move.isalpha() and answer.move.islower() else f" (such as {answer.move})"
    return f"{answer.kind} {100 * answer.share:.0f} %{example}"
