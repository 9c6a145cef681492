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


def alive() -> list[tuple[int, str]]:
    command = ["/bin/ps", "-ww", "axo", "pgid=,stat=,args="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = [[*line.split(None, 2), ""] for line in listed.splitlines()]
    return [(int(group), words) for group, state, words, *_ in rows if not state.startswith("Z")]


def left(group: int, words: str | None = None) -> list[str]:
    """List what is alive of a process group, or has certain words; what was killed may take a moment to go."""
    found: list[str] = []
    for _ in range(200):
        found = [line for number, line in alive() if number == group or (words and words in line)]
        if not found:
            break
        time.sleep(0.05)
    return found
