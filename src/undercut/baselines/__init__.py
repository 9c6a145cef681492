"""Learning algorithms as baselines: PPO, NFSP and Deep CFR in JAX, small enough to read beside their papers.

Read `ppo` first, the simplest. An algorithm is a module with its `Settings`, a `Learner` that plays and learns, and
`train`, which yields a policy (`undercut.bots.policies.Policy`) after each round. To add one, write such a module, and
name it in `running.Algorithm` and `running.train`.
"""
