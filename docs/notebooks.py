"""Run the notebooks in ``examples/notebooks`` and keep what they print: ``make notebooks``."""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted(ROOT.glob("examples/notebooks/*.ipynb"))


def run(path: Path) -> nbformat.NotebookNode:
    """Run a notebook in the root of the checkout; a cell that fails is an error."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, record_timing=False, resources={"metadata": {"path": str(ROOT)}}).execute()
    notebook.metadata.pop("language_info", None)  # it names the exact version of Python
    return notebook


if __name__ == "__main__":
    for each in map(Path, sys.argv[1:] or NOTEBOOKS):
        nbformat.write(run(each), each)
