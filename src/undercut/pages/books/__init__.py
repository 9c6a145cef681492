"""Rule books and studies as pages; `pages.answers.books` calls them."""
