"""What a number is called by the words before it, in the languages of those who write to a desk."""

import re
from typing import Literal

_TELEPHONE = re.compile(
    r"\b(?:tel|tlf|tele(?:ph|f)\w*|t[eé]l[eé]?\w*|phone\w*|fon|call\w*|mob(?:ile?|il\w*)?|cell\w*|cel|fax"
    r"|whats ?app|sms|viber|signal|ring\w*|dial|text me|reach me|hotline|contact number"
    r"|handy\w*|r[üu]ckruf|anrufen|ruf\w* .{0,20}an"
    r"|m[óo]vil|llam\w+|portable|appel\w*|rappel\w*|cellulare|chiam\w+|telem[óo]vel|ligar|ligue"
    r"|bel(?:len)?|mobiel|telefoon\w*|kom[óo]rk\w+|dzwo\w+|zadzwo\w+|puhelin\w*|matkapuhelin|soit\w+)\b"
    r"|телефон\w*|тел\b|звон\w+|моб\b|τηλ\w*|κινητ\w*|电话|電話|手机|手機|携帯|전화|휴대폰|טלפון|هاتف|جوال"
    r"|फ़ोन|फोन|मोबाइल|โทร",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:order\w*|bestell\w*|commande|pedido|ordine|zam[óo]wien\w*|track\w*|sendung\w*|paket\w*|colis|parcel"
    r"|shipment|invoice|rechnung\w*|facture|factura|fattura|article|artikel\w*|item|sku|ean|gtin|isbn|imei|serial"
    r"|serien\w*|ref|reference|referenz|ticket|case|vorgang\w*|customer number|kundennummer|id|voucher|gift ?card"
    r"|gutschein\w*|code|price|amount|betrag|prix|eur|usd|kg|mm|version|pcs|units|zip|plz|since|from|year|vat|ust\w*|po"
    r"|batch|lot|model|part)\b|[€£$]",
    re.IGNORECASE,
)
# How far before a number its name may stand.
_NEAR = 48


def called(text: str, start: int) -> Literal["telephone", "other", "nothing"]:
    """What the nearest word before a number, on its line, says that it is."""
    line = text[max(0, start - _NEAR) : start].rpartition("\n")[2]
    telephone = max((found.end() for found in _TELEPHONE.finditer(line)), default=0)
    other = max((found.end() for found in _OTHER.finditer(line)), default=0)
    if telephone > other:
        return "telephone"
    return "other" if other else "nothing"
