"""Cuttle, by the clauses CU-1 to CU-36."""
