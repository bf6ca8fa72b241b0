"""A folder's statements by name."""

from pathlib import Path

import pytest

from deskgraph.database import load

FILE = """-- What this folder asks.

-- name: first
select 1

-- name: second
-- a remark stays
select 2;
"""


def test_each_statement_is_found_under_its_name(tmp_path: Path) -> None:
    (tmp_path / "queries.sql").write_text(FILE)
    queries = load(str(tmp_path / "rows.py"))
    assert queries.names() == ["first", "second"]
    assert queries["first"] == "select 1"
    assert queries["second"] == "-- a remark stays\nselect 2;"


def test_an_unknown_name_is_answered_with_those_there_are(tmp_path: Path) -> None:
    (tmp_path / "queries.sql").write_text(FILE)
    with pytest.raises(KeyError, match="no query 'third'; it has first, second"):
        load(str(tmp_path / "rows.py"))["third"]


def test_a_name_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "queries.sql").write_text(FILE + "\n-- name: first\nselect 3\n")
    with pytest.raises(ValueError, match="first"):
        load(str(tmp_path / "rows.py"))
