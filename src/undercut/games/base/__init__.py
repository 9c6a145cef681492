"""Definition of a game, and what all games share: no game is named here.

Begin with `definition`: the ``GAME`` of each game is one. `registry` finds the installed games.

- `words`, `sentences`, `book`: what a game says; `game_types`: moves, views, outcomes; `position_reader`: its JSON
- `layout`: observations; `derived`: what follows from a definition that leaves it out
- `parts`: levels, search, training, explanations, lessons, drawing, measures
"""
