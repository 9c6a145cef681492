import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.server.running import wait_for

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in (".service", ".socket", ".timer"))


def steps() -> list[tuple[str, str]]:
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines if line]


def directives(unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / unit).read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def units(folder: Path) -> list[Path]:
    copies = []
    for unit in UNITS:
        copies.append(folder / unit)
        text = (DEPLOY / unit).read_text()
        for program in ("/opt/undercut/bin/undercut", "/usr/local/sbin/undercut-admin"):
            text = text.replace(program, sys.executable)
        copies[-1].write_text(text)
    return copies


def verify_units(folder: Path) -> None:
    found = units(folder)
    done = subprocess.run(["systemd-analyze", "verify", *found], capture_output=True, text=True, check=False)  # noqa: S607
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    for service in (unit for unit in found if unit.suffix == ".service"):
        most = "20" if service.name == "undercut.service" else "45"  # the others run as root
        rate = ["systemd-analyze", "security", "--offline=true", f"--threshold={most}", str(service)]
        done = subprocess.run(rate, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def admin_command(folder: Path, program: Path, state: Path) -> Path:
    """A copy of ``undercut-admin`` for other places; the settings are ``environment`` in the folder."""
    text = (DEPLOY / "undercut-admin").read_text().replace("/opt/undercut/bin/undercut", str(program))
    text = text.replace("/etc/undercut/environment", f"{folder}/environment").replace("/var/lib/undercut", str(state))
    copy = folder / "undercut-admin"
    copy.write_text(text)
    copy.chmod(0o755)
    return copy


def make_certificate(folder: Path, name: str) -> None:
    line = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}"]
    files = ["-keyout", str(folder / "site.key"), "-out", str(folder / "site.pem")]
    subprocess.run([*line, *files], check=True, stderr=subprocess.DEVNULL)


def nginx_settings(folder: Path, port: int, sites: list[int]) -> str:
    text = (DEPLOY / "nginx.conf").read_text()
    for number, site in enumerate(sites, 1):
        text = text.replace(f"site-{number}:8000", f"127.0.0.1:{site}")
    for number, usual in enumerate((8080, 8443)):
        text = text.replace(f"listen {usual}", f"listen 127.0.0.1:{port + number}")
    for place in ("/tmp/", "/run/", "/dev/", "/etc/nginx/tls/"):  # noqa: S108  of the container
        text = text.replace(place, f"{folder}/")
    return text.replace("error_log stderr", f"error_log {folder}/errors")


def debian_settings(folder: Path, port: int, site: int, text: str | None = None) -> str:
    text = text or (DEPLOY / "nginx-site.conf").read_text()
    text = re.sub(r"^    listen \[::\].*\n", "", text, flags=re.MULTILINE)
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{site}")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("listen 443", f"listen 127.0.0.1:{port + 1}")
    text = re.sub(r"(ssl_certificate\s+)\S+;", rf"\1{folder}/site.pem;", text)
    text = re.sub(r"(ssl_certificate_key\s+)\S+;", rf"\1{folder}/site.key;", text)
    text = text.replace("/var/log/nginx", str(folder))
    (folder / "site.conf").write_text(text)
    return f"""
        pid {folder}/nginx.pid;
        error_log {folder}/main.log;
        events {{ worker_connections 768; }}
        http {{
            include /etc/nginx/mime.types;
            gzip on;
            access_log {folder}/main-access.log;
            include {folder}/site.conf;
        }}
    """


@contextmanager
def nginx(folder: Path, settings: str, port: int) -> Iterator[None]:
    folder.chmod(0o755)
    file = folder / "settings"
    file.write_text(settings)
    line = ["nginx", "-p", str(folder), "-c", str(file)]
    done = subprocess.run([*line, "-t"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    server = subprocess.Popen([*line, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: answers(f"http://127.0.0.1:{port}/"))
        yield
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(10)


def answers(address: str) -> bool:
    try:
        return httpx.get(address).status_code > 0
    except httpx.HTTPError:
        return False
