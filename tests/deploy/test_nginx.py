import os
import re
import shutil

import httpx
import pytest

from tests.deploy.files import DEPLOY, debian_settings, make_certificate, nginx, nginx_settings
from tests.postgres import free_port

NAME = "play.example.org"
FILES = ("nginx.conf", "nginx-site.conf")
TOO_NEW = {
    "acme_issuer", "add_header_inherit", "early_hints", "http2", "http3", "http3_hq", "internal_redirect",
    "keepalive_min_timeout", "mgmt", "proxy_allow_upstream", "proxy_bind_dynamic", "proxy_pass_trailers",
    "proxy_request_dynamic", "quic_bpf", "quic_gso", "quic_retry", "ssl_certificate_cache", "ssl_encrypted_hello_key",
    "ssl_key_log", "ssl_object_cache_inheritable",
}  # fmt: skip
"""Directives that nginx 1.22, which Debian 12 has, does not know."""

needs_nginx = pytest.mark.skipif(
    not (shutil.which("nginx") and shutil.which("openssl")), reason="nginx is not installed (apt install nginx)"
)


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def directives_of(text: str) -> list[str]:
    text = re.sub(r"#.*", "", text)
    return [" ".join(one.split()) for one in re.findall(r"[^;{}]+(?=[;{])", text)]


@pytest.mark.parametrize("name", FILES)
def test_no_directive_is_newer_than_debian_12(name):
    for line in directives_of(text_of(name)):
        assert line.split()[0] not in TOO_NEW, line
        assert not re.search(r"\blisten .*\bquic\b", line), line


@pytest.mark.parametrize("name", FILES)
def test_redirects_lead_to_the_sites_own_name(name):
    lines = directives_of(text_of(name))
    returns = [line for line in lines if line.startswith(("return 3", "rewrite"))]
    assert returns == ["return 308 https://$server_name$request_uri"]
    assert lines.count(f"server_name {NAME}") == 2
    assert not any(re.search(r"\$(host|http_host)\b", line) for line in lines if "proxy_set_header Host" not in line)


@pytest.mark.parametrize("name", FILES)
def test_the_headers_that_the_site_trusts_do_not_come_from_clients(name):
    lines = directives_of(text_of(name))
    trusted = {"X-Forwarded-Proto": "$scheme", "X-Forwarded-For": "$remote_addr", "X-Request-Id": "$request_id"}
    assert {line.split()[1]: line.split()[2] for line in lines if "set_header X-" in line} == trusted


@needs_nginx
@pytest.mark.parametrize("name", FILES)
def test_no_log_has_a_secret_address_while_the_site_is_down(tmp_path, name):
    """Percent signs, doubled slashes, referrers, bodies that are too long, and names of other sites included."""
    make_certificate(tmp_path, NAME)
    port, nowhere = free_port(), free_port()
    down = nginx_settings(tmp_path, port, [nowhere, nowhere])
    settings = down if name == "nginx.conf" else debian_settings(tmp_path, port, nowhere)
    with nginx(tmp_path, settings, port), httpx.Client(verify=False, headers={"host": NAME}) as client:  # noqa: S501  our own certificate
        secret = f"https://127.0.0.1:{port + 1}"
        paths = ["/s/hush-1", "/move/hush-2", "/%73/hush-3", "//s/hush-4", "/t/hush-5", "/?hush-6", "/S/hush-7"]
        for path in paths:
            assert client.get(secret + path).status_code == 502
            assert client.post(secret + path, content=b"x" * 2_000_000).status_code == 413
            moved = client.get(f"http://127.0.0.1:{port}{path}", headers={"host": "evil.example"})
            assert moved.headers["location"].startswith(f"https://{NAME}/")
        for referrer in ("/s/hush-8", "/move/hush-9"):
            assert client.get(f"{secret}/static/x.css", headers={"referer": secret + referrer}).status_code == 502
    written = [path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_uid == os.getuid()]
    logged = "".join(path.read_text(errors="replace") for path in written)
    assert "hush" not in logged
    assert logged.count(" 502 request=") == len(paths) + 2
    assert re.search(r"127\.0\.0\.1 GET /s 502 request=[0-9a-f]{32} upstream=", logged)
