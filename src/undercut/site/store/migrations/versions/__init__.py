"""Schema revisions; published ones never change."""
