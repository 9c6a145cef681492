"""Train a policy by self-play, and measure it against `greedy`.

Run ``python -m examples.self_play cuttle`` in the repository; ``--help`` lists the options. It needs only NumPy, and
matplotlib for the picture of the learning curve.

A network with two hidden layers maps an observation to a score for each part of a move's notation (its kind, its
cards), and to the value of the position, from -1 (lost) to 1 (won). The logit of a move is the sum of its parts'
scores. In each round the network plays hundreds of games against itself, and proximal policy optimization (PPO) raises
the probability of the moves that turned out better than it expected. In some games an earlier network has one of the
seats, so that the policy keeps beating its past selves.
"""
