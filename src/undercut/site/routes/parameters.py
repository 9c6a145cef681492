"""The parameters of an address that name rules."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

RuleSet = Annotated[str | None, QueryParameter(name="rules", description="A rule set.", max_length=40)]
Changes = Annotated[
    list[str] | None, QueryParameter(name="set", description="Changed options, each `name=value`.", max_items=40)
]
