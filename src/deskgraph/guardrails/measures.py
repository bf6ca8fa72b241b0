"""Numbers of a text in figures and in words, with what they measure: `14 days` is neither `14 hours` nor `30 days`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from deskgraph.guardrails.folding import visible

_SMALL = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
""".split()  # noqa: SIM905  # a table of words reads as one
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
COUNTED = {
    **{word: number for number, word in enumerate(_SMALL)},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
}
_SCALES = {"dozen": 12, "hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_TOKEN = re.compile(r"\d[\d,]{0,30}(?:\.\d{1,30})?|[^\W\d_]{1,60}|[£$€¥%]|[^\w\s]")
# Of a list: "1) by mail, 2) by post", "3. Send it."
_COUNTER = re.compile(r"(?:^|(?<=\s))(?:\(?\d{1,2}\)(?=\s)|(?<![^\n])[ \t]{0,8}\d{1,2}\.(?=\s))")
_MEASURES = {
    "second": "second sec", "minute": "minute min", "hour": "hour hr h", "day": "day", "week": "week", "month": "month",
    "year": "year yr", "pound": "pound £ gbp quid", "euro": "euro € eur", "dollar": "dollar $ usd",
    "yen": "yen ¥ jpy", "cent": "cent", "penny": "penny pence", "%": "% percent percentage",
    "gram": "gram g", "kilo": "kg kilo kilogram", "mm": "mm millimetre", "cm": "cm centimetre",
    "metre": "metre meter", "km": "km kilometre", "mile": "mile", "litre": "litre liter", "degree": "degree",
    "kb": "kb", "mb": "mb megabyte", "gb": "gb gigabyte", "watt": "watt", "volt": "volt", "item": "item piece",
    "time": "time", "point": "point",
}  # fmt: skip
_MEASURED = {
    form: name for name, forms in _MEASURES.items() for word in forms.split() for form in (word, word + "s")
}
_MORE = frozenset(
    (
        "more",
        "over",
        "above",
        "least",
        "minimum",
        "exceed",
        "exceeds",
        "exceeding",
        "longer",
        "from",
        "after",
        "beyond",
    )
)
_LESS = frozenset(("less", "fewer", "under", "below", "most", "maximum", "up", "max"))
# Between a number and what it measures: "five working days", "2 more weeks".
_BETWEEN = 2
# "5 days" may be told as "within 5 days"; it may not be told as more or less than that.
_LIMITS = {
    ("", ""),
    ("", "<"),
    ("", ">"),
    ("", "~"),
    ("<", "<"),
    (">", ">"),
    ("~", "~"),
    ("~", ""),
    ("~", "<"),
    ("<", "~"),
}


@dataclass(frozen=True)
class Measure:
    """A number without separators; what it counts, if that is a known unit; `<` for a most, `>` for a least, `~` for
    within."""

    value: str
    unit: str = ""
    limit: str = ""

    def held_by(self, other: "Measure") -> bool:
        """Whether a source with the other says this one."""
        return (self.value, self.unit) == (other.value, other.unit) and (self.limit, other.limit) in _LIMITS


def measures(text: str) -> list[Measure]:
    """The numbers of a text in order. `one` counts only before a unit: "this one" is no number."""
    tokens = _TOKEN.findall(_COUNTER.sub(" ", visible(text).lower()))
    return list(_measures(tokens))


def _measures(tokens: list[str]) -> Iterator[Measure]:
    at = 0
    while at < len(tokens):
        end = _end(tokens, at)
        if end == at:
            at += 1
            continue
        unit = _MEASURED.get(tokens[at - 1], "") if at and tokens[at - 1] in "£$€¥" else _unit(tokens[end:])
        if tokens[at:end] != ["one"] or unit:
            yield Measure(_value(tokens[at:end]), unit, _limit(tokens[max(0, at - 4) : at]))
        at = end


def _end(tokens: list[str], at: int) -> int:
    """Where a number ends that begins here."""
    end = at
    while end < len(tokens):
        token = tokens[end]
        numeric = token in COUNTED or token in _SCALES or (end == at and token[0].isdigit())
        joint = token in ("-", "and") and end > at and end + 1 < len(tokens) and tokens[end - 1] not in "-and"
        if numeric and not (token == "dozen" and end == at):
            end += 1
        elif token == "dozen":
            return end + 1
        elif joint and _goes_on(tokens[end - 1], token, tokens[end + 1]):
            end += 2
        else:
            break
    return end


def _goes_on(before: str, joint: str, after: str) -> bool:
    """`thirty-five`, `two hundred and five`; not `one and two`."""
    return after in COUNTED and (before in _TENS if joint == "-" else before in _SCALES)


def _value(tokens: list[str]) -> str:
    total, part, plain = 0.0, 0.0, True
    for token in tokens:
        if token in _SCALES:
            part, plain = (part or 1) * _SCALES[token], False
            if token not in ("hundred", "dozen"):
                total, part = total + part, 0.0
        elif token in COUNTED:
            part, plain = part + COUNTED[token], False
        elif token[0].isdigit():
            part += float(token.replace(",", ""))
    if plain:
        return tokens[0].replace(",", "")
    return f"{total + part:g}" if total + part < 1e6 else str(int(total + part))


def _unit(after: list[str]) -> str:
    for token in after[: 1 + _BETWEEN]:
        if token in _MEASURED:
            return _MEASURED[token]
        if (
            token in COUNTED
            or not (token.isalpha() or token == "-")
            or token in ("and", "or", "to", "for", "in")
        ):
            return ""
    return ""


def _limit(before: list[str]) -> str:
    flipped = bool({"no", "not"} & set(before))
    for token in reversed(before):
        if token in _MORE:
            return "<" if flipped else ">"
        if token in _LESS:
            return ">" if flipped else "<"
        if token == "within":
            return "~"
        if not token.isalpha() and token not in "£$€¥":
            return ""
    return ""
