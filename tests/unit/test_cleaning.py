"""What comes in from outside is kept whole, mended with a notice, or refused."""

import pytest

from deskgraph.errors import BadAddress, EmptyText, NotText, TextTooLong
from deskgraph.settings import Settings
from deskgraph.tickets import clean_address, clean_subject, clean_text

TINY = Settings(text_limit=100, subject_limit=10)


@pytest.mark.parametrize(
    "raw",
    ["", "  \n\t ", b"", "\x00", "\u200b\u2060", "\ufeff"],
    ids=["empty", "spaces", "bytes", "nul", "unseen", "bom"],
)
def test_a_text_in_which_nothing_can_be_seen_is_empty(raw: str | bytes) -> None:
    with pytest.raises(EmptyText):
        clean_text(raw, TINY)


@pytest.mark.parametrize("raw", [b"\xff\xfe hello", b"caf\xe9", "half \ud83d of an emoji"])
def test_what_is_not_utf8_is_no_text(raw: str | bytes) -> None:
    with pytest.raises(NotText):
        clean_text(raw, TINY)


@pytest.mark.parametrize("raw", ["x" * 101, b"x" * 1_000_000])
def test_a_text_over_the_limit_is_refused_with_both_numbers(raw: str | bytes) -> None:
    with pytest.raises(TextTooLong, match="at most 100"):
        clean_text(raw, TINY)


def test_nul_bytes_are_taken_out_and_that_is_said() -> None:
    text, notices = clean_text(b"where\x00 is it", TINY)
    assert text == "where is it"
    assert len(notices) == 1


@pytest.mark.parametrize(
    "raw", ["Grüße 👋🏽\r\n\tzwei", "\u202eevil\u202c", "\ue000", "\U0001fae9", "a" * 100]
)
def test_every_other_text_is_kept_as_it_is(raw: str) -> None:
    assert clean_text(raw, TINY) == (raw, [])


def test_a_long_subject_is_cut_and_that_is_said_and_a_missing_one_is_the_beginning_of_the_text() -> None:
    assert clean_subject("twelve letters", "x", TINY) == (
        "twelve let",
        ["The subject was cut to 10 characters."],
    )
    assert clean_subject(" a\n b ", "x", TINY) == ("a b", [])
    assert clean_subject("", "Where\nis it?", Settings()) == ("Where is it?", [])
    assert clean_subject("", "Where is it? " * 9, Settings())[0] == "Where is it? " * 5 + "Where is it?…"


def test_a_nul_in_a_subject_is_taken_out_and_said_so() -> None:
    assert clean_subject("La\x00mps", "x", TINY) == ("Lamps", ["NUL bytes were removed from the subject."])


@pytest.mark.parametrize(
    "raw", ["", "ada", "ada@", "@x.org", "a b@x.org", "ada@x\x00.org", "a\ud800@x.org", "a" * 400 + "@x.org"]
)
def test_an_address_that_is_none_is_refused(raw: str) -> None:
    with pytest.raises(BadAddress):
        clean_address(raw)


def test_an_address_is_kept_in_lower_case() -> None:
    assert clean_address("  Ada.Lovelace@Example.COM ") == "ada.lovelace@example.com"
