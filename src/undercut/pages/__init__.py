"""Pages from plain data: view models, templates, styles and scripts. No server, clock or thread."""
