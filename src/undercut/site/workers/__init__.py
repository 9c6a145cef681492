"""Worker processes beside the event loop, in which bots think and imported records are checked.

Begin with `supervisor`, which hands out jobs, and has both ends of a process.

- `thinkers` asks for moves, hints and judgements, `reviews` for reviews and pars, `importer` for records to be checked
"""
