"""The exit codes of the command line."""

DONE, REFUSED, MISUSED, INTERRUPTED = 0, 1, 2, 130
