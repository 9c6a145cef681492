"""The command ``undercut rules``."""

import json


def test_rules_are_printed_with_what_differs(run):
    whole = run("rules", "cuttle", "--plain").stdout
    assert "### CU-1 " in whole
    assert "### CU-36 " in whole
    assert "differs" not in whole
    assert whole.startswith("By Sipie's rules (sipie). These are the default in the terminal. The site plays ")
    assert run("rules", "cups", "--plain").stdout.startswith("By Basic game (simple).")
    one = run("rules", "cuttle", "CU-31", "--rules", "denexa", "--plain").stdout
    assert "queen_stops = effects" in one
    assert "(differs: usually targets)" in one
    data = json.loads(run("rules", "cuttle", "cu-33", "--set", "kings=21,14,10,7,4", "--json").stdout)
    assert data["rules"] == {"set": "sipie", "kings": [21, 14, 10, 7, 4]}
    assert data["clauses"][0]["options"][0].startswith("kings = 21 14 10 7 4: ")
