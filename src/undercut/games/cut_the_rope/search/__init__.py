"""Search code of Cut the Rope.

- `hidden`: cards that a seat cannot know, redealt for a search; what is certain whatever they are
- `rollout`: rollout policy and evaluation; `greedy`: a ranking of moves
- `features`: what the learned network sees
- `measures`: distances and the worth of moves, for rollouts and the ranking
"""
