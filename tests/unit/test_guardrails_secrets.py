"""Passwords, PINs and keys are stopped, however they are named; what is said about a password is none."""

import pytest

from deskgraph.guardrails import Grounds, screen_output

HEXADECIMAL = "0123456789abcdef0123456789abcdef01234567"
SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"


@pytest.mark.parametrize(
    "text",
    [
        "Your password is correcthorse",
        "Your password is correcthorse, and works today.",
        "Ihr Passwort ist sommerwind.",
        "Your password is **correcthorse**.",
        "Passwort lautet geheim123",
        'The password is: "Sommer2024!"',
        "Mot de passe: soleil99",
        "The login is admin / Sommer2024.",
        "Credentials: admin:Sommer2024",
        "Zugangsdaten: ada@example.org / Sommer2024",
        "PIN: 4711",
        "Your PIN is 4711.",
        "The CVV is 123, thanks.",
        f"Authorization: Bearer {HEXADECIMAL}",
        f"bearer {HEXADECIMAL}",
        f"The secret access key is {SECRET}.",
        f"aws_secret_access_key = {SECRET}",
        f"The API token: `{HEXADECIMAL}`",
    ],
)
def test_what_opens_something_is_stopped_unless_the_grounds_hold_it(text: str) -> None:
    grounds = Grounds(articles=["ada@example.org"])
    assert [each.kind for each in screen_output(text, grounds)] == ["credential"]
    assert screen_output(text, Grounds(asked=[text])) == []


@pytest.mark.parametrize(
    "text",
    [
        "The password is case-sensitive! Your PIN is 4-digit. The pin is 5mm thick.",
        *(
            f"Your password is {how}."
            for how in (
                *("required", "wrong", "expired", "hidden", "at least 8 characters", "8-16 characters long"),
                *("temporary", "2FA-protected", "yours", "incorrect, and locked", "stored safely", "unique"),
            )
        ),
        "Das Passwort ist falsch. Ihr Passwort ist abgelaufen. Das Passwort ist erforderlich und persönlich.",
        "Le mot de passe est obligatoire. La contraseña es incorrecta.",
        "Password: required. PIN: 4 to 6 digits. The pin is 2.5 mm wide. Forgot your password? Click 1.",
        "The login is available 24/7. Credentials: user name / password. Login: 12/05/2024.",
        "A bearer of news is here. The key is under the mat. Tracking key: see your e-mail.",
        "Secret: our well-kept-recipe-that-has-no-figures-at-all-in-it-anywhere.",
    ],
)
def test_what_is_said_about_a_password_passes(text: str) -> None:
    assert screen_output(text, Grounds()) == []


def test_one_that_the_grounds_hold_under_another_name_may_be_said() -> None:
    grounds = Grounds(articles=["The default user is admin with the password admin4711."])
    assert screen_output("The password is admin4711.", grounds) == []
    assert screen_output("The password is admin471.", grounds) != []
