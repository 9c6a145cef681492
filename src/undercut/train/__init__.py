"""Training of the learned networks: self-play, positions on disk, fitting and measuring."""
