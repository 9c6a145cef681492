"""Names of bots that do wrong, and whether anything of them is left."""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from pathlib import Path

ROGUE = Path(__file__).with_name("rogue.py")
EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
SENSIBLE = f"exec:{shlex.join([sys.executable, '-S', '-E', str(EXAMPLES / 'sensible.py')])}"
ANY = f"exec:{shlex.join(['/bin/sh', str(EXAMPLES / 'any.sh')])}"


def rogue(wrong: str, *arguments: object, clock: str = "") -> str:
    words = [sys.executable, "-S", "-E", str(ROGUE), wrong, *map(str, arguments)]
    return f"exec{clock and '@'}{clock}:{shlex.join(words)}"


def left(group: int) -> list[str]:
    """List what is alive of a process group; what was killed may take a moment to go."""
    for _ in range(200):
        listed = subprocess.run(
            ["/bin/ps", "axo", "pgid=,stat=,args="], capture_output=True, text=True, check=True
        ).stdout
        rows = [line.split(None, 2) for line in listed.splitlines()]
        alive = [" ".join(row[2:]) for row in rows if row[0] == str(group) and not row[1].startswith("Z")]
        if not alive:
            return []
        time.sleep(0.05)
    return alive
