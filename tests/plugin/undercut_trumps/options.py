"""For how many Trumps is; it has no options."""

OPTIONS = ()
RULE_SETS = {"standard": {}}
SEATS = range(2, 5)
