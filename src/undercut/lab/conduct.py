"""Run a study and write its files."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

from undercut.errors import UndercutError
from undercut.lab.report import page
from undercut.lab.runners import runner
from undercut.lab.store import Store, header
from undercut.lab.studies import Plan, Running
from undercut.studies import documents
from undercut.studies.results import Study


@contextmanager
def opened(plan: Plan, out: Path | None = None, *, resume: bool = False) -> Generator[Running]:
    """Prepare a study to run, with its folder."""
    if plan.keep:
        refuse_tables()
    with ExitStack() as stack:
        wanted = header(plan.design, plan.seed, plan.chunk, plan.extras, keep=plan.keep)
        store = stack.enter_context(Store(out, wanted, resume=resume)) if out else None
        yield Running(plan, store)


def conduct(
    running: Running,
    *,
    processes: int = 1,
    cluster: str | None = None,
    watch: Callable[[Running], None] | None = None,
) -> Study:
    """Run a study, and write its files."""
    running.play(runner(running.plan.design, running.plan.extras, processes, cluster), watch)
    found = running.study()
    if running.store:
        write_files(running.store, found)
    return found


def write_files(store: Store, study: Study) -> None:
    """Write the files of a study: its results, its report, and tables of the results if pyarrow is installed."""
    store.write_text(documents.STUDY, documents.to_text(study))
    if find_spec("pyarrow"):
        from undercut.lab import parquet  # noqa: PLC0415  pyarrow is an extra

        store.write("cells.parquet", lambda path: parquet.write_cells(path, study))
        store.write("estimates.parquet", lambda path: parquet.write_estimates(path, study))
    page.write(study, store.folder)


def refuse_tables() -> None:
    """Raise an error if tables cannot be written, before anything is played."""
    if not find_spec("pyarrow"):
        message = "a table of all games needs pyarrow: pip install 'undercut[frames]'"
        raise UndercutError(message)
