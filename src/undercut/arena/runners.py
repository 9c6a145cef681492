"""Runners for the games of an arena: in this process, in local worker processes, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from undercut import workers
from undercut.arena.jobs import Job, Plan, make
from undercut.arena.match import Make, Result, play_job
from undercut.bots.external.client import Programs


class Runner(Protocol):
    """Plays the games of a plan."""

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games; closing the generator stops the games in progress."""
        ...


@dataclass(frozen=True, slots=True)
class _Games:
    """Playing the games of a plan, for workers; programs can stay for several games."""

    plan: Plan
    keep: bool
    maker: Make | None = None
    strict: bool = False

    @contextmanager
    def open(self) -> Generator[Callable[[Job], Result]]:
        with Programs() as programs:
            maker = self.maker or partial(make, programs=programs)
            yield partial(play_job, self.plan, keep=self.keep, maker=maker, strict=self.strict)

    def describe(self, job: Job) -> str:
        players = ", ".join(self.plan.line_ups[job.line_up])
        return f"deal {job.deal}, rotation {job.rotation} of {players}"


@dataclass(frozen=True, slots=True)
class InProcess:
    """Plays one game after another in this process."""

    maker: Make | None = None  # makes your own objects under any name; None: players by their names
    strict: bool = False  # raise a player's error instead of counting a lost game

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        return workers.InProcess().run(_Games(plan, keep, self.maker, self.strict), jobs)


@dataclass(frozen=True, slots=True)
class Processes:
    """Plays games in local worker processes; a worker that dies is replaced, and its game replayed."""

    number: int

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        return workers.Processes(self.number).run(_Games(plan, keep), jobs)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Plays games on a Ray cluster; a game whose worker dies is replayed by another."""

    address: str  # the cluster's address: `"auto"`, `"host:6379"`, or `"local"` for a cluster on this machine

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        return workers.Cluster(self.address).run(_Games(plan, keep), jobs)
