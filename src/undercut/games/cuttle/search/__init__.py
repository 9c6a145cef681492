"""Search code of Cuttle."""
