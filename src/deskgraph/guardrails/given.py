"""Whether a text holds a piece of personal data, in whatever form it is written there."""

import re
from functools import cached_property

from deskgraph.privacy import Kind, personal
from deskgraph.privacy.addresses import machine
from deskgraph.privacy.digits import BLANKS, DASHES

_AT = re.compile(r" ?[\[({<] ?(?:at|@) ?[\])}>] ?")
_DOT = re.compile(r" ?[\[({<] ?(?:dot|\.) ?[\])}>] ?|\u3002")
# Signs of emphasis that stand round an address and could be part of it.
_AROUND = "*_~.'!$+-"
_DIVIDED = re.compile(rf"[{BLANKS}{DASHES}.]")
# Between the groups of one number, with the trunk zero that is written and not dialled from abroad.
_BETWEEN = re.compile(rf"(?<=[0-9])(?:[{BLANKS}]?\(0\)|[{BLANKS}{DASHES}./()_\r\n]){{1,4}}(?=[0-9])")
_EXTENSION = re.compile(r"[ ,;]{0,2}(?:ext|x|durchwahl|poste)", re.IGNORECASE)
# So many last digits tell two subscribers apart. Before them stand a country's code or a trunk prefix, which one writer
# sets and the next leaves out. Without its area a number may be shorter, and then stands alone.
_TELLING, _WITHOUT_AREA = 9, (8, 7)


class Given:
    """A text that is asked for one piece after the other, in plain signs."""

    def __init__(self, text: str) -> None:
        self._text = text

    def holds(self, kind: Kind, written: str) -> bool:
        """Whether this piece stands there, too."""
        match kind:
            case "EMAIL":
                return mailbox(written) in self._known
            case "IP":
                return str(machine(written)) in self._known or self._stands(written)
            case "IBAN":
                return account(written) in self._accounts
            case "CARD" | "SSN":
                return digits(written) in self._joined
            case "PHONE":
                return self._telephone(subscriber(written))

    @cached_property
    def _known(self) -> set[str]:
        found = personal(self._text, plans=False, kinds=("EMAIL", "IP"))
        return {_read(each.kind, self._text[each.start : each.end]) for each in found}

    @cached_property
    def _joined(self) -> str:
        """With the groups of its numbers together."""
        return _BETWEEN.sub("", self._text)

    @cached_property
    def _accounts(self) -> str:
        return account(self._text)

    def _telephone(self, number: str) -> bool:
        if number[-_TELLING:] in self._joined:
            return True
        short = "|".join(number[-count:] for count in _WITHOUT_AREA)
        return bool(re.search(rf"(?<![0-9])0{{0,2}}(?:{short})(?![0-9])", self._joined))

    def _stands(self, written: str) -> bool:
        return bool(re.search(rf"(?<![\w.:]){re.escape(written)}(?![\w:]|\.\w)", self._text))


def _read(kind: Kind, written: str) -> str:
    return mailbox(written) if kind == "EMAIL" else str(machine(written))


def mailbox(written: str) -> str:
    """An e-mail address in lower case, without what is written round its signs."""
    plain = _DOT.sub(".", _AT.sub("@", written.lower()))
    if "@" not in plain:
        plain = plain.replace(" at ", "@").replace(" dot ", ".")
    return plain.strip(_AROUND)


def account(written: str) -> str:
    """An IBAN in one piece."""
    return _DIVIDED.sub("", written).upper()


def trace(kind: Kind, written: str) -> str:
    """The end of a piece, by which a text that may hold it is found."""
    match kind:
        case "PHONE":
            return digits(written)[-_WITHOUT_AREA[-1] :]
        case "EMAIL" | "IP":
            return _DIVIDED.sub("", _read(kind, written))
        case _:
            return account(written).lower()


def digits(written: str) -> str:
    """The digits alone; of a telephone number without those of its extension."""
    return "".join(sign for sign in _EXTENSION.split(written)[0] if sign in "0123456789")


def subscriber(written: str) -> str:
    """The digits of a telephone number, without zeros that only some countries and callers put before it."""
    return digits(written.replace("(0)", "")).lstrip("0")
