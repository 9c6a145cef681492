"""The command ``undercut lab``: what rules do, measured in many games."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter

from undercut.cli import terminal
from undercut.cli.rules import Changes, GameName, RuleSet, read_rules
from undercut.errors import UndercutError
from undercut.lab.design import ask
from undercut.lab.report import REPORT, parts_of
from undercut.lab.study_run import STOPPED, StudyPlan, StudyRun, cost, open_run, read_plan, run_study
from undercut.play.input import read_whole
from undercut.studies import results
from undercut.studies.results import Study
from undercut.studies.sentences import Findings
from undercut.studies.summary import summary

LONG = 3600.0  # a study that takes longer, in seconds, is confirmed before it starts
_MOST_PROCESSES = 1024
_SEATS = re.compile(r"\s*(?P<first>\d{1,3})\s*(-\s*(?P<last>\d{1,3})\s*)?", re.ASCII)
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


@dataclass(frozen=True, slots=True)
class LabOptions:
    vary: Annotated[
        tuple[str, ...],
        Parameter(
            negative="",
            help="The options to vary, separated by commas, each with every value or with those given: "
            "four,seven=1:2; or all.",
        ),
    ] = ()
    design: Annotated[
        Literal["one", "grid", "pairs"],
        Parameter(help="One option at a time, all combinations, or how pairs of options interact."),
    ] = "one"
    rule_sets: Annotated[
        str | None,
        Parameter(help="Compare rule sets with the first, or with --rules: names separated by commas, or all."),
    ] = None
    seats: Annotated[
        str | None, Parameter(help="The number of players, or several to compare, such as 2-8 or 2,4.")
    ] = None
    players: Annotated[
        str,
        Parameter(
            help="Policies, separated by commas; each plays the whole design. A name stands for all seats, or name "
            "one for each, joined by +: greedy+random."
        ),
    ] = "greedy,random"
    games: Annotated[int, Parameter(help="Number of games of each cell.")] = 20_000
    precision: Annotated[
        float | None,
        Parameter(
            help="Stop once every interval of --measure reaches at most this far: percentage points for a share, else "
            "in the measure's unit. --games is then the maximum."
        ),
    ] = None
    measure: Annotated[str, Parameter(help="The measure for --precision.")] = "share_0"
    anytime: Annotated[
        bool, Parameter(negative="", help="Widen the intervals, so that they hold if you stop when you like.")
    ] = False
    seed: Annotated[int, Parameter(help="Seed of all deals and choices.")] = 0
    processes: terminal.Processes = 1
    cluster: terminal.Cluster = None
    out: Annotated[terminal.OptionalPlace, Parameter(help="Write the study's files to this folder.")] = None
    resume: Annotated[bool, Parameter(negative="", help="Continue the study in that folder.")] = False
    keep_games: Annotated[
        bool, Parameter(negative="", help="Also write a row for every game to the folder, as Parquet.")
    ] = False
    interest: Annotated[
        bool, Parameter(help="Also count wins that could be taken at once and uses of cards, in one deal of eight.")
    ] = True
    skill: Annotated[
        bool,
        Parameter(help="Also measure how much the players matter (two or more of them), on the first 2,000 deals."),
    ] = True
    worth: Annotated[
        bool, Parameter(negative="", help="Also measure what cards and a turn are worth; takes several times as long.")
    ] = False
    yes: Annotated[bool, Parameter(negative="", help="Start without asking, however long it will take.")] = False


def lab(
    game: GameName,
    *,
    rules: RuleSet = None,
    changes: Changes = (),
    options: Annotated[LabOptions | None, Parameter(name="*")] = None,
    json: terminal.Json = False,
    plain: terminal.Plain = False,
) -> int:
    options, screen = options or LabOptions(), terminal.this_terminal(plain=plain)
    read_whole("processes", options.processes, 1, _MOST_PROCESSES)
    if options.precision is None and options.measure != LabOptions().measure:
        raise UndercutError("--measure: only with --precision")
    plan = _plan(game, rules, changes, options)
    with open_run(plan, options.out, resume=options.resume) as running:
        if not _confirmed(running, options):
            return terminal.REFUSED
        with terminal.progress_bar(plan.deals, _progress) as watch:
            study = run_study(running, processes=options.processes, cluster=options.cluster, watch=watch)
    if json:
        terminal.print_json(results.as_json(study))
    else:
        for line in lines_of(study):
            screen.line(line)
        if options.out:
            screen.copyable(f"The report: {options.out / REPORT}")
        else:
            screen.line("--out FOLDER writes a report with all measures, --json prints them.")
    if study.finished == STOPPED:
        again = " The same command with --resume continues." if options.out else ""
        terminal.tell(f"Interrupted: these are the results so far.{again}")
        return terminal.INTERRUPTED
    return terminal.DONE


def _plan(name: str, rules: str | None, changes: tuple[str, ...], options: LabOptions) -> StudyPlan:
    of_plan = ("games", "precision", "measure", "anytime", "seed", "keep_games", "interest", "skill", "worth")
    asked = ask(
        name,
        rules=read_rules(name, rules, changes) if rules or changes else None,
        vary=options.vary,
        design=options.design,
        rule_sets=options.rule_sets or (),
        seats=seat_numbers(options.seats),
        players=options.players,
    )
    return read_plan(asked, **{each: getattr(options, each) for each in of_plan})


def _confirmed(running: StudyRun, options: LabOptions) -> bool:
    if options.yes:
        return True
    seconds = cost(running, workers=options.processes)
    plan = running.plan
    text = f"{len(plan.design.cells)} cells with {plan.games:,} games each: about {duration(seconds)}"
    if options.cluster:
        text += " on one core"
    elif seconds >= LONG and not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UndercutError(f"{text}; start it with --yes, or ask for fewer --games, cells or a --precision")
    terminal.tell(text)
    if options.cluster or seconds < LONG:
        return True
    terminal.tell("Start? [y/N] ", end="")
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _progress(running: StudyRun) -> tuple[int, str]:
    """Return the number of deals that were played, and the rate and the precision so far."""
    plan = running.plan
    text = f"{running.deals:,}/{plan.deals:,} deals in {len(plan.design.cells)} cells, {running.rate:,.0f} games/s"
    if plan.precision and running.reached is not None:
        text += f", {plan.measure} give or take {running.reached:.3g}, wanted {plan.precision:.3g}"
    return running.deals, text


def seat_numbers(text: str | None) -> tuple[int, ...]:
    seats: list[int] = []
    for part in text.split(",") if text else ():
        matched = _SEATS.fullmatch(part)
        numbers = range(int(matched["first"]), int(matched["last"] or matched["first"]) + 1) if matched else range(0)
        if not numbers:
            raise UndercutError(f"--seats: {text!r:.40} is not a list of numbers or rising ranges, such as 2-8 or 2,4")
        seats += numbers
    return tuple(seats)


def duration(seconds: float) -> str:
    if seconds < _MINUTE:
        return f"{max(1, round(seconds))} s"
    if seconds < _HOUR:
        return f"{round(seconds / _MINUTE)} min"
    return f"{seconds / _HOUR:.1f} h" if seconds < _DAY else f"{round(seconds / _DAY):,} days"


def lines_of(study: Study) -> Iterator[str]:
    findings = Findings(study)
    text = summary(findings)
    yield text.played
    yield f"Seed {study.seed}, {duration(study.seconds)}. All intervals hold together with {study.confidence:.0%}."
    for title, lines in parts_of(findings, text):
        yield from ("", title) if title else ("",)
        yield from (f"- {line}" if title else str(line) for line in lines)
    yield ""
    yield text.caution
