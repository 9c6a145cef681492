"""Every address, answered from the browser's storage; the modules have the names of those in `site.routes`.

- `answering`: any request, by the handlers of the other modules; the way in
- `tables`: one table and its review; `new_tables`: the form for one, the daily deal, imported games
- `books`: lessons, rules, studies; `editor`: positions; `lobby`: the front page and the reader's own
"""
