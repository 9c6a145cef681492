"""The site's own source code as a download."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

import undercut

_KINDS = (".py", ".md", ".html", ".css", ".js", ".svg", ".json", ".webmanifest", ".typed")


@cache
def source_zip() -> bytes:
    """Pack the package's own files into a zip file.

    Example:
        >>> source_zip()[:2]
        b'PK'
    """
    root = Path(undercut.__file__).parent
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in _KINDS:
                archive.write(path, Path("undercut") / path.relative_to(root))
    return packed.getvalue()
