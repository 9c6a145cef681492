from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "rect", "path", "circle", "line", "use", "img"}
CONTROLS = {"input", "button", "select", "textarea"}


class Page(HTMLParser):
    """The tags and words of a page or of a part of one, in which every tag is closed by its own end."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self._form = ""
        self.feed(source.replace("<bdi>", "").replace("</bdi>", ""))  # they divide no sentence
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        known = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = known.setdefault("id", f"form-{len(self.tags)}")
        elif tag in CONTROLS:
            known |= {"in-label": ""} if "label" in self.open else {}
            known |= {"form": self._form} | known if "form" in self.open else {}
        self.tags.append((tag, known))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag, f"</{tag}> closes something else at {self.getpos()}"

    def handle_data(self, data):
        self.words.append(data)

    def every(self, name: str, tag: str | None = None) -> list[str]:
        return [attrs[name] for found, attrs in self.tags if name in attrs and tag in (None, found)]

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        return [attrs for found, attrs in self.tags if found == tag and wanted.items() <= attrs.items()]

    def forms(self) -> list[tuple[dict[str, str], list[tuple[str, dict[str, str]]]]]:
        controls = [(tag, attrs) for tag, attrs in self.tags if tag in CONTROLS]
        forms = self.all("form")
        return [(form, [one for one in controls if one[1].get("form") == form["id"]]) for form in forms]
