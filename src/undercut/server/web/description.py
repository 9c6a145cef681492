"""The OpenAPI description as a page without third-party scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec
from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import OpenAPIRenderPlugin, YamlRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine

from undercut.server.web.preferences import COOKIE, read_preferences
from undercut.translation import N_, _

_PLACES = {"path": N_("path"), "query": N_("query"), "header": N_("header"), "cookie": N_("cookie")}


def answered(kind: object, text: str, media_type: str = "application/json") -> ResponseSpec:
    """Describe a response, without Litestar's generated examples: they are random, and some cannot be encoded.

    Args:
        kind: The type of the content.
    """
    return ResponseSpec(kind, description=text, media_type=media_type, generate_examples=False)  # pyright: ignore[reportArgumentType]  any type of content does


class ListingPlugin(OpenAPIRenderPlugin):
    """Lists every operation with its parameters, body and responses."""

    def __init__(self) -> None:
        """Serve the page at ``/schema/list``."""
        super().__init__(path="/list")

    def render(self, request: Request, openapi_schema: dict[str, object]) -> bytes:  # pyright: ignore[reportMissingTypeArgument, reportUnknownParameterType]  the library's own types
        """Render the page."""
        engine = cast("JinjaTemplateEngine", request.app.template_engine)  # pyright: ignore[reportUnknownMemberType]  the library's own types
        about = cast("dict[str, str]", openapi_schema["info"])
        context = {
            "page": {"text": _said(about["description"]), "operations": operations(openapi_schema)},
            "preferences": read_preferences(request.cookies.get(COOKIE)),
            "here": "",
        }
        return engine.get_template("schema.html").render(**context).encode()


class YamlPlugin(YamlRenderPlugin):
    """Serves the description as YAML without Python-specific tags, which Litestar's plugin writes for tuples."""

    def render(self, request: Request, openapi_schema: dict[str, object]) -> bytes:  # pyright: ignore[reportMissingTypeArgument, reportUnknownParameterType]  the library's own types
        """Render the YAML."""
        plain = msgspec.json.decode(self.render_json(request, openapi_schema), type=dict[str, object])  # pyright: ignore[reportUnknownMemberType]  as above
        return super().render(request, plain)  # pyright: ignore[reportUnknownMemberType]  as above


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of an operation.

    Args:
        place: Where it goes, such as ``"query"``.
    """

    name: str
    place: str = msgspec.field(name="in")
    text: str = msgspec.field(default="", name="description")


class Operation(msgspec.Struct, frozen=True):
    """A method of an address.

    Args:
        body: The body's JSON schema.
        answers: The meaning of each status code.
    """

    method: str
    path: str
    text: str
    parameters: list[Parameter]
    body: str
    answers: dict[str, str]


def operations(schema: Mapping[str, object]) -> list[Operation]:
    """List the operations of an OpenAPI description, in the language of the process."""
    found: list[Operation] = []
    paths = cast("dict[str, dict[str, dict[str, object]]]", schema["paths"])
    for path, methods in paths.items():
        for method, described in methods.items():
            answers = cast("dict[str, dict[str, str]]", described.get("responses", {}))
            body = cast("dict[str, object]", described.get("requestBody", {})).get("content")
            found.append(
                Operation(
                    method.upper(),
                    path,
                    _said(str(described.get("description") or described.get("summary") or "")),
                    [_translated(each) for each in msgspec.convert(described.get("parameters") or [], list[Parameter])],
                    msgspec.json.format(msgspec.json.encode(body), indent=1).decode() if body else "",
                    {status: _said(answer.get("description", "")) for status, answer in answers.items()},
                )
            )
    return found


def _translated(parameter: Parameter) -> Parameter:
    return msgspec.structs.replace(parameter, place=_(_PLACES[parameter.place]), text=_said(parameter.text))


def _said(text: str) -> str:
    """Translate a text of the description, which is one message on one line."""
    return _(" ".join(text.split())) if text.strip() else ""
