"""Games of `cuttle-cards-1` and `-2` keep the sevens that they were opened with: `seven_leaves=before`.

Both sets have `seven_leaves=played` from now on. A table's rules are in its summary, in its first event and in the
positions of its log; data in any other format is left unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_OPTION = "seven_leaves"
_SETS = ("cuttle-cards-1", "cuttle-cards-2")
_BATCH = 16

_tables = sa.table("tables", sa.column("id"), sa.column("game"), sa.column("data", sa.LargeBinary))
_events = sa.table("events", sa.column("table_id"), sa.column("seq"), sa.column("data", sa.LargeBinary))

_Stamp = Any
"""A rule set's name, or an object with the name and the changed options."""


def upgrade() -> None:
    """Stamp the games of both sets with `before`."""
    _rewrite(_stamped)


def downgrade() -> None:
    """Remove the stamp; games opened since the upgrade continue under the older rule."""
    _rewrite(_unstamped)


def _stamped(rules: _Stamp) -> _Stamp:
    changes = {"set": rules} if isinstance(rules, str) else rules
    return {**changes, _OPTION: changes.get(_OPTION, "before")} if changes.get("set") in _SETS else rules


def _unstamped(rules: _Stamp) -> _Stamp:
    """Write rules without `played`, which is unknown to the code before this revision."""
    if isinstance(rules, str) or rules.get(_OPTION) == "after":
        return rules
    others = {name: value for name, value in rules.items() if name != _OPTION}
    if rules.get("set") not in _SETS:
        return others | ({_OPTION: "before"} if _OPTION in rules else {})
    return others if len(others) > 1 else others["set"]


def _scrap_suspended(position: dict[str, Any]) -> None:
    """Put a seven that waits under `played` into the scrap, where `before` has it; before an upgrade none waits."""
    rules = _stamped(position["rules"])
    if position.get("phase") == "seven" and not isinstance(rules, str) and rules.get(_OPTION) == "before":
        position["scrap"] = [*position.get("scrap", []), *position.get("suspended", [])]
        position["suspended"] = []


def _rewrite(change: Callable[[_Stamp], _Stamp]) -> None:
    """Change the rules of every game of Cuttle."""
    bind = op.get_bind()
    for table, data in bind.execute(sa.select(_tables.c.id, _tables.c.data).where(_tables.c.game == "cuttle")).all():
        if (found := _changed(data, lambda summary: _change_summary(summary, change))) is not None:
            bind.execute(_tables.update().where(_tables.c.id == table).values(data=found))
        _rewrite_log(bind, table, lambda event: _change_event(event, change))


def _rewrite_log(bind: sa.Connection, table: str, change: Callable[[dict[str, Any]], None]) -> None:
    for seq, data in _beginning(bind, table):
        if (found := _changed(data, change)) is not None:
            where = (_events.c.table_id == table) & (_events.c.seq == seq)
            bind.execute(_events.update().where(where).values(data=found))


def _beginning(bind: sa.Connection, table: str) -> Iterator[tuple[int, bytes]]:
    """Read a log as far as the deal; no later event names rules."""
    last = 0
    asked = sa.select(_events.c.seq, _events.c.data).where(_events.c.table_id == table).order_by(_events.c.seq)
    while rows := bind.execute(asked.where(_events.c.seq > last).limit(_BATCH)).all():
        for last, data in rows:
            yield last, bytes(data)
            if b'"type":"dealt"' in bytes(data):
                return


def _change_event(event: dict[str, Any], change: Callable[[_Stamp], _Stamp]) -> None:
    if event.get("type") == "opened":
        event["rules"] = change(event["rules"])
    elif event.get("type") == "dealt":
        position = event["position"]
        position["rules"] = change(position["rules"])
        _scrap_suspended(position)


def _change_summary(summary: dict[str, Any], change: Callable[[_Stamp], _Stamp]) -> None:
    """Change what lists show of a table: its rules for programs, and in words."""
    if summary.get("chosen") is None:
        return
    rules = summary["chosen"] = change(summary["chosen"])
    summary["rules"] = rules if isinstance(rules, str) else f"{rules['set']} with changes"


def _changed(data: bytes, change: Callable[[dict[str, Any]], None]) -> bytes | None:
    """Change a JSON object; None if there is nothing to change."""
    try:
        before = json.loads(data)
        after = json.loads(data)
        change(after)
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
    return json.dumps(after, ensure_ascii=False, separators=(",", ":")).encode() if after != before else None
