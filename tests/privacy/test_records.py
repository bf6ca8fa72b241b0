"""Log records say what happened, where, and never what anybody wrote."""

import io
import logging
import subprocess
import sys

import psycopg
import pytest

from deskgraph.privacy import word
from deskgraph.telemetry.records import wordless


def made(
    message: object, *args: object, name: str = "library", level: int = logging.ERROR
) -> logging.LogRecord:
    return wordless(logging.LogRecord(name, level, "file.py", 1, message, args, None))


def raised(error: Exception) -> logging.LogRecord:
    try:
        try:
            raise ValueError("of ada@example.com, a rare-word")
        except ValueError as cause:
            raise error from cause
    except Exception:  # whatever the test raised
        return wordless(
            logging.LogRecord("library", logging.ERROR, "f.py", 1, "it broke", (), sys.exc_info())
        )


def test_a_traceback_names_places_and_types_and_no_words() -> None:
    told = logging.Formatter().format(raised(RuntimeError("could not read rare-word")))
    assert "rare-word" not in told
    assert "test_records.py" in told
    assert "builtins.ValueError\nThen:" in told
    assert told.endswith("builtins.RuntimeError")


def test_a_broken_constraint_is_told_by_its_code() -> None:
    record = raised(psycopg.errors.UniqueViolation("duplicate key\nDETAIL:  Key (email)=(rare-word) exists."))
    told = logging.Formatter().format(record)
    assert "rare-word" not in told
    assert told.endswith("psycopg.errors.UniqueViolation (23505)")


@pytest.mark.parametrize("held", [{"error": ValueError("rare-word")}, [("at", ValueError("rare-word"))]])
def test_an_exception_that_an_argument_holds_is_told_by_its_name(held: object) -> None:
    told = made("it broke: %s", held).getMessage()
    assert ("rare-word" in told, "ValueError" in told) == (False, True)


@pytest.mark.parametrize("message", ["%s failed: %s", "it broke: %r by %s"])
def test_an_exception_among_the_arguments_is_told_by_its_name(message: str) -> None:
    record = made(message, ValueError("rare-word"), "it")
    assert "rare-word" not in record.getMessage()
    assert "ValueError" in record.getMessage()


def test_a_task_that_nobody_awaited_does_not_tell_its_exception() -> None:
    record = made("Task exception\nfuture: <Task finished exception=ValueError('rare-word')>")
    assert record.getMessage() == "Task exception\nfuture: <Task finished exception=ValueError(...)>"


def test_personal_data_in_a_message_is_left_out() -> None:
    record = made(
        "HTTP Request: DELETE http://desk/api/customers/%s from %s", "ada%40example.com", "203.0.113.9"
    )
    assert record.getMessage() == "HTTP Request: DELETE http://desk/api/customers/[EMAIL] from [IP]"


def test_what_a_client_of_models_logs_of_its_requests_is_left_out() -> None:
    said = made(
        "Request options: %s", {"json_data": "rare-word"}, name="openai._base_client", level=logging.DEBUG
    )
    assert "rare-word" not in said.getMessage()
    assert "rare-word" not in made("it is slow: rare-word", name="openai").getMessage()


def test_a_record_without_any_is_left_as_it_is() -> None:
    record = made("worked %s lanes in %.2f s", 3, 0.5)
    assert (record.msg, record.args) == ("worked %s lanes in %.2f s", (3, 0.5))


def test_arguments_that_do_not_fit_are_not_told_on_standard_error() -> None:
    assert made("one %s two %s", "rare-word").getMessage() == "one %s two %s"


def test_a_program_that_configures_telemetry_logs_so() -> None:
    program = (
        "import logging; from deskgraph import telemetry; telemetry.configure(); telemetry.configure()\n"
        "logging.basicConfig()\n"
        "try: raise ValueError('rare-word')\n"
        "except ValueError: logging.exception('of ada@example.com')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "ERROR:root:of [EMAIL]\nTraceback" in done.stderr
    assert "rare-word" not in done.stderr


def test_only_a_plain_word_of_a_request_is_quoted() -> None:
    assert word("support") == "support"
    assert word("sender") == "sender"
    assert {word(each) for each in ("ada@example.com", "4111", "a b", "10.0.0.1", "x" * 41)} == {
        "(not a name)"
    }


def test_a_handler_that_formats_by_itself_gets_no_exception_either() -> None:
    assert raised(RuntimeError("rare-word")).exc_info is None
    stream = io.StringIO()
    logging.StreamHandler(stream).handle(raised(RuntimeError("rare-word")))
    assert "rare-word" not in stream.getvalue()
