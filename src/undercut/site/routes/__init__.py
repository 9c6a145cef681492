"""The addresses of the site."""
