"""A screen takes time in proportion to its text: no pattern can be made to backtrack without bound.

A pattern whose repeats are all bounded tries at most a fixed number of ways at each place of the text. That
number is
computed here from the pattern itself, so that the test does not depend on the machine's speed.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from deskgraph import guardrails, privacy
from deskgraph.guardrails import Grounds, screen_input, screen_output

_parser: Any = importlib.import_module("re._parser")
# Counted as if every option could fit and every repeat stop anywhere; real texts come nowhere near.
_MOST_STEPS = 5_000_000


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every compiled pattern of the room and of the finders of numbers, also those in tuples and mappings."""
    rooms = [
        *pkgutil.iter_modules(guardrails.__path__, "deskgraph.guardrails."),
        *(
            each
            for each in pkgutil.iter_modules(privacy.__path__, "deskgraph.privacy.")
            if of_numbers(each.name)
        ),
    ]
    for module in rooms:
        for name, value in vars(importlib.import_module(module.name)).items():
            yield from ((f"{module.name.rpartition('.')[2]}.{name}", each) for each in _within(value))


def of_numbers(module: str) -> bool:
    """Words that name a number are looked for in a few dozen characters only, and an e-mail address is cut at its dots
    in one way, which the bound below cannot tell; the hostile texts hold those."""
    return module.rpartition(".")[2] in ("accounts", "digits", "phones")


def _within(value: object) -> Iterator[re.Pattern[str]]:
    match value:
        case re.Pattern():
            yield value
        case tuple():
            for each in value:
                yield from _within(each)
        case Mapping():
            for each in value.values():
                yield from _within(each)


EVERY = sorted({(name, each.pattern, each) for name, each in patterns()}, key=lambda each: each[:2])


def repeats(items: Any) -> Iterator[tuple[int, int]]:
    """Least and most times of every repeat in a parsed pattern, at any depth."""
    for operation, argument in items:
        match str(operation), argument:
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT", (least, most, body):
                yield least, int(most)
                yield from repeats(body)
            case "BRANCH", (_, options):
                for option in options:
                    yield from repeats(option)
            case "SUBPATTERN", (*_, body):
                yield from repeats(body)
            case "ATOMIC_GROUP", body:
                yield from repeats(body)
            case "ASSERT" | "ASSERT_NOT", (_, body):
                yield from repeats(body)


def ways(items: Any) -> int:
    """Upper bound of the ways to match from one start, each of them letting what follows be tried."""
    count = 1
    for operation, argument in items:
        match str(operation), argument:
            case (("POSSESSIVE_REPEAT" | "ATOMIC_GROUP"), _):
                pass  # It gives nothing back: one way.
            case "MAX_REPEAT" | "MIN_REPEAT", (least, most, body):
                # Words that end in the same character each (`\w{1,20} `) can be cut in one way only.
                once = 1 if str(body[-1][0]) == "LITERAL" else ways(body)
                count *= sum(once**turn for turn in range(least, most + 1))
            case "BRANCH", (_, options):
                # Options exclude one another; at most two fit at one place (`ai` and `ai model`).
                count *= 2 * max(ways(option) for option in options)
            case "SUBPATTERN", (*_, body):
                count *= ways(body)
    return count


def steps(items: Any) -> int:
    """Upper bound of what is tried from one start: each item as often as there are ways to get to it."""
    return sum(ways(items[:place]) * _steps_of(item) for place, item in enumerate(items))


def _steps_of(item: Any) -> int:
    operation, argument = item
    match str(operation), argument:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT", (_, most, body):
            return int(most) * steps(body)
        case "BRANCH", (_, options):
            return sum(steps(option) for option in options)
        case (("SUBPATTERN" | "ASSERT" | "ASSERT_NOT"), (*_, body)):
            return steps(body)
        case "ATOMIC_GROUP", body:
            return steps(body)
        case _:
            return 1


@pytest.mark.parametrize(("name", "pattern"), [(name, each) for name, _, each in EVERY])
def test_what_a_pattern_tries_at_one_place_has_a_bound(name: str, pattern: re.Pattern[str]) -> None:
    parsed = _parser.parse(pattern.pattern, pattern.flags)
    unbounded = [(least, most) for least, most in repeats(parsed) if most == int(_parser.MAXREPEAT)]
    assert unbounded == [], name
    assert steps(parsed) <= _MOST_STEPS, name


def test_the_bound_itself_tells_a_bad_pattern() -> None:
    assert int(_parser.MAXREPEAT) in [most for _, most in repeats(_parser.parse(r"(?:a+b)?"))]
    assert steps(_parser.parse(r"(?:a{1,9}){1,9}b")) > _MOST_STEPS
    assert steps(_parser.parse(r"(?:\w{1,9} ){1,9}b")) < 1_000


HOSTILE = [
    "a",
    "ignore all ",
    "add in ",
    "<!--a-->",
    "A" * 39 + " ",
    "1 ",
    "http://",
    "a@a.",
    "a.a-",
    "a@a-a dot ",
    "1",
    "+1(",
    "0.",
    "call 1",
    "call " + "1" * 90 + "x ",
    "DE89 ",
    "1:",
    "1.1.",
    "nothing was changed ",
    "if it was changed, ",
    "I have sent your question and ",
    "\u200b",
    "\u202e",
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_hostile_text_of_100_kb_is_screened(unit: str) -> None:
    """It ends, and with a handful of findings: nothing here grows faster than the text."""
    text = (unit * 100_000)[:100_000]
    assert len(screen_input(text)) <= 30
    assert all(len(each.excerpt) <= 160 for each in screen_output(text, Grounds()))
