"""What a number is called by the words before it, in the languages of those who write to a desk."""

import re
from collections.abc import Mapping
from typing import Literal

Called = Literal["telephone", "thing", "measure", "nothing"]

_TELEPHONE = re.compile(
    r"\b(?:tel|tlf|tele(?:ph|f)\w*|(?!telnet|tell)t[eé]l[eé]?\w*|phone\w*|fon|call\w*|mob(?:ile?|il\w*)?|cell\w*|cel|fax"
    r"|whats ?app|sms|viber|signal|ring\w*|dial|text me|reach me|hotline|contact number"
    r"|handy\w*|r[üu]ckruf|anrufen|ruf\w* .{0,20}an"
    r"|m[óo]vil|llam\w+|portable|appel\w*|rappel\w*|cellulare|chiam\w+|telem[óo]vel|ligar|ligue"
    r"|bel(?:len)?|mobiel|telefoon\w*|kom[óo]rk\w+|dzwo\w+|zadzwo\w+|puhelin\w*|matkapuhelin|soit\w+)\b"
    r"|телефон\w*|тел\b|звон\w+|моб\b|τηλ\w*|κινητ\w*|电话|電話|手机|手機|携帯|전화|휴대폰|טלפון|هاتف|جوال"
    r"|फ़ोन|फोन|मोबाइल|โทร",
    re.IGNORECASE,
)
# What else bears numbers of its own, and what is counted or measured.
_THING = re.compile(
    r"\b(?:order\w*|bestell\w*|commande|pedido|ordine|zam[óo]wien\w*|track\w*|sendung\w*|paket\w*|colis|parcel"
    r"|shipment|invoice|rechnung\w*|facture|factura|fattura|article|artikel\w*|item|sku|ean|gtin|isbn|imei|serial"
    r"|serien\w*|r[ée]f(?:[ée]rence|erenz)?|ticket|case|vorgang\w*|customer number|kundennummer|id|voucher|gift ?card"
    r"|gutschein\w*|code|version|build|zip|plz|vat|ust\w*|po|batch|lot|model|part|rma|booking|buchung\w*|r[ée]servation)\b",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"\b(?:price|amount|betrag|prix|eur|usd|kg|mm|pcs|units|since|from|year)\b|[€£$]", re.IGNORECASE
)
# How far before a number its name may stand.
NEAR = 48
_NAMES: Mapping[Called, re.Pattern[str]] = {"thing": _THING, "measure": _MEASURE, "telephone": _TELEPHONE}


def called(text: str, start: int, near: int = NEAR) -> Called:
    """What the nearest word before a number, on its line and at most `near` characters off, says that it is."""
    line = text[max(0, start - near) : start].rpartition("\n")[2]
    ends = {
        name: max((found.end() for found in form.finditer(line)), default=0) for name, form in _NAMES.items()
    }
    nearest = max(ends, key=ends.__getitem__)
    return nearest if ends[nearest] else "nothing"
