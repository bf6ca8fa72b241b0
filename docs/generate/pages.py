"""Which pages are generated, and by what."""

from collections.abc import Callable, Mapping
from pathlib import Path

from docs.generate.commands import commands_page
from docs.generate.errors import errors_page
from docs.generate.graph import graph_page
from docs.generate.http import http_page
from docs.generate.settings import settings_page

ROOT = Path(__file__).parents[1]

PAGES: Mapping[str, Callable[[], str]] = {
    "reference/commands.md": commands_page,
    "reference/errors.md": errors_page,
    "reference/graph.md": graph_page,
    "reference/http.md": http_page,
    "reference/settings.md": settings_page,
}
