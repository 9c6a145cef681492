"""Command-line definition of ``undercut admin``."""

import json
import time
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from undercut.errors import UndercutError
from undercut.site.admin import archive as archives
from undercut.site.admin import backups, bans, changes, lists
from undercut.site.admin.database import open_database
from undercut.site.admin.lists import print_rows, say
from undercut.site.base.settings import read_duration
from undercut.site.store.moderation import MOST_ROWS, read_actions
from undercut.translation import ngettext

app = App(
    name="admin",
    help="Commands for the owner of a site: look at tables and guests, close, ban, clean up, back up, restore. All "
    "except `restore` work while the site runs; it follows within seconds.",
)

Address = Annotated[
    str | None,
    Parameter(
        name="--database", help="sqlite:///FILE or postgresql://...; by default UNDERCUT_DATABASE, or the site's file."
    ),
]
Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON instead of text.")]
Limit = Annotated[int, Parameter(help="How many lines at most, 1 to 10000.")]
TableId = Annotated[str, Parameter(allow_leading_hyphen=True, help="The table's id, as in its address.")]
GuestId = Annotated[
    str, Parameter(allow_leading_hyphen=True, help="The guest's id, as `undercut admin guests` prints it.")
]
Target = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        help="An address, a network such as 192.0.2.0/24, the mark of an address as `undercut admin tables` prints it, "
        "or a guest's id. An IPv6 address stands for its /64.",
    ),
]


def _limit(limit: int) -> int:
    if not 1 <= limit <= MOST_ROWS:
        raise UndercutError(f"--limit: {limit} is not a number from 1 to {MOST_ROWS}")
    return limit


def _seconds(option: str, text: str) -> float:
    try:
        return read_duration(text)
    except UndercutError as error:
        raise UndercutError(f"{option}: {error}") from None


@app.command(name="tables")
def show_tables(
    *,
    wanted: Annotated[lists.TableFilter | None, Parameter(name="*")] = None,
    limit: Limit = 50,
    address: Address = None,
    json: Json = False,
) -> None:
    """List tables, most recently changed first."""
    wanted = wanted or lists.TableFilter()
    seconds = _seconds("--older-than", wanted.older_than)
    with open_database(address) as database:
        rows = lists.list_tables(database, wanted, seconds, _limit(limit))
        print_rows(rows, as_json=json, none="No such tables.")


@app.command(name="guests")
def show_guests(
    *,
    table: Annotated[
        str | None, Parameter(allow_leading_hyphen=True, help="Only those with a seat at this table.")
    ] = None,
    limit: Limit = 50,
    address: Address = None,
    json: Json = False,
) -> None:
    """List guests with seats, most recently active first."""
    with open_database(address) as database:
        print_rows(lists.list_guests(database, table, _limit(limit)), as_json=json, none="No such guests.")


@app.command
def export(guest: GuestId, *, address: Address = None) -> None:
    """Print all that the site holds about a guest as JSON: seats, names, what they did, reports, bans, imports."""
    with open_database(address) as database:
        say(json.dumps(changes.export(database, guest), indent=1, ensure_ascii=False))


@app.command
def erase(
    guest: GuestId,
    *,
    dry_run: Annotated[bool, Parameter(negative="", help="Only count the tables.")] = False,
    address: Address = None,
) -> None:
    """Erase a guest: names and seat links go, games in play are resigned, finished games stay readable for others."""
    with open_database(address) as database:
        if dry_run:
            number = len(changes.export(database, guest)["tables"])
            text = ngettext(
                "Would erase {guest} from {number} table.", "Would erase {guest} from {number} tables.", number
            )
            say(text.format(guest=guest, number=number))
            return
        number, damaged = changes.erase(database, guest)
    text = ngettext("Erased {guest} from {number} table.", "Erased {guest} from {number} tables.", number)
    say(f"{text.format(guest=guest, number=number)} Backups and archives may hold more.")
    if damaged:
        say(f"These logs cannot be read, so names in them stay: {', '.join(damaged)}")


@app.command
def close(table: TableId, *, address: Address = None) -> None:
    """Close a table: no one can join it or play on. It stays in the database."""
    with open_database(address) as database:
        changes.close(database, table)
    say(f"Table {table} is closed.")


@app.command
def rename(
    table: TableId,
    seat: Annotated[int, Parameter(help="The seat, counted from 0.")],
    name: Annotated[str, Parameter(allow_leading_hyphen=True, help="The new name; empty: one that the site gives.")],
    *,
    address: Address = None,
) -> None:
    """Rename a player at a table, in its whole log."""
    with open_database(address) as database:
        chosen = changes.rename(database, table, seat, name)
    say(f"The player in seat {seat} of table {table} is now called {chosen}.")


@app.command
def ban(
    target: Target,
    *,
    length: Annotated[
        str | None, Parameter(name="--for", help="For how long, such as 12h, 7d or 4w; by default until it is lifted.")
    ] = None,
    reason: Annotated[str, Parameter(allow_leading_hyphen=True, help="Why; the banned client is told.")] = "",
    yes: Annotated[
        bool, Parameter(negative="", help="Ban it even if that keeps out the proxy, a home network or most guests.")
    ] = False,
    address: Address = None,
) -> None:
    """Ban an address, a network, a mark or a guest from the site."""
    seconds = None if length is None else _seconds("--for", length)
    with open_database(address) as database:
        new = bans.ban(database, target, seconds, reason, sure=yes)
    say(f"Banned {new.kind} {new.target}.")


@app.command
def unban(target: Target, *, address: Address = None) -> None:
    """Lift a ban."""
    with open_database(address) as database:
        name = bans.unban(database, target)
    say(f"{name} is no longer banned.")


@app.command(name="bans")
def show_bans(*, address: Address = None, json: Json = False) -> None:
    """List the bans that hold, and the guests whose sessions were ended (kind `session`)."""
    with open_database(address) as database:
        print_rows(bans.list_bans(database), as_json=json, none="No bans.")


@app.command
def end_sessions(guest: GuestId, *, address: Address = None) -> None:
    """Accept no cookie of a guest any more: browsers become new guests, but links of seats still work."""
    with open_database(address) as database:
        bans.end_sessions(database, guest)
    say(f"The cookies of {guest} are no longer accepted.")


@app.command(name="reports")
def show_reports(
    *,
    settle: Annotated[int | None, Parameter(help="Mark the report with this number as settled.")] = None,
    everything: Annotated[bool, Parameter(name="--all", negative="", help="List settled ones as well.")] = False,
    address: Address = None,
    json: Json = False,
) -> None:
    """List what players have reported, the newest first, or settle a report."""
    if settle is not None and (everything or json):
        raise UndercutError("--settle: not with --all or --json, which list reports")
    with open_database(address) as database:
        if settle is not None:
            changes.settle(database, settle)
            say(f"Report {settle} is settled.")
        else:
            print_rows(lists.list_reports(database, settled=everything), as_json=json, none="No open reports.")


@app.command(name="clean-up")
def move_old_tables(
    *,
    older_than: Annotated[str, Parameter(help="Tables without an event for this long, such as 90d.")],
    unfinished: Annotated[
        bool, Parameter(negative="", help="Also tables whose games have not ended; only over or closed ones otherwise.")
    ] = False,
    archive: Annotated[
        Path | None, Parameter(help="The new file; by default a name with the time, in `archive` in the data folder.")
    ] = None,
    dry_run: Annotated[bool, Parameter(negative="", help="Only count them.")] = False,
    address: Address = None,
) -> None:
    """Move old tables from the database to an archive; `unarchive` puts them back."""
    seconds = _seconds("--older-than", older_than)
    old = archives.Old(time.time() - seconds, ("open", "playing", "over") if unfinished else ("over",))
    with open_database(address) as database:
        if dry_run:
            say(f"Would move {archives.count_old(database, old)}.")
            return
        archive = archive or archives.usual_archive()
        moved = archives.clean_up(database, old, archive)
    say(f"Moved {moved} to {archive}." if moved.tables else "Nothing to move.")


@app.command
def unarchive(
    archive: Annotated[Path, Parameter(help="A file that `clean-up` wrote.")],
    *only: Annotated[str, Parameter(allow_leading_hyphen=True, help="Only these tables; by default all.")],
    address: Address = None,
) -> None:
    """Put tables of an archive back into the database; those that are there already stay as they are."""
    with open_database(address) as database:
        back, known = archives.unarchive(database, archive, only)
    say(f"Put back {back}." + (f" {known} were there already." if known else ""))


@app.command
def back_up(file: Annotated[Path, Parameter(help="The new file.")], *, address: Address = None) -> None:
    """Write a backup of the database and verify it. Back up the file `secret` in the data folder as well."""
    say(f"Wrote {file}: {backups.back_up(address, file)}.")


@app.command
def restore(file: Annotated[Path, Parameter(help="A file that `back-up` wrote.")], *, address: Address = None) -> None:
    """Replace the database with a backup, while the site is stopped. The former database is kept beside it."""
    former = backups.restore(address, file)
    say(f"Restored {file}. The former database is {former}.")


@app.command(name="rotate-secret")
def rotate_the_secret(
    *,
    keep: Annotated[int, Parameter(help="How many older secrets stay valid; 0 signs everyone out.")] = 5,
    address: Address = None,
) -> None:
    """Write a new secret that signs cookies; the older ones stay valid, and no guest loses a seat."""
    say(bans.rotate_secrets(address, keep))


@app.command
def audit(*, limit: Limit = 50, address: Address = None, json: Json = False) -> None:
    """List the audit log: what these commands have done, when, by which user, and to what."""
    with open_database(address) as database, database.reading() as connection:
        rows = [dict(action) for action in read_actions(connection, _limit(limit))]
    print_rows(rows, as_json=json, none="No actions yet.")
