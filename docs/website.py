"""Gather the pages of the docs site and build it: ``make docs``.

The pages lie where a reader of the repository looks for them: in ``docs``, beside the benches, at the root. They are
copied to one folder, with every file that they link to, and their links follow. A link to nothing ends the build.
The pages work from a folder, without a network, and under a policy that allows no script in a page.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from os.path import relpath
from pathlib import Path

ROOT = Path(__file__).parent.parent
STAGED = ROOT / "build" / "docs"
BUILT = ROOT / "dist" / "docs"
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")
FOLDERS = {"docs": "", "bench/results": "results", "examples/notebooks": "notebooks"}
"""Where the pages of a folder go; what they link to elsewhere goes to ``files``."""
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def place(source: Path) -> Path:
    """Return where a file of the repository lies in the site."""
    if source.parent == ROOT:
        return Path(source.name.lower())
    for folder, target in FOLDERS.items():
        if source.is_relative_to(ROOT / folder):
            page = source.with_suffix(".md") if source.suffix == ".ipynb" else source
            return target / page.relative_to(ROOT / folder)
    return "files" / source.relative_to(ROOT)


def text_of(source: Path) -> str:
    """Read a page; a notebook becomes one, with the text that its cells have printed."""
    text = source.read_text(encoding="utf-8")
    if source.suffix != ".ipynb":
        return text
    parts = []
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] == "markdown":
            parts.append("".join(cell["source"]))
            continue
        parts.append(fenced("python", cell["source"]))
        shown = [one.get("text") or one.get("data", {}).get("text/plain", []) for one in cell["outputs"]]
        parts += [fenced("text", lines) for lines in shown if lines]
    return "\n\n".join(parts)


def fenced(language: str, lines: list[str]) -> str:
    """Put lines into a block of code."""
    return f"```{language}\n{''.join(lines).rstrip()}\n```"


def stage(source: Path, done: set[Path]) -> None:
    """Copy a page or another file to its place, and then what it links to."""
    if source in done:
        return
    done.add(source)
    target = STAGED / place(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix not in {".md", ".ipynb"}:
        shutil.copy(source, target)
        return

    def follow(link: re.Match[str]) -> str:
        linked = (source.parent / link[0]).resolve()
        if not linked.exists():
            sys.exit(f"{source.relative_to(ROOT)} links to {link[0]}, which does not exist")
        for file in sorted(linked.iterdir()) if linked.is_dir() else [linked]:
            if file.is_file():
                stage(file, done)
        return relpath(place(linked), place(source).parent)

    target.write_text(LINK.sub(follow, text_of(source)), encoding="utf-8")


def without_scripts(page: Path) -> None:
    """Let the scripts of a page be files."""

    def moved(script: re.Match[str]) -> str:
        name = f"assets/javascripts/{hashlib.sha256(script[1].encode()).hexdigest()[:8]}.js"
        (BUILT / name).write_text(script[1], encoding="utf-8")
        return f'<script src="{relpath(BUILT / name, page.parent)}"></script>'

    page.write_text(SCRIPT.sub(moved, page.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> None:
    """Gather the pages and build them."""
    shutil.rmtree(STAGED, ignore_errors=True)
    wanted = ("docs/**/*.md", "examples/notebooks/*.ipynb", "docs/*.css", "docs/*.js")
    pages = {page for pattern in wanted for page in ROOT.glob(pattern)}
    done: set[Path] = set()
    for page in sorted(pages):
        stage(page, done)
    builder = str(Path(sys.executable).parent / "zensical")
    subprocess.run([builder, "build", "--strict", "--clean"], cwd=ROOT, check=True)  # noqa: S603  a fixed command
    for page in BUILT.rglob("*.html"):
        if page.name != "404.html":
            without_scripts(page)


if __name__ == "__main__":
    main()
