"""PostgreSQL's one statement for most writes: it ends in a commit, with the notification of other processes.

Separate statements would take five round trips: begin, advance the table, add the events, notify, commit.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Integer, LargeBinary, bindparam, func, insert, literal_column, select, true, update
from sqlalchemy.dialects.postgresql import ARRAY

from undercut.site.store.listen import CHANNEL
from undercut.site.store.prepared import Prepared
from undercut.site.store.schema import events, tables


def appending(columns: Sequence[str]) -> Prepared:
    """Return a statement that advances a table from the expected event, adds the events, and notifies.

    Its values are ``table``, ``before``, ``events`` and ``payload``, and one for each column.
    """
    ended = (
        update(tables)
        .where(tables.c.id == bindparam("table"), tables.c.last == bindparam("before"))
        .values({name: bindparam(name, type_=tables.c[name].type) for name in columns})
        .returning(tables.c.id, tables.c.updated)
        .cte("ended")
    )
    given = bindparam("events", type_=ARRAY(LargeBinary))
    new = func.unnest(given).table_valued("data", with_ordinality="place", name="new").render_derived()
    number = bindparam("before", type_=Integer) + new.c.place
    rows = select(ended.c.id, number, ended.c.updated, new.c.data).join_from(ended, new, true())
    added = insert(events).from_select(["table_id", "seq", "at", "data"], rows).cte("added")
    notified = select(func.pg_notify(literal_column(f"'{CHANNEL}'"), bindparam("payload"))).select_from(ended)
    return Prepared(notified.add_cte(added), columns)
