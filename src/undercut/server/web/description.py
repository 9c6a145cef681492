"""The description of the addresses as a page of our own, without anybody else's scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec
from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from undercut.server.web.look import COOKIE, read_look


class ListingPlugin(OpenAPIRenderPlugin):
    """Lists every address with what it takes and answers."""

    def __init__(self) -> None:
        """Stand at the root of the description."""
        super().__init__(path="/list")

    def render(self, request: Request, openapi_schema: dict[str, object]) -> bytes:  # pyright: ignore[reportMissingTypeArgument, reportUnknownParameterType]  the library's own types
        """Write the page.

        Args:
            request: The request.
            openapi_schema: The description.
        """
        engine = request.app.template_engine
        assert engine is not None  # noqa: S101  the application has one
        context = {
            "page": {"api": openapi_schema, "operations": operations(openapi_schema)},
            "look": read_look(request.cookies.get(COOKIE)),
            "here": "",
        }
        return engine.get_template("schema.html").render(**context).encode()


def operations(schema: Mapping[str, object]) -> list[dict[str, object]]:
    """List the operations of a description.

    Args:
        schema: The description.
    """
    found: list[dict[str, object]] = []
    paths = cast("dict[str, dict[str, dict[str, object]]]", schema["paths"])
    for path, methods in paths.items():
        for method, operation in methods.items():
            answers = cast("dict[str, dict[str, object]]", operation.get("responses", {}))
            body = cast("dict[str, dict[str, object]]", operation.get("requestBody", {})).get("content", {})
            found.append(
                {
                    "method": method.upper(),
                    "path": path,
                    "text": operation.get("description") or operation.get("summary", ""),
                    "parameters": operation.get("parameters", []),
                    "body": msgspec.json.format(msgspec.json.encode(body), indent=1).decode() if body else "",
                    "answers": {status: answer.get("description", "") for status, answer in answers.items()},
                }
            )
    return found
