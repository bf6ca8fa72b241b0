"""People of the desk: added, listed, changed; keys for programs; links that let customers in."""

import sys
from collections.abc import Callable

import click

from deskgraph import accounts
from deskgraph.accounts import SCOPES, STAFF_ROLES, Scope, StaffRole
from deskgraph.cli.door import ID, asynchronous, open_desk
from deskgraph.cli.output import put
from deskgraph.database import transaction
from deskgraph.errors import BadInput
from deskgraph.tickets import clean_address, known_customer
from deskgraph.web import reading

EMAIL = click.argument("email")
ROLE = click.option("--role", type=click.Choice(STAFF_ROLES), required=True, help="What they may do.")


def _password(function: Callable[..., None]) -> Callable[..., None]:
    return click.option(
        "--password",
        metavar="-",
        help="`-` reads it from standard input; left out, it is asked for. It never stands in the command itself.",
    )(function)


@click.group
def user() -> None:
    """People and their roles, and the keys of programs."""


@user.command
@EMAIL
@ROLE
@click.option("--name", default="", help="How colleagues see them.")
@_password
@asynchronous
async def add(email: str, role: StaffRole, name: str, password: str | None) -> None:
    """Add a person. The first lead opens the desk to accounts: from then on everybody signs in."""
    words = _read_password(password)
    async with open_desk() as desk, transaction(desk.pool) as conn:
        least = desk.settings.password_length
        added = await accounts.add_person(
            conn, clean_address(email), role, name=name, password=words, least=least
        )
    put(reading.person(added), f"{added.email} is {added.role}.")


@user.command("list")
@asynchronous
async def list_() -> None:
    """List the people of the desk."""
    async with open_desk() as desk, transaction(desk.pool) as conn:
        found = await accounts.people(conn)
    lines = [f"{each.email}  {each.role}{_marks(each)}" for each in found]
    put(
        [reading.person(each) for each in found],
        "\n".join(lines) or "Nobody yet: deskgraph user add EMAIL --role lead",
    )


@user.command
@EMAIL
@_password
@asynchronous
async def password(email: str, password: str | None) -> None:
    """Set another password. Whoever is signed in as them has to sign in again."""
    words = _read_password(password)
    async with open_desk() as desk, transaction(desk.pool) as conn:
        person = await accounts.by_email(conn, email)
        await accounts.set_password(conn, person, words, least=desk.settings.password_length)
    put(reading.person(person), f"The password of {person.email} is set.")


@user.command
@EMAIL
@ROLE
@asynchronous
async def role(email: str, role: StaffRole) -> None:
    """Give a person another role."""
    async with open_desk() as desk, transaction(desk.pool) as conn:
        await accounts.set_role(conn, await accounts.by_email(conn, email), role)
        person = await accounts.by_email(conn, email)
    put(reading.person(person), f"{person.email} is {person.role}.")


@user.command
@EMAIL
@asynchronous
async def disable(email: str) -> None:
    """Let nobody in as this person any more. What they did stays."""
    async with open_desk() as desk, transaction(desk.pool) as conn:
        await accounts.disable(conn, await accounts.by_email(conn, email))
        person = await accounts.by_email(conn, email)
    put(reading.person(person), f"{person.email} is let in no more; their sessions and keys have ended.")


@user.command
@EMAIL
@click.option("--name", required=True, help="What the key is for.")
@click.option(
    "--scope", "scopes", type=click.Choice(SCOPES), multiple=True, default=("read",), help="What for."
)
@asynchronous
async def key(email: str, name: str, scopes: tuple[Scope, ...]) -> None:
    """Make an API key of a person. It is shown this once."""
    async with open_desk() as desk, transaction(desk.pool) as conn:
        made = await accounts.make_key(conn, await accounts.by_email(conn, email), name, set(scopes))
    put(
        {"key": made, "name": name, "scopes": sorted(scopes)},
        f"{made}\nSend it as: Authorization: Bearer KEY",
    )


@user.command
@asynchronous
async def keys() -> None:
    """List the API keys; their text is not kept."""
    async with open_desk() as desk, transaction(desk.pool) as conn:
        found = await accounts.keys(conn)
    lines = [
        f"{each.id}  {each.person}  {each.name}  {','.join(each.scopes)}{_ended(each)}" for each in found
    ]
    put([reading.key(each) for each in found], "\n".join(lines) or "No keys.")


@user.command
@click.argument("key", type=ID)
@asynchronous
async def revoke(key: int) -> None:
    """Revoke an API key, by its number."""
    async with open_desk() as desk, transaction(desk.pool) as conn:
        await accounts.revoke_key(conn, key)
    put({"revoked": key}, f"Key {key} lets nobody in any more.")


@user.command
@EMAIL
@asynchronous
async def link(email: str) -> None:
    """Print the link that lets a customer in, good for a while."""
    async with open_desk() as desk, transaction(desk.pool) as conn:
        customer = await known_customer(conn, clean_address(email))
        token = accounts.link_token(await accounts.signing_secret(conn), customer)
    address = f"/sign-in/{token}"
    put({"link": address}, f"{address}\nGood for {desk.settings.link_hours:g} hours, at this desk's address.")


def _read_password(given: str | None) -> str:
    match given:
        case None:
            return str(click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True))
        case "-":
            return sys.stdin.readline().rstrip("\n")
        case _:
            raise BadInput(
                "A password in a command stands in the history of the shell.", "Give `--password -`."
            )


def _marks(person: accounts.Person) -> str:
    return ("" if person.has_password else "  no password") + ("  disabled" if person.disabled_at else "")


def _ended(key: accounts.Key) -> str:
    return "  revoked" if key.revoked_at else ""
