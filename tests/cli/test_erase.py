"""`deskgraph erase`: what went by table, one document with --json, and a dry run that changes nothing."""

import json

from tests.graphs.paid_model import PaidModel

from .called import call


def test_a_customer_is_erased(paid: PaidModel) -> None:
    assert call("submit", "--from", "ada@example.com", "How long does it burn?").status == 0
    dry = call("--json", "erase", "ada@example.com", "--dry-run")
    assert call("show", "1001").status == 0
    told = call("erase", " ADA@example.com")
    assert (told.status, told.err) == (0, "")
    lines = [line.split() for line in told.out.splitlines()]
    assert ["table", "went"] in lines
    rows = {table: rows for table, rows in json.loads(dry.out)["rows"].items() if rows}
    assert lines[2 : 2 + len(rows)] == [[table, str(count)] for table, count in rows.items()]
    assert (rows["ticket"], rows["message"], rows["customer"]) == (1, 1, 1)
    assert call("show", "1001").status == 1


def test_an_address_that_nobody_has_is_one_line(paid: PaidModel) -> None:
    """It does not say the address again: the line may end in a log."""
    for address, why in (
        ("eve@example.com", "nothing of this address"),
        ("no-address", "not an e-mail address"),
    ):
        told = call("erase", address)
        assert (told.status, told.out, told.err.count("\n")) == (1, "", 1)
        assert why in told.err
        assert address not in told.err
