"""Requests and responses within a page, and the routes between them.

Starlette's or Litestar's router would be one more download of each reader, for forty addresses.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from undercut.errors import UndercutError
from undercut.pages.answers import Done, Page, Preferences, read_preferences
from undercut.pages.errors import Missing
from undercut.table.commands import command_object
from undercut.translation import _

if TYPE_CHECKING:
    from undercut.offline.app import OfflineApp

_Command = TypeVar("_Command")


class NotKept(UndercutError):  # noqa: N818  reads better without "Error"
    """The browser did not store a change, which has therefore not happened."""


def read_number(text: str) -> int | None:
    """Return a number of at most nine digits; None if a text is not one."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


class Request(Struct, frozen=True):
    method: str
    path: str  # without the folder of the edition
    query: tuple[tuple[str, str], ...] = ()
    form: tuple[tuple[str, str], ...] = ()
    accept: str = "text/html"
    cookie: str = ""  # the preferences of the reader
    last_event: str = ""

    @property
    def wants_page(self) -> bool:
        return "text/html" in self.accept

    def get(self, name: str) -> str:
        return next((value for key, value in self.query if key == name), "")

    def number(self, name: str) -> int | None:
        return read_number(self.get(name))

    @property
    def preferences(self) -> Preferences:
        return read_preferences(self.cookie)

    @property
    def rules(self) -> str | None:
        return self.get("rules") or None

    @property
    def changes(self) -> list[str]:
        return [value for key, value in self.query if key == "set"]

    def field(self, name: str) -> str:
        return next((value for key, value in self.form if key == name), "")

    def command(self, kind: type[_Command]) -> _Command:
        try:
            return msgspec.convert(command_object(self.form), kind, strict=False)
        except msgspec.ValidationError as error:
            raise UndercutError(_("The request is invalid: {error}").format(error=error)) from None


@dataclass(slots=True)
class Response:
    body: bytes = b""
    status: int = HTTPStatus.OK
    kind: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict[str, str])
    messages: AsyncIterator[bytes] | None = None
    cookie: str | None = None  # new preferences


Result = Response | Page[object] | Done[object]
Handler = Callable[..., Result | Awaitable[Result]]
Short = Callable[["OfflineApp", "Request"], Result] | Callable[["OfflineApp", "Request", str], Result]


class Routes:
    def __init__(self) -> None:
        self.handlers: list[tuple[str, re.Pattern[str], list[type[str | int]], Handler]] = []

    def add(self, method: str, path: str) -> Callable[[Handler], Handler]:
        """Answer requests to a path; the handler gets each ``{}`` of it as text and each ``#`` as a number."""
        pattern = re.compile(path.replace(".", "\\.").replace("{}", "([^/]{1,200})").replace("#", "([0-9]{1,6})"))
        kinds = [int if part == "#" else str for part in re.findall(r"\{\}|#", path)]

        def add(handler: Handler) -> Handler:
            self.handlers.append((method, pattern, kinds, handler))
            return handler

        return add

    def answers(self, method: str, handlers: Mapping[str, Short]) -> None:
        """Answer requests by path, where one expression says how."""
        for path, handler in handlers.items():
            self.add(method, path)(handler)

    def handle(self, app: OfflineApp, request: Request) -> Result | Awaitable[Result]:
        for method, pattern, kinds, handler in self.handlers:
            if method == request.method and (match := pattern.fullmatch(request.path)):
                return handler(app, request, *(kind(part) for kind, part in zip(kinds, match.groups(), strict=True)))
        raise Missing


def see_other(address: str, cookie: str | None = None) -> Response:
    return Response(status=HTTPStatus.SEE_OTHER, headers={"Location": address}, cookie=cookie)


def download(content: bytes, name: str, kind: str = "application/json") -> Response:
    return Response(content, kind=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
