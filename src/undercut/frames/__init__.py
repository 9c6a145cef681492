"""Records of games as tables: a row for every game, and a row for every decision.

Begin with `rows`, the columns and the rows of one record, then `tables`, which makes Arrow data and Parquet files of
many records.

- `replaying`: many records at once in compiled code; `tables` reads the records that it leaves one by one
- `dataset`: games that a level plays against itself, made in parts
"""
