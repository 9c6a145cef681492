"""The ``undercut analyse`` command: judge every move of a recorded game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal, cast

from cyclopts import Parameter
from rich.progress import MofNCompleteColumn

from undercut.bots.advice.analysis import ADDING_UP, BUDGET, Analysis, Judgement, Summary, Turn, begin, judge
from undercut.bots.advice.evidence import Mark
from undercut.bots.advice.plots import check_plot
from undercut.bots.advice.plots import plot as save_plot
from undercut.bots.thinking.budget import read_budget
from undercut.bots.thinking.stats import margin
from undercut.cli.advice import BudgetText, SearchSeed
from undercut.cli.chart import show_chart
from undercut.cli.files import read_json
from undercut.cli.records import load_record
from undercut.cli.screen import (
    DONE,
    INTERRUPTED,
    Json,
    Plain,
    Screen,
    aligned,
    percent,
    print_json,
    progress_bar,
    this_terminal,
)
from undercut.games.base.parts.levels import Budget
from undercut.games.base.reader import JSON
from undercut.games.base.words import value_text
from undercut.play.arguments import read_seed
from undercut.play.state import State

_SHOWN_LOSS = 0.005  # smaller losses are noise, whatever their error says
_STYLES = {Mark.INACCURACY: "yellow", Mark.MISTAKE: "dark_orange", Mark.BLUNDER: "bold red"}


def analyse(
    record: Annotated[str, Parameter(allow_leading_hyphen=True, help="A file with a game record as JSON.")],
    *,
    seat: Annotated[Literal["all"] | int, Parameter(help="The seat whose moves to judge, or all.")] = "all",
    budget: BudgetText = None,
    plot: Annotated[Path | None, Parameter(help="Save a chart of every seat's winning chances, .svg or .png.")] = None,
    seed: SearchSeed = 0,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """Judge every move of a game: what it cost, where the game turned, how each player played.

    Every move is judged by what its player could know at that moment. Ctrl-C stops and prints the moves judged so far.
    """
    screen, read = this_terminal(plain=plain), read_seed(seed) or 0
    if plot:
        check_plot(plot)
    state = load_record(cast("dict[str, object]", read_json(record)))
    each = read_budget(budget) if budget else BUDGET
    analysis, interrupted = _judge_all(state, None if seat == "all" else [seat], each, read)
    if plot:
        save_plot(analysis, plot, _headline(state))
    if json:
        stamp: dict[str, JSON] = {"budget": budget or str(BUDGET.iterations), "seed": read, "interrupted": interrupted}
        print_json({"rules": state.game.rules} | stamp | analysis.to_json())
    else:
        _show(screen, state, analysis, f"{_budget_text(each)} per move, seed {read}")
        if plot:
            screen.line(f"Picture saved to {plot}.")
    if interrupted:
        done = analysis.judged[-1].number if analysis.judged else 0
        print(f"Interrupted after move {done} of {analysis.moves}.", file=sys.stderr)  # noqa: T201  not for programs
    return INTERRUPTED if interrupted else DONE


def _judge_all(state: State, seats: Sequence[int] | None, budget: Budget, seed: int) -> tuple[Analysis, bool]:
    """Judge to the end or until Ctrl-C, and keep the moves judged so far."""
    analysis = begin(state, seats)
    judged: list[Judgement] = []
    with progress_bar(analysis.moves, _progress, MofNCompleteColumn()) as watch:
        try:
            for found in judge(state, analysis.seats, budget=budget, seed=seed):
                judged.append(found)
                if watch:
                    watch(found)
        except KeyboardInterrupt:
            return replace(analysis, judged=tuple(judged)), True
    return replace(analysis, judged=tuple(judged)), False


def _progress(found: Judgement) -> tuple[int, str]:
    return found.number, f"{found.move} {found.mark.sign}"


# --- What is printed -------------------------------------------------------------------------------------------------


def _show(screen: Screen, state: State, analysis: Analysis, how: str) -> None:
    changes = [f"{name}={value_text(value)}" for name, value in state.game.changes.items()]
    rules = state.game.rule_set + (" with " + ", ".join(changes) if changes else "")
    screen.pieces((_headline(state), "bold"))
    screen.line(f"Rules: {rules}. {analysis.moves} moves. {how[0].upper()}{how[1:]}.")
    screen.line(
        "A move is judged by what its player could know. ?! costs 5 % or more, ? 10 % or more, ?? 20 % or more; "
        "≈ is doubtful, because the margin of its loss reaches another mark."
    )
    screen.line("")
    _show_moves(screen, analysis)
    _show_turns(screen, analysis)
    screen.line("")
    screen.line("The chances to win before each move:")
    show_chart(screen, analysis)
    screen.line(ADDING_UP)
    screen.line("")
    for line in aligned(_summary_rows(analysis)):
        screen.line(line)
    for summary in analysis.summaries:
        _show_summary(screen, analysis, summary)


def _headline(state: State) -> str:
    """Return the game, its players and its result as one line."""
    names = state.players
    against = " against ".join(names) if len(names) == 2 else ", ".join(names)  # noqa: PLR2004  two players
    return f"{state.game.spec.title}: {against}; {_end(state)}"


def _end(state: State) -> str:
    if state.result is None:
        return "not finished"
    why = state.game.spec.words.end_text(state.result.reason)
    if not state.result.winners:
        return f"{'no one wins' if state.result.abandoned else 'a draw'} {why}"
    winners = " and ".join(state.players[seat] for seat in state.result.winners)
    return f"{winners} {'wins' if len(state.result.winners) == 1 else 'win'} {why}"


def _budget_text(budget: Budget) -> str:
    return f"{budget.iterations:,} games tried" if budget.iterations else f"{budget.seconds:g} s of search"


def _show_moves(screen: Screen, analysis: Analysis) -> None:
    widest = max([6, *map(len, analysis.players)])
    screen.pieces((f"{'move':>5}  {'player':{widest}}  {'played':11} chance to win  loss", "dim"))
    for found in analysis.judged:
        style, sign = _STYLES.get(found.mark, ""), found.mark.sign + ("≈" if found.doubtful else "")
        screen.pieces(
            (f"{found.number:5}  {analysis.players[found.seat]:{widest}}  ", ""),
            (f"{found.move} {sign}".ljust(11), style),
            (f" {100 * found.expected:11.0f} %", ""),
            (_loss_text(found), style),
        )


def _loss_text(found: Judgement) -> str:
    text = ""
    if found.legal == 1:
        text = "  forced"
    elif found.move != found.best and found.loss >= _SHOWN_LOSS:
        text = f"  {100 * found.loss:.0f} %, give or take {margin(found.loss_error)}"
    if found.mark is not Mark.NONE:
        text = f"{text:24}better {found.best}: {found.best.text}"
    return f"{text:24}{found.proof}" if found.proof else text


def _show_turns(screen: Screen, analysis: Analysis) -> None:
    screen.line("")
    if not analysis.turns:
        screen.line("No turning points: no player's chances changed by 15 % between two of its moves.")
        return
    screen.line("Turning points:")
    for turn in analysis.turns:
        screen.line(f"  {_turn_text(analysis, turn)}")


def _turn_text(analysis: Analysis, turn: Turn) -> str:
    who = analysis.players[turn.seat]
    to = f"to {turn.last}" if turn.last <= analysis.moves else "to the end"
    change = f"{who} goes from {100 * turn.before:.0f} to {100 * turn.after:.0f} %"
    if turn.cause is None:
        cause = "with no mistake to explain it"
    else:
        found = turn.cause
        part = "mostly" if found.loss >= abs(turn.after - turn.before) / 2 else "partly"
        cause = (
            f"{part} because of {analysis.players[found.seat]}'s {found.move}{found.mark.sign} in move {found.number}"
        )
    return f"moves {turn.first} {to}: {change}, {cause}"


def _summary_rows(analysis: Analysis) -> list[list[str]]:
    rows = [["player", "choices", "agreed with search", "average loss", "?!", "?", "??"]]
    for summary in analysis.summaries:
        counts = [str(summary.marks[mark]) for mark in _STYLES]
        agreed = percent(summary.agreed / summary.choices) if summary.choices else "-"
        name = f"{analysis.players[summary.seat]} (seat {summary.seat})"
        rows.append([name, str(summary.choices), agreed, percent(summary.average), *counts])
    return rows


def _show_summary(screen: Screen, analysis: Analysis, summary: Summary) -> None:
    parts: list[str] = []
    if best := summary.best:
        parts.append(f"best move {best.move} (move {best.number}, {100 * best.lead:.0f} % better than the next best)")
    if (worst := summary.worst) and worst.loss >= _SHOWN_LOSS:
        parts.append(f"worst move {worst.move} (move {worst.number}, costs {100 * worst.loss:.0f} %)")
    if parts:
        screen.line(f"{analysis.players[summary.seat]}: {'; '.join(parts)}")
