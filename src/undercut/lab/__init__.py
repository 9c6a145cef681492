"""The lab: what does a rule do? Many games between simple players, and what they tell."""
