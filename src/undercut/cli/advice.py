"""The commands ``undercut hint`` and ``analyse``: advice and judged games as lines of text."""

import random
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.progress import MofNCompleteColumn

from undercut.bots.advice import analysis as analysing
from undercut.bots.advice.analysis import ADDING_UP, ANALYSIS_BUDGET, Analysis, Summary, Turn
from undercut.bots.advice.evidence import Mark
from undercut.bots.advice.hint import BUDGET, Advice, Answer, Step, Suggestion, advise
from undercut.bots.advice.judging import Judgement
from undercut.bots.players import levels_of
from undercut.bots.thinking.budget import QUIET, Effort, Watch, read_budget
from undercut.bots.thinking.think import margin
from undercut.cli import terminal
from undercut.cli.files import load_state, read_record
from undercut.cli.rules import rules_text
from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.games.base.parts.bots import LEVEL_NAMES, Budget
from undercut.games.base.sentences import capitalized, named
from undercut.play.input import read_seed
from undercut.play.state import State

BudgetText = Annotated[
    str | None,
    Parameter(help="How long to think about a move: a number of games, such as 5000, or of seconds, such as 2s."),
]
SearchSeed = Annotated[int, Parameter(help="Seed of the search; the result is repeatable unless the budget is a time.")]
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
    screen, state = terminal.this_terminal(plain=plain), load_state(position, views=True)
    _go_back(state, move)
    chance = random.Random(read_seed(seed))  # noqa: S311  a hint may be repeated
    chosen = chosen_budget(state.game.name, level, budget)
    with nullcontext() if json else screen.thinking() as progress:
        watch = Watch(progress) if progress else QUIET
        advice = advise(state, seat, Effort(chosen, watch=watch), chance=chance)
    if json:
        terminal.print_json(advice.to_json())
    else:
        who = state.players[advice.seat]
        screen.line(f"{state.game.spec.title}, move {len(state.moves) + 1}: {who} is to move.")
        show_advice(screen, advice, state.players)
    return terminal.DONE


def chosen_budget(game: str, level: str | None, budget: str | None) -> Budget:
    if level and budget:
        raise UndercutError("--level: a level has its own budget; use either --level or --budget")
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
    for text in filter(None, (advice.plain, advice.contrast)):
        screen.line(named(text, names))
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
        screen.pieces((f"{_INDENT}{reason.clause:6}", "dim"), (named(reason.text, names), ""))
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
    if len(answers) < 2:  # noqa: PLR2004  one kind of answer: the line says it, or the rules do
        return ""
    often = [answer for answer in answers if answer.share >= _MANY][:_MOST_ANSWERS]
    return ", ".join(_answer_text(answer) for answer in often)


def _answer_text(answer: Answer) -> str:
    # Words such as draw and ok name no card and add nothing to their kind.
    example = "" if answer.move.isalpha() and answer.move.islower() else f" (such as {answer.move})"
    return f"{answer.kind} {100 * answer.share:.0f} %{example}"


# --- The command undercut analyse: every move of a game judged, and the chances as a chart ----------------------------


_SHOWN_LOSS = 0.005  # smaller losses are noise, whatever their error says
_STYLES = {Mark.INACCURACY: "yellow", Mark.MISTAKE: "dark_orange", Mark.BLUNDER: "bold red"}

_ROWS = 11  # of the chart: one for each ten per cent
_LEFT = 7  # characters before the chart
_WIDEST = 100
_CURVES = ("blue", "red", "green", "magenta", "yellow", "cyan", "white", "bright_black")
_SHARED = "*"  # where curves meet


def analyse(
    record: Annotated[str, Parameter(allow_leading_hyphen=True, help="A file with a game record as JSON.")],
    *,
    seat: Annotated[Literal["all"] | int, Parameter(help="The seat whose moves to judge, or all.")] = "all",
    budget: BudgetText = None,
    plot: Annotated[
        terminal.OptionalPlace, Parameter(help="Save a chart of every seat's winning chances, .svg or .png.")
    ] = None,
    seed: SearchSeed = 0,
    json: terminal.Json = False,
    plain: terminal.Plain = False,
) -> int:
    """Judge every move of a game: what it cost, where the game turned, how each player played.

    Every move is judged by what its player could know at that moment. Ctrl-C stops and prints the moves judged so far.
    """
    screen, seed = terminal.this_terminal(plain=plain), read_seed(seed) or 0
    if plot:
        analysing.check_plot(plot)
    state = read_record(record)
    thinking = read_budget(budget) if budget else ANALYSIS_BUDGET
    analysis, interrupted = _judge_all(state, None if seat == "all" else [seat], thinking, seed)
    if plot:
        analysing.save_plot(analysis, plot, _headline(state))
    if json:
        stamp: dict[str, JSON] = {
            "rules": state.game.rules,
            "budget": budget or str(ANALYSIS_BUDGET.iterations),
            "seed": seed,
            "interrupted": interrupted,
        }
        terminal.print_json(stamp | analysis.to_json())
    else:
        spent = f"{thinking.iterations:,} games tried" if thinking.iterations else f"{thinking.seconds:g} s of search"
        _show(screen, state, analysis, f"{spent} per move, seed {seed}")
        if plot:
            screen.line(f"Picture saved to {plot}.")
    if interrupted:
        done = analysis.judged[-1].number if analysis.judged else 0
        terminal.tell(f"Interrupted after move {done} of {analysis.moves}.")
    return terminal.INTERRUPTED if interrupted else terminal.DONE


def _judge_all(state: State, seats: Sequence[int] | None, budget: Budget, seed: int) -> tuple[Analysis, bool]:
    """Judge to the end or until Ctrl-C, and keep the moves judged so far."""
    analysis = analysing.begin(state, seats)
    judged: list[Judgement] = []
    with terminal.progress_bar(analysis.moves, _progress, MofNCompleteColumn()) as watch:
        try:
            for judgement in analysing.judge(state, analysis.seats, Effort(budget), seed=seed):
                judged.append(judgement)
                if watch:
                    watch(judgement)
        except KeyboardInterrupt:
            return replace(analysis, judged=tuple(judged)), True
    return replace(analysis, judged=tuple(judged)), False


def _progress(judgement: Judgement) -> tuple[int, str]:
    return judgement.number, f"{judgement.move} {judgement.mark.sign}"


# --- What is printed -------------------------------------------------------------------------------------------------


def _show(screen: terminal.Screen, state: State, analysis: Analysis, how: str) -> None:
    screen.pieces((_headline(state), "bold"))
    screen.line(f"Rules: {rules_text(state.game)}. {analysis.moves} moves. {capitalized(how)}.")
    screen.line(
        "A move is judged by what its player could know. ?! costs 5 % or more, ? 10 % or more, ?? 20 % or more; "
        "≈ is doubtful, because the margin of its loss reaches another mark."
    )
    screen.line("")
    _show_moves(screen, analysis)
    _show_turns(screen, analysis)
    screen.line("")
    screen.line("The chances to win before each move:")
    _show_chart(screen, analysis)
    screen.line(ADDING_UP)
    screen.line("")
    for line in terminal.aligned(_summary_rows(analysis)):
        screen.line(line)
    for summary in analysis.summaries:
        _show_summary(screen, analysis, summary)


def _headline(state: State) -> str:
    names = state.players
    against = " against ".join(names) if len(names) == 2 else ", ".join(names)  # noqa: PLR2004  two players
    return f"{state.game.spec.title}: {against}; {end_text(state)}"


def end_text(state: State) -> str:
    if state.result is None:
        return "not finished"
    why = state.game.spec.words.end_text(state.result.reason)
    if not state.result.winners:
        return f"{'no one wins' if state.result.abandoned else 'a draw'} {why}"
    winners = " and ".join(state.players[seat] for seat in state.result.winners)
    return f"{winners} {'wins' if len(state.result.winners) == 1 else 'win'} {why}"


def _show_moves(screen: terminal.Screen, analysis: Analysis) -> None:
    widest = max([6, *map(len, analysis.players)])
    screen.pieces((f"{'move':>5}  {'player':{widest}}  {'played':11} chance to win  loss", "dim"))
    for judged in analysis.judged:
        style, sign = _STYLES.get(judged.mark, ""), judged.mark.sign + ("≈" if judged.doubtful else "")
        screen.pieces(
            (f"{judged.number:5}  {analysis.players[judged.seat]:{widest}}  ", ""),
            (f"{judged.move} {sign}".ljust(11), style),
            (f" {100 * judged.expected:11.0f} %", ""),
            (_loss_text(judged), style),
        )


def _loss_text(judged: Judgement) -> str:
    text = ""
    if judged.legal == 1:
        text = "  forced"
    elif judged.move != judged.best and judged.loss >= _SHOWN_LOSS:
        text = f"  {100 * judged.loss:.0f} %, give or take {margin(judged.loss_error)}"
    if judged.mark is not Mark.NONE:
        text = f"{text:24}better {judged.best}: {judged.best_text}"
    return f"{text:24}{judged.proof}" if judged.proof else text


def _show_turns(screen: terminal.Screen, analysis: Analysis) -> None:
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
    if mistake := turn.cause:
        part = "mostly" if mistake.loss >= abs(turn.after - turn.before) / 2 else "partly"
        player = analysis.players[mistake.seat]
        cause = f"{part} because of {player}'s {mistake.move}{mistake.mark.sign} in move {mistake.number}"
    else:
        cause = "with no mistake to explain it"
    return f"moves {turn.first} {to}: {change}, {cause}"


def _summary_rows(analysis: Analysis) -> list[list[str]]:
    rows = [["player", "choices", "agreed with search", "average loss", "?!", "?", "??"]]
    for summary in analysis.summaries:
        counts = [str(summary.marks[mark]) for mark in _STYLES]
        agreed = terminal.percent(summary.agreed / summary.choices) if summary.choices else "-"
        name = f"{analysis.players[summary.seat]} (seat {summary.seat})"
        rows.append([name, str(summary.choices), agreed, terminal.percent(summary.average), *counts])
    return rows


def _show_summary(screen: terminal.Screen, analysis: Analysis, summary: Summary) -> None:
    parts: list[str] = []
    if best := summary.best:
        parts.append(f"best move {best.move} (move {best.number}, {100 * best.lead:.0f} % better than the next best)")
    if (worst := summary.worst) and worst.loss >= _SHOWN_LOSS:
        parts.append(f"worst move {worst.move} (move {worst.number}, costs {100 * worst.loss:.0f} %)")
    if parts:
        screen.line(f"{analysis.players[summary.seat]}: {'; '.join(parts)}")


def _show_chart(screen: terminal.Screen, analysis: Analysis) -> None:
    """Print the chart; a curve is drawn with its seat number, a star marks where curves meet."""
    width = max(2, min(screen.width - _LEFT - 1, _WIDEST, 2 * analysis.moves))
    grid = [[" "] * width for _ in range(_ROWS)]
    for seat in analysis.seats:
        for column, share in _columns(analysis.chances(seat), analysis.moves + 1, width):
            row = round((1 - share) * (_ROWS - 1))
            grid[row][column] = str(seat) if grid[row][column] in (" ", str(seat)) else _SHARED
    for row, cells in enumerate(grid):
        label = f"{100 - 10 * row:3} %" if row % 5 == 0 else ""
        styled = [(cell, _CURVES[int(cell)] if cell.isdigit() else "") for cell in "".join(cells).rstrip()]
        screen.pieces((f"{label:>5} |", "dim"), *styled)
    screen.pieces((f"{'move':>5} +{'-' * width}", "dim"))
    screen.pieces((" " * _LEFT + _scale(analysis.moves + 1, width), "dim"))


def _columns(curve: Sequence[tuple[int, float]], last: int, width: int) -> Iterator[tuple[int, float]]:
    """Yield each column of a curve with its share, interpolated linearly between points."""
    for (number, share), (following, next_share) in pairwise(curve):
        start, end = _column(number, last, width), _column(following, last, width)
        for column in range(start, end + 1):
            yield column, share + (next_share - share) * (column - start) / max(1, end - start)
    if len(curve) == 1:
        yield _column(curve[0][0], last, width), curve[0][1]


def _scale(last: int, width: int) -> str:
    """Return the axis labels: move numbers about every fifteen columns."""
    text = ""
    marks = max(2, width // 15)
    for mark in range(marks + 1):
        number = 1 + round(mark * (last - 1) / marks)
        column = _column(number, last, width)
        if column >= len(text) + (1 if text else 0):
            text = text.ljust(column) + str(number)
    return text


def _column(number: float, last: int, width: int) -> int:
    return round((number - 1) * (width - 1) / max(1, last - 1))
