"""The programs that tests need beside Python's packages; ``python -m tests.needs`` installs what is missing.

Debian and its kin: through apt, as root or with a sudo that asks nothing. macOS: PostgreSQL through Homebrew, a browser
through Playwright. Elsewhere it says what to install. What the edition without a server is made of is downloaded, too.
"""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""In order of preference: the headless shell saves a third of the time."""

MAC_BROWSERS = ("Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium")
SERVERS = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin")


def chromium() -> Path | None:
    """Find a browser: what ``UNDERCUT_CHROMIUM`` names, else an installed one, else Playwright's own."""
    named = os.environ.get("UNDERCUT_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        return Path(found)
    installed = [Path("/Applications", name) for name in MAC_BROWSERS]
    installed += Path.home().glob("Library/Caches/ms-playwright/chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
    return next((path for path in installed if path.exists()), None)


def postgresql() -> Path | None:
    folders = [Path(found).resolve().parent for found in (shutil.which("initdb"), shutil.which("postgres")) if found]
    folders += sorted((path for pattern in SERVERS for path in Path("/").glob(pattern[1:])), reverse=True)
    return next((path for path in folders if (path / "initdb").exists()), None)


NEEDS: dict[str, Callable[[], Path | None]] = {"chromium-headless-shell": chromium, "postgresql": postgresql}
"""How to find each program, by the name of its Debian package."""


def command(missing: list[str]) -> list[list[str]]:
    if shutil.which("apt-get"):
        rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
        apt = [*rights, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
        return [[*apt, "update"], [*apt, "install", "-y", "--no-install-recommends", *missing]]
    if shutil.which("brew"):
        own = {"chromium-headless-shell": [sys.executable, "-m", "playwright", "install", "chromium"]}
        return [own.get(need, ["brew", "install", need]) for need in missing]
    return []


def main() -> int:
    from undercut.offline import build  # noqa: PLC0415  tests need the programs alone

    missing = [need for need, find in NEEDS.items() if find() is None]
    for line in command(missing) if missing else []:
        sys.stdout.write(f"installing: {shlex.join(line)}\n")
        sys.stdout.flush()
        subprocess.run(line, check=False, stdout=subprocess.DEVNULL)
    build.pyodide()
    build.msgspec()
    missing = [need for need, find in NEEDS.items() if find() is None]
    if missing:
        them = "it" if len(missing) == 1 else "them"
        sys.stdout.write(f"The tests need {' and '.join(missing)}; please install {them}.\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
