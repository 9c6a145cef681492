"""Reports of studies: sentences, charts, and the page."""
