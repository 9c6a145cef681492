"""Pages and JSON at the same addresses."""
