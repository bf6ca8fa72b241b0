"""The one table from an error's code to a status."""

from deskgraph import errors
from deskgraph.errors import DeskError
from deskgraph.web.problems import KINDS, problem_of, response


def every_error() -> list[type[DeskError]]:
    return [
        value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, DeskError)
    ]


def test_every_error_has_a_status() -> None:
    assert [error.code for error in every_error() if error.code not in KINDS] == []


def test_no_error_is_told_as_a_success() -> None:
    assert [code for code, kind in KINDS.items() if not 400 <= kind.status < 600] == []


def test_a_problem_holds_what_the_error_says() -> None:
    told = problem_of(errors.RunWaits("Run 7 waits.", "Rule on it."))
    assert (told.status, told.code, told.detail, told.hint) == (
        409,
        "run_waits",
        "Run 7 waits.",
        "Rule on it.",
    )


def test_a_detail_that_utf8_cannot_say_is_still_told() -> None:
    told = response(problem_of(errors.BadInput("broken \ud800")))
    assert b"\\ud800" in bytes(told.body)
