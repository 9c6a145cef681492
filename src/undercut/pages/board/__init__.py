"""The page of a table.

Begin with `table_page`, which puts the others together for the templates in ``templates/board``.
"""
