"""Where a text leads: hosts of its links, e-mail addresses, and content that acts when it is opened."""

import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

_LINK = re.compile(
    r"(?:\b[a-z][a-z0-9+.-]{1,20}:)?//(?P<authority>[^\s/?#<>\"'()\[\]]{1,300})", re.IGNORECASE
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
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+'%-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}")
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
    read = _unwrapped(text)
    for match in _LINK.finditer(read):
        yield _host(match["authority"])
    for match in _BARE.finditer(read):
        yield _host(match.group())


def addresses(text: str) -> Iterator[str]:
    """E-mail addresses, in lower case."""
    for match in _ADDRESS.finditer(_unwrapped(text)):
        yield match.group().lower().strip(".'")


def active(text: str) -> Iterator[str]:
    """Elements and links that run something; line breaks inside `javascript:` do not hide it from a
    browser."""
    for read in {text, _unwrapped(text), _BREAKS.sub("", _unwrapped(text))}:
        for match in _ACTIVE.finditer(read):
            yield match.group()


def _unwrapped(text: str) -> str:
    """As a browser reads a link: entities and percent signs decoded, a backslash is a slash."""
    return unquote(html.unescape(text)).replace("\\", "/")


def _host(authority: str) -> str:
    host = authority.rpartition("@")[2].partition(":")[0]
    return host.lower().strip(".,;!*_`").removeprefix("www.")
