"""The games: rules, notation, positions, views, rule books and words."""
