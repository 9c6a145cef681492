"""The layouts of observations as text, for `observations.txt`: `python -m tests.golden.observations` appends to it.

A line is a block of columns: game, first version that has it, first column, number of columns, greatest value, unit,
a sum over the texts of its items, its name, and a sum over its values in a batch of random games. Lines are added and
never changed: networks that were trained on these columns read them by their numbers.
"""

import zlib
from pathlib import Path

import undercut
from undercut.games.base import registry

HERE = Path(__file__).parent
FILE = HERE / "observations.txt"
STEPS = 40
SINCE = {("cuttle", "waiting ten"): 2, ("cuttle", "scuttled"): 2}
"""The versions of blocks that were added later."""


def lines(name: str) -> list[str]:
    games = undercut.batch(name, 8, seed=1, host=undercut.Host.PLAIN)
    layout = games.game.observations
    spans = [layout.span(block.name) for block in layout.blocks]
    sums, events = [0] * len(spans), 0
    for _ in range(STEPS):
        games.step(games.sample())
        columns = games.observe()
        sums = [zlib.crc32(columns[:, span].tobytes(), found) for span, found in zip(spans, sums, strict=True)]
        events = zlib.crc32(games.history()[:, :64].tobytes(), events)
    blocks = zip(layout.blocks, spans, sums, strict=True)
    return [
        f"{name} version {layout.version}",
        f"{name} 1 history {','.join(layout.places)} {events:08x}",
        *(
            f"{name} {SINCE.get((name, block.name), 1)} {span.start} {block.length} {block.greatest} {block.unit} "
            f"{zlib.crc32(' '.join(block.items).encode()):08x} {block.name}: {found:08x}"
            for block, span, found in blocks
        ),
    ]


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for name in registry.names() for line in lines(name)), encoding="utf-8")
