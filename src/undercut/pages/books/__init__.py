"""Pages to read: rule books, lessons, studies."""
