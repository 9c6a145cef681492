"""What all pages share, made in a thread when the site starts: no request waits on the event loop for it."""

from __future__ import annotations

from litestar.plugins.jinja import JinjaTemplateEngine

from undercut.games.base import registry
from undercut.pages.board.brush import PACKS, sprite_address
from undercut.pages.books.lab_page import lab_page
from undercut.pages.forms.choices import new_page
from undercut.site.routes.pictures import sprite_file
from undercut.table.wishes import read_wish


def warm_up(engine: JinjaTemplateEngine) -> None:
    """Compile the templates, draw the cards, read the published studies and the choices of each game; all are kept."""
    for name in engine.engine.list_templates(["html"]):
        engine.get_template(name)
    for pack in PACKS:
        sprite_address(pack)
        sprite_file(pack, squeezed=True)
    for name in registry.names():
        lab_page(name)
        new_page(read_wish({"game": name}))
