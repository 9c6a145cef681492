"""How a table begins: what a person chose, a daily deal, a duplicate, a record, and the first events of each."""
