"""The site offers the edition without a server, if it has been built."""

import pytest
from licences import licences
from litestar.testing import TestClient

from tests.server.inside import settings
from undercut.errors import BadSettings
from undercut.site.server.app import make_app

HTML = {"accept": "text/html"}
DOCS = "https://docs.example.org/"
OUTSIDE = ("../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "/etc/passwd", "%2fetc%2fpasswd")
FILES = {
    "index.html": '<base href="./"><iframe src="front.html"></iframe>',
    "service.js": "//",
    "learn/index.html": "lessons",
    "python/python.wasm": "\0asm",
}


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "edition"
    for name, text in FILES.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text)
    (tmp_path / "secret.txt").write_text("secret")
    return made


def test_the_edition_is_served_with_a_policy_of_its_own_and_nothing_beside_it(tmp_path, folder):
    with TestClient(make_app(settings(tmp_path, hosts="*", offline=str(folder), docs=DOCS))) as client:
        assert client.get("/offline", follow_redirects=False).headers["location"] == "/offline/"
        shell = client.get("/offline/")
        assert shell.text == FILES["index.html"]
        assert "wasm-unsafe-eval" in shell.headers["content-security-policy"]
        found = client.get("/offline/python/python.wasm")
        assert (found.headers["content-type"], found.headers["content-encoding"]) == ("application/wasm", "gzip")
        assert "wasm-unsafe-eval" in found.headers["content-security-policy"]
        assert "set-cookie" not in found.headers
        assert client.get("/offline/learn").text == "lessons"
        assert 'href="/offline/"' in client.get("/offline/t/abc", headers=HTML).text
        assert client.get("/offline/nothing.js", headers={"accept": "*/*"}).status_code == 404
        assert "/offline/" in client.get("/no-connection", headers=HTML).text
        assert "wasm" not in client.get("/").headers["content-security-policy"]
        assert f'<a href="{DOCS}">Documentation</a>' in client.get("/about", headers=HTML).text
        for path in OUTSIDE:
            found = client.get(f"/offline/{path}", headers={"accept": "*/*"})
            assert found.status_code in {400, 404}
            assert not {"secret", "root:"} & {*found.text.split()}


def test_without_an_edition_and_docs_no_page_leads_there(tmp_path):
    with TestClient(make_app(settings(tmp_path, hosts="*"))) as client:
        found = client.get("/offline", headers=HTML)
        assert "You are offline" in found.text
        assert "/offline/" not in found.text
        assert client.get("/offline/index.html").status_code == 404
        assert "Documentation</a>" not in client.get("/about", headers=HTML).text
        listed = client.get("/about", headers={"accept": "application/json"}).json()["licences"]
    assert licences().items() <= listed.items(), "of everything in the lock file"
    assert all(listed.values())
    assert "litestar" in listed


@pytest.mark.parametrize("address", ["docs", "javascript:alert(1)", 'https://a"b'])
def test_an_address_of_docs_or_a_folder_without_the_edition_is_refused(tmp_path, address):
    settings(tmp_path, docs="/docs/")
    with pytest.raises(BadSettings, match="make pages"):
        settings(tmp_path, offline=str(tmp_path))
    with pytest.raises(BadSettings, match=r"UNDERCUT_DOCS: .* is not an address"):
        settings(tmp_path, hosts="*", docs=address)
