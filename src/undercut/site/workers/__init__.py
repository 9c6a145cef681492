"""Work in processes beside the event loop."""
