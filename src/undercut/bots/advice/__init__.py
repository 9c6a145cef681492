"""Hints, analyses and reviews, from what a seat can know.

- `hint`: searches a position and puts the result into words; read it first
- `explain`: the reasons for one move, and how the best move compares with the obvious one
- `outlook`: plays on from a move to see where it leads
- `judging`: what a move of a game lost, and why; `evidence`: the statistics behind it
- `analysis`: a whole game judged, with its turning points and a plot
"""
