"""List the licences of all that the site and the library install, for the about page: ``make licences``."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "src" / "undercut" / "pages" / "licences.json"
LOCK = ROOT / "requirements.txt"
LONG = 60
"""Some distributions have the whole text of their licence in its field."""
SAME = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "MIT License": "MIT",
    "BSD License": "BSD",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
MIT = (
    "Permission is hereby granted, free of charge, to any person obtaining a copy",
    'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY',
)


def licence(name: str) -> str:
    """Read what a distribution says of its licence: an expression, a field, a classifier, or MIT's own words."""
    found = distribution(name)
    said = found.metadata.get("License-Expression") or found.metadata.get("License") or ""
    if not said or len(said) > LONG or said == "UNKNOWN":
        classes = found.metadata.get_all("Classifier", [])
        said = ", ".join(line.rpartition(" :: ")[2] for line in classes if line.startswith("License ::"))
    if not said:
        text = " ".join(file.read_text() for file in found.files or () if file.name.upper().startswith("LICEN"))
        said = "MIT" if all(words in " ".join(text.split()) for words in MIT) else ""
    if not said:
        sys.exit(f"{name} does not say its licence")
    return SAME.get(said, said)


def licences() -> dict[str, str]:
    """List the distributions of the lock file by name; those for Windows alone are left out."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if re.match(r"[A-Za-z0-9._-]+==", line) and "'win32'" not in line]
    return {name: licence(name) for name in (line.partition("==")[0] for line in pinned)}


if __name__ == "__main__":
    PAGE.write_text(json.dumps(licences(), indent=1) + "\n", encoding="utf-8")
