"""Rewrap Markdown paragraphs to the width of a plain screen."""

from __future__ import annotations

import re
from textwrap import wrap

_BULLET = re.compile(r"\s*[-*] ")
_ALONE = re.compile(r"#|\|")


def reflow(markdown: str, width: int) -> str:
    r"""Wrap every paragraph and list item to a width; headings and rows of tables stay as they are.

    Example:
        >>> print(reflow("# Title\n\nOne two\nthree four\n- five six\n  seven", 13))
        # Title
        <BLANKLINE>
        One two three
        four
        - five six
          seven
    """
    blocks: list[str] = []
    joins = False
    for line in markdown.splitlines():
        if joins and line.strip() and not _BULLET.match(line) and not _ALONE.match(line):
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line.rstrip())
            joins = bool(line.strip()) and not _ALONE.match(line)
    return "\n".join(_wrapped(block, width) for block in blocks)


def _wrapped(block: str, width: int) -> str:
    if not block or _ALONE.match(block):
        return block
    bullet = _BULLET.match(block)
    indent = " " * (bullet.end() if bullet else len(block) - len(block.lstrip()))
    lines = wrap(block, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)
