"""Drawing a page: templates, safe text, and the headers of every page."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import nh3
from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import HTMLResponse

from deskgraph import __version__

# No script, no frame, nothing from elsewhere: what a customer writes can at worst look odd.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_TAGS = {
    *("h1", "h2", "h3", "h4", "p", "br", "hr", "blockquote", "pre", "ul", "ol", "li"),
    *("a", "code", "em", "s", "strong", "table", "thead", "tbody", "tr", "th", "td"),
}
_LABELS = {
    "agent": "Agent",
    "needs_human": "Needs a person",
    "with_staff": "With staff",
    "no_answer": "No answer",
    "support": "Support",
}
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def page(
    template: str, http_status: int = 200, headers: Mapping[str, str] | None = None, **context: Any
) -> HTMLResponse:
    """The page of this template."""
    text = _TEMPLATES.get_template(template).render(context)
    # Text from outside may hold what UTF-8 cannot say.
    body = text.encode("utf-8", errors="replace")
    return HTMLResponse(body, http_status, {**_HEADERS, **(headers or {})})


def markdown(text: str) -> Markup:
    """What an agent wrote, as HTML: Markdown without raw HTML, pictures or script."""
    drawn = nh3.clean(
        _MARKDOWN.render(text),
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )
    return Markup(drawn)


def label(name: str | None) -> str:
    """A stored name as people read it."""
    if not name:
        return ""
    return _LABELS.get(name, name.replace("_", " ").capitalize())


def when(moment: datetime) -> str:
    """How long ago, or until when, in one unit."""
    seconds = (datetime.now(UTC) - moment).total_seconds()
    amount = abs(seconds)
    for size, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if count := round(amount / size):
            told = f"{count} {unit}{'s' if count > 1 else ''}"
            return f"{told} ago" if seconds > 0 else f"in {told}"
    return "just now" if seconds >= 0 else "in under a minute"


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("deskgraph.console", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(markdown=markdown, label=label, when=when)
    environment.globals.update(version=__version__)
    return environment


_TEMPLATES = _environment()
