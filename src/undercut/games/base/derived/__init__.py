"""What follows from the words and the table of a small game, whose piles are sets of cards that occur once."""
