"""The OpenAPI description of the site: as JSON, as YAML, and as a page without third-party scripts."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import cast

import msgspec
import msgspec.yaml
from jinja2 import Template
from litestar import Litestar, Request
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.datastructures import State
from litestar.enums import MediaType, OpenAPIMediaType
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.serialization import encode_json, get_serializer
from markupsafe import Markup

from undercut.site.security.guests import SiteRequest, preferences_of
from undercut.translation import N_, _

_PLACES = {"path": N_("path"), "query": N_("query"), "header": N_("header"), "cookie": N_("cookie")}


class _Once(OpenAPIRenderPlugin):
    """Serves a form of the description that is made once for each process; making it would hold the event loop."""

    def __init__(
        self,
        path: str | Sequence[str],
        media_type: MediaType | OpenAPIMediaType,
        make: Callable[[Litestar, dict[str, object]], bytes],
    ) -> None:
        super().__init__(path=path, media_type=media_type)
        self.make = make
        self.made = b""

    def render(self, request: Request, openapi_schema: dict[str, object]) -> bytes:  # pyright: ignore[reportMissingTypeArgument, reportUnknownParameterType]  the library's own types
        del request, openapi_schema
        return self.made


class _Listing(_Once):
    """Puts the list into a page with the reader's preferences."""

    def render(self, request: Request, openapi_schema: dict[str, object]) -> bytes:  # pyright: ignore[reportMissingTypeArgument, reportUnknownParameterType]  the library's own types
        listed = Markup(self.made.decode())  # noqa: S704  a template has escaped it
        about = cast("dict[str, str]", openapi_schema["info"])
        page = {"text": _said(about["description"]), "operations": listed}
        context = {"page": page, "preferences": preferences_of(cast("SiteRequest", request)), "here": ""}
        return _template(request.app, "schema.html").render(**context).encode()


def _list(app: Litestar, schema: dict[str, object]) -> bytes:
    return _template(app, "parts/operations.html").render(operations=operations(schema)).encode()


def _json(app: Litestar, schema: dict[str, object]) -> bytes:
    return encode_json(schema, get_serializer(app.type_encoders))


def _yaml(app: Litestar, schema: dict[str, object]) -> bytes:
    # By way of JSON, because YAML would name Python's own types.
    return msgspec.yaml.encode(msgspec.json.decode(_json(app, schema), type=dict[str, object]))


def render_plugins() -> list[OpenAPIRenderPlugin]:
    """Return what serves the description: every operation with its parameters, body and responses."""
    return [
        _Listing("/list", MediaType.HTML, _list),
        _Once("/openapi.json", OpenAPIMediaType.OPENAPI_JSON, _json),
        _Once(("/openapi.yaml", "/openapi.yml"), OpenAPIMediaType.OPENAPI_YAML, _yaml),
    ]


class Preparing:
    """Makes all forms of the description in a thread before the first request for one is answered."""

    def __init__(self) -> None:
        self._made = False
        self._making = asyncio.Lock()

    async def __call__(self, request: Request[object, object, State]) -> None:
        async with self._making:
            if not self._made:
                await asyncio.to_thread(_prepare, request.app)
                self._made = True


def _prepare(app: Litestar) -> None:
    schema = app.plugins.get(OpenAPIPlugin).provide_openapi_schema()
    for plugin in app.plugins.get(OpenAPIPlugin).openapi_config.render_plugins:
        if isinstance(plugin, _Once):
            plugin.made = plugin.make(app, schema)


def _template(app: Litestar, name: str) -> Template:
    return cast("JinjaTemplateEngine", app.template_engine).get_template(name)  # pyright: ignore[reportUnknownMemberType]  the library's own types


class Parameter(msgspec.Struct, frozen=True):
    name: str
    place: str = msgspec.field(name="in")
    text: str = msgspec.field(default="", name="description")


class Operation(msgspec.Struct, frozen=True):
    method: str
    path: str
    text: str
    parameters: list[Parameter]
    body: str
    answers: dict[str, str]


def operations(schema: Mapping[str, object]) -> list[Operation]:
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
