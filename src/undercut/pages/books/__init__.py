"""Rule books and studies as pages; `pages.answers.books` calls them.

- `rulebook`: a game's clauses and options under chosen rules
- `markup`: Markdown and clause ids as HTML
- `lab_page`: a study with its findings and charts, and the list of studies
"""
