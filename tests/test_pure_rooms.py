"""Tables, pages and what answers in a page are pure: no server, no database, no numbers in arrays and no compiler."""

import subprocess
import sys

import pytest

HEAVY = ("litestar", "sqlalchemy", "alembic", "psycopg", "uvicorn", "numpy", "numba", "scipy", "ray", "resvg_py")
LOAD = """
import importlib, pkgutil, sys

class Refusal:
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {heavy}:
            raise ImportError(f"{{name}} is blocked")

sys.meta_path.insert(0, Refusal())
room = importlib.import_module("{room}")
modules = [each.name for each in pkgutil.walk_packages(room.__path__, "{room}.") if each.name not in {build}]
for each in modules:
    importlib.import_module(each)
print(len(modules))
"""
BUILD = {f"undercut.offline.{name}" for name in ("build", "prepare", "program")}  # they run where there is all of it


@pytest.mark.parametrize("room", ["undercut.table", "undercut.pages", "undercut.offline"])
def test_a_room_loads_without_what_is_heavy(room):
    script = LOAD.format(heavy={*HEAVY, "segno"}, room=room, build=BUILD)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 6


def test_what_is_heavy_is_really_blocked():
    script = LOAD.format(heavy=set(HEAVY), room="undercut.table", build=BUILD)
    script += f"""
for name in {HEAVY}:
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == [f"{name} is blocked" for name in HEAVY]
