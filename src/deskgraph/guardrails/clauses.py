"""A sentence cut into clauses, with what each takes over from those before it: its subject, a condition, a question."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from deskgraph.guardrails.folding import TWINS, folded, unaccented
from deskgraph.guardrails.telling import GOES_ON, LEAD

_APOSTROPHES = str.maketrans(dict.fromkeys("’ʼ‘＇`´′‛ꞌʹˈ", "'"))
_MARKS = re.compile(r"[*~]{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|</?[a-z]{1,10}[^<>]{0,60}>")
_HAS_LATIN = re.compile("[a-z]")
# "I have, as agreed, refunded it."
_ASIDE = re.compile(
    r"(?:(?<=\bi)|(?<=\bwe)|(?<=\byou)|(?<=have)|(?<=\bhas)|(?<=\bhad)|(?<=\bam)|(?<=\bare)|(?<=\bis)"
    r"|(?<=\bwas)|(?<=\bwere)"
    r"|(?<=\bbeen)|(?<=\bbe)|(?<=\bwill)|(?<=\bshall)|(?<='ve)|(?<='ll))(?: ?[,(–—] ?| -"
    r" )[^,()–—;]{1,40}(?: ?[,)–—] ?| - )"
    r"|(?:, ?| ?[(–—] ?| - )[^,()–—;]{1,40}(?:, ?| ?[)–—] ?| - )(?=(?:has|have|is|are|was|were|will|shall) )"
)
_CUT = re.compile(
    r"(?:[,:()…](?= |$)|\.(?= )|(?<= )[-–—]{1,3}(?= )|—|[，；：。]) ?"
    r"|(?<= )(?=(?:and|but|or|because|although|und|oder|aber|mais|pero|maar) )"
)
_HARD = re.compile(r"; ?|\n")
_IF = (
    r"(?:if|once|when|whenever|unless|in case|until|after|before|as soon as|should you|provided|whether"
    r"|how|where|why|in order"
    r"|wenn|sobald|falls|nachdem|bevor|des que|lorsque|quand|en cas|als|wanneer|zodra|cuando|quando"
    r"|appena|assim que)\b"
)
_CONDITION = re.compile(rf"\b{_IF}|^\W{{0,10}}(?:and |or )?(?:si|s'|se|caso) ?")
_OPENS = re.compile(rf"^\W{{0,10}}(?:and |or |but |so )?(?:only )?(?:{_IF}|(?:si|s'|se|caso)\b)")
_JOINED = re.compile(r"^(?:and|or|und|oder|et|ou|y|o|e|en|of)\b")
_OF_US = re.compile(
    r"\b(?:if|once|unless|until|as soon as|whenever|whether|wenn|sobald|falls) $"
    r"|(?:\bnot|n't|\bcannot) (?:\w{1,8} )?(?:think|believe|see|find|say|mean|know|aware|sure|true)(?: that)? $"
)
_OF_US_ONCE_DONE = re.compile(r"\b(?:when|after|before) $")
_ASKS = re.compile(
    r"^\W{0,5}(?:(?:and|or|but|so|hello|hi) )?(?:has|have|had|is|are|was|were|do|does|did|can|could|will"
    r"|would|shall|should"
    r"|may|must|what|when|where|why|how|who|which|ist|sind|wurde|hat|haben sie|konnen|soll|est-ce|avez"
    r"|pouvez|ha|han|avete"
    r"|heeft|hebt)\b"
)

# So far a condition may stand from what it excuses.
_NEAR = 300


@dataclass(frozen=True)
class Clause:
    """`text` is the clause in small plain letters, with what it takes over; `told` is all between two semicolons;
    `onwards` is the sentence from here on, and `sentence` the whole of it as it was written."""

    text: str
    told: str
    onwards: str
    sentence: str
    asks: bool
    follows_condition: bool

    def supposed(self, match: re.Match[str]) -> bool:
        """Whether a condition stands before the match."""
        return bool(_CONDITION.search(self._before(match)))

    def supposed_of_us(self, match: re.Match[str]) -> bool:
        """Whether a condition or a denial stands right before what we say of ourselves."""
        before = self._before(match)
        perfect = re.search(r"\bhave\b|'ve\b", match.group())
        return bool(_OF_US.search(before) or (perfect and _OF_US_ONCE_DONE.search(before)))

    def _before(self, match: re.Match[str]) -> str:
        return self.text[max(0, match.start() - _NEAR) : match.start()]


def plain(text: str) -> str:
    """Small letters, straight apostrophes, no accents, no emphasis; look-alikes are the Latin letters they pass for."""
    # In compatibility form an acute accent that stands alone is a blank with an accent.
    apart = text.replace(" \u0301", "'").translate(_APOSTROPHES)
    read = _MARKS.sub("", folded(apart).translate(_APOSTROPHES))
    latin = len(_HAS_LATIN.findall(read))
    if not read.isascii() and 2 * latin > sum(map(str.isalpha, read)):
        read = read.translate(TWINS)
    return unicodedata.normalize("NFC", unaccented(" ".join(read.split())))


def clauses(read: str, sentence: str) -> Iterator[Clause]:
    """The clauses of a sentence that was made `plain`, in order."""
    asked = sentence.rstrip("\"')]} ").endswith(("?", "？"))
    asks = conditional = follows = False
    lead = ""
    for told in _HARD.split(read):
        short = _ASIDE.sub(" ", told)
        for start, text in _cut(short):
            if _OPENS.search(text):
                conditional, follows = True, False
            elif conditional and not _JOINED.search(text):
                conditional, follows = False, True
            asks = asks or (asked and bool(_ASKS.search(text)))
            whole = GOES_ON.sub(f"{lead} ", text, count=1) if lead else text
            yield Clause(whole, told, short[start:], sentence, asks, conditional or follows)
            lead = _lead(whole) or lead


def _cut(told: str) -> Iterator[tuple[int, str]]:
    begun = 0
    for cut in _CUT.finditer(told):
        if text := told[begun : cut.start()].strip():
            yield begun, text
        begun = cut.end()
    if text := told[begun:].strip():
        yield begun, text


def _lead(text: str) -> str:
    found = None
    for found in LEAD.finditer(text):  # noqa: B007  # the last one counts
        pass
    return found.group() if found else ""
