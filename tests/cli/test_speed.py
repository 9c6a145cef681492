"""The command ``undercut bench``."""

import json


def test_bench_measures(run):
    data = json.loads(run("bench", "--runs", "1", "--json", UNDERCUT_HOST="compiled").stdout)
    assert [entry["host"] for entry in data] == ["plain", "compiled"]
    assert all(entry["decisions_per_second"] > 0 for entry in data)


def test_bench_measures_where_the_environment_says(run):
    data = json.loads(run("bench", "--runs", "1", "--json", UNDERCUT_HOST="plain").stdout)
    assert [entry["host"] for entry in data] == ["plain"]
    done = run("bench", UNDERCUT_HOST="fast")
    assert (done.returncode, done.stdout) == (1, "")
    assert "UNDERCUT_HOST is 'fast'" in done.stderr
