"""The lab: many games between simple players, to measure what a rule does."""
