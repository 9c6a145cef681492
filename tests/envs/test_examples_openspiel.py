"""The example that solves toy Cuttle, in a shortened form."""

import runpy
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "toy_cuttle_cfr.py"


def test_toy_cuttle_is_solved(monkeypatch, capsys):
    rules = "toy/pack:A25c/dealt:1 1/kings:3 3 3 3 3"
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), "--rules", rules, "--iterations", "100"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    told = capsys.readouterr().out.splitlines()
    found = [float(line.split()[-1]) for line in told if line.startswith("iteration")]
    assert len(found) == 3
    assert found[-1] < 0.01 < found[0]
    shares = [float(line.split()[-1]) for line in told if line.startswith("  ")]
    assert abs(sum(shares) - 1) < 0.01
