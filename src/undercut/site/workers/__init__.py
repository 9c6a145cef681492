"""Worker processes beside the event loop, in which bots think and imported records are checked."""
