"""What a request means, on the site and in the edition without a server: a page, an address, or a refusal."""
