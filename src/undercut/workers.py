"""Do many jobs in this process, in worker processes or on a Ray cluster; one whose worker dies is done again."""

from __future__ import annotations

import importlib
import os
import signal
import socket
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import Any, Generic, Protocol, TypeVar, cast

from filelock import FileLock, Timeout

from undercut.errors import UndercutError

ATTEMPTS = 5  # number of workers that may die doing one job before the others give up
_QUEUED_PER_CPU = 2
_CONNECT_TIMEOUT = 10.0  # seconds

Job = TypeVar("Job")
Result = TypeVar("Result")
_Given_contra = TypeVar("_Given_contra", contravariant=True)
_Done_co = TypeVar("_Done_co", covariant=True)


class Work(Protocol[_Given_contra, _Done_co]):
    """Task that every worker runs on its jobs; sent to each worker, so it can be pickled."""

    def open(self) -> AbstractContextManager[Callable[[_Given_contra], _Done_co]]:
        """Prepare the worker, in its own process, and return the function that does a job."""
        ...

    def describe(self, job: _Given_contra, /) -> str: ...


class Runner(Protocol):
    def run(self, work: Work[Job, Result], jobs: Iterator[Job]) -> Generator[Result]:
        """Do jobs; closing the generator stops those in progress."""
        ...


@dataclass(frozen=True, slots=True)
class InProcess:
    def run(self, work: Work[Job, Result], jobs: Iterator[Job]) -> Generator[Result]:
        with work.open() as do:
            for job in jobs:
                yield do(job)


def runner_for(processes: int, cluster: str | None = None) -> Runner:
    """Choose where to do jobs: on a cluster if one is named, in this process, or in several."""
    if cluster and processes > 1:
        raise UndercutError("processes: not possible with a cluster, which sets the number of workers")
    if cluster:
        return Cluster(cluster)
    return Processes(processes) if processes > 1 else InProcess()


@dataclass(slots=True)
class _Worker(Generic[Job]):
    process: BaseProcess
    connection: Connection[Any, Any]
    job: Job | None = None


@dataclass(frozen=True, slots=True)
class Processes:
    """Does jobs in local worker processes; a worker that dies is replaced, and its job done again."""

    number: int

    def run(self, work: Work[Job, Result], jobs: Iterator[Job]) -> Generator[Result]:
        pool: _Pool[Job, Result] = _Pool(work)
        try:
            for _ in range(self.number):
                pool.workers.append(worker := pool.start_worker())
                pool.assign(worker, next(jobs, None))
            while busy := [worker for worker in pool.workers if worker.job is not None]:
                ready = wait([worker.connection for worker in busy])
                for worker in [worker for worker in busy if worker.connection in ready]:
                    for result in pool.receive(worker):
                        pool.assign(worker, next(jobs, None))
                        yield result
        finally:
            pool.stop()


@dataclass(slots=True)
class _Pool(Generic[Job, Result]):
    work: Work[Job, Result]
    workers: list[_Worker[Job]] = field(default_factory=list[_Worker[Job]])
    deaths: Counter[Job] = field(default_factory=Counter[Job])

    def start_worker(self) -> _Worker[Job]:
        # Forking a process with threads (a progress bar, a compiler) may hang, so spawn.
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self.work), daemon=False)
        # Hold Ctrl-C back until the worker has set up its own handling.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        # With our copy of the worker's end closed, its death closes the connection.
        theirs.close()
        return _Worker(process, ours)

    def assign(self, worker: _Worker[Job], job: Job | None) -> None:
        worker.job = job
        try:
            worker.connection.send(job)
        except OSError:
            # The worker died while idle; receive() will notice.
            return

    def receive(self, worker: _Worker[Job]) -> Iterator[Result]:
        """Yield a worker's result; if the worker has died, start another one for its job and yield nothing."""
        try:
            answer = cast("Result | UndercutError", worker.connection.recv())
        except (EOFError, OSError):
            self._replace(worker)
            return
        if isinstance(answer, UndercutError):
            raise answer
        yield answer

    def _replace(self, worker: _Worker[Job]) -> None:
        assert worker.job is not None  # noqa: S101  only busy workers are waited for
        self.deaths[worker.job] += 1
        if self.deaths[worker.job] >= ATTEMPTS:
            raise UndercutError(_gave_up(self.work, worker.job))
        worker.process.join()
        worker.connection.close()
        fresh = self.start_worker()
        worker.process, worker.connection = fresh.process, fresh.connection
        self.assign(worker, worker.job)

    def stop(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join()
            worker.connection.close()


def _serve(connection: Connection[Any, Any], work: Work[Any, Any]) -> None:
    """Do the jobs received over a connection until None arrives or the parent is gone."""
    # Ctrl-C is for the parent, which stops its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_exit_with_parent, daemon=True).start()
    try:
        with work.open() as do:
            while (job := connection.recv()) is not None:
                connection.send(_do_or_explain(do, job))
    except (EOFError, OSError):
        return


def _do_or_explain(do: Callable[[Any], Any], job: object) -> object:
    """Do a job; return the error instead if it is invalid, for the parent to raise."""
    try:
        return do(job)
    except UndercutError as error:
        return UndercutError(str(error))


def _exit_with_parent() -> None:
    """Exit with the parent process, even in the middle of a job, which may take long."""
    parent = parent_process()
    if parent and wait([parent.sentinel]):
        os._exit(1)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Does jobs on a Ray cluster; a job whose worker dies is done again by another."""

    address: str

    def run(self, work: Work[Job, Result], jobs: Iterator[Job]) -> Generator[Result]:
        ray, ours = _connect(self.address)
        remote = ray.remote(num_cpus=1, max_retries=ATTEMPTS)(_do_one)
        doing: dict[Any, Job] = {}
        try:
            while True:
                free = _QUEUED_PER_CPU * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(doing)
                for _, job in zip(range(free), jobs, strict=False):
                    doing[remote.remote(work, job)] = job
                if not doing:
                    return
                ready, _ = ray.wait([*doing], num_returns=1)
                for task in ready:
                    yield cast("Result", _fetch(ray, task, work, doing.pop(task)))
        finally:
            for task in doing:
                ray.cancel(task, force=True)
            if ours:
                ray.shutdown()


def _do_one(work: Work[Job, Result], job: Job) -> Result:
    with work.open() as do:
        return do(job)


def _connect(address: str) -> tuple[Any, bool]:
    """Return Ray, an optional and untyped dependency, and whether this call connected it."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise UndercutError("--cluster needs Ray: pip install 'undercut[cluster]'") from None
    if ray.is_initialized():
        return ray, False
    try:
        _check_reachable(address)
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise UndercutError(f"--cluster {address}: {reason}") from None
    return ray, True


def _check_reachable(address: str) -> None:
    """Fail fast at an unreachable address: Ray itself would retry for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT_TIMEOUT).close()


def _fetch(ray: Any, task: Any, work: Work[Job, Any], job: Job) -> object:  # noqa: ANN401  Ray's own
    try:
        return ray.get(task)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError):
        raise UndercutError(_gave_up(work, job)) from None


def _gave_up(work: Work[Job, Any], job: Job) -> str:
    return f"{work.describe(job)}: {ATTEMPTS} workers died doing this"


@contextmanager
def locked(path: Path, *, name: Path, in_use: str, remedy: str = "", needed: bool = True) -> Generator[None]:
    """Lock a file that nobody else has locked; the file, and a folder made for it alone, are gone afterwards."""
    made, held = False, FileLock(path)
    try:
        made = not path.parent.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        held.acquire(blocking=False)
    except Timeout:
        raise UndercutError(f"{name}: {in_use}") from None
    except OSError as error:
        if needed:
            raise UndercutError(f"{name}: {error.strerror or error}{remedy}") from None
    try:
        yield
    finally:
        with suppress(OSError):
            if held.is_locked:  # before the release: afterwards, it may be another's
                path.unlink()
            if made:
                path.parent.rmdir()
        held.release()
