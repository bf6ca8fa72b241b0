"""Where a text leads: hosts of its links, and content that acts when it is opened."""

import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

# A browser opens `http:/host` and `http:host`, too; of other schemes it takes two slashes.
_LINK = re.compile(
    r"(?:(?P<web>\b(?:https?|ftp|wss?):/{0,3})|(?P<scheme>\b[a-z][a-z0-9+.-]{1,20}:)?//)"
    r"(?P<authority>[^\s/?#<>\"'()\[\]]{0,200}(?:\[[0-9a-f:.]{2,45}\]|[^\s/?#<>\"'()\[\]]{1,200}))",
    re.IGNORECASE,
)
# Of scripts that divide words by blanks, so that what stands before a host in Chinese is no part of it.
_LETTER = "a-z\u00df-\u024f\u0370-\u052f\u0590-\u06ff"
_SIGN = f"{_LETTER}0-9"
_LABELS = rf"(?:[{_SIGN}][{_SIGN}-]{{0,62}}\.){{1,5}}"
_BEFORE = rf"(?<![{_SIGN}_@./-])"
# Mail programs make links of bare names too. A name with a path is one whatever it ends in, unless that is a file's
# ending and no country's.
_FILES = (
    "js|mjs|jsx|ts|tsx|json|txt|html?|php|aspx?|css|png|jpe?g|gif|svg|pdf|docx?|xlsx?|csv|xml|ya?ml|toml|ini|conf|exe"
    "|log"
)
_PATH = re.compile(
    rf"{_BEFORE}(?!e\.g\.|i\.e\.|z\.b\.|d\.h\.)(?P<host>{_LABELS}(?!(?:{_FILES})\b)"
    rf"(?:[{_LETTER}]{{2,24}}|xn--[a-z0-9-]{{2,59}}))"
    r"(?::\d{1,5})?(?:/[\w~?#%@&=.+-]|\?[a-z_]{1,30}=)",
    re.IGNORECASE,
)
_WWW = re.compile(rf"{_BEFORE}www\d?\.{_LABELS}[{_SIGN}][{_SIGN}-]{{1,62}}", re.IGNORECASE)
_ENDINGS = (
    "com|org|info|biz|io|dev|shop|xyz|icu|tv|cc|ly|gg|ru|cn|uk|de|fr|nl|eu|us|ca|au|br|jp|it|es|pl|ch|at|se"
)
# Words, too: where a sentence ends without a blank after it, the next begins with a capital.
_WORDS = "app|store|online|site|top|click|link|live|support|help|club|vip|pro|zip|example|test"
# Endings of files and platforms: only with more before them than one word has.
_SHORT = "net|in|me|co"
_BARE = re.compile(
    rf"{_BEFORE}(?:(?:{_LABELS})(?:{_ENDINGS})|(?!(?-i:[a-z0-9.-]{{1,120}}\.[A-Z])){_LABELS}(?:{_WORDS})"
    rf"|(?=[{_SIGN}]{{1,62}}[.-][{_SIGN}.-]{{0,62}}\.(?:{_SHORT})){_LABELS}(?:{_SHORT}))(?![{_SIGN}_@-]|\.\w)",
    re.IGNORECASE,
)
# Dots as other keyboards write them, and as people write them who do not want a link.
_AT = re.compile(r"(?<=\w) ?[\[({<] ?at ?[\])}>] ?(?=\w)", re.IGNORECASE)
_DOTS = re.compile(
    r"(?<=[\w-])(?: ?[\[({] ?(?:\.|dot|punkt) ?[\])}] ?|[\u3002\uff61\uff0e])(?=[a-z0-9])", re.IGNORECASE
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
    read = _DOTS.sub(".", _AT.sub("@", unwrapped(text)))
    for match in _LINK.finditer(read):
        # "and//or" and "http:on" are no links; "//evil.test" is one, and so is "http://2130706433".
        sure = match["scheme"] or (match["web"] or "").endswith("/")
        if sure or "." in match["authority"].strip("."):
            yield _host(match["authority"])
    for match in _PATH.finditer(read):
        yield _host(match["host"])
    for form in (_WWW, _BARE):
        for match in form.finditer(read):
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
