"""Every address, answered from the browser's storage; importing this package registers the handlers of its modules.

- `answering`: any request; the way in
- `tables`: one table and its review; `opening`: new tables, the daily deal, imported games
- `books`: lessons, rules, studies; `editor`: positions; `reader`: the front page and the reader's own
"""

from __future__ import annotations

from undercut.offline.routes import books, editor, opening, reader, tables

__all__ = ["books", "editor", "opening", "reader", "tables"]
