"""The façade: games, states, moves and records as users see them.

Begin with `game` and `state`; `undercut` itself passes its calls on to them.

- `loading`: states from positions, records and views; `input`: checks of what comes from outside
- `sources`: where random choices come from; `moments`: what undo restores, and a move without its hidden card
- `narration`: moves in sentences for one reader; `piles`: the movements of cards between two views
- `observing`: a state as rows of integers; `arrays`: thousands of games at once
"""
