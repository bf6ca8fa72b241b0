"""Where a text leads: hosts of its links, and content that acts when it is opened."""

import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

_LINK = re.compile(
    r"(?P<scheme>\b[a-z][a-z0-9+.-]{1,20}:)?//"
    r"(?P<authority>[^\s/?#<>\"'()\[\]]{0,200}(?:\[[0-9a-f:.]{2,45}\]|[^\s/?#<>\"'()\[\]]{1,200}))",
    re.IGNORECASE,
)
# Mail programs make links of bare names too. Of those the endings that are also words or file names are left
# out.
_ENDINGS = (
    "com|net|org|info|biz|io|app|dev|co|shop|store|online|site|xyz|top|click|link|live|support|help|icu|club|vip|pro|"
    "me|tv|cc|ru|cn|uk|de|fr|nl|eu|us|ca|au|in|br|jp|it|es|pl|ch|at|se|zip|example|test"
)
_BARE = re.compile(
    rf"(?<![\w@./-])(?:[a-z0-9](?:[a-z0-9-]{{0,61}})\.){{1,5}}(?:{_ENDINGS})(?![\w@-]|\.\w)", re.IGNORECASE
)
_ACTIVE = re.compile(
    r"< {0,2}/?(?:script|iframe|object|embed|applet|form|meta|base|svg|link|style)\b"
    r"|\b(?:java|vb)script {0,2}:|\bdata {0,2}: {0,2}(?:text/html|image/svg|application/)"
    r"|<[a-z][^<>]{0,200}\bon[a-z]{3,20} {0,2}=",
    re.IGNORECASE,
)
_BREAKS = re.compile(r"[\t\r\n\x00-\x08]")


def hosts(text: str) -> Iterator[str]:
    """Host of every link, in lower case without `www.`. What stands before an @ is a user name and no
    host."""
    read = unwrapped(text)
    for match in _LINK.finditer(read):
        # "and//or" is no link; "//evil.test" is one, and so is "http://2130706433".
        if match["scheme"] or "." in match["authority"]:
            yield _host(match["authority"])
    for match in _BARE.finditer(read):
        yield _host(match.group())


def active(text: str) -> Iterator[str]:
    """Elements and links that run something; line breaks inside `javascript:` do not hide it from a
    browser."""
    for read in {text, unwrapped(text), _BREAKS.sub("", unwrapped(text))}:
        for match in _ACTIVE.finditer(read):
            yield match.group()


def unwrapped(text: str) -> str:
    """As a browser reads a link: entities and percent signs decoded, a backslash is a slash."""
    return unquote(html.unescape(text)).replace("\\", "/")


def _host(authority: str) -> str:
    host = re.sub(r":\d{0,5}$", "", authority.rpartition("@")[2])
    return host.lower().strip(".,;:!*_`").removeprefix("www.")
