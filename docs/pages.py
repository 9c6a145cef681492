"""Fill in the generated parts of the games' pages: ``make figures`` (options from the code, figures from the bench)."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from statistics import median

from curves import curves
from engine_parts import constants, fields, functions
from findings_tables import PAGE as FINDINGS
from findings_tables import findings

from undercut.bots.players import levels_of
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.games.base.parts.bots import LEVEL_NAMES, Budget, Level, Settings
from undercut.games.base.words import value_text
from undercut.play.game import game

HERE = Path(__file__).parent
RESULTS = HERE.parent / "bench" / "results"
CURVES = HERE / "baselines.svg"
MOST_ITEMS = 5
"""How many items of a block of columns a table lists one by one."""


def options(name: str) -> str:
    """Write the table of a game's options, with what each rule set chooses.

    Args:
        name: The game's name.
    """
    spec = registry.spec(name)
    sets = list(spec.rule_sets)
    lines = [f"| option | clause | {' | '.join(f'`{rules}`' for rules in sets)} |", "|---" * (len(sets) + 2) + "|"]
    for option in spec.options:
        first = value_text(spec.rule_sets[sets[0]][option.name])
        values = [value_text(spec.rule_sets[rules][option.name]) for rules in sets]
        shown = [value if place == 0 or value != first else "=" for place, value in enumerate(values)]
        lines.append(f"| `{option.name}` | {option.clause} | {' | '.join(shown)} |")
    lines += ["", "What each value means:", ""]
    for clause in read_book(name).clauses:
        for choice in clause.choices:
            value = f"={choice.value}" if choice.value else ""
            lines.append(f"- `{choice.option}{value}` ({clause.id}): {choice.text}")
    return "\n".join(lines)


def figures(name: str) -> str:
    """Write the table of how a game's games end.

    Args:
        name: The game's name.
    """
    source = RESULTS / f"games-{name}.json"
    rows = json.loads(source.read_text(encoding="utf-8")) if source.exists() else []
    lines = [
        "| rules | seats | players | games | median length | ends | first seat wins |",
        "|---|---:|---|---:|---:|---|---:|",
    ]
    for row in rows:
        for player in (player for player in ("random", "greedy") if player in row):
            found = row[player]
            ends = ", ".join(f"{reason} {share:.1%}" for reason, share in found["reasons"].items())
            lines.append(
                f"| `{row['rules']}` | {row['seats']} | {player} | {found['games']:,} | {found['median_length']:.0f} "
                f"| {ends} | {found['first_seat']:.1%} |"
            )
    return "\n".join(lines)


def strength(name: str) -> str:
    """Write the tables of how strong the searches of a game are.

    Args:
        name: The game's name.
    """
    rows = [row for row in result_rows("strength") if row["game"] == name and not is_named(row["pair"])]
    open_cards = [row for row in rows if row["pair"][0].startswith("cheating") or row["pair"][1].startswith("peeking")]
    rows = [row for row in rows if row not in open_cards]
    lines = [
        line
        for seats in sorted({row["table"] for row in rows})
        for line in crosstab([row for row in rows if row["table"] == seats], seats)
    ]
    lines += ["| seats | player | against | share of wins (95 %) | games |", "|---:|---|---|---:|---:|"]
    for row in sorted(open_cards, key=order):
        one = row["players"][0]
        low, high = one["interval"]
        lines.append(
            f"| {row['table']} | `{one['name']}` | `{row['players'][1]['name']}` "
            f"| {one['share']:.1%} ({low:.1%} to {high:.1%}) | {row['games']} |"
        )
    return "\n".join(lines)


NAMED = ("random", "greedy", "baseline:ppo", *LEVEL_NAMES)
"""The players that meet each other, in the order of their tables."""


def is_named(pair: list[str]) -> bool:
    """Say whether two players are among those that all meet each other."""
    return all(player in NAMED for player in pair)


def everybody(name: str) -> str:
    """Write each player's share of the wins against each other one, with two at the table.

    Args:
        name: The game's name.
    """
    found: dict[tuple[str, str], tuple[float, float, float]] = {}
    for row in (*result_rows("strength"), *result_rows("ladder")):
        if row["game"] == name and row["table"] == 2 and is_named(row["pair"]):  # noqa: PLR2004
            one, other = row["pair"]
            share, (low, high) = row["players"][0]["share"], row["players"][0]["interval"]
            found |= {(one, other): (share, low, high), (other, one): (1 - share, 1 - high, 1 - low)}
    players = [player for player in NAMED if any(player in pair for pair in found)]
    best = {row["opponent"]: best_response(row) for row in result_rows("exploiter")} if name == "cuttle" else {}
    heads = [f"`{player}`" for player in players] + ["a best response wins"] * bool(best)
    lines = [f"| of 100 games, wins against | {' | '.join(heads)} |", "|---" + "|---:" * len(heads) + "|"]
    for player in players:
        cells = [percents(found.get((player, other))) for other in players]
        cells += [percents(best.get(player))] * bool(best)
        lines.append(f"| `{player}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def best_response(row: dict) -> tuple[float, float, float]:
    """Return the share of the wins that an exploiter reaches, with its interval: before or after its training."""
    best = max((row["before"], row["after"]), key=lambda one: one["share"])
    return best["share"], *best["interval"]


def percents(share: tuple[float, float, float] | None) -> str:
    """Write a share with its interval, in per cent; nothing if there is none."""
    return f"{100 * share[0]:.0f} ({100 * share[1]:.0f} to {100 * share[2]:.0f})" if share else ""


def crosstab(rows: list[dict], seats: int) -> list[str]:
    """Write the shares of the wins in per cent: a row for each player, a column for each opponent, weakest first.

    Args:
        rows: Matches of a game with this number of seats.
        seats: How many play: one player, the others the opponent.
    """
    found = {tuple(row["pair"]): row["players"][0] for row in rows}
    players = sorted({one for one, _ in found}, key=rank)
    others = sorted({other for _, other in found}, key=rank)
    lines = [
        f"| of 100 games, {seats} at the table, wins against | {' | '.join(f'`{other}`' for other in others)} |",
        "|---" + "|---:" * len(others) + "|",
    ]
    for player in players:
        shares = [found.get((player, other)) for other in others]
        cells = [percents((share["share"], *share["interval"]) if share else None) for share in shares]
        lines.append(f"| `{player}` | {' | '.join(cells)} |")
    return [*lines, ""]


def rank(name: str) -> tuple[int, int]:
    """Say where a player stands in a table: players without search, levels, then searches by their budgets."""
    return (NAMED.index(name), 0) if name in NAMED else (len(NAMED), int(name.rpartition(":")[2]))


def order(row: dict) -> tuple[int, bool, str]:
    """Say where a match with a player that sees all cards stands in its table."""
    return row["table"], row["pair"][0].startswith("cheating"), row["pair"][1]


def speed() -> str:
    """Write how fast the search is, as the bench has measured it."""
    source = RESULTS / "search.md"
    return source.read_text(encoding="utf-8").partition("\n")[2].strip() if source.exists() else ""


def result_rows(name: str) -> list[dict]:
    """Read the rows of a bench's results; none if it has not run.

    Args:
        name: The name of the file, without its ending.
    """
    source = RESULTS / f"{name}.json"
    return json.loads(source.read_text(encoding="utf-8"))["rows"] if source.exists() else []


def known() -> str:
    """Write how many of the positions with known answers each level solves."""
    shares = {(row["game"], row["level"]): row for row in result_rows("known")}
    lines = [
        f"| game | positions | {' | '.join(f'`{level}`' for level in LEVEL_NAMES)} |",
        "|---|---:" + "|---:" * len(LEVEL_NAMES) + "|",
    ]
    for name in registry.names():
        rows = [shares.get((name, level)) for level in LEVEL_NAMES]
        number = max((row["positions"] for row in rows if row), default=0)
        cells = [f"{row['share']:.0%} ({row['always']})" if row else "" for row in rows]
        lines.append(f"| {name} | {number} | {' | '.join(cells)} |")
    return "\n".join(lines)


def ladder_by_seats() -> str:
    """Write how often each level beats the one below, by game and number of seats, with odds against a fair share."""
    found = {(row["game"], row["table"], row["pair"][0]): row for row in result_rows("ladder")}
    lines = ["| game | seats | level over the one below | share of wins (95 %) | odds (95 %) | games |"]
    lines.append("|---|---:|---|---:|---:|---:|")
    for name in registry.names():
        for seats, level in product(registry.spec(name).seats, LEVEL_NAMES):
            if row := found.get((name, seats, level)):
                one = row["players"][0]
                low, high = one["interval"]
                odds = [against_par(share, seats) for share in (one["share"], low, high)]
                lines.append(
                    f"| {name} | {seats} | `{level}` over `{row['pair'][1]}` "
                    f"| {one['share']:.0%} ({low:.0%} to {high:.0%}) "
                    f"| {odds[0]} ({odds[1]} to {odds[2]}) | {row['games']} |"
                )
    return "\n".join(lines)


def baselines() -> str:
    """Return the page of the baselines with the results of their trainings."""
    runs: dict[tuple[str, str], list[dict]] = {}
    shipped = list[str]()
    for row in result_rows("baselines"):
        name, end = f"{row['game']}, `{row['rules']}`" if row["rules"] else row["game"], row["curve"][-1]
        if row["file"]:
            against = f"half of them against `{row['against']}`" if row["against"] else "against itself"
            won = percents((end["share"], end["low"], end["high"]))
            player = f"`baseline:{row['file'].removeprefix(row['game'])[1:]}`"
            left = f"{end['exploitability']:.3f}" if end["exploitability"] else ""
            minutes = f"{end['seconds'] / 60:.0f}"
            shipped.append(f"| {name} | {player} | {end['round']}, {against} | {minutes} | {won} | {left} |")
        else:
            runs.setdefault((name, row["algorithm"]), []).append(end)
    lines = ["| game | algorithm | seeds | rounds | minutes | wins against `greedy` | exploitability |"]
    lines.append("|---|---|---:|---:|---:|---:|---:|")
    for (name, algorithm), ends in sorted(runs.items()):
        shares = spread([end["share"] for end in ends], ".0%")
        exploited = spread([end["exploitability"] for end in ends], ".3f") if ends[0]["exploitability"] else ""
        minutes = median(end["seconds"] for end in ends) / 60
        lines.append(
            f"| {name} | `{algorithm}` | {len(ends)} | {ends[0]['round']} | {minutes:.1f} | {shares} | {exploited} |"
        )
    heads = ["| game | player | rounds | minutes | wins of 100 against `greedy` | exploitability |"]
    heads.append("|---|---|---|---:|---:|---:|")
    return with_parts("baselines", {"baselines": "\n".join(lines), "shipped": "\n".join([*heads, *sorted(shipped)])})


def spread(values: list[float], form: str) -> str:
    """Write a median with the least and the greatest value."""
    return f"{median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def standings() -> str:
    """Write how often each level beats the one below with two at the table."""
    found = {(row["game"], row["pair"][0]): row for row in result_rows("ladder") if row["table"] == 2}  # noqa: PLR2004
    lines = [f"| level | {' | '.join(registry.spec(name).title for name in registry.names())} |"]
    lines.append("|---|" + "---:|" * len(registry.names()))
    for level in LEVEL_NAMES[1:]:
        rows = [found.get((name, level)) for name in registry.names()]
        shares = [(row["players"][0]["share"], *row["players"][0]["interval"]) if row else None for row in rows]
        cells = [f"{one[0]:.0%} ({one[1]:.0%} to {one[2]:.0%})" if one else "" for one in shares]
        lines.append(f"| `{level}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def benchmark() -> str:
    """Return the page of the benchmark with its generated part up to date."""
    return with_parts("benchmark", {"standings": standings()})


def characters() -> str:
    """Write who plays each level of each game, and how."""
    lines = ["| game | level | character | thinks |", "|---|---|---|---|"]
    for name in registry.names():
        for level, how in levels_of(name).levels.items():
            lines.append(f"| {name} | `{level}` | {how.character.text} | {thinks(name, how)} |")
    return "\n".join(lines)


def thinks(name: str, level: Level) -> str:
    """Write how a level finds its moves."""
    if level.ranking:
        return "ranks its moves"
    usual = level.settings or levels_of(name).settings
    found = searched(level.budget, usual)
    if level.crowd:
        found += f"; {searched(level.crowd, usual)} with three or more seats"
    return found


def searched(budget: Budget, settings: Settings) -> str:
    """Write how long a level searches, and whether by the network."""
    if budget.iterations == 1:
        return "its policy"
    return f"{budget.iterations:,} iterations" + (" by the network" if settings.guidance else "")


def against_par(share: float, seats: int) -> str:
    """Write the odds of a share of wins, divided by the odds of a fair share.

    Args:
        share: 0 to 1.
        seats: How many seats share the wins.
    """
    return f"{share / (1 - share) * (seats - 1):.2f}" if share < 1 else "all"


def oversights() -> str:
    """Write how many wins each level missed and served, with all numbers of seats together."""
    counts = ("games", "wins", "missed", "servings", "served")
    sums: dict[tuple[str, str], list[dict]] = {}
    for row in result_rows("wins"):
        sums.setdefault((row["game"], row["level"]), []).append(row)
    lines = [
        "| game | seats | level | games | wins in one | missed | could serve | served |",
        "|---|---:|---|" + "---:|" * 5,
    ]
    for (name, level), rows in sorted(sums.items(), key=lambda each: (each[0][0], LEVEL_NAMES.index(each[0][1]))):
        seats = ", ".join(str(number) for number in sorted(row["seats"] for row in rows))
        cells = " | ".join(f"{sum(row[count] for row in rows):,}" for count in counts)
        lines.append(f"| {name} | {seats} | `{level}` | {cells} |")
    return "\n".join(lines)


def endings() -> str:
    """Write how many proven wins each level has taken, by the number of moves that they need."""
    lines = ["| game | seats | level | win in one | in two | in three or more |", "|---|---:|---|---:|---:|---:|"]
    for row in sorted(result_rows("endings"), key=lambda row: registry.names().index(row["game"])):
        found = {one["moves"]: f"{one['taken']:,} of {one['wins']:,}" for one in row["wins"]}
        cells = " | ".join(found.get(moves, "") for moves in (1, 2, 3))
        lines.append(f"| {row['game']} | {row['seats']} | `{row['level']}` | {cells} |")
    return "\n".join(lines)


def exploiter() -> str:
    """Write what a policy trained against each opponent reaches."""
    lines = [
        "| opponent | before training | after training | games of training |",
        "|---|---:|---:|---:|",
    ]
    for row in result_rows("exploiter"):
        cells = [
            f"{one['share']:.1%} ({one['interval'][0]:.1%} to {one['interval'][1]:.1%}), {one['games']} games"
            for one in (row["before"], row["after"])
        ]
        lines.append(f"| `{row['opponent']}` | {' | '.join(cells)} | {row['trained']:,} |")
    return "\n".join(lines)


def bots() -> str:
    """Return the page of the opponents with its generated parts up to date."""
    return with_parts("bots", {"characters": characters()})


def bots_results() -> str:
    """Return the page of what was measured about the opponents, with its generated parts up to date."""
    parts = {f"strength {name}": strength(name) for name in registry.names()} | {"speed": speed()}
    parts |= {f"everybody {name}": everybody(name) for name in registry.names()}
    parts |= {"known": known(), "oversights": oversights(), "endings": endings(), "ladder": ladder_by_seats()}
    return with_parts("bots_results", parts | {"exploiter": exploiter()})


def chances() -> str:
    """Write how well the chances of hints agree with the results of games."""
    rows = result_rows("calibration")
    lines = ["| game | seats | positions | | hope | Brier | recalibrated |", "|---|---:|---:|---|---:|---:|---:|"]
    for row in rows:
        for kind in ("values", "chances"):
            one = row[kind]
            lines.append(
                f"| {row['game']} | {row['seats']} | {one['positions']:,} | {kind} | {100 * one['hope']:+.1f} ± "
                f"{200 * one['hope_error']:.1f} | {one['brier']:.3f} | {one['brier_recalibrated']:.3f} |"
            )
    return "\n".join(lines)


def marks() -> str:
    """Write how many marks of analyses are doubtful, and how many of the others depend on the seed."""
    lines = [
        "| game | moves | doubtful | marks | of which doubtful | other marks | changed by any of nine seeds |",
        "|---|" + "---:|" * 6,
    ]
    for row in result_rows("marks"):
        doubtful, marked, unsure, changed = (
            row.get(key, 0) for key in ("doubtful", "marks", "doubtful_marks", "changed")
        )
        lines.append(
            f"| {row['game']} | {row['moves']} | {doubtful} | {marked} | {unsure} | {marked - unsure} | {changed} |"
        )
    return "\n".join(lines)


def hints() -> str:
    """Return the page of hints and analyses with its generated parts up to date."""
    return with_parts("hints", {"chances": chances(), "marks": marks()})


def lab() -> str:
    """Return the page of the lab with its generated part up to date."""
    source = RESULTS / "coverage.md"
    return with_parts("lab", {"coverage": source.read_text(encoding="utf-8").strip() if source.exists() else ""})


def columns(name: str) -> str:
    """Write the tables of a game's observations and histories.

    Args:
        name: The game's name.
    """
    layout = game(name).observations
    lines = [
        f"Version {layout.version}: {layout.length:,} columns; a history has room for {layout.history_room:,} events.",
        "",
        "| columns | name | meaning | stands for | unit | values |",
        "|---:|---|---|---|---|---|",
    ]
    for block in layout.blocks:
        span = layout.span(block.name)
        numbers = f"{span.start}" if block.length == 1 else f"{span.start}-{span.stop - 1}"
        items = ", ".join(block.items if block.length <= MOST_ITEMS else (block.items[0], "...", block.items[-1]))
        lines.append(f"| {numbers} | {block.name} | {block.meaning} | {items} | {block.unit} | 0 to {block.greatest} |")
    lines += [
        "",
        "Places of cards in histories: " + ", ".join(f"{n} {p}" for n, p in enumerate(layout.places) if p) + ".",
    ]
    return "\n".join(lines)


def environment(name: str) -> str:
    """Return the page of a game's environment with its generated parts up to date."""
    return with_parts(f"environments/{name}", {f"columns {name}": columns(name)})


def filled(name: str) -> str:
    """Return a game's page with its generated parts up to date.

    Args:
        name: The game's name.
    """
    return with_parts(name, {"options": options(name), "figures": figures(name)})


def engine() -> str:
    """Return the page of the engine with its generated part up to date."""
    return with_parts("engine", {"functions": functions()})


def states() -> str:
    """Return the page of states and moves with its generated parts up to date."""
    parts: dict[str, str] = {}
    for name in registry.names():
        parts |= {f"fields {name}": fields(name), f"constants {name}": constants(name)}
    return with_parts("states", parts)


def with_parts(name: str, parts: dict[str, str]) -> str:
    """Return a page with its generated parts replaced, each between two comments.

    Args:
        name: The page's name.
        parts: The new text of each part by its name.
    """
    text = page(name).read_text(encoding="utf-8")
    for part, made in parts.items():
        block = f"<!-- {part} -->\n\n{made}\n\n<!-- end of {part} -->"
        text = re.sub(rf"<!-- {part} -->.*<!-- end of {part} -->", lambda _, b=block: b, text, flags=re.DOTALL)
    return text


def page(name: str) -> Path:
    """Return the path of a page."""
    return HERE / f"{name}.md"


if __name__ == "__main__":
    for each in registry.names():
        page(each).write_text(filled(each), encoding="utf-8")
        page(f"environments/{each}").write_text(environment(each), encoding="utf-8")
    page("bots").write_text(bots(), encoding="utf-8")
    page("bots_results").write_text(bots_results(), encoding="utf-8")
    page("baselines").write_text(baselines(), encoding="utf-8")
    CURVES.write_text(curves(result_rows("baselines")), encoding="utf-8")
    page("benchmark").write_text(benchmark(), encoding="utf-8")
    page("hints").write_text(hints(), encoding="utf-8")
    page("engine").write_text(engine(), encoding="utf-8")
    page("states").write_text(states(), encoding="utf-8")
    page("lab").write_text(lab(), encoding="utf-8")
    FINDINGS.write_text(findings(), encoding="utf-8")
