"""Pages around the tables, from the lines that the list of tables keeps; `pages.answers.lobby` calls them.

Begin with `front`, the first page that a guest sees.
"""
