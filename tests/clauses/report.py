"""Which clauses of the rule books have no test: ``python -m tests.clauses.report``.

A clause needs a test that names it. Where its options differ between rule sets, it needs one under each meaning that a
rule set gives it.
"""

import sys
from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from undercut.games.base import registry
from undercut.games.base.book import options_of, read_book

HERE = Path(__file__).parent


class Collector:
    """Notes the clauses that tests name, and the rules they run under."""

    def __init__(self) -> None:
        self.rules: dict[str, list] = defaultdict(list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            parameters = getattr(getattr(item, "callspec", None), "params", {})
            for marker in item.iter_markers("clause"):
                chosen = marker.kwargs.get("rules") or [parameters.get("rules")]
                for clause in marker.args:
                    self.rules[clause] += chosen


def meaning(game: str, clause: str, rules) -> tuple:
    spec = registry.spec(game)
    changes = {} if rules is None or isinstance(rules, str) else {k: v for k, v in rules.items() if k != "set"}
    name = rules if isinstance(rules, str) else (rules or {}).get("set", next(iter(spec.rule_sets)))
    values = spec.rule_sets.get(name, {}) | changes
    if any(option.name not in values for option in options_of(game, clause)):
        return ("rules that are refused",)
    return tuple(str(values[option.name]) for option in options_of(game, clause))


def untested() -> list[str]:
    collector = Collector()
    with redirect_stdout(StringIO()):
        pytest.main(["--collect-only", "-qq", "-p", "no:randomly", "-p", "no:xdist", str(HERE)], plugins=[collector])
    missing = []
    for game in registry.names():
        for clause in read_book(game).clauses:
            tested = {meaning(game, clause.id, rules) for rules in collector.rules.get(clause.id, ())}
            if not tested:
                missing.append(f"{clause.id} {clause.title}: no test names it")
            wanted = {meaning(game, clause.id, name): name for name in registry.spec(game).rule_sets}
            missing += [f"{clause.id}: no test as {name} has it" for what, name in wanted.items() if what not in tested]
        known = {clause.id for clause in read_book(game).clauses}
        prefix = next(iter(known)).partition("-")[0]
        missing += [f"{c}: there is no such clause" for c in collector.rules if c.startswith(prefix) and c not in known]
    return missing


if __name__ == "__main__":
    found = untested()
    print("\n".join(found) or f"every clause of {', '.join(registry.names())} has its tests")
    sys.exit(bool(found))
