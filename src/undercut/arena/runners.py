"""Where the games of an arena are played: here, in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

import importlib
import os
import signal
import socket
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Protocol, cast

from undercut.arena.jobs import Job, Plan
from undercut.arena.match import Make, Result, play_job
from undercut.arena.players import make
from undercut.errors import UndercutError

ATTEMPTS = 5
"""A game that so many workers died of is not tried again."""

_WAITING_A_WORKER = 2
_PATIENCE = 10.0  # seconds


class Runner(Protocol):
    """Plays games."""

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games; closing the generator stops those that are being played.

        Args:
            plan: The plan.
            jobs: Which games; taken as they are needed.
            keep: Whether results shall have records.

        Returns:
            The results, as the games end, in any order.
        """
        ...


@dataclass(frozen=True, slots=True)
class Here:
    """Plays one game after the other, in this process.

    Args:
        maker: Makes the players; with one of your own, names may stand for your own players.
    """

    maker: Make = make

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        for job in jobs:
            yield play_job(plan, job, keep=keep, maker=self.maker)


@dataclass(slots=True)
class _Worker:
    """A process of our own, the line to it, and the game that it plays."""

    process: BaseProcess
    line: Connection[Any, Any]
    job: Job | None = None


@dataclass(frozen=True, slots=True)
class Processes:
    """Plays games in processes of this machine; a process that dies is replaced, and its game played again.

    Args:
        number: How many processes.
    """

    number: int

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        crew = _Crew(plan, keep)
        try:
            for _ in range(self.number):
                crew.workers.append(worker := crew.hired())
                crew.give(worker, next(jobs, None))
            while busy := [worker for worker in crew.workers if worker.job]:
                ready = wait([worker.line for worker in busy])
                for worker in [worker for worker in busy if worker.line in ready]:
                    if result := crew.hear(worker):
                        crew.give(worker, next(jobs, None))
                        yield result
        finally:
            crew.dismiss()


@dataclass(slots=True)
class _Crew:
    """The processes that play for one run."""

    plan: Plan
    keep: bool
    workers: list[_Worker] = field(default_factory=list[_Worker])
    deaths: Counter[Job] = field(default_factory=Counter[Job])

    def hired(self) -> _Worker:
        # Forking a process that has threads (a progress bar, a compiler) may hang: start afresh.
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self.plan, self.keep), daemon=False)
        # Until it knows that it is not meant, an interrupt waits.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        # Without our copy of its end, the line tells when the process is gone.
        theirs.close()
        return _Worker(process, ours)

    def give(self, worker: _Worker, job: Job | None) -> None:
        worker.job = job
        try:
            worker.line.send(job)
        except OSError:
            # It died while it had nothing to do; listening to it will say so.
            return

    def hear(self, worker: _Worker) -> Result | None:
        """Take a worker's result; if it has died instead, hire another one for its game."""
        try:
            answer = cast("Result | UndercutError", worker.line.recv())
            if isinstance(answer, UndercutError):
                raise answer
            return answer  # noqa: TRY300  what else may fail is the line
        except (EOFError, OSError):
            assert worker.job is not None  # noqa: S101  only busy workers are listened to
            self.deaths[worker.job] += 1
            if self.deaths[worker.job] >= ATTEMPTS:
                raise UndercutError(_lost(self.plan, worker.job)) from None
        worker.process.join()
        worker.line.close()
        fresh = self.hired()
        worker.process, worker.line = fresh.process, fresh.line
        self.give(worker, worker.job)
        return None

    def dismiss(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join()
            worker.line.close()


def _serve(line: Connection[Any, Any], plan: Plan, keep: bool) -> None:  # noqa: FBT001  called by position in a new process
    """Play games that come down a line until none does, or whoever sends them is gone."""
    # Interrupting is for the process that the person started; it dismisses us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_leave_too, daemon=True).start()
    try:
        while (job := line.recv()) is not None:
            line.send(_played(plan, job, keep=keep))
    except (EOFError, OSError):
        return


def _played(plan: Plan, job: Job, *, keep: bool) -> Result | UndercutError:
    """Play a game; an error that is the plan's fault goes to the process that made the plan."""
    try:
        return play_job(plan, job, keep=keep)
    except UndercutError as error:
        return UndercutError(str(error))


def _leave_too() -> None:
    """End with whoever sends games, even in the middle of one: a game with slow players may be long."""
    boss = parent_process()
    if boss and wait([boss.sentinel]):
        os._exit(1)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Plays games on a Ray cluster; a game whose worker dies is played again by another.

    Args:
        address: Where the cluster is, such as ``"auto"``, ``"host:6379"``, or ``"local"`` for one on this machine.
    """

    address: str

    def run(self, plan: Plan, jobs: Iterator[Job], *, keep: bool = False) -> Generator[Result]:
        """Play games."""
        ray, ours = _connected(self.address)
        remote = ray.remote(num_cpus=1, max_retries=ATTEMPTS)(play_job)
        playing: dict[Any, Job] = {}
        try:
            while True:
                room = _WAITING_A_WORKER * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(playing)
                for _, job in zip(range(room), jobs, strict=False):
                    playing[remote.remote(plan, job, keep=keep)] = job
                if not playing:
                    return
                ready, _ = ray.wait([*playing], num_returns=1)
                for task in ready:
                    yield _fetched(ray, task, plan, playing.pop(task))
        finally:
            for task in playing:
                ray.cancel(task, force=True)
            if ours:
                ray.shutdown()


def _connected(address: str) -> tuple[Any, bool]:
    """Give Ray, which is optional and has no types to rely on, and whether it was us who connected it."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        message = "--cluster needs Ray: pip install 'undercut[cluster]'"
        raise UndercutError(message) from None
    if ray.is_initialized():
        return ray, False
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        reason = str(error).strip().partition("\n")[0]
        message = f"--cluster {address}: {reason}"
        raise UndercutError(message) from None
    return ray, True


def _knock(address: str) -> None:
    """Refuse an address at which nobody answers: Ray itself would go on asking for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()


def _fetched(ray: Any, task: Any, plan: Plan, job: Job) -> Result:  # noqa: ANN401  Ray's own
    try:
        return cast("Result", ray.get(task))
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError):
        raise UndercutError(_lost(plan, job)) from None


def _lost(plan: Plan, job: Job) -> str:
    players = ", ".join(plan.line_ups[job.line_up])
    return f"deal {job.deal}, rotation {job.rotation} of {players}: {ATTEMPTS} workers died of this game"
