"""What can be done for a customer, by the words for it, and what the ledger shows of it."""

import re
from collections.abc import Iterator, Sequence, Set
from decimal import Decimal
from functools import lru_cache

from deskgraph.guardrails.grounds import Done

# Deeds as beginnings of words, in Latin letters without accents, English first. An effect of a row lets any of it be
# said.
ROWS: dict[str, str] = {
    "refund": r"refund|reimburs|repa(?:y|id)|credit(?! ?cards?\b)|chargeback|cash ?back|rebate|money back"
    r"|(?:goes|go|going|went|gone|pay|pays|paid) back|erstatt|ruckerstatt|zuruckerstatt|gutgeschrieben|gutschr"
    r"|ruckzahl|rembours|recredit|reembols|abonad|rimbors|accredit|estorn|devolvid|terugbeta|teruggestort"
    r"|restitu",
    "discount": r"discount|voucher|coupon|gift ?card|goodwill|compensat|price reduction|rabatt|gutschein|remise"
    r"|bon d'achat|descuento|vales?\b|cupon|sconto|buono (?:sconto|regalo)|desconto|korting|tegoed(?:bon)?",
    "pay": r"pay(?:s|ing|ments?|outs?)?\b|paid|transfer|deposit|remit|wir(?:e|ed|ing)\b|uberw(?:ies|eis)"
    r"|ausgezahlt|bezahlt|paye|vire"
    r"|pagad|pagat|transferid|bonificat|betaald|overgemaakt",
    "cancel": r"cancel|geannuleer|revok|void|terminat|annul|anul|stornier|gekundigt|resili|cancelad"
    r"|disdett|rescindid|opgezegd",
    "change": r"chang|updat|modif|amend|adjust|edit(?:ed|ing|s)?\b|correct|rectif|now goes to|geandert"
    r"|aktualisier"
    r"|angepasst|umgestellt|mis a jour|cambiad|actualizad|aggiornat|cambiat|atualizad|alterad|gewijzigd"
    r"|aangepast",
    "send": r"ship(?:s|p\w{2,4}|ments?)?\b|sent\b|send(?:s|ing)?\b|dispatch|verschick|geschickt|gesendet"
    r"|versandt|envoy|expedi|enviad|spedit|inviat"
    r"|verzonden|verstuurd|opgestuurd",
    "replace": r"replac|exchang|swap|ersetz|ersatz|ausgetauscht|umgetauscht|remplac|echang|reemplaz"
    r"|sostitu|substitu"
    r"|trocad|vervang",
    "delete": r"delet|remov|eras|clos(?!e(?:ly| to)\b)|wip(?:e|ed|ing)\b|geloscht|entfernt|geschlossen|supprim"
    r"|eliminad|cerrad|eliminat|chius|excluid|apagad|verwijderd|gesloten",
    "block": r"block|freez|froze|lock(?:s|ed|ing)?\b|suspend|deactivat|disabl|gesperrt|bloqu|bloccat"
    r"|geblokkeerd",
    "unblock": r"unblock|unlock|unfr(?:eez|oz)|reactivat|activat|enabl|reinstat|restor|entsperrt"
    r"|aktiviert|debloqu"
    r"|activ|sbloccat|attivat|desbloque|ativad|gedeblokkeerd|geactiveerd",
    "reset": r"reset|zuruckgesetzt|reinitialis|restablecid|reimpostat|redefinid|hersteld",
    "book": r"book(?:s|ed|ings?)?\b|schedul|reserv|arrang|rebook|gebucht|prenotat|agendad|geboekt",
    "waive": r"waiv|written off|erlassen|exoner|condonad|kwijtgescholden",
    "extend": r"upgrad|downgrad|extend|extension|renew|prolong|verlanger|renovad|rinnovat|verlengd",
    "escalate": r"escalat|eskalier",
    "return": r"return|zuruckgesend|retourn|devuelt|reso\b",
}
STARTS = "|".join(ROWS.values())
MONEY = frozenset({"refund", "discount", "pay"})

_ROWS = {row: re.compile(rf"\b(?:{starts})") for row, starts in ROWS.items()}
_DENIED = re.compile(
    r"n't\b|\b(?:not|no|never|nothing|none|cannot|without|nicht|kein\w{0,3}|pas|non|niet|geen)\b"
)
_AMOUNT = r"\d{1,3}(?>(?:[ ']\d{3}){1,3})(?>(?:[.,]\d{1,2})?)|\d[\d.,]{0,16}+"
_COIN = (
    r"(?:€|£|\$|¥|%|₹|₽|zł|元|円|원|(?:euro\w{0,3}|eur|gbp|pounds?|quid|dollars?|usd|cents?|pence|percent"
    r"|per cent|prozent|francs?"
    r"|franken|chf|kronor|kroner|kr|pln|zloty\w{0,2}|lira|tl|yen|yuan|rupees?|rubl\w{0,3}|рубл\w{0,3}|евро)\b)"
)
_COUNTED = (
    r"hundred|thousand|million|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|fifteen|five"
    r"|dozen|hundert"
    r"|tausend|funfzig|cent|cien|cento|honderd"
)
SUM = rf"(?:(?:€|£|\$|¥) ?(?:{_AMOUNT})|(?:{_AMOUNT}) ?{_COIN}|\b(?:{_COUNTED}) {_COIN})"
_SUM = re.compile(SUM)
_NUMBER = re.compile(_AMOUNT)
# Three digits after a sign are thousands; `1.234,5` and `1,234.5` have both.
_DECIMALS = re.compile(r"[.,](\d{1,2}|\d{4,17})$")
_MINOR = re.compile(r"(?:cents|pence|minor)\w{0,12}\"? ?: ?\"?(\d{1,12})")
_NAMED = re.compile(
    r"\b(?:orders?|booking|invoice|subscription|contract|parcel|account|card)(?: number| no\.?| id|"
    r" ending(?: in)?|:)?"
    r" #?((?:[a-z]{1,6}-?)?\d[\w-]{1,24})"
)
_SPLIT_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|_|-")


def rows_of(text: str) -> set[str]:
    """The rows that a word of this text begins like one of. The text is in small plain letters."""
    return {row for row, starts in _ROWS.items() if starts.search(text)}


def sums(text: str) -> set[str]:
    """The sums of money and shares in a text, without currency: `5.00` is `5`. One in words is left in words."""
    return {_plain(found.group()) for found in _SUM.finditer(text)}


class Shown:
    """What the ledger shows as done. A deed counts by the action's name and its result; numbers stand in the arguments,
    too, whose words are the customer's."""

    def __init__(self, done: Sequence[Done], plain: Sequence[str]) -> None:
        """`plain` are the results in small plain letters, without the sentences that the reader could not tell."""
        self._effects = [
            (_rows_shown(effect.action, result), _numbers(f"{effect.arguments}\n{effect.result}".lower()))
            for effect, result in zip(done, plain, strict=True)
        ]

    def holds(self, rows: Set[str], told: str) -> bool:
        """Whether effects of these rows were done, and bear the sums and numbers of what is told of them."""
        numbers = [known for shown, known in self._effects if shown & rows]
        return bool(numbers) and _said(told) <= set().union(*numbers)


@lru_cache(maxsize=64)
def _said(told: str) -> frozenset[str]:
    named = (found.group(1) for found in _NAMED.finditer(told))
    return frozenset({*sums(told), *(each for each in named if len(each) > 2)})


def _rows_shown(action: str, result: str) -> set[str]:
    named = rows_of(" ".join(_SPLIT_CAMEL.split(action)).lower())
    return named | {
        row
        for part in re.split(r"(?<=[.!?;]) |\n", result)
        if not _DENIED.search(part)
        for row in rows_of(part)
    }


def _numbers(text: str) -> set[str]:
    minor = {_plain(str(Decimal(found.group(1)) / 100)) for found in _MINOR.finditer(text)}
    words = {found.group() for found in re.finditer(r"[a-z]{0,6}-?\d[\w-]{1,24}", text)}
    return {_plain(found.group()) for found in _NUMBER.finditer(text)} | minor | words | set(_in_words(text))


def _in_words(text: str) -> Iterator[str]:
    yield from (each for each in map(_plain, _SUM.findall(text)) if not any(map(str.isdigit, each)))


def _plain(written: str) -> str:
    """A number as it is compared: no blanks, one decimal sign, no empty decimals."""
    found = _NUMBER.search(written)
    if found is None:
        return written
    digits = re.sub("[' ]", "", found.group()).rstrip(".,")
    whole, mark, part = digits, "", ""
    if decimals := _DECIMALS.search(digits):
        whole, mark, part = digits[: decimals.start()], ".", decimals.group(1)
    return format(Decimal(re.sub("[.,]", "", whole) + mark + part).normalize(), "f")
