"""Learning algorithms as baselines: PPO, NFSP and Deep CFR in JAX, small enough to read beside their papers.

Read `ppo` first, the simplest. An algorithm is a module with its `Settings`, a `Learner` that plays and learns, and
`train`, which yields a policy (`undercut.bots.policies.Policy`) after each round. To add one, write such a module, and
name it in `running.Algorithm` and `running.train`.

- `ppo`, `nfsp`, `deep_cfr`: the algorithms
- `networks`: what they share: memories of what was played, networks, and the step that improves them
- `running`: a training with its learning curve, as ``undercut train GAME --algorithm`` runs it: wins, exploitability
"""
