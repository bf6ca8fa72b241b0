"""Blanks of a template that nobody filled in."""

import re
from collections.abc import Iterator

# What stands in code is shown for its own sake: an article on templates may quote their blanks.
_CODE = re.compile(r"```.{0,4000}?```|`[^`\n]{1,300}`", re.DOTALL)
_WHOSE = (
    r"(?i:your|the|customer'?s?|agent'?s?|insert|enter|company|order|recipient'?s?|first|last|full|user'?s?|ticket"
    r"|tracking|today'?s|support|add)"
)
_WHAT = (
    r"(?i:name|number|address|date|amount|e-?mail|phone|link|id|company|here|team|price|city|order|reason|details?"
    r"|signature|title|url|time|text|tracking)"
)
_ALONE = r"(?i:name|date|amount|address|signature|company|city|insert [^\]\[<>\n]{1,30})"
_BLANKS = re.compile(
    r"\{\{[^{}\n]{0,60}\}\}|\{%[^%\n]{0,60}%\}|\$\{\w{1,40}\}|<%[^%\n]{0,60}%>|%\(\w{1,30}\)s"
    r"|\{[a-z]{1,20}(?:_[a-z]{1,20}){0,3}\}|\[(?:EMAIL|PHONE|CARD|IBAN|SSN|IP)(?:_\d{1,4})?\]"
    rf"|[\[<](?:{_WHOSE} {_WHAT}(?: {_WHAT}){{0,2}}|{_ALONE})[\]>](?!\()"
)


def blanks(text: str) -> Iterator[str]:
    """Blanks such as `{{name}}`, `${order}`, `[Your Name]`, `[EMAIL_1]` outside of code."""
    for match in _BLANKS.finditer(_CODE.sub(" ", text)):
        yield match.group()
