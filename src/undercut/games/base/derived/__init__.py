"""What follows from the words and the table of a small game, whose piles are sets of cards that occur once.

- `piles`, `arrays`: functions for any such table
- `writing`: the facts of one game, and copies of the functions that use them
"""
