"""The games as environments of other libraries; each module needs its library, and nothing here imports them.

Begin with `interface`, what all environments share: spaces, what a seat sees, checks of actions.

- `gymnasium`: one seat against opponents; `pettingzoo`: the seats in turn
- `vector`: many games at once for Gymnasium, and the rows of all their seats; `pufferlib` hands out these rows
- `dealing`: a game whose chance is chosen from outside; `openspiel`: such games for OpenSpiel
- `tabular`: equilibria of small games of OpenSpiel
"""
