"""Compile each template once in a process: tests start hundreds of sites, and all have the same templates."""

from functools import partial
from types import CodeType

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from undercut.pages import templates
from undercut.translation import SPOKEN


class Compiled(BytecodeCache):
    def __init__(self) -> None:
        self.kept: dict[str, CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get(_key(bucket))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[_key(bucket)] = bucket.code


def _key(bucket: Bucket) -> str:
    """Return a key of the name, the source and the language: templates are compiled with their sentences."""
    return f"{bucket.key} {bucket.checksum} {type(SPOKEN.catalogue).__name__}"


def keep_compiled_templates() -> None:
    templates.Environment = partial(Environment, bytecode_cache=Compiled())
