"""SQL stands in the folder's `queries.sql`, and every query of it is used."""

import re

from tests.architecture.sources import PACKAGE, ROOT, modules, strings, where

_STATEMENT = re.compile(
    r"^\s*(?:select\s+.+\bfrom\b|insert\s+into\b|update\s+\w+\s+set\b|delete\s+from\b|create\s+(?:table|index|schema)\b"
    r"|alter\s+table\b|with\s+\w+\s+as\s*\()",
    re.IGNORECASE | re.DOTALL,
)

# Whoever builds a statement says why it cannot stand in a file.
EXCEPTIONS: dict[str, str] = {}


def test_no_python_file_holds_a_statement() -> None:
    glued = [
        f"{where(path, line)} {text.strip()[:80]!r}"
        for path in modules("src")
        if where(path) not in EXCEPTIONS
        for line, text in strings(path)
        if _STATEMENT.match(text)
    ]
    assert glued == []


def test_every_named_query_is_used_by_its_folder() -> None:
    unused = []
    for file in sorted(PACKAGE.rglob("queries.sql")):
        names = re.findall(r"^-- name: ([\w]+)", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(names) == len(set(names)), f"{file.relative_to(ROOT)} has a name twice"
        code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(file.parent.glob("*.py")))
        unused += [f"{file.relative_to(ROOT)}: {name}" for name in names if f'"{name}"' not in code]
    assert unused == []


def test_a_folder_with_queries_is_the_only_one_that_reads_them() -> None:
    borrowed = [
        f"{where(path, line)} {text}"
        for path in modules("src")
        for line, text in strings(path)
        if text.endswith("queries.sql") and path.parent.name != "database"
    ]
    assert borrowed == []
