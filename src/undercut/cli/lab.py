"""The ``undercut lab`` command: what a rule does."""

from __future__ import annotations

import sys

from undercut.cli.choices import choose_game
from undercut.cli.exits import DONE, INTERRUPTED, REFUSED
from undercut.cli.lab_options import LabOptions, seat_numbers
from undercut.cli.lab_tables import duration, lines_of
from undercut.cli.progress import progress_bar
from undercut.cli.screen import Screen, print_json
from undercut.errors import UndercutError
from undercut.lab import asking, documents
from undercut.lab.conduct import conduct, opened
from undercut.lab.designs import ALL
from undercut.lab.extras import Extras
from undercut.lab.report.page import REPORT
from undercut.lab.studies import STOPPED, Plan, Running, cost, read_plan
from undercut.play.arguments import read_seed
from undercut.play.game import Game

LONG = 3600.0
"""A study that takes longer, in seconds, is confirmed before it starts."""


def lab(
    screen: Screen, game: str, rules: str | None, changes: tuple[str, ...], options: LabOptions, *, as_json: bool
) -> int:
    """Run a study and print what it found.

    Raises:
        UndercutError: An option is invalid, or a file cannot be used.
    """
    options.refuse_faults()
    plan = _plan(game, rules, changes, options)
    with opened(plan, options.out, resume=options.resume) as running:
        if not _confirmed(running, options):
            return REFUSED
        with progress_bar(plan.deals, _progress) as watch:
            study = conduct(running, processes=options.processes, cluster=options.cluster, watch=watch)
    if as_json:
        print_json(documents.as_json(study))
    else:
        for line in lines_of(study):
            screen.line(line)
        if options.out:
            screen.copyable(f"The report: {options.out / REPORT}")
        else:
            screen.line("--out FOLDER writes a report with all measures, --json prints them.")
    if study.finished == STOPPED:
        again = " The same command with --resume continues." if options.out else ""
        print(f"Interrupted: these are the results so far.{again}", file=sys.stderr)  # noqa: T201
        return INTERRUPTED
    return DONE


def _plan(name: str, rules: str | None, changes: tuple[str, ...], options: LabOptions) -> Plan:
    seats = seat_numbers(options.seats)
    rule_sets = asking.read_names("rule sets", options.rule_sets or ())
    base = _base(name, rules, changes, rule_sets, seats)
    question = asking.ask(
        base,
        vary=options.vary,
        design=options.design,
        rule_sets=rule_sets,
        seats=seats,
        players=asking.read_names("players", options.players),
    )
    return read_plan(
        question,
        seed=read_seed(options.seed) or 0,
        games=options.games,
        precision=options.precision,
        measure=options.measure,
        extras=Extras(interest=options.interest, skill=options.skill, worth=options.worth),
        keep=options.keep_games,
    )


def _base(
    name: str, rules: str | None, changes: tuple[str, ...], rule_sets: tuple[str, ...], seats: tuple[int, ...]
) -> Game:
    if rules is None and rule_sets and rule_sets != (ALL,):
        rules = rule_sets[0]
    return choose_game(name, rules, changes, seats[0] if seats else None)


def _confirmed(running: Running, options: LabOptions) -> bool:
    """Estimate how long the study takes, and ask if it is long.

    Raises:
        UndercutError: The study is long, and no terminal is there to ask on.
    """
    if options.yes:
        return True
    seconds = cost(running, workers=options.processes)
    plan = running.plan
    text = f"{len(plan.design.cells)} cells with {plan.games:,} games each: about {duration(seconds)}"
    if options.cluster:
        text += " on one core"
    elif seconds >= LONG and not (sys.stdin.isatty() and sys.stderr.isatty()):
        message = f"{text}; start it with --yes, or ask for fewer --games, cells or a --precision"
        raise UndercutError(message)
    print(text, file=sys.stderr)  # noqa: T201  stdout is for results
    if options.cluster or seconds < LONG:
        return True
    print("Start? [y/N] ", end="", file=sys.stderr, flush=True)  # noqa: T201  as above
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _progress(running: Running) -> tuple[int, str]:
    """Return the number of deals that were played, and the rate and the precision so far."""
    plan = running.plan
    text = f"{running.deals:,}/{plan.deals:,} deals in {len(plan.design.cells)} cells, {running.rate:,.0f} games/s"
    if plan.precision and running.reached is not None:
        text += f", {plan.measure} give or take {running.reached:.3g}, wanted {plan.precision:.3g}"
    return running.deals, text
