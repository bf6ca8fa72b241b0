"""People, keys and links from the command line."""

import pytest

from tests.cli.called import Called, call
from tests.cli.test_people import done, refused, submitted
from tests.graphs.paid_model import PaidModel

PASSWORD = b"four lamps on a shelf\n"


def added(role: str = "lead", email: str = "Lea@example.com") -> Called:
    return call("--json", "user", "add", email, "--role", role, "--password", "-", stdin=PASSWORD)


def test_a_person_is_added_listed_changed_and_let_in_no_more(paid: PaidModel) -> None:
    assert done(added())["role"] == "lead"
    assert done(call("--json", "user", "role", "lea@example.com", "--role", "staff"))["role"] == "staff"
    assert done(call("--json", "user", "disable", "lea@example.com"))["disabled"]
    (listed,) = done(call("--json", "user", "list"))
    assert (listed["email"], listed["role"], listed["password"]) == ("lea@example.com", "staff", True)


def test_an_address_has_one_account(paid: PaidModel) -> None:
    done(added())
    assert "has an account" in refused(
        call("user", "add", "lea@example.com", "--role", "staff", "--password", "-", stdin=PASSWORD)
    )


@pytest.mark.parametrize(
    ("arguments", "stdin", "told"),
    [
        (("--password", "-"), b"short\n", "10 to 1000 characters"),
        (("--password", "four lamps"), b"", "history of the shell"),
    ],
)
def test_a_password_that_is_weak_or_stands_in_the_command_is_refused(
    paid: PaidModel, arguments: tuple[str, ...], stdin: bytes, told: str
) -> None:
    assert told in refused(call("user", "add", "lea@example.com", "--role", "lead", *arguments, stdin=stdin))


def test_another_password_is_set(paid: PaidModel) -> None:
    done(added())
    done(
        call(
            "--json", "user", "password", "lea@example.com", "--password", "-", stdin=b"six cups on a tray\n"
        )
    )
    assert "Nobody has that address" in refused(
        call("user", "password", "sam@example.com", "--password", "-", stdin=PASSWORD)
    )


def test_a_key_is_shown_once_and_revoked_by_its_number(paid: PaidModel) -> None:
    done(added())
    made = done(call("--json", "user", "key", "lea@example.com", "--name", "shop", "--scope", "write"))
    (listed,) = done(call("--json", "user", "keys"))
    assert made["key"].startswith("dgk_")
    assert (listed["name"], listed["scopes"], "key" in listed) == ("shop", ["write"], False)
    done(call("--json", "user", "revoke", str(listed["id"])))
    assert done(call("--json", "user", "keys"))[0]["revoked"]


def test_a_link_is_made_for_a_customer_who_has_written(paid: PaidModel) -> None:
    assert "Nobody has written" in refused(call("user", "link", "ada@example.com"))
    submitted()
    assert done(call("--json", "user", "link", "ada@example.com"))["link"].startswith("/sign-in/")
