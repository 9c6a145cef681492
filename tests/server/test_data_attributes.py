"""The attributes that pages and script share: all of them documented, set and used."""

from __future__ import annotations

import re
from pathlib import Path

from undercut.pages.templates import FOLDER

STATIC = FOLDER.parent / "static"


def texts(folder: Path, ending: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob(f"*.{ending}")))


SCRIPT = texts(STATIC, "js")
CODE = re.sub(r"^ *//.*$", "", SCRIPT, flags=re.MULTILINE)


def attributes(text: str) -> set[str]:
    return set(re.findall(r"\bdata-([a-z]+)", text))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text))


def used_by_the_script() -> set[str]:
    named = (
        attributes(CODE)
        | set(re.findall(r"dataset\.([a-z]+)", CODE))
        | set(re.findall(r'"([a-z]+)" in [\w.()]*dataset', CODE))
        | {name for names in re.findall(r"const {([a-z, ]+)} = [\w.()]+\.dataset", CODE) for name in _words(names)}
    )
    settings = re.search(r"const SETTINGS = \[(.*?)\]", CODE)
    assert settings
    return named | _words(settings[1])


DOCUMENTED = attributes("\n".join(re.findall(r"^//   (data-.*?)(?:   |$)", SCRIPT, flags=re.MULTILINE)))
GAMES = FOLDER.parents[1] / "games"
WRITTEN = texts(FOLDER.parent, "py")
"""Pages that are written without a template."""
BY_SCRIPT = re.findall(r'setAttribute\("data-([a-z]+)"|dataset\.([a-z]+) = ', CODE)
SET = attributes(texts(FOLDER, "html") + texts(GAMES, "html")) | attributes(WRITTEN) | {a or b for a, b in BY_SCRIPT}


def test_every_attribute_that_the_script_uses_is_documented_and_the_other_way_round():
    assert used_by_the_script() == DOCUMENTED


def test_every_documented_attribute_is_set_and_the_other_way_round():
    assert SET == DOCUMENTED


def test_style_sheets_use_no_other():
    assert attributes(texts(STATIC, "css")) <= DOCUMENTED
