"""Pages around the tables: the front page, lists of tables, your games, daily deals, duplicates."""
