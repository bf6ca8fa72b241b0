"""Named SQL: a folder that owns rows keeps its statements in one `queries.sql`, each under `-- name: x`."""

import re
from pathlib import Path
from typing import LiteralString, cast

_NAME = re.compile(r"^-- name: (\w+)[ \t]*$", re.MULTILINE)


class Queries:
    """The statements of one folder, by name."""

    def __init__(self, source: Path) -> None:
        parts = _NAME.split(source.read_text(encoding="utf-8"))
        names = parts[1::2]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"{source} has these names twice: {', '.join(twice)}")
        self._source = source
        self._statements = dict(zip(names, (part.strip() for part in parts[2::2]), strict=True))

    def __getitem__(self, name: str) -> LiteralString:
        """The statement. A file of ours is as good as a literal: nothing from outside ever enters it."""
        if name not in self._statements:
            raise KeyError(f"{self._source} has no query {name!r}; it has {', '.join(self._statements)}")
        return cast(LiteralString, self._statements[name])

    def names(self) -> list[str]:
        """All names, in the file's order."""
        return list(self._statements)


def load(module_file: str) -> Queries:
    """The `queries.sql` beside a module; call it with `__file__`."""
    return Queries(Path(module_file).with_name("queries.sql"))
