"""Install the wheel of ``dist`` into empty environments, each extra alone, and run the README there: make dist-check.

Usage: ``python -m tests.deploy.installed [EXTRA ...]``; without names, every extra but ``train``, whose PyTorch has
gigabytes.
"""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"].keys()
TRIED = {
    "": "undercut.bot('hard', 'cuttle', seed=1).choose(undercut.game('cuttle').deal(seed=1))",
    "baselines": "import undercut.baselines.ppo",
    "bench": "import pyspiel; pyspiel.load_game('crazy_eights')",
    "cluster": "import ray",
    "envs": "from undercut.envs import gymnasium, openspiel, pettingzoo, vector; pettingzoo.env('cups').reset(seed=1)",
    "frames": "undercut.frame(undercut.match('cuttle', ['greedy', 'random'], deals=1).records)",
    "lab": "import undercut.lab; undercut.lab.study('cuttle', vary='win', games=100, seed=1)",
    "site": "from undercut.site.server.app import *; from undercut.site.admin.app import *",
    "train": "import undercut.train.fit",
}
"""What each extra is for, in a line."""


def python_with(folder: Path, wheel: Path, extra: str) -> str:
    python = str(folder / "bin" / "python")
    wanted = f"undercut[{extra}] @ {wheel.as_uri()}" if extra else str(wheel)
    uv = str(Path(sys.executable).parent / "uv")
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(folder)], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--system-certs", "--python", python, wanted], check=True)
    return python


def check(extra: str, wheel: Path) -> None:
    """Install and run; a failure ends the program with what was printed."""
    with tempfile.TemporaryDirectory() as folder:
        python = python_with(Path(folder), wheel, extra)
        examples = f"import doctest, sys; sys.exit(doctest.testfile({str(ROOT / 'README.md')!r}, False)[0])"
        for program in (examples, f"import undercut; {TRIED[extra]}"):
            subprocess.run([python, "-c", program], check=True, cwd=folder)
        subprocess.run([str(Path(folder) / "bin" / "undercut"), "--version"], check=True, cwd=folder)


def main() -> None:
    (wheel,) = (ROOT / "dist").glob("undercut-*.whl")
    for extra in sys.argv[1:] or ["", *sorted(EXTRAS - {"dev", "train"})]:
        print(f"undercut[{extra}]" if extra else "undercut", flush=True)
        check(extra, wheel)


if __name__ == "__main__":
    main()
