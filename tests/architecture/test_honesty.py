"""What is switched off, put off or taken from one machine must not creep in."""

import re

from tests.architecture.sources import ROOT, comments, modules, tracked, where

_IGNORE = re.compile(r"#\s*type:\s*ignore\[[\w, -]+\]\s+#\s*\S.{5}")
_NOQA = re.compile(r"#\s*noqa:\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*\s+#\s*\S.{5}")
_POSTPONED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
_MACHINE = re.compile(r"(?<![\w./])/(?:work|root|home|Users|tmp/lab)/[\w.-]+")
_REGISTRY = re.compile(r"https?://[^\s\"']*(?:/simple\b|/npm/|/pypi/)")
_PUBLIC_REGISTRIES = ("https://pypi.org/", "https://registry.npmjs.org/")


def test_every_type_ignore_names_its_code_and_its_reason() -> None:
    bare = [
        f"{where(path, line)} {text}"
        for path in modules("src", "tests", "bench", "docs")
        for line, text in comments(path)
        if re.search(r"#\s*type:\s*ignore", text) and not _IGNORE.search(text)
    ]
    assert bare == []


def test_every_noqa_names_its_rule_and_its_reason() -> None:
    bare = [
        f"{where(path, line)} {text}"
        for path in modules("src", "tests", "bench", "docs")
        for line, text in comments(path)
        if re.search(r"#\s*noqa", text, re.IGNORECASE) and not _NOQA.search(text)
    ]
    assert bare == []


def test_nothing_is_left_for_later_without_an_issue() -> None:
    later = [
        f"{where(path, line)} {text}"
        for path in modules("src", "tests", "bench", "docs")
        for line, text in comments(path)
        if _POSTPONED.search(text) and not re.search(r"#\d+", text)
    ]
    assert later == []


def test_no_file_names_a_folder_of_the_machine_it_was_written_on() -> None:
    assert _lines_with(_MACHINE) == []


def test_no_file_names_a_package_registry_that_only_one_place_has() -> None:
    assert [
        line for line in _lines_with(_REGISTRY) if not any(public in line for public in _PUBLIC_REGISTRIES)
    ] == []


def _lines_with(pattern: re.Pattern[str]) -> list[str]:
    this = ROOT / "tests" / "architecture" / "test_honesty.py"
    return [
        f"{where(path, number)} {line.strip()[:160]}"
        for path in tracked()
        if path != this and path.stat().st_size < 1_000_000
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_group_of_a_pattern_is_possessive() -> None:
    """Python before 3.11.5 misreads one that could go back inside; an atomic group says the same."""
    possessive = re.compile(r"(?<!\\)\)(?:[?*+]|\{{1,2}\d*,?\d*\}{1,2})\+")
    found = [
        f"{path.name}:{number}"
        for room in ("guardrails", "privacy")
        for path in sorted((ROOT / "src" / "deskgraph" / room).glob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if possessive.search(line)
    ]
    assert found == []
