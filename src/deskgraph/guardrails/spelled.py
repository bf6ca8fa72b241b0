"""Words of a text that say something, in a form in which they can be looked for in another text."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from deskgraph.guardrails.folding import visible
from deskgraph.models.builtin.words import stem

# Function words, and what a desk says in every letter: they say nothing that could be wrong.
_SAYS_NOTHING = frozenset(
    """
    a about after again all also although always am an and another any anything are as at back be because been before
    being below between both but by can cannot can't could did didn't do does doesn't doing don't down during each
    either else ever every for from further get give given go got had has hasn't have having he he's hello her here
    hers hi him his how however i i'd i'll i'm i've if in instead into is isn't it it'd it'll it's its just least less
    let let's like made make many may me might more most much must my near need no nor not nothing now of off on once
    one only onto or other our ours out over own per please rather same shall she should since so some soon still
    such than that that's the their theirs them then there there's these they they'd they'll they're they've this
    those though through thus to too under until up upon us use using very was wasn't we we'd we'll we're we've well
    were what what's when where whether which while who whose why will with within without won't would yes yet you
    you'd you'll you're you've your yours yourself

    able according additional advance afraid answer answered answers apologies apologise apologize appreciate article
    articles ask asked asking assist assistance available best bother cannot case chance check checking clear
    colleague colleagues contact contacting dear desk detail details different directly everything
    find first following follow forward found free fully glad gladly greetings happily happy hear help helped helpful
    hesitate hope include includes including inconvenience information inform kind kindly know later little
    look looked looking mean meantime means meant mention mentioned message messages mind moment note
    noted ok okay ones option options part patience person pleased pleasure possible problem process provide provided
    question questions quick quickly reach reaching read reading reason receive regarding regards reply request
    requested require requires required respond right say says see seen sincerely sorry specific step steps support
    sure tell team thank thanks things ticket time today together told touch trouble try understand understanding
    unfortunately wait waiting want way ways welcome wish wishes word words worry write writing written wrote
    """.split()  # noqa: SIM905  # a table of words reads as one
)
_EDGES = "\"'`´‘’“”„«»()[]{}<>*_~.,;:!?¿¡…|/\\#-–—·•"
# Between these a token is several words; with any other mark in it, it is one strange one: `r#t@rns`.
_JOINTS = re.compile(r"[-–—/_.,:;'’`\"()\[\]…]{1,40}")
_SPACELESS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FRIENDLY = frozenset("🙂😊👍🙏🎉✨😀😃✅👋💙❤")


@dataclass(frozen=True)
class Word:
    """A word's key for comparing, and whether it is written like a name: with a capital inside a sentence."""

    key: str
    named: bool = False


def spelled(text: str) -> list[Word]:
    """The words of one sentence that say something, in order. Picture signs are words, too, but for friendly ones."""
    return [word for place, token in enumerate(_tokens(text)) for word in _words(token, place)]


def flat(text: str) -> str:
    """A text for comparing quotes: lower-case words with single spaces."""
    return " ".join(part for token in _tokens(text) for part in _parts(token.lower()))


def _tokens(text: str) -> list[str]:
    return visible(text).split()


def _words(token: str, place: int) -> Iterator[Word]:
    yield from (Word(sign) for sign in token if unicodedata.category(sign) == "So" and sign not in _FRIENDLY)
    for number, part in enumerate(_parts(token)):
        low = part.lower()
        if low in _SAYS_NOTHING or not any(map(str.isalnum, low)):
            continue
        if _SPACELESS.search(low):
            yield from (Word(low[at : at + 2]) for at in range(max(1, len(low) - 1)))
        elif len(low) > 1 or low.isdigit():
            yield Word(_key(low), named=(place > 0 or number > 0) and part[0].isupper())


def _parts(token: str) -> list[str]:
    bare = token.strip(_EDGES)
    if bare.lower() in _SAYS_NOTHING:
        return [bare]
    return [part for part in _JOINTS.split(bare) if part]


def _key(word: str) -> str:
    """Without accents and endings: enough that `refunded`, `refunds` and `refund` meet."""
    letters = unicodedata.normalize("NFKD", word)
    return stem("".join(letter for letter in letters if not unicodedata.combining(letter)))
