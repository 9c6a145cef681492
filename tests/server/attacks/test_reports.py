"""Reports that a database might refuse."""

from tests.server.running import Client, running


def test_a_report_with_a_null_byte_is_stored_without_it(database):
    with running(database.url) as address:
        client = Client(address)
        table = client.open(game="cuttle", opponents=["open"])
        answer = client.post(f"/t/{table}/report", json={"reason": "other", "text": "a\0b"})
        assert answer.status_code == 200
        form = {"reason": "other", "text": "c\0d", "_csrf_token": client.headers["x-csrf-token"]}
        assert client.post(f"/t/{table}/report", data=form).status_code == 200
    assert database.query("SELECT text FROM reports ORDER BY id") == [("a b",), ("c d",)]
