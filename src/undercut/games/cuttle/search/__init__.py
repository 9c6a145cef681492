"""Search code of Cuttle.

- `hidden`: cards that a seat cannot know, redealt for a search; what is certain whatever they are
- `rollout`: rollout policy and evaluation; `greedy`: a ranking of moves
- `features`: what the learned network sees
- `evaluation`: a table by a small neural network
"""
