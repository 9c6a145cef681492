"""Optional parts of a game, each with its types.

- `levels`, `searching`, `training`: who plays it, how it is searched, how its networks are trained
- `explanation`: moves in short words, and reasons for them; `lessons`: what it teaches
- `drawing`: how its table is drawn; `figures`: what the lab measures
"""
