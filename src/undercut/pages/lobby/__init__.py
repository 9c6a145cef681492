"""Pages around the tables, from the lines that the list of tables keeps; `pages.answers.lobby` calls them.

Begin with `front`, the first page that a guest sees.

- `front`: the front page and the lobby
- `history`: a guest's own games with the results in numbers
- `rows`: for both, tables in lists, and finished games with their results
- `progress`: the ladders, and what a game that has just ended brought its player
- `daily`: the deals of a day with their results and pars, and the calendar
- `duplicates`: the score sheets of two guests who play the same deals
- `shown_games`, `commentary`: the bots' games to watch, and what is said about them
"""
