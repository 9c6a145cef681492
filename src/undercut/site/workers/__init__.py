"""Worker processes beside the event loop, in which bots think and imported records are checked.

Begin with `supervisor`, which hands out jobs; `worker` is its other end.

- `thinkers` asks for moves, hints and judgements, `jobs` for reviews and pars, `importer` for records to be checked
"""
