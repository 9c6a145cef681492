"""Pages around the tables, from the lines that the list of tables keeps; `pages.answers.lobby` calls them.

Begin with `front`, the first page that a guest sees.

- `front`: the front page and the lobby, on `rows` (tables in lists)
- `history`: a guest's own games, on `played` (a finished game and its result), `tallies` (results in numbers) and
  `ladders` (which levels are beaten)
- `gains`: what a game that has just ended brought its player
- `daily`: the deals of a day and the calendar, on `daily_results` (results and pars in words)
- `duplicates`: the score sheets of two guests who play the same deals
"""
