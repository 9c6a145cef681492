"""Try the files of deploy/ in earnest: ``make deploy-check``, as root on Debian, with nginx and systemd installed.

Lints the container file and runs its steps in a folder, lets systemd read the units, and plays through nginx with two
processes of the site on PostgreSQL. Everything stays on loopback addresses.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from tests.deploy import files
from tests.postgres import QUICK, Server, free_port
from tests.server.running import wait_for
from tests.server.whole.sites import site_process

NAME = "play.example.org"
JSON = {"accept": "application/json"}


def run(*line: object, **options) -> str:
    return subprocess.run([str(word) for word in line], check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201  a script


# --- The proxy -------------------------------------------------------------------------------------------------------


@contextmanager
def proxy(folder: Path, sites: list[int], settings_of: Callable[[Path, int, list[int]], str]) -> Iterator[int]:
    """Run nginx; gives its port for HTTPS."""
    port = free_port()
    files.make_certificate(folder, NAME)
    with files.nginx(folder, settings_of(folder, port, sites), port):
        yield port + 1


def browser(port: int) -> httpx.Client:
    client = httpx.Client(base_url=f"https://127.0.0.1:{port}", verify=False, headers={"host": NAME} | JSON, timeout=30)  # noqa: S501  our own certificate
    first = client.get("/")
    cookies = first.headers.get_list("set-cookie")
    assert first.status_code == 200, first.text
    assert first.headers["strict-transport-security"].startswith("max-age=")
    assert cookies
    assert all(cookie.startswith("__Host-") and "Secure" in cookie for cookie in cookies), cookies
    # httpx knows the site by its address, not by the name that it sends.
    client.headers["cookie"] = "; ".join(cookie.partition(";")[0] for cookie in cookies)
    client.headers["x-csrf-token"] = next(one for one in cookies if "csrf" in one).partition(";")[0].partition("=")[2]
    return client


def check_proxy(folder: Path) -> None:
    with ExitStack() as stack:
        database = stack.enter_context(Server(*QUICK))
        url = database.create()
        sites = []
        for number in range(2):
            own = folder / f"site-{number}"
            own.mkdir()
            sites.append(stack.enter_context(site_process(own, url, hosts=NAME, proxies="127.0.0.1")))
        ports = [site.port for site in sites]
        with proxy(folder, ports, lambda *given: files.debian_settings(*given[:2], given[2][0])) as port:
            play_through(port)
        say("nginx on Debian: pages, links, cookies, streams and refusals are right")
        port = stack.enter_context(proxy(folder, ports, files.nginx_settings))
        play_through(port)
        say("nginx: pages, links, cookies, streams and refusals are right")
        client = browser(port)
        sites[0].stop()
        assert all(client.get("/lobby").status_code == 200 for _ in range(20))
        say("nginx: with one process stopped, every request is answered")


def play_through(port: int) -> None:
    ann, bob = browser(port), browser(port)
    made = ann.post("/tables", json={"game": "cuttle", "opponents": ["open"], "name": "Ann"})
    assert made.status_code == 201, made.text
    table = made.json()["table"]
    assert made.json()["address"] == f"https://{NAME}/t/{table}"
    heard: list[str] = []
    listening = threading.Event()

    def listen() -> None:
        with ann.stream("GET", f"/t/{table}/events?after=0") as stream:
            listening.set()
            for line in stream.iter_lines():
                heard.append(line)
                if "Bob" in line:
                    return

    reader = threading.Thread(target=listen)
    reader.start()
    listening.wait(10)
    version = bob.get(f"/t/{table}").json()["version"]
    assert bob.post(f"/t/{table}/sit", json={"version": version, "name": "Bob"}).status_code == 200
    reader.join(5)
    assert not reader.is_alive(), "the proxy holds the stream back"
    assert ann.get("/", headers={"host": "evil.example"}).status_code == 400
    assert ann.get("/", headers={"x": "y" * 60_000}).status_code in (400, 431)
    for path in ("/metrics", "/health", "/ready"):
        assert ann.get(path).status_code == 404
    own = ann.get("/lobby", headers={"x-request-id": "chosen-by-a-client"}).headers["x-request-id"]
    assert own != "chosen-by-a-client"
    moved = httpx.get(f"http://127.0.0.1:{port - 1}/lobby", headers={"host": "evil.example"})
    assert (moved.status_code, moved.headers["location"]) == (308, f"https://{NAME}/lobby")


# --- The container file ----------------------------------------------------------------------------------------------


def lint() -> None:
    run(Path(sys.executable).with_name("hadolint"), files.DEPLOY / "Containerfile")
    say("container file: no fault found by hadolint")


def check_container(folder: Path) -> None:
    """Run the steps of the container file below a folder that stands for `/`."""
    folder.chmod(0o755)
    python = shutil.which("python3", path="/usr/bin") or sys.executable
    at = {word: str(folder / word.strip("/")) for word in ("/opt/undercut", "/source", "/var/lib/undercut")}
    source = folder / "source"
    source.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("UNDERCUT", "PYTHON"))}
    environment["PATH"] = f"{at['/opt/undercut']}/bin:/usr/bin:/bin"

    def here(text: str) -> str:
        for word, place in at.items():
            text = text.replace(word, place)
        return text

    for name, value in files.steps():
        if name == "COPY" and not value.startswith("--from"):
            *names, target = value.split()
            run("cp", "-r", *(files.ROOT / each for each in names), source / target.rstrip("."))
        elif name == "RUN" and "useradd" not in value:
            line = here(value).replace("python -m venv", f"{python} -m venv")
            run("sh", "-ec", line, cwd=source, env=environment)
    say("container file: the steps of the build work")
    shutil.rmtree(source)
    run("install", "--directory", "--owner", "10001", "--group", "10001", "--mode", "0700", at["/var/lib/undercut"])
    last = dict(files.steps())
    port = str(free_port())
    settings = dict(word.split("=", 1) for word in shlex.split(here(last["ENV"])))
    environment |= {name: value for name, value in settings.items() if name != "PATH"}
    program = [word if word != "8000" else port for word in json.loads(last["CMD"])]
    program[0] = f"{at['/opt/undercut']}/bin/undercut"
    mount = f"mount --bind {at['/var/lib/undercut']} {at['/var/lib/undercut']} && mount -t tmpfs none /tmp && "
    if str(folder).startswith("/tmp"):  # noqa: S108  it must not be hidden
        mount = mount.replace("mount -t tmpfs none /tmp && ", "")
    bound = f"{mount}mount -o remount,bind,ro / && exec setpriv --reuid 10001 --regid 10001 --clear-groups "
    bound += "--bounding-set=-all --no-new-privs " + shlex.join(program)
    server = subprocess.Popen(["unshare", "--mount", "sh", "-ec", bound], env=environment, cwd="/")  # noqa: S607
    probe = json.loads(last["HEALTHCHECK"].partition("CMD ")[2])
    probe = [word.replace("8000", port) for word in probe]
    try:
        wait_for(lambda: subprocess.run(probe, env=environment, check=False, stderr=subprocess.DEVNULL).returncode == 0)
        kept = {path.name for path in Path(at["/var/lib/undercut"]).iterdir()}
        assert {"tables.db", "secret"} <= kept, kept
        server.send_signal(signal.SIGTERM)
        assert server.wait(15) == 0
    finally:
        server.kill()
    say("container file: it runs on a read-only file system, without rights, passes its health check, and stops")


# --- The owner's commands --------------------------------------------------------------------------------------------

SITES_USER = 61_234
"""In place of the dynamic user, in systemd's range."""


def sandboxed(unit: str, line: list[object], writable: list[Path], user: int = 0) -> list[str]:
    """The command line that runs a program under the rules of a unit, as far as they can be had without systemd."""
    rules = files.directives(unit)
    assert rules["ProtectSystem"] == ["strict"]
    assert rules["NoNewPrivileges"] == ["yes"]
    allowed = [name.removeprefix("CAP_").lower() for name in rules["CapabilityBoundingSet"][0].split()]
    kept = ",".join(["-all", *(f"+{name}" for name in allowed)])
    mounts = " && ".join(f"mount --bind {shlex.quote(str(path))} {shlex.quote(str(path))}" for path in writable)
    who = f"--reuid {user} --regid {user} --clear-groups " if user else ""
    program = shlex.join(str(word) for word in line)
    rest = f"exec setpriv {who}--bounding-set={kept} --inh-caps=-all --no-new-privs {program}"
    script = f"{mounts} && mount -o remount,bind,ro / && umask {rules['UMask'][0]} && {rest}"
    return ["unshare", "--mount", "sh", "-ec", script]


def check_admin(folder: Path) -> None:
    """Run the site as a user of its own, and the owner's commands and timers as root beside it."""
    folder.chmod(0o755)
    state, backups, cache = folder / "state", folder / "backups", folder / "cache"
    for path in (state, cache):
        run("install", "--directory", "--owner", SITES_USER, "--group", SITES_USER, "--mode", "0700", path)
    backups.mkdir(mode=0o700)
    (folder / "environment").write_text("UNDERCUT_HOSTS=127.0.0.1\nUNDERCUT_THINKERS=1\n")
    (folder / "environment").chmod(0o600)
    program, port = Path(sys.executable).with_name("undercut"), free_port()
    command = files.admin_command(folder, program, state)
    own = {"PATH": "/usr/bin:/bin", "UNDERCUT_DATA": str(state), "UNDERCUT_CACHE": str(cache)}
    own |= {"UNDERCUT_THINKERS": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    serve = sandboxed("undercut.service", [program, "serve", "--port", port], [state, cache], SITES_USER)
    site = subprocess.Popen(serve, env=own, cwd="/")

    def admin(unit: str, *words: object) -> str:
        line = sandboxed(unit, [command, *words], [state, backups])
        said = run(*line, env={"PATH": "/usr/bin:/bin"}, cwd="/")
        owners = {path: path.stat().st_uid for path in [*state.rglob("*"), *cache.rglob("*")]}
        assert set(owners.values()) == {SITES_USER}, owners
        return said

    try:
        wait_for(lambda: files.answers(f"http://127.0.0.1:{port}/ready"), 120)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=JSON) as ann:
            ann.headers["x-csrf-token"] = ann.get("/about").cookies["csrf"]
            made = ann.post("/tables", json={"game": "cuttle", "opponents": ["open"], "name": "Ann", "listed": True})
            table, guest = made.json()["table"], ann.cookies["guest"].partition(".")[0]
            backup, cleaning = "undercut-back-up.service", "undercut-clean-up.service"
            assert table in admin(backup, "tables")
            assert "no faults" in admin(backup, "back-up", backups / "first.db")
            admin(cleaning, "close", table)
            assert "Moved 1 table" in admin(cleaning, "clean-up", "--older-than", "0")
            archive = next((state / "archive").iterdir())
            assert "Put back 1 table" in admin(cleaning, "unarchive", archive)
            assert "Erased" in admin(cleaning, "erase", guest)
            admin(cleaning, "rotate-secret")
        site.send_signal(signal.SIGTERM)
        assert site.wait(15) == 0
        assert "Restored" in admin(backup, "restore", backups / "first.db")
        site = subprocess.Popen(serve, env=own, cwd="/")
        wait_for(lambda: files.answers(f"http://127.0.0.1:{port}/ready"), 120)
        assert httpx.get(f"http://127.0.0.1:{port}/t/{table}", headers=JSON).json()["phase"] == "open"
    finally:
        site.kill()
    say("the owner's commands: they work beside the site and under the timers' rules, and the site can read all files")


def main() -> int:
    missing = [name for name in ("nginx", "openssl", "systemd-analyze", "unshare", "setpriv") if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        say(f"this needs root, and: {', '.join(missing) or 'nothing else'}")
        return 2
    began = time.monotonic()
    lint()
    with tempfile.TemporaryDirectory(prefix="undercut-deploy-") as folder:
        files.verify_units(Path(folder))
    say("units: systemd reads them, and rates the service's exposure below 2.0")
    for check in (check_admin, check_proxy, check_container):
        with tempfile.TemporaryDirectory(prefix="undercut-deploy-") as folder:
            check(Path(folder))
    say(f"all of deploy/ works ({time.monotonic() - began:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
