"""The edition without a server as `make pages` builds it, and any web server for its files."""

import functools
import gzip
import http.server
import io
import re
import shutil
import subprocess
import sys
import threading
from http import HTTPStatus
from pathlib import Path

import website
from filelock import FileLock

from tests.browser.people import Person

POLICY = re.search(r"^Content-Security-Policy: (.*)$", (website.ROOT / "docs/offline.md").read_text(), re.MULTILINE)[1]
TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}


@functools.cache
def _packed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class _Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self):
        """Send the strictest policy that `docs/offline.md` allows hosts to send."""
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *given):
        pass

    def send_head(self):
        path = Path(self.translate_path(self.path))
        if not path.is_file() or path.suffix not in {*TYPES, ".css", ".html", ".json", ".svg"}:
            return super().send_head()
        packed = _packed(path, path.stat().st_mtime_ns)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        return io.BytesIO(packed)

    def send_error(self, code, message=None, explain=None):
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        page = Path(self.directory, "club", "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page)


def built(shared: Path) -> Path:
    """Build the edition once for all processes of the tests."""
    folder = shared / "edition"
    with FileLock(shared / "edition.lock"):
        if not folder.exists():
            website.main()
            build = [sys.executable, "-m", "undercut.offline.build", str(folder), "--docs", str(website.BUILT)]
            subprocess.run(build, check=True)
    return folder


class Host:
    def __init__(self, folder: Path, edition: Path) -> None:
        self.files = folder / "club"
        shutil.copytree(edition, self.files)
        index = self.files / "index.html"
        index.write_text(index.read_text().replace('data-pace="0.7"', 'data-pace="0"'))
        self._root = folder
        self.port = 0
        self.start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        return f"{self.origin}/club/"

    def start(self) -> None:
        handler = functools.partial(_Files, directory=str(self._root))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Player(Person):
    def __init__(self, whole) -> None:
        super().__init__(whole, careful=False)
        self.whole = whole

    @property
    def page(self):
        return self.whole.frames[1] if len(self.whole.frames) > 1 else self.whole

    @page.setter
    def page(self, page) -> None:
        self.whole = page

    def kept(self) -> None:
        self.whole.locator("body[data-kept]").wait_for(state="attached")

    def open(self, game: str, level: str = "beginner") -> None:
        self.page.locator(f'.tabs a[href$="game={game}"]').click()
        self.page.locator(f'.tabs a[href$="game={game}"][aria-current]').wait_for()
        self.page.locator(f'[data-field=level] label:has(input[value="{level}"])').click()
        self.page.locator("p.deal button.main").click()
        self.ready()

    @property
    def moves(self) -> list[str]:
        """The legal moves, once it is this player's turn; none at the end."""
        board = self.page.locator('#board[data-yours], #board[data-phase="over"]')
        board.wait_for()
        buttons = self.page.locator(".legal button[name=move]:enabled, :is(.bare, .none) > button[name=move]:enabled")
        return [*dict.fromkeys(buttons.evaluate_all("all => all.map((one) => one.value)"))]
