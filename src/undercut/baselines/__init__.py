"""Learning algorithms as baselines: PPO, NFSP and Deep CFR in JAX, small enough to read beside their papers."""
