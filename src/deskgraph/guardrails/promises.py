"""Sentences that say something was done for the customer, or will be, of which the ledger shows nothing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from deskgraph.guardrails import telling, telling_elsewhere
from deskgraph.guardrails.clauses import Clause, clauses, plain
from deskgraph.guardrails.deeds import MONEY, Shown, rows_of, sums
from deskgraph.guardrails.grounds import Done
from deskgraph.guardrails.ordinary import nothing_done
from deskgraph.guardrails.spelled import flat
from deskgraph.models.builtin.words import sentences

# `ours` we did; `done` was done, by nobody named; `coming` is to be done.
Tense = Literal["ours", "done", "coming"]
_FORMS: tuple[tuple[Tense, tuple[re.Pattern[str], ...]], ...] = (
    ("ours", telling.OURS + telling_elsewhere.OURS),
    ("done", telling.DONE + telling_elsewhere.DONE),
    ("coming", telling.COMING + telling_elsewhere.COMING),
)
_TO_CUSTOMER = re.compile(r"\byou(?:rs?)?\b")
_GRAVE = MONEY | {"cancel"}
_WORD = re.compile(r"[^\d\W]{3,40}")
_FEW = 4


@dataclass(frozen=True)
class _Claim:
    """A deed that a clause tells of: how, of which rows, and in which words."""

    tense: Tense
    rows: frozenset[str]
    words: str


class _Rests:
    """What a sentence may rest on."""

    def __init__(
        self, done: Sequence[Done], records: Sequence[str], said: Sequence[str], rules: Sequence[str]
    ) -> None:
        self._shown = Shown(done, [plain(each.result) for each in done])
        self._recorded = Shown([Done("", "", each) for each in records], [plain(each) for each in records])
        self.own = _sentences_of([*(each.result for each in done), *said])
        self._quoted = _sentences_of([*rules, *records])
        self._sums = sums(plain("\n".join((*rules, *records, *said, *(each.told for each in done)))))

    def keep(self, claim: _Claim, clause: Clause) -> bool:
        """Whether the ledger shows it, or it is a whole sentence of the rules. Of our own deeds those may be quoted
        that are told to no customer."""
        if self._shown.holds(claim.rows, clause.told):
            return True
        if claim.tense == "ours" and (
            _TO_CUSTOMER.search(clause.told) or (claim.rows & _GRAVE and not clause.asks)
        ):
            return False
        if claim.tense == "done" and self._recorded.holds(claim.rows, clause.told):
            return True
        return flat(clause.onwards) in self._quoted or flat(clause.sentence) in self._quoted

    def knows_sums(self, text: str) -> bool:
        """Whether every sum in a text stands in something that a customer may rely on."""
        return sums(text) <= self._sums


def promises(
    text: str,
    *,
    done: Sequence[Done] = (),
    records: Sequence[str] = (),
    said: Sequence[str] = (),
    rules: Sequence[str] = (),
) -> Iterator[str]:
    """The promises of a text that nothing shows to be kept.

    `done` are the effects in the ledger: their deeds may be said, with their sums. What was looked up (`records`) may
    be told as done by nobody named. A sentence that the desk has `said` before promises nothing new. One of the `rules`
    (or records) may be quoted whole, unless it tells a customer what we did ourselves.
    """
    rests = _Rests(done, records, said, rules)
    for sentence in sentences(text):
        if flat(sentence) not in rests.own and (found := _unkept(sentence, rests)):
            yield found


def promising(text: str) -> list[str]:
    """The sentences that promise something, if nothing shows that it is kept."""
    nothing = _Rests((), (), (), ())
    return [sentence for sentence in sentences(text) if _unkept(sentence, nothing)]


def _unkept(sentence: str, rests: _Rests) -> str:
    read = plain(sentence)
    for clause in clauses(read, sentence):
        for claim in _claims(clause, rests):
            if not rests.keep(claim, clause):
                return claim.words
    return " ".join(sorted(sums(read))) if _strange(read) and not rests.knows_sums(read) else ""


def _strange(read: str) -> bool:
    """Whether this is a sentence, and no line of a table, in a language whose deeds are not known: a sum in it may be
    promised."""
    if telling_elsewhere.READ.search(read) or not read.endswith((".", "!")):
        return False
    return len(_WORD.findall(read)) >= _FEW


def _claims(clause: Clause, rests: _Rests) -> Iterator[_Claim]:
    for tense, forms in _FORMS:
        for match in (match for form in forms for match in form.finditer(clause.text)):
            idle = nothing_done(clause.text, match, ours=tense == "ours")
            if not (idle or _excused(tense, clause, match, rests)):
                yield _Claim(tense, _rows(match["deed"]), match.group())
    for row, form in telling_elsewhere.SPOKEN.items():
        spoken = form.search(clause.text)
        if spoken and not telling_elsewhere.TURNED.search(clause.told):
            yield _Claim("done", frozenset({row}), spoken.group())


def _excused(tense: Tense, clause: Clause, match: re.Match[str], rests: _Rests) -> bool:
    """Whether a condition or a question stands before it. Nothing undoes what we say we did."""
    match tense:
        case "ours":
            return clause.supposed_of_us(match)
        case "done":
            return clause.asks or clause.supposed(match)
        case "coming":
            supposed = clause.supposed(match) or clause.follows_condition
            return clause.asks or (supposed and rests.knows_sums(clause.told))


def _rows(deed: str) -> frozenset[str]:
    return frozenset(rows_of(deed)) or MONEY


def _sentences_of(texts: Sequence[str]) -> frozenset[str]:
    parts = [part for text in texts for part in sentences(text)]
    return frozenset((*map(flat, parts), *(flat(plain(part)) for part in parts))) - {""}
