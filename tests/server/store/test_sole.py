"""A second server on one database."""

import os
import subprocess
import sys

import pytest

from tests import preloaded
from undercut.errors import UndercutError
from undercut.site.store.database import sole_server


def test_a_second_server_on_one_sqlite_file_is_refused(tmp_path):
    address = f"sqlite:///{tmp_path}/tables.db"
    with sole_server(address):
        own = os.environ | {"UNDERCUT_DATA": str(tmp_path)}
        second = preloaded.run(["serve", "--port", "0", "--database", address], env=own)
        assert second.returncode == 1
        assert f"another server already uses {tmp_path}/tables.db" in " ".join(second.stderr.split())
        assert not (tmp_path / "tables.db").exists()
        with sole_server(f"sqlite:///{tmp_path}/others.db"):
            pass
    with sole_server(address):
        pass


def test_a_killed_server_keeps_nobody_away(tmp_path):
    address = f"sqlite:///{tmp_path}/tables.db"
    code = "import sys, time; from undercut.site.store.database import sole_server\n"
    code += "with sole_server(sys.argv[1]): print('locked', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, address], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "locked\n"
        with pytest.raises(UndercutError, match="another server"), sole_server(address):
            pass
        process.kill()
    with sole_server(address):
        pass


def test_servers_on_postgresql_share_a_database():
    with sole_server("postgresql://a@b/c"), sole_server("postgresql://a@b/c"):
        pass
