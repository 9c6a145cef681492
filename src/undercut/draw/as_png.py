"""Render an SVG document as PNG, with the same font on every machine; an extra that needs packages of its own."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

_FONT = "Roboto"
_WEIGHTS = ("Regular", "Medium", "Bold")


def has_pixels() -> bool:
    """Whether the packages that `png` needs are installed."""
    return all(find_spec(name) for name in ("resvg_py", "font_roboto"))


def png(svg: str, *, width: int, height: int | None = None) -> bytes:
    """Draw an SVG document as PNG; this takes up to a second, and lets other threads run."""
    import resvg_py  # noqa: PLC0415  only pictures of pixels need it

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            skip_system_fonts=True,
            font_files=_files(),
            font_family=_FONT,
            sans_serif_family=_FONT,
        )
    )


@cache
def _files() -> list[str]:
    import font_roboto  # type: ignore[reportMissingTypeStubs]  # noqa: PLC0415  as above

    folder = Path(font_roboto.__path__[0]) / "files"
    return [str(folder / f"{_FONT}-{weight}.ttf") for weight in _WEIGHTS]
