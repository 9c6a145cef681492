"""The bots' games to watch.

`shown_games` says which move is on and shows the table at each; it rests on `miniature` (a table in small) and
`commentary` (what a move changed, and guesses of the next one).
"""
