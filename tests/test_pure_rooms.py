"""The tables and the pages are pure: they load no server, no database, no numbers in arrays and no compiler."""

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
modules = [each.name for each in pkgutil.walk_packages(room.__path__, "{room}.")]
for each in modules:
    importlib.import_module(each)
print(len(modules))
"""


@pytest.mark.parametrize("room", ["undercut.table", "undercut.pages"])
def test_a_room_loads_without_what_is_heavy(room):
    script = LOAD.format(heavy=set(HEAVY), room=room)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10


@pytest.mark.parametrize("name", HEAVY)
def test_what_is_heavy_is_really_blocked(name):
    script = LOAD.format(heavy=set(HEAVY), room="undercut.table") + f"import {name}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert f"{name} is blocked" in done.stderr
