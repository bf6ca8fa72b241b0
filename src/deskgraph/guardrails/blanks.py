"""Blanks of a template that nobody filled in."""

import re
from collections.abc import Iterator

# What stands in code is shown for its own sake: an article on templates may quote their blanks.
_CODE = re.compile(r"```.{0,4000}?```|`[^`\n]{1,300}`", re.DOTALL)
_WHOSE = (
    r"(?:your|the|customer(?:'?s)?|client|agent(?:'?s)?|insert|enter|company|order|recipient(?:'?s)?|first|last|full"
    r"|user(?:'?s)?|ticket|tracking|today'?s|support|add|product|account|contact"
    r"|ihre?n?|deine?n?|kunden|votre|vos|le|la|su|tu)"
)
_WHAT = (
    r"(?:name|number|address|date|amount|e-?mail|phone|link|id|company|here|team|price|city|order|reason|details?"
    r"|signature|title|url|time|text|tracking"
    r"|nummer|adresse|datum|betrag|firma|nom|pr[ée]nom|num[ée]ro|nombre|n[úu]mero|fecha|client)"
)
_ALONE = (
    r"(?:name|date|amount|address|signature|company|city|insert [^\]\[<>\n]{1,30}|vorname|nachname|kundenname|datum"
    r"|bestellnummer|betrag|firma|nom|pr[ée]nom|fecha|nombre)"
)
_OURS = r"(?:EMAIL|PHONE|CARD|IBAN|SSN|IP)"
_BLANKS = re.compile(
    r"\{\{[^{}]{0,120}\}\}|\{%[^%\n]{0,60}%\}|\$\{\w{1,40}\}|<%[^%\n]{0,60}%>|%\(\w{1,30}\)s"
    r"|(?<![\w\\}$])\{[A-Za-z]{1,40}(?:_[A-Za-z]{1,20}){0,3}\}"
    # Not the variables of a system: they stand in paths, or are known.
    r"|(?<![\w%\\/])%(?!(?:APPDATA|LOCALAPPDATA|TE?MP|PATH|WINDIR|COMSPEC|PROGRAM\w{4,9}|SYSTEM\w{4,5}|USERPROFILE"
    r"|HOME\w{4,5})%)[A-Za-z][A-Za-z_]{2,30}%(?![\w\\/])"
    rf"|(?<!\w)\\?\[{_OURS}(?:_\d{{1,6}})?\\?\]|(?i:(?<!\w)\\?\[ ?{_OURS}[ _-]\\?_?\d{{1,6}} ?\\?\])"
    rf"|(?<!\w){_OURS}_\d{{1,6}}(?![^\W_])"
    rf"|(?i:(?<![\w)])[\[<](?:{_WHOSE}[ _-]?{_WHAT}(?:[ _-]?{_WHAT}){{0,2}}|{_ALONE})[\]>])(?!\(|\[\d)"
    r"|<(?:CUSTOMER|CLIENT|USER|AGENT|NAME|ORDER|COMPANY|DATE|AMOUNT|NUMBER)>"
    r"|(?<!\w)\[(?:[Xx]{3,20}|XX|(?:TODO|TBD|FIXME|PLACEHOLDER)\b[^\]\n]{0,60})\](?!\()"
)
# "Press [Enter] and choose [Address]": a key or a field, and none that waits for a name.
_PRESS = re.compile(
    r"(?:\b(?:press|choose|click|select|tap|hit|open|push|field|button|menu|tab|key|column|drücken|drücke|wählen|wähle|klicken|klicke"
    r"|cliquez|choisissez|appuyez|pulse|elija)(?: on| the| auf| sur| en)?|[\]>] ?(?:>|→|and|or|then|\+|,)) \Z",
    re.IGNORECASE,
)
_FIELD = re.compile(r" (?:(?:button|field|key|menu|tab|box|column|feld|taste)\b|[>→] )", re.IGNORECASE)
# Where a customer is named, a blank is one whatever an article has.
_GREETING = re.compile(
    r"\b(?:dear|hi|hello|hey|hallo|liebe[r]?|guten tag|geehrte[r]?|frau|herr|bonjour|cher|chère|hola|estimad[oa]"
    r"|regards|sincerely|thanks|grüße[n]?)[ ,]{0,2}\s{0,2}\Z",
    re.IGNORECASE,
)


def blanks(text: str, quoted: str = "") -> Iterator[str]:
    """Blanks such as `{{name}}`, `${order}`, `[Your Name]`, `[EMAIL_1]` outside of code. What is `quoted` from an
    article on templates is shown for its own sake, too, unless a customer is greeted by it."""
    prose = _CODE.sub(" ", text)
    for match in _BLANKS.finditer(prose):
        before = prose[max(0, match.start() - 24) : match.start()]
        if match.group() in quoted and not _GREETING.search(before):
            continue
        pressed = _PRESS.search(before) or _FIELD.match(prose, match.end())
        if not (pressed and match.group().startswith("[")):
            yield match.group()
