"""The page of a table.

Begin with `table_page`, which puts the others together for the templates in ``templates/board``.

- `card_choices`: the cards and uses to choose from; `players`: who sits around; `panel`: offers, commands and steps
- `log`: what has happened; `ending`: how it ended and what is next; `invitation`: before it begins
"""
