"""The numbers of seats for Trumps; it has no options."""

OPTIONS = ()
RULE_SETS = {"standard": {}}
SEATS = range(2, 5)
