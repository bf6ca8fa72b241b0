"""Words of a text that say something, in a form in which they can be looked for in another text."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from deskgraph.guardrails.folding import unaccented, visible
from deskgraph.guardrails.measures import COUNTED
from deskgraph.models.builtin.words import stem

# Function words, and what a desk says in every letter: they say nothing that could be wrong. What denies is read apart.
_SAYS_NOTHING = frozenset(
    """
    a about after again all also although am an and another any anything are as at back be because been before
    being below between both but by can cannot can't could did didn't do does doesn't doing don't down during each
    either else ever every for from further get give given go got had has hasn't have having he he's hello her here
    hers hi him his how however i i'd i'll i'm i've if in instead into is isn't it it'd it'll it's its just least
    let let's like made make many may me might most much must my near need no nor not now of off on once
    one onto or other our ours out over own per please rather same shall she should since so some soon still
    such than that that's the their theirs them then there there's these they they'd they'll they're they've this
    those though through thus to too under until up upon us use using very was wasn't we we'd we'll we're we've well
    were what what's when where whenever whether which while who whose why will with within without won't would yes yet
    you you'd you'll you're you've your yours yourself

    able according additional advance afraid answer answered answers apologies apologise apologize appreciate article
    articles ask asked asking assist assistance available best bother case caused chance check checking clear
    colleague colleagues contact contacting customer dear desk detail details different directly everything
    find first following follow forward feel found fully glad gladly greetings happily happy hear help helped helpful
    helps hesitate hope hoped include includes including inconvenience information inform kind kindly know later little
    look looked looking mean meantime means meant mention mentioned message messages mind moment note
    noted ok okay ones option options part patience person pleased pleasure possible problem process provide provided
    question questions quick quickly reach reaching read reading reason receive regarding regards reply request
    requested require requires required respond right say says see seen sincerely sorry specific step steps support
    sure tell team thank thanks things ticket time today together told touch trouble try understand understanding
    unfortunately wait waiting want way ways welcome wish wishes word words worry write writing written wrote
    """.split()  # noqa: SIM905  # a table of words reads as one
)
# They weigh, but a sentence of them alone is read as one without content: "Is there anything more?"
_LIGHT = frozenset({"always", "free", "less", "more", "nothing", "only"})
# They change what is promised: one that is not in the source is not held, however much else is.
WEIGHTY = frozenset({"always", "free", "nothing"})
_EDGES = "\"'`´‘’“”„«»()[]{}<>*_~.,;:!?¿¡…|/\\#-–—·•"
# Behind one of these a clause ends.
_ENDS = ",;:.!?()–—"
# Between these a token is several words; with any other mark in it, it is one strange one: `r#t@rns`.
_JOINTS = re.compile(r"[-–—/_.,:;'’`\"()\[\]…]{1,40}")
_SPACELESS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FRIENDLY = frozenset("🙂😊👍🙏🎉✨😀😃✅👋💙❤")


class Token(NamedTuple):
    """A word as it stands; the key for comparing it, if it says something; whether it is written like a name, with a
    capital inside a sentence; whether a clause ends behind it."""

    low: str
    key: str = ""
    named: bool = False
    ends: bool = False

    @property
    def same(self) -> str:
        """What two words have in common that may stand for each other."""
        return self.key or self.low


def spelled(text: str) -> list[Token]:
    """The words of one sentence in order. Picture signs are words, too, but for friendly ones."""
    return [word for place, token in enumerate(_tokens(text)) for word in _words(token, place)]


def tells(tokens: Iterable[Token]) -> bool:
    """Whether words of content are among these."""
    return any(token.key and token.low not in _LIGHT for token in tokens)


def flat(text: str) -> str:
    """A text for comparing quotes: lower-case words with single spaces."""
    return " ".join(part for token in _tokens(text) for part in _parts(token.lower()))


def _tokens(text: str) -> list[str]:
    return visible(text).split()


def _words(token: str, place: int) -> Iterator[Token]:
    plain = token.isascii()
    if not plain:
        yield from (Token(sign, sign) for sign in token if _is_picture(sign))
    parts = _parts(token)
    for number, part in enumerate(parts):
        low = part.lower()
        ends = number == len(parts) - 1 and token[-1] in _ENDS
        if not plain and _SPACELESS.search(low):
            yield from (Token(low[at : at + 2], low[at : at + 2]) for at in range(max(1, len(low) - 1)))
        elif low in _SAYS_NOTHING or not any(map(str.isalnum, low)) or not (len(low) > 1 or low.isdigit()):
            yield Token(low, ends=ends)
        else:
            yield Token(low, _key(low), (place > 0 or number > 0) and part[0].isupper(), ends)


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) == "So" and sign not in _FRIENDLY


def _parts(token: str) -> list[str]:
    bare = token.strip(_EDGES)
    if bare.isalnum() or bare.lower() in _SAYS_NOTHING:
        return [bare]
    return [part for part in _JOINTS.split(bare) if part]


@lru_cache(maxsize=4096)
def _key(word: str) -> str:
    """Without accents and endings: enough that `refunded`, `refunds`, `refundable` and `refund` meet. A number in words
    is the number."""
    if word in COUNTED:
        return str(COUNTED[word])
    letters = unaccented(word)
    return stem(letters.removesuffix("able") if len(letters) > 7 else letters)
