"""Runners for the games of an arena: in this process, in local worker processes, or on a Ray cluster."""

from __future__ import annotations

import importlib
import os
import signal
import socket
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Protocol, cast

from undercut.arena.jobs import Job, Plan
from undercut.arena.match import Make, Result, play_job
from undercut.arena.players import make
from undercut.bots.external.programs import Programs
from undercut.errors import UndercutError

ATTEMPTS = 5
"""Number of workers that may die playing one game before the arena gives up."""

_QUEUED_PER_CPU = 2
_CONNECT_TIMEOUT = 10.0  # seconds


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
class InProcess:
    """Plays one game after another in this process.

    Args:
        maker: Creates the players; pass your own to play objects of yours under any name. None: by their names, and
            programs that can stay for several games.
    """

    maker: Make | None = None

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        with Programs() as programs:
            maker = self.maker or partial(make, programs=programs)
            for job in jobs:
                yield play_job(plan, job, keep=keep, maker=maker)


@dataclass(slots=True)
class _Worker:
    """A worker process, the connection to it, and the game it is playing."""

    process: BaseProcess
    connection: Connection[Any, Any]
    job: Job | None = None


@dataclass(frozen=True, slots=True)
class Processes:
    """Plays games in local worker processes; a worker that dies is replaced, and its game replayed.

    Args:
        number: Number of processes.
    """

    number: int

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        pool = _Pool(plan, keep)
        try:
            for _ in range(self.number):
                pool.workers.append(worker := pool.start_worker())
                pool.assign(worker, next(jobs, None))
            while busy := [worker for worker in pool.workers if worker.job]:
                ready = wait([worker.connection for worker in busy])
                for worker in [worker for worker in busy if worker.connection in ready]:
                    if result := pool.receive(worker):
                        pool.assign(worker, next(jobs, None))
                        yield result
        finally:
            pool.stop()


@dataclass(slots=True)
class _Pool:
    """The worker processes of one run."""

    plan: Plan
    keep: bool
    workers: list[_Worker] = field(default_factory=list[_Worker])
    deaths: Counter[Job] = field(default_factory=Counter[Job])

    def start_worker(self) -> _Worker:
        # Forking a process with threads (a progress bar, a compiler) may hang, so spawn.
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self.plan, self.keep), daemon=False)
        # Hold Ctrl-C back until the worker has set up its own handling.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        # With our copy of the worker's end closed, its death closes the connection.
        theirs.close()
        return _Worker(process, ours)

    def assign(self, worker: _Worker, job: Job | None) -> None:
        worker.job = job
        try:
            worker.connection.send(job)
        except OSError:
            # The worker died while idle; receive() will notice.
            return

    def receive(self, worker: _Worker) -> Result | None:
        """Receive a worker's result; if the worker has died, start another one for its game."""
        try:
            answer = cast("Result | UndercutError", worker.connection.recv())
            if isinstance(answer, UndercutError):
                raise answer
            return answer  # noqa: TRY300  only recv() may fail otherwise
        except (EOFError, OSError):
            assert worker.job is not None  # noqa: S101  only busy workers are waited for
            self.deaths[worker.job] += 1
            if self.deaths[worker.job] >= ATTEMPTS:
                raise UndercutError(_gave_up(self.plan, worker.job)) from None
        worker.process.join()
        worker.connection.close()
        fresh = self.start_worker()
        worker.process, worker.connection = fresh.process, fresh.connection
        self.assign(worker, worker.job)
        return None

    def stop(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join()
            worker.connection.close()


def _serve(connection: Connection[Any, Any], plan: Plan, keep: bool) -> None:  # noqa: FBT001  called by position in a new process
    """Play the games received over a connection until None arrives or the parent is gone."""
    # Ctrl-C is for the parent, which stops its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_exit_with_parent, daemon=True).start()
    try:
        with Programs() as programs:
            maker = partial(make, programs=programs)
            while (job := connection.recv()) is not None:
                connection.send(_play_or_explain(plan, job, maker, keep=keep))
    except (EOFError, OSError):
        return


def _play_or_explain(plan: Plan, job: Job, maker: Make, *, keep: bool) -> Result | UndercutError:
    """Play a game; return the error instead if the plan is invalid, for the parent to raise."""
    try:
        return play_job(plan, job, keep=keep, maker=maker)
    except UndercutError as error:
        return UndercutError(str(error))


def _exit_with_parent() -> None:
    """Exit with the parent process, even in the middle of a game: slow players may take long."""
    parent = parent_process()
    if parent and wait([parent.sentinel]):
        os._exit(1)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Plays games on a Ray cluster; a game whose worker dies is replayed by another.

    Args:
        address: The cluster's address: ``"auto"``, ``"host:6379"``, or ``"local"`` for a cluster on this machine.
    """

    address: str

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        ray, ours = _connect(self.address)
        remote = ray.remote(num_cpus=1, max_retries=ATTEMPTS)(play_job)
        playing: dict[Any, Job] = {}
        try:
            while True:
                free = _QUEUED_PER_CPU * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(playing)
                for _, job in zip(range(free), jobs, strict=False):
                    playing[remote.remote(plan, job, keep=keep)] = job
                if not playing:
                    return
                ready, _ = ray.wait([*playing], num_returns=1)
                for task in ready:
                    yield _fetch(ray, task, plan, playing.pop(task))
        finally:
            for task in playing:
                ray.cancel(task, force=True)
            if ours:
                ray.shutdown()


def _connect(address: str) -> tuple[Any, bool]:
    """Return Ray, an optional and untyped dependency, and whether this call connected it."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        message = "--cluster needs Ray: pip install 'undercut[cluster]'"
        raise UndercutError(message) from None
    if ray.is_initialized():
        return ray, False
    try:
        _check_reachable(address)
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        reason = str(error).strip().partition("\n")[0]
        message = f"--cluster {address}: {reason}"
        raise UndercutError(message) from None
    return ray, True


def _check_reachable(address: str) -> None:
    """Fail fast at an unreachable address: Ray itself would retry for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT_TIMEOUT).close()


def _fetch(ray: Any, task: Any, plan: Plan, job: Job) -> Result:  # noqa: ANN401  Ray's own
    try:
        return cast("Result", ray.get(task))
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError):
        raise UndercutError(_gave_up(plan, job)) from None


def _gave_up(plan: Plan, job: Job) -> str:
    players = ", ".join(plan.line_ups[job.line_up])
    return f"deal {job.deal}, rotation {job.rotation} of {players}: {ATTEMPTS} workers died playing this game"
