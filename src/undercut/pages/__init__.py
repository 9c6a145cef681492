"""From data to HTML: view models in Python, `templates`, and styles and scripts in `static`. Pure: no clock, no server.

Begin with `answers`: each function makes the page of an address, from what is stored. The rooms below it make what the
pages show: `lobby`, `learning`, `board` and `books`. Beside them:

- `new_page`: the form for a new table; `editor_page`: the position editor, on `position_text` (positions as text)
- `errors`: the page of a refusal
- `game_cards`: games, levels and lessons, summarised; `texts`: times, clocks and shares in words
- `templates`: the template engine; `assets`: style sheets, sprites, previews of links, and the site's icon
"""
