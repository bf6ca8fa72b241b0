"""Placeholders for personal data: what is hidden from a reader, and put back into what the reader writes."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from deskgraph.privacy.find import personal
from deskgraph.privacy.found import KINDS, Kind

# Read in any way a model writes it (`\[Email 1\]`, EMAIL_1), so a text that holds one of these already has it hidden,
# too: whatever stands in brackets is then ours.
_TOKEN = re.compile(
    rf"\\?\[ ?(?P<kind>{'|'.join(KINDS)})(?:[ _-]?\\?_?(?P<number>[0-9]{{1,6}}))? ?\\?\]"
    rf"|(?<![^\W_])(?P<bare>{'|'.join(KINDS)})_(?P<bare_number>[0-9]{{1,6}})(?![^\W_])",
    re.IGNORECASE,
)
# Digits of a number that is written without its blanks elsewhere in the same prompt; fewer of them are a coincidence.
_COMPACT = 9


class Mask:
    """The placeholders of one request: `[EMAIL_1]`, and the same value the same one. What stands in the texts and looks
    like a placeholder is given one of its own, so none can be mistaken for another.

    `learn` every text before one is hidden: a number that one text calls a telephone's stands without that in the next.
    """

    def __init__(self) -> None:
        self._token_of: dict[str, str] = {}
        self._value_of: dict[tuple[str, int], str] = {}
        self._numbers: Counter[Kind] = Counter()
        self._invented: set[str] = set()
        self._known: re.Pattern[str] | None = None

    def learn(self, text: str) -> str:
        """Give placeholders to what is found in a text; gives the text as it is."""
        for start, end, kind in self._found(text):
            self._give(kind, text[start:end])
        return text

    def hide(self, text: str) -> str:
        """The text with placeholders for all that was ever found."""
        self.learn(text)
        places = [(start, end) for start, end, _ in self._found(text)]
        places += [match.span() for match in self._literal().finditer(text)]
        return _replaced(text, places, lambda value: self._token_of[value])

    def restore(self, text: str) -> str:
        """The text with the values back. A placeholder that was never given stays as it is."""
        return _TOKEN.sub(self._value, text)

    def holds_invented(self, text: str) -> bool:
        """Whether a reader's text has a placeholder that was never given. It is then no more than a word: whoever reads
        it again gets it as it stands."""
        invented = {match.group() for match in _TOKEN.finditer(text) if _key(match) not in self._value_of}
        self._invented |= invented
        return bool(invented)

    def _found(self, text: str) -> Iterator[tuple[int, int, Kind]]:
        tokens = [match.span() for match in _TOKEN.finditer(text)]
        for start, end in tokens:
            if text[start:end] not in self._invented:
                yield start, end, _kind(text[start:end])
        for found in personal(text):
            if all(found.end <= start or end <= found.start for start, end in tokens):
                yield found.start, found.end, found.kind

    def _give(self, kind: Kind, value: str) -> None:
        if value in self._token_of:
            return
        self._numbers[kind] += 1
        self._token_of[value] = f"[{kind}_{self._numbers[kind]}]"
        self._value_of[kind, self._numbers[kind]] = value
        self._known = None
        compact = "".join(sign for sign in value if sign.isalnum())
        if kind in ("CARD", "IBAN", "PHONE", "SSN") and len(compact) >= _COMPACT:
            self._give(kind, compact)

    def _literal(self) -> re.Pattern[str]:
        """All values, wherever they stand as a word of their own."""
        if self._known is None:
            longest_first = sorted(self._token_of, key=len, reverse=True)
            values = "|".join(map(re.escape, longest_first)) or r"(?!)"
            self._known = re.compile(rf"(?<![^\W_])(?:{values})(?![^\W_])")
        return self._known

    def _value(self, match: re.Match[str]) -> str:
        return self._value_of.get(_key(match), match.group())


def unnumbered(text: str, *, plans: bool = True) -> str:
    """The text with `[EMAIL]` and so on for personal data: the same for the same text, whenever and wherever. `plans`
    as in `personal`."""
    found = {(each.start, each.end): each.kind for each in personal(text, plans=plans)}
    kinds = {text[start:end]: kind for (start, end), kind in found.items()}
    return _replaced(text, found, lambda value: f"[{kinds[value]}]")


def _replaced(text: str, places: Iterable[tuple[int, int]], by: Callable[[str], str]) -> str:
    """With what stands at these places replaced; of places that overlap the first counts, then the longer one."""
    parts, at = [], 0
    for start, end in sorted(places, key=lambda place: (place[0], -place[1])):
        if start >= at:
            parts += [text[at:start], by(text[start:end])]
            at = end
    return "".join([*parts, text[at:]])


def _key(token: re.Match[str]) -> tuple[str, int]:
    kind, number = token["kind"] or token["bare"], token["number"] or token["bare_number"]
    return kind.upper(), int(number or 0)


def _kind(token: str) -> Kind:
    upper = token.upper()
    return next(kind for kind in KINDS if kind in upper)
