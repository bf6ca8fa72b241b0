"""Keys and passwords in a text."""

import re
from collections.abc import Iterator

_KEYS = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:live|test|ant|proj|or|svcacct)?[-_]?[A-Za-z0-9_-]{20,200}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
    r"|\bgh[pousr]_[A-Za-z0-9]{30,255}|\bgithub_pat_[A-Za-z0-9_]{30,255}|\bglpat-[A-Za-z0-9_-]{20,100}"
    r"|\bxox[abeprs]-[A-Za-z0-9-]{10,250}|\bAIza[A-Za-z0-9_-]{35}|\bhf_[A-Za-z0-9]{30,100}"
    r"|\bya29\.[A-Za-z0-9_-]{20,250}|\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}|\bnpm_[A-Za-z0-9]{36}"
    r"|\bpypi-[A-Za-z0-9_-]{50,250}|\bdop_v1_[a-f0-9]{64}"
    r"|\beyJ[A-Za-z0-9_-]{10,300}\.eyJ[A-Za-z0-9_-]{10,300}"
    r"|\b[a-z][a-z0-9+]{1,20}://[^\s:/@]{1,60}:[^\s:/@]{3,100}@"
)
# What only its name tells from any other row of signs: capitals or figures stand in it.
_NAMED = re.compile(
    r"(?:\bbearer|(?<![^\W_])(?:secret|key|token)(?![^\W_])[\w \t-]{0,20}(?: is| ist|[:=]|\")) {0,3}[\"'`]?"
    r"(?P<value>(?=[A-Za-z/+_.~-]{0,60}[0-9])(?=[0-9/+_.~-]{0,60}[A-Za-z])[A-Za-z0-9/+_.~-]{32,300}={0,2})",
    re.IGNORECASE,
)
_IS = r"(?>(?: code| number)?)(?: is| ist| lautet| est| es|:| =)(?>(?: now)?):?+ {0,3}+[*_\"'`]{0,3}+"
_CALLED = r"\b(?:password|passphrase|pass ?code|passwort|kennwort|mot de passe|contraseña)\b"
# With a figure or a sign in it. "4-digit", "8-16 characters" and "case-sensitive!" say what it is like.
_PASSWORD = re.compile(
    rf"(?:{_CALLED}|\bone-time code\b){_IS}(?!\d{{1,3}}[-–](?:\d{{1,3}}\b|[a-z]{{3}}))"
    r"(?P<value>(?=[^\s\"'`]{0,60}(?:[\d@#$%^&]|[!*]\w))(?![\w-]{1,60}-(?:protected|based|enabled|sensitive)\b)"
    r"[^\s\"'`]{3,60})",
    re.IGNORECASE,
)
_PIN = re.compile(rf"\b(?:pin|cvv|cvc){_IS}(?P<value>\d{{3,12}})(?![\w-]|[.,]\d)", re.IGNORECASE)
# A word, where the sentence ends or goes on behind it. What tells how a password is, is none.
_WORD = re.compile(
    rf"{_CALLED}{_IS}(?P<value>[A-Za-zÀ-ž]{{6,60}})(?=[*_\"'`]{{0,3}}(?:[.,;!)](?:\s|\Z)|\n|\Z| and | und | et | y ))",
    re.IGNORECASE,
)
_HOW = re.compile(
    r"wrong|secure|weak|strong|unique|hidden|known|unknown|forgotten|correct|incorrect|private|secret|unsafe|absent"
    r"|random|complex|simple|default|invalid|missing|enough|important|different|yours|shorter|longer|reset|unset"
    r"|falsch|abgelaufen|vergessen|korrekt|geheim|sicher|unsicher|nötig|richtig|geändert|gesperrt|faux|requis|incorrecta?o?|correcta?o?"
    r"|password|passwort|kennwort|required|optional|nothing|something|anything|public|safely|always|expiré|oublié"
    r"|[a-zà-ž]{2,40}(?:ed|ing|able|ible|ary|ly|ive|less|ful|ent|ous|lich|ig|isch|bar|end|elt|ert|ado|ada|ido|ida|oire)",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"\b(?:logins?|credentials|log-?in data|zugangsdaten|anmeldedaten|identifiants)\b(?: is| are| sind| lauten| ist|:)"
    r" {0,3}[\w.@+-]{2,40} ?[/|:] ?(?P<value>(?=[^\s/]{0,60}\d)(?=[^\s/]{0,60}[A-Za-z])[^\s/]{6,60})",
    re.IGNORECASE,
)
_PRIVATE_KEY = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----")


def keys(text: str) -> Iterator[str]:
    """API keys of the known forms, passwords in URLs, heads of private keys."""
    for form in (_KEYS, _PRIVATE_KEY):
        for match in form.finditer(text):
            yield match.group()
    for match in _NAMED.finditer(text):
        yield match["value"]


def passwords(text: str) -> Iterator[str]:
    """What is called a password, a PIN or a login, and not what is said about one."""
    for form in (_PASSWORD, _PIN, _LOGIN):
        for match in form.finditer(text):
            yield match["value"].rstrip(".,;!*_)")
    for match in _WORD.finditer(text):
        if not _HOW.fullmatch(match["value"]):
            yield match["value"]
