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
        """Play games; closing the generator stops the games in progress.

        Args:
            jobs: The games; taken as needed.
            keep: Whether results include records.

        Returns:
            The results as games end, in any order.
        """
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
    """Plays one game after another in this process.

    Args:
        maker: Creates the players; pass your own to play objects of yours under any name. None: by their names, and
            programs that can stay for several games.
        strict: Whether a player's own error or illegal move is raised, instead of losing the game.
    """

    maker: Make | None = None
    strict: bool = False

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        return workers.InProcess().run(_Games(plan, keep, self.maker, self.strict), jobs)


@dataclass(frozen=True, slots=True)
class Processes:
    """Plays games in local worker processes; a worker that dies is replaced, and its game replayed.

    Args:
        number: Number of processes.
    """

    number: int

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        return workers.Processes(self.number).run(_Games(plan, keep), jobs)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Plays games on a Ray cluster; a game whose worker dies is replayed by another.

    Args:
        address: The cluster's address: ``"auto"``, ``"host:6379"``, or ``"local"`` for a cluster on this machine.
    """

    address: str

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        return workers.Cluster(self.address).run(_Games(plan, keep), jobs)
