"""Disks that fill up, for tests: what a full one does to a database is not to be imagined but seen."""

import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

Fill = Callable[[Path], AbstractContextManager[None]]


def can_mount() -> bool:
    """Tell whether this process may make disks of its own: as root, and not in a narrow container."""
    return os.geteuid() == 0 and _run("unshare", "--mount", "true", check=False)


def _run(*line: str, check: bool = True) -> bool:
    return subprocess.run(line, check=check, stderr=None if check else subprocess.DEVNULL).returncode == 0


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    _run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=777", "tmpfs", str(folder))
    try:
        yield
    finally:
        _run("umount", "--lazy", str(folder))


@contextmanager
def full(folder: Path) -> Iterator[None]:
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096):
                pass
        except OSError:
            assert shutil.disk_usage(folder).free == 0
    yield
    filler.unlink()


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Let nobody write in a folder: as root it must be a disk of its own, for root may write everywhere else."""
    if os.geteuid() == 0:
        _run("mount", "-o", "remount,ro", str(folder))
        yield
        _run("mount", "-o", "remount,rw", str(folder))
        return
    paths = [*folder.iterdir(), folder]
    for path in paths:
        path.chmod(path.stat().st_mode & ~0o222)
    yield
    for path in paths:
        path.chmod(path.stat().st_mode | 0o200)


@contextmanager
def no_larger_file(folder: Path) -> Iterator[None]:
    """Let no file of this process grow beyond the largest in a folder: what a quota does, and needs no rights."""
    largest = max(path.stat().st_size for path in folder.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 3000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
