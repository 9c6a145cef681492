"""Statistics of the lab: measures, their sums over deals, and intervals."""
