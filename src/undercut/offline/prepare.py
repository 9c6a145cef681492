"""Translate the program and its templates, in Python as it is in the page: ``prepare.mjs`` runs this under Node.

The folder ``/work`` has the program in ``app`` and the standard library in ``library``. Both end up without sources,
and the library without what the program does not import.
"""

import compileall
import importlib
import pkgutil
import py_compile
import shutil
import sys
from pathlib import Path

_APP, _LIBRARY = Path("/work/app"), Path("/work/library")
_LATER = ("difflib", "shutil", "tarfile", "tokenize", "traceback", "zipfile")  # imported only when they are needed
_ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig", "utf_16")
_IN_PARTS = ("http", "logging", "urllib", "xml")  # packages of which no module imports another one later


def templates() -> None:
    sys.path.insert(0, str(_APP))
    from undercut.pages.templates import COMPILED, environment  # noqa: PLC0415  it lies there only now

    environment(elsewhere="").compile_templates(COMPILED, zip=None, ignore_errors=False)


def trim() -> None:
    """Delete the parts of the library that neither Python itself nor any module of the program imports."""
    package = importlib.import_module("undercut")
    for module in pkgutil.walk_packages(package.__path__, "undercut."):
        importlib.import_module(module.name)
    known = {name.partition(".")[0] for name in (*sys.modules, *_LATER)}
    for path in _LIBRARY.iterdir():
        if path.stem not in known:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in (_LIBRARY / "encodings").iterdir():
        if path.stem not in _ENCODINGS:
            path.unlink()
    for name in _IN_PARTS:
        for path in (_LIBRARY / name).rglob("*.py"):
            module = ".".join(path.relative_to(_LIBRARY).with_suffix("").parts).removesuffix(".__init__")
            if module not in sys.modules:
                path.unlink()


def modules(root: Path) -> None:
    """Translate modules to byte code in place of their sources, whose changes nobody looks for."""
    is_translated = compileall.compile_dir(
        root,
        quiet=1,
        force=True,
        legacy=True,
        optimize=2,
        stripdir=str(root),
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    if not is_translated:
        sys.exit(f"{root} could not be translated")
    for source in root.rglob("*.py"):
        source.unlink()


if __name__ == "__main__":
    templates()
    trim()
    modules(_APP)
    modules(_LIBRARY)
