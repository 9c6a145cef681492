"""Optional parts of a game, each with its types.

- `bots`: how it is searched, its levels and characters, how its networks are trained
- `explanation`: moves in short words, and reasons for them; `lessons`: what it teaches
- `playing`: the groups of a definition that rules and players need, with their defaults
- `drawing`: how its table is drawn; `figures`: what the lab measures
"""
