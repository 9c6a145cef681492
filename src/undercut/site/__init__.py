"""The site: tables in the browser, for people, bots and programs."""
