"""Compile each template once in a process: tests start hundreds of sites, and all have the same templates."""

from __future__ import annotations

from functools import partial
from types import CodeType

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from undercut.server.web import templates


class Compiled(BytecodeCache):
    """Keeps compiled templates in memory."""

    def __init__(self) -> None:
        """Begin without templates."""
        self.kept: dict[str, CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what is kept of a template; its key has the name and a checksum of the source."""
        bucket.code = self.kept.get(f"{bucket.key} {bucket.checksum}")

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        self.kept[f"{bucket.key} {bucket.checksum}"] = bucket.code


def keep_compiled_templates() -> None:
    """Let the sites of this process compile no template twice."""
    templates.Environment = partial(Environment, bytecode_cache=Compiled())
